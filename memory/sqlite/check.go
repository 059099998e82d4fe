package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// CheckedWhole is the size in bytes up to which [Open] reads all of a file: what
// a small machine reads in well under a second.
const CheckedWhole = 64 << 20

// tablesInForce are those that [Open] checks in a larger file: what lets
// calls run. Their size is bounded by [Options.MaxStandings] and MaxApprovalBytes.
var tablesInForce = []string{"standings", "approvals"}

// mustBeReadWhole reports whether a file is small, or was not closed by the last
// process that had it open: a machine that stopped may have written half a page.
// The log is gone after a clean end. It is there, too, while another process has
// the file open.
func mustBeReadWhole(path string) bool {
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return true
	}
	file, err := os.Stat(path)
	return err != nil || file.Size() <= CheckedWhole
}

// prepare checks the file and brings it to the present schema.
func (s *Store) prepare(ctx context.Context, whole bool) error {
	if whole {
		if err := s.check(ctx, "quick_check(1)"); err != nil {
			return err
		}
	}
	if err := migrate(ctx, s.careful.DB); err != nil || whole {
		return err
	}
	for _, table := range tablesInForce {
		if err := s.check(ctx, "quick_check("+table+")"); err != nil {
			return err
		}
	}
	return nil
}

// Check reads the whole file and says whether it is damaged.
func (s *Store) Check(ctx context.Context) error { return s.check(ctx, "integrity_check(1)") }

func (s *Store) check(ctx context.Context, pragma string) error {
	var result string
	if err := s.read.QueryRowContext(ctx, "PRAGMA "+pragma).Scan(&result); err != nil {
		return fmt.Errorf("checking the file: %w", err)
	}
	if result != "ok" {
		return fmt.Errorf("the file is damaged (%.200s): move it away and start with a new one, or put a backup in its place", result)
	}
	return nil
}
