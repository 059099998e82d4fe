package sqlite

import (
	"context"
	"fmt"
)

const (
	// countEvery is how many decisions are saved between two counts, at least.
	countEvery = 256
	// countShare is the part of the limit that is saved between two counts: looking
	// for the oldest that may stay passes over all of them.
	countShare = 100
	// forgetAtMost bounds what one save forgets, so that it does not take long.
	forgetAtMost = 10_000
)

// forgetNowAndThen counts the decisions once in a while.
func (s *Store) forgetNowAndThen(ctx context.Context, tx write) error {
	if s.saves++; s.saves < max(countEvery, s.o.MaxDecisions/countShare) && s.saves < s.o.MaxDecisions {
		return nil
	}
	s.saves = 0
	return s.forget(ctx, tx, forgetAtMost)
}

// forget removes decisions over the limit and over the age, and words over the
// age that are not needed. What is in force is none of that.
func (s *Store) forget(ctx context.Context, tx write, atMost int) error {
	if _, err := tx.exec(ctx, `DELETE FROM decisions WHERE seq IN (SELECT seq FROM decisions
		WHERE seq <= (SELECT seq FROM decisions ORDER BY seq DESC LIMIT 1 OFFSET ?) ORDER BY seq LIMIT ?)`, s.o.MaxDecisions, atMost); err != nil {
		return fmt.Errorf("forgetting decisions: %w", err)
	}
	if s.o.MaxAge <= 0 {
		return nil
	}
	now := s.o.Now()
	oldest := micros(now.Add(-s.o.MaxAge))
	if _, err := tx.exec(ctx, `DELETE FROM decisions WHERE seq IN (SELECT seq FROM decisions
		WHERE latest < ? ORDER BY latest, seq LIMIT ?)`, oldest, atMost); err != nil {
		return fmt.Errorf("forgetting decisions: %w", err)
	}
	if _, err := tx.exec(ctx, "DELETE FROM words WHERE NOT "+holds+" AND (action = 1 OR revoked <> 0) AND time < ?2", micros(now), oldest); err != nil {
		return fmt.Errorf("forgetting words: %w", err)
	}
	return nil
}

// Vacuum checks the whole file, forgets what is too old or too much, and gives
// the room that this leaves back to the disk. Others wait meanwhile.
func (s *Store) Vacuum(ctx context.Context) error {
	if err := s.Check(ctx); err != nil {
		return err
	}
	const all = -1
	if err := s.change(ctx, &s.careful, func(tx write) error { return s.forget(ctx, tx, all) }); err != nil {
		return err
	}
	for _, step := range []string{"VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"} {
		if _, err := s.careful.ExecContext(ctx, step); err != nil {
			return fmt.Errorf("shrinking the memory: %w", err)
		}
	}
	return nil
}

// Backup writes a copy of the file as it is now to a path where nothing is yet.
// It can be opened like the file itself.
func (s *Store) Backup(ctx context.Context, path string) error {
	if err := newFile(path); err != nil {
		return fmt.Errorf("backing the memory up: %w", err)
	}
	if _, err := s.read.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return fmt.Errorf("backing the memory up: %w", err)
	}
	return nil
}
