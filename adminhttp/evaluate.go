package adminhttp

func (h *Handler) evaluateRoutes() []route { return nil }
