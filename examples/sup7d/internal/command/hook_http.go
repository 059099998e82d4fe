package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/hook"
)

// Limits of the hook's server, as those of the admin API.
const (
	hookHeaderTimeout = 5 * time.Second
	hookIdleTimeout   = time.Minute
	hookDrainTimeout  = 5 * time.Second
	maxHookHeader     = 32 << 10
)

// hookTokenEnv holds the token that hosts send, unless --listen-token-env says another.
const hookTokenEnv = "SUP7_HOOK_TOKEN"

type hookHTTPFlags struct {
	hookFlags
	addr, listenTokenEnv string
}

func (a *app) hookHTTPCommand() *cobra.Command {
	var f hookHTTPFlags
	cmd := &cobra.Command{
		Use:   "http",
		Short: "Answer PreToolUse events over HTTP",
		Long: "Answer what \"hook claude-code\" answers, for hosts that send the event as the body of a POST, to any\n" +
			"path. A call is answered with 200 and JSON, also a denial and what cannot be judged; without the\n" +
			"token it is 401, which a host takes for no objection unless it was told to block on failure.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			return a.hookHTTP(ctx, f)
		},
	}
	f.register(cmd.Flags())
	cmd.Flags().StringVar(&f.addr, "addr", "127.0.0.1:9097", "the address to listen on, of this machine")
	cmd.Flags().StringVar(&f.listenTokenEnv, "listen-token-env", hookTokenEnv, "the environment variable with the token that hosts send")
	return cmd
}

func (a *app) hookHTTP(ctx context.Context, f hookHTTPFlags) (err error) {
	log := a.logger()
	if f.project == "" { // an event's own directory is the agent's choice
		if f.project, err = projectDir(); err != nil {
			return fmt.Errorf("finding the project directory: %w", err)
		}
	}
	j := &hookJudge{app: a, flags: f.hookFlags, log: log}
	if err := j.open(&supervisor.Call{}); err != nil { // a fault now, and not with the first call at night
		return err
	}
	defer j.close(context.WithoutCancel(ctx))
	o := f.options(j, log)
	h, err := hook.New(o)
	if err != nil {
		return err
	}
	token := os.Getenv(f.listenTokenEnv)
	if token == "" {
		return fmt.Errorf("the variable %s is not set: it holds the token that hosts send, at least 16 characters", f.listenTokenEnv)
	}
	handler, err := hook.NewHandler(h, hook.HandlerOptions{Token: token})
	if err != nil {
		return err
	}
	l, err := listenHere(ctx, f.addr)
	if err != nil {
		return err
	}
	return serveHook(ctx, handler, l, o.Longest(), log)
}

// listenHere listens where only this machine reaches it.
func listenHere(ctx context.Context, addr string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("--addr must be host:port: %w", err)
	}
	ip, err := netip.ParseAddr(host)
	if host != "localhost" && (err != nil || !ip.Unmap().IsLoopback()) {
		return nil, errors.New("--addr must be an address of this machine, such as 127.0.0.1:9097: events hold what the agent works on")
	}
	var listen net.ListenConfig
	l, err := listen.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listening for hosts: %w", err)
	}
	return l, nil
}

// serveHook serves until ctx ends. What is being answered then has a few seconds.
func serveHook(ctx context.Context, handler http.Handler, l net.Listener, longest time.Duration, log *slog.Logger) error {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: hookHeaderTimeout, IdleTimeout: hookIdleTimeout, MaxHeaderBytes: maxHookHeader,
		WriteTimeout: longest + hookHeaderTimeout, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	log.Info("hooks are answered", "addr", l.Addr().String())
	select {
	case err := <-ended:
		return fmt.Errorf("answering hosts: %w", err)
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), hookDrainTimeout)
	defer cancel()
	if err := server.Shutdown(drain); err != nil {
		_ = server.Close() // what is still being answered is cut off
	}
	<-ended
	return nil
}
