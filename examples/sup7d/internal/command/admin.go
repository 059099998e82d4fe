package command

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
)

// admin is the admin API beside the loop over the mesh.
type admin struct {
	handler *adminhttp.Handler
	stop    context.CancelFunc
	ended   chan error
}

// startAdmin listens and serves, if the config says so. It returns nil if not.
// wrap is put around the handler.
func startAdmin(
	ctx context.Context, sup *supervisor.Supervisor, cfg *supervisor.Config, wrap func(http.Handler) http.Handler, log *slog.Logger,
) (*admin, error) {
	if !cfg.Admin.Enabled {
		return nil, nil
	}
	handler, err := adminhttp.NewHandler(sup, adminhttp.Options{
		Token: cfg.Admin.Token.Reveal(), ReadToken: cfg.Admin.ReadToken.Reveal(), AllowedHosts: cfg.Admin.AllowedHosts,
		Operator:        cfg.Admin.Operator,
		RecentDecisions: cfg.Admin.RecentDecisions, Journal: cfg.JournalPath(), Logger: log,
	})
	if err != nil {
		return nil, err
	}
	a := &admin{handler: handler, ended: make(chan error, 1)}
	server, err := adminhttp.NewServer(handler, adminhttp.ServerOptions{
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
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	a.stop = stop
	go func() { a.ended <- server.ServeListener(serving, listener) }()
	return a, nil
}

// close ends it. Judging goes on without it where it ended by itself.
func (a *admin) close(ctx context.Context) error {
	if a == nil {
		return nil
	}
	a.stop()
	err := <-a.ended
	if closing := a.handler.Close(ctx); err == nil {
		err = closing
	}
	return err
}
