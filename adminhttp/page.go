package adminhttp

func (h *Handler) pageRoutes() []route { return nil }
