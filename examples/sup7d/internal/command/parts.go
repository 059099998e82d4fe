package command

import (
	"context"
	"log/slog"
	"time"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/memory/sqlite"
)

// linked is what this program brings beside the light parts.
func linked(log *slog.Logger) supervisor.Parts {
	return supervisor.Parts{Logger: log, Admin: true, Engines: engines(log), Stores: map[string]supervisor.StoreFactory{
		"sqlite": func(cfg *supervisor.Config, parts supervisor.Parts) (supervisor.Store, error) {
			return openSQLite(context.Background(), cfg, parts.Now)
		},
	}}
}

func openSQLite(ctx context.Context, cfg *supervisor.Config, now func() time.Time) (*sqlite.Store, error) {
	return sqlite.Open(ctx, sqlite.Options{Path: cfg.MemoryPath(), MaxDecisions: cfg.Memory.MaxCount, MaxAge: cfg.Memory.MaxAge, Now: now})
}
