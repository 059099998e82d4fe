package callback

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Path is where the MCP endpoint is.
const Path = "/mcp"

// HTTPOptions says who may connect over HTTP.
type HTTPOptions struct {
	// Tokens are the bearer tokens, by the name of the reviewer whose each is; at
	// most [MaxReviewers]. At least one is needed, on loopback too: every program
	// of the machine reaches the port, agents under review among them.
	Tokens map[string]string
	// AllowedHosts are further names under which the server may be addressed, with
	// or without a port. Loopback names always are.
	AllowedHosts []string
}

// ServeListener serves the reviewers over streamable HTTP at [Path] until ctx ends,
// and closes the listener. It is stateless: there are no sessions, and every
// protocol version is spoken.
//
// A request needs the bearer token of a reviewer (401; after ten wrong ones
// 429, to the right one only where one could be guessed), a Host that is a loopback
// name or an allowed one, and no Origin of another site (403). It has bounds in
// time and size. TLS is not spoken: off loopback put a proxy in front.
func (s *Server) ServeListener(ctx context.Context, l net.Listener, o HTTPOptions) error {
	// What waits ends at the beginning of the end.
	serving, stop := context.WithCancel(ctx)
	defer stop()
	handler, err := s.handler(o, serving.Done())
	if err != nil {
		return errors.Join(err, l.Close())
	}
	for reviewer := range o.Tokens {
		s.opened(reviewer)
		defer s.closed(reviewer)
	}
	server := newHTTPServer(handler, s.log)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(limited(l, MaxConnections)) }()
	select {
	case err := <-ended:
		return fmt.Errorf("callback: serving http: %w", err)
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	if err := server.Shutdown(drain); err != nil {
		_ = server.Close() // what is still being answered is cut off
	}
	<-ended
	return nil
}

func newHTTPServer(h http.Handler, log *slog.Logger) *http.Server {
	var protocols http.Protocols
	protocols.SetHTTP1(true)
	return &http.Server{
		Handler: h, ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout,
		WriteTimeout: headerTimeout + bodyTimeout + answerTimeout, MaxHeaderBytes: maxHeaderBytes,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug), Protocols: &protocols,
	}
}

// handler answers the requests of all reviewers.
func (s *Server) handler(o HTTPOptions, ended <-chan struct{}) (http.Handler, error) {
	bearers, err := newBearers(o.Tokens)
	if err != nil {
		return nil, err
	}
	hosts, err := newHosts(o.AllowedHosts)
	if err != nil {
		return nil, err
	}
	endpoints := map[string]http.Handler{}
	for reviewer := range o.Tokens {
		server := session{s, reviewer, ended}.newMCP()
		endpoints[reviewer] = mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{
			Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxMessageBytes, PropagateRequestCancellation: true,
			DisableLocalhostProtection: true, // admit is stricter, and knows the allowed names
		})
	}
	bearers.warn(s.log)
	door := &door{bearers: bearers, log: s.log}
	mux := http.NewServeMux()
	mux.HandleFunc(Path, func(w http.ResponseWriter, r *http.Request) {
		if err := hosts.admit(r); err != nil {
			refuse(w, http.StatusForbidden, err)
			return
		}
		reviewer, ok := door.reviewer(w, r)
		if !ok || !readBody(w, r) {
			return
		}
		endpoints[reviewer].ServeHTTP(w, withRequest(r))
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		deadline(w, time.Now().Add(bodyTimeout)) // of a body that no route reads, too
		mux.ServeHTTP(w, r)
	}), nil
}

// refuse answers a request that is not read to its end: net/http reads what is left
// of its body, which must not take long.
func refuse(w http.ResponseWriter, status int, err error) {
	deadline(w, time.Now().Add(restTimeout))
	w.Header().Set("X-Content-Type-Options", "nosniff")
	http.Error(w, err.Error(), status)
}

// deadline gives the reading of a request until then; a zero time ends that.
func deadline(w http.ResponseWriter, t time.Time) {
	_ = http.NewResponseController(w).SetReadDeadline(t) // a writer without deadlines is a test's
}
