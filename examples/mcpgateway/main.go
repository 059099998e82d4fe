// Command mcpgateway puts a supervisor between an agent and any MCP server on
// stdio. It starts the server, speaks for it, and has every call of a tool judged
// first. Standard output carries the protocol alone; the log, and what the server
// says on its standard error, go to standard error.
//
//	mcpgateway -c /etc/sup7/sup7.yaml --agent coder -- npx -y @modelcontextprotocol/server-filesystem .
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
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
	"github.com/flux7-go/supervisor/mcpguard"
	"github.com/flux7-go/supervisor/mcpguard/proxy"
	"github.com/flux7-go/supervisor/memory/sqlite"
)

const startTimeout = 25 * time.Second // of the server; Claude Code waits for 30 s

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], slog.New(slog.NewTextHandler(os.Stderr, nil))); err != nil {
		fmt.Fprintln(os.Stderr, "mcpgateway:", err)
		os.Exit(1)
	}
}

// run serves until the client is gone or ctx ends, or the server is gone, which
// is an error.
func run(ctx context.Context, args []string, log *slog.Logger) (err error) {
	flags := flag.NewFlagSet("mcpgateway", flag.ContinueOnError)
	config := flags.String("c", "", "the config; keep it where the agent cannot write")
	agent := flags.String("agent", "agent", "who calls, for the rules")
	wait := flags.Duration("wait", mcpguard.DefaultWait, "how long a call waits for a person")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *config == "" || flags.NArg() == 0 {
		return errors.New("use: mcpgateway -c sup7.yaml [--agent NAME] [--wait 2m] -- SERVER [ARGUMENT …]")
	}
	cfg, err := supervisor.LoadConfig(*config)
	if err != nil {
		return err
	}
	dir, err := os.Getwd() // the server's as well: relative paths start there
	if err != nil {
		return err
	}
	self, err := os.Executable() // which agents may not replace
	if err != nil {
		return err
	}
	sup, err := supervisor.Build(cfg, supervisor.Parts{
		Logger: log, Admin: true, Protect: []string{self}, Stores: map[string]supervisor.StoreFactory{"sqlite": openSQLite},
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sup.Close(context.WithoutCancel(ctx))) }()
	stopAdmin, err := adminhttp.Start(ctx, sup, nil, log) // where people answer
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stopAdmin(context.WithoutCancel(ctx))) }()
	guard, err := mcpguard.New(sup, mcpguard.Options{
		Caller: supervisor.Call{Agent: *agent, WorkingDir: dir, Session: cmp.Or(os.Getenv("CLAUDE_CODE_SESSION_ID"), rand.Text())},
		Wait:   *wait, Logger: log, People: people(cfg),
		Advice: fmt.Sprintf("Without a person you may do what is routine in %s and breaks no rule.", cmp.Or(strings.Join(cfg.ProjectDirs, " and "), dir)),
	})
	if err != nil {
		return err
	}
	server := exec.Command(flags.Arg(0), flags.Args()[1:]...)
	server.Stderr = os.Stderr
	server.Env = slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return slices.Contains(cfg.SecretEnv(), name)
	})
	starting, started := context.WithTimeout(ctx, startTimeout)
	defer started()
	p, err := proxy.Connect(starting, &mcp.CommandTransport{Command: server}, proxy.Options{
		Middleware: guard.Middleware, ToolsChanged: guard.ToolsChanged, Name: "mcpgateway", Version: supervisor.Version,
	})
	if err != nil {
		return err
	}
	defer func() { _ = p.Close() }() // how it ended is its own affair
	return p.Serve(ctx, &mcp.StdioTransport{})
}

// people says to the model where calls that wait are answered.
func people(cfg *supervisor.Config) string {
	if !cfg.Admin.Enabled {
		return ""
	}
	return fmt.Sprintf("on the page at http://%s:%d/", cfg.Admin.Host, cfg.Admin.Port)
}

func openSQLite(cfg *supervisor.Config, parts supervisor.Parts) (supervisor.Store, error) {
	m := cfg.Memory
	return sqlite.Open(context.Background(), sqlite.Options{Path: cfg.MemoryPath(), MaxDecisions: m.MaxCount, MaxAge: m.MaxAge, Now: parts.Now})
}
