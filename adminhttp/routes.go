package adminhttp

import (
	"net/http"
	"slices"
)

// access is what a route demands.
type access uint8

const (
	accessOpen   access = iota // nothing
	accessLook                 // a token, if any is configured; the read token will do
	accessAct                  // the token, if it is configured
	accessChange               // the token, which must be configured
)

// route is one row of the route table. What serve returns as an error is
// answered as JSON; see [failure].
type route struct {
	method  string
	pattern string // of [http.ServeMux], without method and prefix
	access  access
	serve   func(w http.ResponseWriter, r *http.Request) error
}

// routes is the route table.
func (h *Handler) routes() []route {
	return slices.Concat(
		h.statusRoutes(),
		h.decisionRoutes(),
		h.evaluateRoutes(),
		h.fileRoutes(),
		h.benchRoutes(),
		h.pageRoutes(),
	)
}
