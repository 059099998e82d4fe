package adminhttp

func (h *Handler) benchRoutes() []route { return nil }
