package mem7test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"syscall"
)

// Server is a [Memory] that listens on a port of 127.0.0.1.
type Server struct {
	*Memory
	URL string // "http://127.0.0.1:PORT"

	http *httptest.Server
}

// NewServer starts a memory on loopback. Call Close when done.
func NewServer(o Options) *Server {
	m := New(o)
	s := httptest.NewServer(m.Handler())
	return &Server{Memory: m, URL: s.URL, http: s}
}

// Close stops listening and breaks all connections.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Transport returns a way to the memory without a network, for
// [http.Client.Transport]. Whatever host a request names, the memory answers. A
// request ends with its context; one without a deadline that meets [Fault.Hang]
// never ends.
func (m *Memory) Transport() http.RoundTripper { return transport{m.Handler()} }

type transport struct{ handler http.Handler }

// RoundTrip hands the request to the memory and waits for the whole answer.
func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		defer req.Body.Close()
		var err error
		if body, err = io.ReadAll(io.LimitReader(req.Body, MaxBodyBytes+1)); err != nil {
			return nil, err
		}
	}
	type served struct {
		answer *http.Response
		err    error
	}
	done := make(chan served, 1)
	go func() {
		answer, err := t.serve(req, body)
		done <- served{answer, err}
	}()
	select {
	case <-req.Context().Done():
		return nil, req.Context().Err()
	case s := <-done:
		if err := req.Context().Err(); err != nil {
			return nil, err
		}
		return s.answer, s.err
	}
}

func (t transport) serve(req *http.Request, body []byte) (answer *http.Response, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			answer, err = nil, fmt.Errorf("mem7test: %w", syscall.ECONNRESET)
			if reason != http.ErrAbortHandler {
				err = fmt.Errorf("mem7test: the handler panicked: %v", reason)
			}
		}
	}()
	received := req.Clone(req.Context())
	received.Body = io.NopCloser(bytes.NewReader(body))
	out := httptest.NewRecorder()
	t.handler.ServeHTTP(out, received)
	answer = out.Result()
	answer.Request = req
	return answer, nil
}
