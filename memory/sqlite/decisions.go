package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

// Save keeps the decision as the newest. It takes the place of an earlier one
// with the same id; decisions without an id never replace each other.
func (s *Store) Save(ctx context.Context, d decision.Decision) error {
	body, err := d.AppendRecord(nil)
	if err != nil {
		return fmt.Errorf("saving a decision: %w", err)
	}
	return s.change(ctx, &s.quick, func(tx write) error {
		if d.ID != "" {
			if _, err := tx.exec(ctx, "DELETE FROM decisions WHERE id = ?", d.ID); err != nil {
				return err
			}
		}
		_, err := tx.exec(ctx, `INSERT INTO decisions (id, agent, tool, action, time, latest, body)
			VALUES (?1, ?2, ?3, ?4, ?5, max(?5, ifnull((SELECT latest FROM decisions ORDER BY seq DESC LIMIT 1), ?5)), ?6)`,
			d.ID, d.Agent, d.Tool, d.Action, micros(d.Time), string(body))
		if err != nil {
			return fmt.Errorf("saving a decision: %w", err)
		}
		return s.forgetNowAndThen(ctx, tx)
	})
}

// Recent returns the decisions that match q, newest first, as many as
// [memory.Limit] says.
func (s *Store) Recent(ctx context.Context, q decision.Query) ([]decision.Decision, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var w where
	w.equal("agent", q.Agent)
	w.equal("tool", q.Tool)
	if q.Action != nil {
		w.and("action = ?", *q.Action)
	}
	if !q.Since.IsZero() {
		since := micros(q.Since)
		w.and("time >= ? AND seq >= (SELECT seq FROM decisions WHERE latest >= ? ORDER BY latest, seq LIMIT 1)", since, since)
	}
	rows, err := s.query(ctx, "SELECT body FROM decisions"+w.String()+" ORDER BY seq DESC LIMIT ?", append(w.args, memory.Limit(q.Limit))...)
	if err != nil {
		return nil, fmt.Errorf("looking for decisions: %w", err)
	}
	return collect(rows, func(rows *sql.Rows) (decision.Decision, error) {
		var body string
		if err := rows.Scan(&body); err != nil {
			return decision.Decision{}, err
		}
		return decision.ParseRecord([]byte(body))
	})
}

// collect reads all rows and closes them.
func collect[T any](rows *sql.Rows, scan func(*sql.Rows) (T, error)) ([]T, error) {
	defer rows.Close()
	found := []T{}
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("reading the memory: %w", err)
		}
		found = append(found, one)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("reading the memory: %w", err)
	}
	return found, nil
}
