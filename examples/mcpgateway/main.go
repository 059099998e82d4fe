// Command mcpgateway puts a supervisor between an agent and any MCP server on
// stdio: it starts the server and speaks for it, and every tool call is judged
// first. Standard output carries the protocol alone, the log goes to standard error.
//
//	mcpgateway -c /etc/sup7.yaml --agent coder -- npx -y @modelcontextprotocol/server-filesystem .
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
	"github.com/flux7-go/supervisor/mcpguard"
	"github.com/flux7-go/supervisor/memory/sqlite"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "mcpgateway:", err)
		os.Exit(1)
	}
}

// run serves until the client or the server behind is gone, or ctx ends.
func run(ctx context.Context, args []string) (err error) {
	flags := flag.NewFlagSet("mcpgateway", flag.ContinueOnError)
	config := flags.String("c", "", "the config, where the agent cannot write; required")
	agent := flags.String("agent", "", "the agent that calls, for the rules")
	wait := flags.Duration("wait", mcpguard.DefaultWait, "how long a call waits for a person")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *config == "" || flags.NArg() == 0 {
		return errors.New("use: mcpgateway -c sup7.yaml [--agent NAME] [--wait 2m] -- SERVER [ARGUMENT …]")
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	cfg, err := supervisor.LoadConfig(*config)
	if err != nil {
		return err
	}
	dir, err := os.Getwd() // where the server's relative paths start, too
	if err != nil {
		return err
	}
	sup, err := supervisor.Build(cfg, supervisor.Parts{Logger: log, Admin: true, Stores: map[string]supervisor.StoreFactory{
		"sqlite": func(c *supervisor.Config, _ supervisor.Parts) (supervisor.Store, error) {
			return sqlite.Open(ctx, sqlite.Options{Path: c.MemoryPath(), MaxDecisions: c.Memory.MaxCount, MaxAge: c.Memory.MaxAge})
		},
	}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sup.Close(context.WithoutCancel(ctx))) }()
	stopAdmin, err := adminhttp.Start(ctx, sup, nil, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stopAdmin(context.WithoutCancel(ctx))) }()
	guard, err := mcpguard.New(sup, mcpguard.Options{
		Caller: supervisor.Call{Agent: *agent, WorkingDir: dir, Session: cmp.Or(os.Getenv("CLAUDE_CODE_SESSION_ID"), rand.Text())},
		Wait:   *wait, Logger: log, People: people(cfg),
		Advice: "What stays in " + strings.Join(cfg.ProjectDirs, ", ") + " and breaks no rule needs no person.",
	})
	if err != nil {
		return err
	}
	return (&proxy{guard: guard, log: log}).serve(ctx, flags.Args(), &mcp.StdioTransport{})
}

// people says where calls that wait are answered.
func people(cfg *supervisor.Config) string {
	if !cfg.Admin.Enabled {
		return ""
	}
	return fmt.Sprintf("on the page at http://%s:%d", cfg.Admin.Host, cfg.Admin.Port)
}
