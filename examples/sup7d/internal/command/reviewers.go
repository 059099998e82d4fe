package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/callback"
	"github.com/flux7-go/supervisor/provider/textmodel"
)

// stdioTransport is the value of mcp_server.transport for the standard streams.
const stdioTransport = "stdio"

// reviewers answer for the provider claude-code, through an MCP server.
type reviewers struct {
	server *callback.Server
	err    error
	log    *slog.Logger
	asked  atomic.Bool // a config has the provider
}

func newReviewers(log *slog.Logger) *reviewers {
	server, err := callback.New(callback.Options{Version: supervisor.Version, Logger: log})
	return &reviewers{server: server, err: err, log: log}
}

var errNoMCPServer = errors.New("claude-code answers through the mcp server, which is not on: give mcp_server in the config, or start with --mcp")

// provider makes the provider of a config. All of them share the server, so a
// reload keeps what waits.
func (r *reviewers) provider(cfg *supervisor.Config, p supervisor.ProviderConfig) (decision.Provider, error) {
	if r.err != nil {
		return nil, r.err
	}
	r.asked.Store(true)
	o := callback.ProviderOptions{
		Timeout: p.CallbackTimeout, ProjectDirs: cfg.ProjectDirs, Messages: p.ContextMessages,
		RedactParams: slices.Concat(cfg.Evaluator.RedactParams, p.Jev.RedactParams),
	}
	if o.Messages == 0 {
		o.Messages = textmodel.NoMessages
	}
	if !cfg.MCPServer.Enabled {
		o.Missing = errNoMCPServer
	}
	return r.server.Provider(o)
}

// serving is the MCP server at work.
type serving struct {
	stop  context.CancelFunc
	ended chan error
}

// serve begins to serve the reviewers, if the config says so, until ctx ends. It
// returns nil if not. Judging goes on without it where it ends by itself: what would
// have been asked then goes on at once, to the next provider or to a person.
func (r *reviewers) serve(ctx context.Context, cfg *supervisor.Config, in io.Reader, out io.Writer) (*serving, error) {
	m := cfg.MCPServer
	if !m.Enabled {
		return nil, nil
	}
	if r.err != nil {
		return nil, r.err
	}
	if !r.asked.Load() {
		r.log.Warn("no provider of the config is claude-code: reviewers are served, and nobody asks them")
	}
	run, err := r.overStdio(m, in, out), error(nil)
	if m.Transport != stdioTransport {
		run, err = r.overHTTP(ctx, m)
	}
	if err != nil {
		return nil, fmt.Errorf("serving the reviewers: %w", err)
	}
	ctx, stop := context.WithCancel(ctx)
	s := &serving{stop, make(chan error, 1)}
	go func() {
		err := run(ctx)
		switch {
		case err != nil:
			r.log.Error("reviewers are served no more; judging goes on without them", "error", err)
		case ctx.Err() == nil:
			r.log.Warn("the reviewer has hung up; judging goes on without it")
		}
		s.ended <- err
	}()
	return s, nil
}

// overStdio serves the one reviewer that started this program. One that went away
// must not take the program with it: writing to it is then an error, no signal.
func (r *reviewers) overStdio(m supervisor.MCPServerConfig, in io.Reader, out io.Writer) func(context.Context) error {
	return func(ctx context.Context) error {
		if in == nil {
			return errors.New("there is no standard input to serve a reviewer over")
		}
		signal.Ignore(syscall.SIGPIPE)
		r.log.Info("a reviewer is served", "transport", stdioTransport, "reviewer", m.Reviewer)
		return r.server.ServeStdio(ctx, m.Reviewer, in, out)
	}
}

func (r *reviewers) overHTTP(ctx context.Context, m supervisor.MCPServerConfig) (func(context.Context) error, error) {
	var listen net.ListenConfig
	l, err := listen.Listen(ctx, "tcp", net.JoinHostPort(strings.Trim(m.Host, "[]"), strconv.Itoa(m.Port)))
	if err != nil {
		return nil, err
	}
	r.log.Info("reviewers are served", "transport", "http", "url", "http://"+l.Addr().String()+callback.Path, "reviewer", m.Reviewer)
	return func(ctx context.Context) error {
		return r.server.ServeListener(ctx, l, callback.HTTPOptions{
			Tokens: map[string]string{m.Reviewer: m.Token.Reveal()}, AllowedHosts: m.AllowedHosts,
		})
	}, nil
}

// close ends it.
func (s *serving) close() error {
	if s == nil {
		return nil
	}
	s.stop()
	return <-s.ended
}
