package adminhttp

import (
	"net/http"
	"slices"
	"strings"
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
		h.approvalRoutes(),
		h.autoApproveRoutes(),
		h.fileRoutes(),
		h.benchRoutes(),
		h.pageRoutes(),
	)
}

// methods are the routes of one pattern, by method. A GET route serves HEAD too.
type methods map[string]route

// of returns the route for a method.
func (m methods) of(method string) (route, bool) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	found, ok := m[method]
	return found, ok
}

// allow is the value of the Allow header.
func (m methods) allow() string {
	list := []string{http.MethodOptions}
	for method := range m {
		list = append(list, method)
		if method == http.MethodGet {
			list = append(list, http.MethodHead)
		}
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// newMux makes a mux of the table, in which the methods of each pattern are
// told apart by serve, so that every answer is of the same kind. What no
// pattern fits has no methods.
func newMux(table []route, serve func(methods, http.ResponseWriter, *http.Request)) *http.ServeMux {
	patterns := map[string]methods{"/": {}}
	for _, r := range table {
		if patterns[r.pattern] == nil {
			patterns[r.pattern] = methods{}
		}
		patterns[r.pattern][r.method] = r
	}
	mux := http.NewServeMux()
	for pattern, m := range patterns {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { serve(m, w, r) })
	}
	return mux
}
