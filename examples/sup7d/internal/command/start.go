package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
	"github.com/flux7-go/supervisor/decision"
)

func (a *app) startCommand() *cobra.Command {
	var mcp bool
	cmd := &cobra.Command{
		Use:   "start",
		Short: "Judge the calls that wait in the mesh, until stopped",
		Long: "Read the calls that wait in the mesh, judge them and send the decisions. SIGHUP reads the config\n" +
			"again; a config with faults changes nothing. SIGINT and SIGTERM finish what was begun, then stop.\n" +
			"It waits for the mesh, so the order of starting does not matter.\n\n" +
			"With --mcp the standard streams are those of a reviewer, which answers for the provider claude-code as an\n" +
			"MCP client. When it hangs up, judging goes on without it, until stopped.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			return a.start(ctx, mcp)
		},
	}
	cmd.Flags().BoolVar(&mcp, "mcp", false, "serve a reviewer over the standard streams (mcp_server: {enabled: true, transport: stdio})")
	return cmd
}

// startConfig is the config of start, which serves a reviewer with --mcp.
func (a *app) startConfig(mcp bool, log *slog.Logger) (*supervisor.Config, error) {
	cfg, err := a.config(log)
	if err == nil && mcp {
		cfg.MCPServer.Enabled, cfg.MCPServer.Transport = true, stdioTransport
	}
	return cfg, err
}

func (a *app) start(ctx context.Context, mcp bool) (err error) {
	// First of all: a hang-up that nobody listens for ends the process.
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	defer signal.Stop(hangup)

	log := a.logger()
	cfg, err := a.startConfig(mcp, log)
	if err != nil {
		return err
	}
	tracer, traced, stopTracing, err := tracing(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if err := stopTracing(context.WithoutCancel(ctx)); err != nil {
			log.Warn("the last spans were not delivered", "error", err)
		}
	}()
	parts, reviewers := linkedWithReviewers(log)
	if err := protectProgram(&parts); err != nil {
		return err
	}
	parts.Tracer = tracer
	sup, err := supervisor.Build(cfg, parts)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sup.Close(context.WithoutCancel(ctx))) }()
	stopAdmin, err := adminhttp.Start(ctx, sup, traced, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stopAdmin(context.WithoutCancel(ctx))) }()

	reviewing, err := reviewers.serve(ctx, cfg, a.In, a.Out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, reviewing.close()) }()

	queue, client, err := supervisor.MeshQueue(cfg, parts)
	if err != nil {
		return err
	}
	defer client.CloseIdleConnections()
	// Another config may be put in force by a hang-up or by an edit.
	defer sup.Watch(func(e supervisor.Event) {
		if e.Type == decision.EventConfigChange {
			poll := sup.Config().Poll
			queue.SetSchedule(poll.ToolScopes, poll.Interval)
		}
	})()
	ended := make(chan error, 1)
	go func() { ended <- sup.Run(ctx, queue) }()
	checking, stopChecking := context.WithCancel(ctx)
	var checks sync.WaitGroup
	defer checks.Wait()
	defer stopChecking()
	checks.Go(func() { checkEvaluator(checking, cfg, parts) })
	log.Info("started", "mesh", cfg.Mesh.URL, "rules", len(cfg.Rules), "version", supervisor.Version)
	for {
		select {
		case <-hangup:
			if fresh, ok := a.reload(ctx, sup, mcp, log); ok {
				checks.Go(func() { checkEvaluator(checking, fresh, parts) })
			}
		case err := <-ended:
			log.Info("stopped")
			return err
		}
	}
}

// checkEvaluator says at once, and not at the first call at night, which
// providers will not answer.
func checkEvaluator(ctx context.Context, cfg *supervisor.Config, parts supervisor.Parts) {
	found, err := supervisor.CheckEvaluator(ctx, cfg, parts)
	if err != nil {
		parts.Logger.Error("the evaluator could not be checked", "error", err)
	}
	for _, c := range found {
		if c.Err != nil && ctx.Err() == nil {
			parts.Logger.Error("a provider will not answer: what reaches it goes on to the next one, or to a person",
				"provider", c.Name, "detail", c.Detail, "error", c.Err)
		}
	}
}

// reload reads the config again and puts it in force.
func (a *app) reload(ctx context.Context, sup *supervisor.Supervisor, mcp bool, log *slog.Logger) (*supervisor.Config, bool) {
	cfg, err := a.startConfig(mcp, log)
	if err != nil {
		log.Error("the config was not reloaded: the old one stays in force")
		fmt.Fprintln(a.Err, err) // with its lines and carets
		return nil, false
	}
	restart, err := sup.Reload(ctx, cfg)
	if err != nil {
		log.Error("the config was not reloaded: the old one stays in force", "error", err)
		return nil, false
	}
	log.Info("reloaded", "rules", len(cfg.Rules), "restart_required", restart)
	return cfg, true
}
