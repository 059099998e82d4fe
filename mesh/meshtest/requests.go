package meshtest

import (
	"io"
	"net/http"
	"strings"
)

// Request is a request that a mesh was sent.
type Request struct {
	Method        string
	Path          string
	Query         string
	Authorization string
	Body          string // its first [MaxNotedBytes]
}

// MaxNotedBytes bounds the body in a [Request].
const MaxNotedBytes = 4 << 10

// Requests returns the last [MaxRequests] requests, oldest first, those that
// were hit by a fault among them.
func (m *Mesh) Requests() []Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]Request(nil), m.requests...)
}

// Count returns how many of the noted requests have this method, and a path
// that starts so.
func (m *Mesh) Count(method, pathPrefix string) (n int) {
	for _, r := range m.Requests() {
		if r.Method == method && strings.HasPrefix(r.Path, pathPrefix) {
			n++
		}
	}
	return n
}

// note records a request and returns its body.
func (m *Mesh) note(r *http.Request) string {
	body, _ := io.ReadAll(io.LimitReader(r.Body, MaxBodyBytes)) // what cannot be read is malformed
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.requests) == MaxRequests {
		m.requests = m.requests[1:]
	}
	m.requests = append(m.requests, Request{
		Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery,
		Authorization: r.Header.Get("Authorization"), Body: string(body[:min(len(body), MaxNotedBytes)]),
	})
	return string(body)
}
