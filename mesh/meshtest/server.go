package meshtest

import (
	"fmt"
	"net"
	"net/http"
	"time"
)

// Server is a [Mesh] that listens on a port of 127.0.0.1.
type Server struct {
	*Mesh
	URL string // "http://127.0.0.1:PORT"

	http *http.Server
	done chan struct{}
}

// NewServer starts a mesh on loopback. Call Close when done.
func NewServer(o Options) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("meshtest: listen on loopback: %w", err)
	}
	const headerTimeout = 10 * time.Second
	m := New(o)
	s := &Server{
		Mesh: m, URL: "http://" + listener.Addr().String(),
		http: &http.Server{Handler: m.Handler(), ReadHeaderTimeout: headerTimeout},
		done: make(chan struct{}),
	}
	go func() {
		defer close(s.done)
		_ = s.http.Serve(listener) // ends with http.ErrServerClosed
	}()
	return s, nil
}

// Close stops listening and breaks all connections; agents that wait are cut off.
func (s *Server) Close() {
	_ = s.http.Close() // nothing to do about a listener that is closed already
	<-s.done
}
