package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// writer is a pool of one connection that writes, with the statements that it has
// prepared by their text; there are a few dozen texts. Whoever writes owns it.
type writer struct {
	*sql.DB
	prepared map[string]*sql.Stmt
	wanted   map[string]bool
}

// write is a transaction of a writer.
type write struct {
	*sql.Tx
	writer *writer
}

// change runs one transaction that writes. The error of ctx is returned when it
// ends before the turn comes.
func (s *Store) change(ctx context.Context, w *writer, do func(write) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case s.writing <- struct{}{}:
		defer func() { <-s.writing }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := w.prepare(ctx); err != nil {
		return fmt.Errorf("writing to the memory: %w", err)
	}
	tx, err := w.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("writing to the memory: %w", err)
	}
	if err := do(write{tx, w}); err != nil {
		return errors.Join(err, rollback(tx))
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("writing to the memory: %w", err)
	}
	return nil
}

// rollback undoes a transaction; one that ended with its context is undone.
func rollback(tx *sql.Tx) error {
	if err := tx.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) {
		return err
	}
	return nil
}

// prepare prepares the statements that an earlier transaction ran without. It
// cannot be done within one: that has the only connection.
func (w *writer) prepare(ctx context.Context) error {
	for text := range w.wanted {
		stmt, err := w.PrepareContext(ctx, text)
		if err != nil {
			return err
		}
		if w.prepared == nil {
			w.prepared = map[string]*sql.Stmt{}
		}
		w.prepared[text] = stmt
		delete(w.wanted, text)
	}
	return nil
}

// statement returns a prepared statement as one of the transaction. Nil: there is
// none yet; the next transaction has it.
func (t write) statement(ctx context.Context, text string) *sql.Stmt {
	if stmt, ok := t.writer.prepared[text]; ok {
		return t.StmtContext(ctx, stmt)
	}
	if t.writer.wanted == nil {
		t.writer.wanted = map[string]bool{}
	}
	t.writer.wanted[text] = true
	return nil
}

func (t write) exec(ctx context.Context, text string, args ...any) (sql.Result, error) {
	if stmt := t.statement(ctx, text); stmt != nil {
		return stmt.ExecContext(ctx, args...)
	}
	return t.ExecContext(ctx, text, args...)
}

func (t write) queryRow(ctx context.Context, text string, args ...any) *sql.Row {
	if stmt := t.statement(ctx, text); stmt != nil {
		return stmt.QueryRowContext(ctx, args...)
	}
	return t.QueryRowContext(ctx, text, args...)
}
