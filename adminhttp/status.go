package adminhttp

func (h *Handler) statusRoutes() []route { return nil }
