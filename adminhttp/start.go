package adminhttp

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"

	"github.com/flux7-go/supervisor"
)

// Start serves the admin API that the config of a supervisor turns on, and
// returns once it listens. wrap is put around the handler, see ServerOptions; log
// is Options.Logger; both may be nil.
//
// stop ends it, and waits until what is being answered is done or ctx ended. It
// returns the error of a server that ended by itself before; the supervisor goes
// on without it. Where the config does not turn the API on, or the supervisor was
// not built from one, nothing is served, and stop does nothing.
func Start(ctx context.Context, sup *supervisor.Supervisor, wrap func(http.Handler) http.Handler, log *slog.Logger) (stop func(context.Context) error, err error) {
	cfg := sup.Config()
	if cfg == nil || !cfg.Admin.Enabled {
		return func(context.Context) error { return nil }, nil
	}
	handler, err := NewHandler(sup, Options{
		Token: cfg.Admin.Token.Reveal(), ReadToken: cfg.Admin.ReadToken.Reveal(), AllowedHosts: cfg.Admin.AllowedHosts,
		Operator: cfg.Admin.Operator, RecentDecisions: cfg.Admin.RecentDecisions, Journal: cfg.JournalPath(), Logger: log,
	})
	if err != nil {
		return nil, err
	}
	server, err := NewServer(handler, ServerOptions{
		Addr:    net.JoinHostPort(strings.Trim(cfg.Admin.Host, "[]"), strconv.Itoa(cfg.Admin.Port)),
		TLSCert: cfg.Admin.TLSCert, TLSKey: cfg.Admin.TLSKey, Wrap: wrap,
	})
	var listener net.Listener
	if err == nil {
		listener, err = server.Listen(ctx)
	}
	if err != nil { // before a call is judged by a supervisor that nobody can stop
		_ = handler.Close(ctx)
		return nil, fmt.Errorf("serving the admin api: %w", err)
	}
	serving, cancel := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() { ended <- server.ServeListener(serving, listener) }()
	return func(ctx context.Context) error {
		cancel()
		err := <-ended
		if closing := handler.Close(ctx); err == nil {
			err = closing
		}
		return err
	}, nil
}
