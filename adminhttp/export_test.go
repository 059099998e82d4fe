package adminhttp

import (
	"net/http"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/adminhttp/internal/guesses"
)

// Limits that tests go to.
const (
	MaxStreams       = maxStreams
	StreamBuffer     = streamBuffer
	GuessBurst       = guesses.Burst
	MaxGuessers      = guesses.MaxAddresses
	MaxSeries        = maxSeries
	MaxBatch         = maxBatch
	MaxEvaluateBytes = maxEvaluateBytes
	Heartbeat        = heartbeat
	LookEvery        = lookEvery
	RepeatTTL        = repeatTTL
)

// OpenAPI is the description as it is embedded.
func OpenAPI() []byte { return openAPI }

// RouteTable lists the routes as "METHOD /path".
func (h *Handler) RouteTable() []string {
	var list []string
	for _, r := range h.routes() {
		list = append(list, r.method+" "+r.pattern)
	}
	return list
}

// AddRoute replaces the table by one with another open route.
func (h *Handler) AddRoute(pattern string, serve func(http.ResponseWriter, *http.Request) error) {
	method, path, _ := strings.Cut(pattern, " ")
	h.mux = newMux(append(h.routes(), route{method, path, accessOpen, serve}), h.serve)
}

// Hurry gives a server shorter timeouts.
func (s *Server) Hurry(header, body, write time.Duration) {
	s.timeouts.header, s.timeouts.body, s.timeouts.write = header, body, write
}

// Hurry gives readers of streams less time.
func (h *Handler) Hurry(patience time.Duration) { h.patience = patience }
