package command

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/memory/sqlite"
	"github.com/flux7-go/supervisor/provider/callback"
)

// linked is what this program brings beside the light parts. No reviewer answers
// through it.
func linked(log *slog.Logger) supervisor.Parts {
	parts, _ := linkedWithReviewers(log)
	return parts
}

// linkedWithReviewers is linked, and what serves the reviewers that answer.
func linkedWithReviewers(log *slog.Logger) (supervisor.Parts, *reviewers) {
	r := newReviewers(log)
	return supervisor.Parts{
		Logger: log, Admin: true, MCP: true, Engines: engines(log),
		Providers: map[string]supervisor.ProviderFactory{callback.Name: r.provider},
		Stores: map[string]supervisor.StoreFactory{
			"sqlite": func(cfg *supervisor.Config, parts supervisor.Parts) (supervisor.Store, error) {
				return openSQLite(context.Background(), cfg, parts.Now)
			},
		},
	}, r
}

// protectProgram keeps agents from this program: what replaces it would judge from
// then on.
func protectProgram(parts *supervisor.Parts) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program, which agents must not replace: %w", err)
	}
	parts.Protect = append(parts.Protect, program)
	return nil
}

func openSQLite(ctx context.Context, cfg *supervisor.Config, now func() time.Time) (*sqlite.Store, error) {
	return sqlite.Open(ctx, sqlite.Options{Path: cfg.MemoryPath(), MaxDecisions: cfg.Memory.MaxCount, MaxAge: cfg.Memory.MaxAge, Now: now})
}
