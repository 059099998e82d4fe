package adminhttp

func (h *Handler) decisionRoutes() []route { return nil }
