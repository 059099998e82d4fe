package adminhttp

import (
	_ "embed"
	"net/http"
)

// openAPI describes every route and shape.
//
//go:embed openapi.yaml
var openAPI []byte

func (h *Handler) showOpenAPI(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/yaml; charset=utf-8")
	_, _ = w.Write(openAPI) // the reader went away
	return nil
}
