package adminhttp

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Limits of a [Server]. A phase of a request that takes longer ends the
// connection.
const (
	headerTimeout = 5 * time.Second  // until the header is there
	bodyTimeout   = 30 * time.Second // from then until the body is there
	writeTimeout  = 30 * time.Second // from the beginning of an answer to its end; of a stream, see streamWrite
	idleTimeout   = time.Minute      // between two requests of one connection
	drainTimeout  = 5 * time.Second  // for what is being answered when the server ends; the reference's
	// restTimeout is for what is left of a body when the answer is there: a client
	// that sends it at once keeps its connection.
	restTimeout = time.Second
	// maxHeaderBytes bounds the header of a request. net/http adds 4 KiB of slack.
	maxHeaderBytes = 32 << 10
)

// ServerOptions is what a [Server] is made of, besides its handler.
type ServerOptions struct {
	// Addr is host and port to listen on. Off loopback the handler needs a token.
	Addr string
	// TLSCert and TLSKey are the files of a certificate and its key, both or
	// neither. They are read once. Without them HTTP is served.
	TLSCert, TLSKey string
	// MaxConnections bounds the open connections. At the limit one that waits for
	// its next request is closed for a new one, or else one whose request is not
	// there to its end, or one that waits for its answer to be read or for what
	// happens; if all of them are being judged, the new one is closed. 0 means a
	// quarter of the files that the process may open, at most [MaxConnections].
	MaxConnections int
	// Wrap is put around the handler, such as what reads a trace's headers. Nil:
	// nothing is.
	Wrap func(http.Handler) http.Handler
}

// MaxConnections is the most that a server takes by itself, whatever the limit
// of open files is.
const MaxConnections = 8192

// Server serves a [Handler] with limits on every phase of a request. HTTP/2 is
// not spoken.
type Server struct {
	handler  *Handler
	opts     ServerOptions
	tls      *tls.Config // nil: HTTP
	timeouts timeouts
}

// timeouts are those of a server; tests have others.
type timeouts struct{ header, body, write, idle, drain, rest time.Duration }

// NewServer makes a server; it does not listen yet. The error says why it would
// not be safe to, or why the certificate cannot be used.
func NewServer(h *Handler, opts ServerOptions) (*Server, error) {
	host, _, err := net.SplitHostPort(opts.Addr)
	if err != nil {
		return nil, fmt.Errorf("adminhttp: the address must be host:port: %w", err)
	}
	s := &Server{handler: h, opts: opts, timeouts: timeouts{headerTimeout, bodyTimeout, writeTimeout, idleTimeout, drainTimeout, restTimeout}}
	if err := s.mayListen(isLoopbackName(host)); err != nil {
		return nil, err
	}
	switch {
	case opts.MaxConnections < 0:
		return nil, errors.New("adminhttp: MaxConnections must not be negative")
	case opts.MaxConnections == 0:
		s.opts.MaxConnections = min(max(fileLimit()/4, 16), MaxConnections)
	}
	switch {
	case opts.TLSCert == "" && opts.TLSKey == "":
	case opts.TLSCert == "" || opts.TLSKey == "":
		return nil, errors.New("adminhttp: TLSCert and TLSKey are needed both, or neither")
	default:
		pair, err := tls.LoadX509KeyPair(opts.TLSCert, opts.TLSKey)
		if err != nil {
			return nil, fmt.Errorf("adminhttp: reading the certificate: %w", err)
		}
		s.tls = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	return s, nil
}

// mayListen refuses what other machines reach without a token.
func (s *Server) mayListen(loopback bool) error {
	if !loopback && !s.handler.tokens.hasFull {
		return errors.New("adminhttp: other machines could reach the admin api, and there is no token: set admin.token or admin.token_env, or listen on 127.0.0.1")
	}
	return nil
}

// Serve listens on Addr and serves until ctx ends; see [Server.ServeListener].
func (s *Server) Serve(ctx context.Context) error {
	l, err := s.Listen(ctx)
	if err != nil {
		return err
	}
	return s.ServeListener(ctx, l)
}

// Listen opens Addr, for [Server.ServeListener].
func (s *Server) Listen(ctx context.Context) (net.Listener, error) {
	var listen net.ListenConfig
	l, err := listen.Listen(ctx, "tcp", s.opts.Addr)
	if err != nil {
		return nil, fmt.Errorf("adminhttp: %w", err)
	}
	return l, nil
}

// ServeListener serves on a listener until ctx ends, and closes it. Then event
// streams end, and what is being answered has a few seconds. The handler serves
// no streams afterwards.
func (s *Server) ServeListener(ctx context.Context, l net.Listener) error {
	address, isTCP := l.Addr().(*net.TCPAddr)
	if isTCP { // a socket in the file system is guarded by its mode
		if err := s.mayListen(address.IP.IsLoopback()); err != nil {
			return errors.Join(err, l.Close())
		}
	}
	log := s.handler.opts.Logger
	if isTCP && !address.IP.IsLoopback() && s.tls == nil {
		log.WarnContext(ctx, "the admin api is served without tls: tokens can be read on the way", "addr", l.Addr().String())
	}
	if s.tls != nil {
		l = tls.NewListener(l, s.tls)
	}
	server := s.httpServer(ctx.Done(), log)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	log.InfoContext(ctx, "the admin api is served", "addr", l.Addr().String(), "tls", s.tls != nil)
	select {
	case err := <-ended:
		return fmt.Errorf("adminhttp: %w", err)
	case <-ctx.Done():
	}
	s.handler.endStreams()
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.timeouts.drain)
	defer cancel()
	if err := server.Shutdown(drain); err != nil {
		_ = server.Close() // what is still being answered is cut off
	}
	<-ended
	return nil
}

func (s *Server) httpServer(ended <-chan struct{}, log *slog.Logger) *http.Server {
	open := &connections{limit: s.opts.MaxConnections, ended: ended, open: map[net.Conn]*connection{}}
	var protocols http.Protocols
	protocols.SetHTTP1(true)
	var handler http.Handler = s.handler
	if s.opts.Wrap != nil {
		handler = s.opts.Wrap(handler)
	}
	return &http.Server{
		Handler:           timed{handler, s.timeouts},
		ReadHeaderTimeout: s.timeouts.header,
		IdleTimeout:       s.timeouts.idle,
		MaxHeaderBytes:    maxHeaderBytes,
		ConnState:         open.changed,
		ConnContext:       open.context,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		Protocols:         &protocols,
	}
}
