package adminhttp

func (h *Handler) fileRoutes() []route { return nil }
