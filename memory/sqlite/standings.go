package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

// inForce is the condition that [decision.Standing.InForce] is; ?1 is now.
const inForce = "((expires = 0 OR expires > ?1) AND (max_uses = 0 OR uses < max_uses))"

// SaveStanding keeps a standing approval. One of the same
// [decision.Standing.Key] is replaced and hands its id on; else it keeps its own
// id, or gets one. It is on the disk when SaveStanding returns.
func (s *Store) SaveStanding(ctx context.Context, a decision.Standing) (id string, err error) {
	if err := a.Validate(); err != nil {
		return "", err
	}
	key, err := a.Key()
	if err != nil {
		return "", err
	}
	err = s.change(ctx, &s.careful, func(tx write) error {
		id, err = s.placeForStanding(ctx, tx, a.ID, key)
		if err != nil {
			return err
		}
		a.ID = id
		body, err := json.Marshal(a)
		if err != nil {
			return err
		}
		_, err = tx.exec(ctx, `INSERT OR REPLACE INTO standings (id, key, agent, tool, expires, uses, max_uses, last_use, body)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id, key, a.Agent, a.Tool, micros(a.ExpiresAt), a.Uses, a.MaxUses, micros(a.LastUse), string(body))
		return err
	})
	if err != nil {
		return "", fmt.Errorf("saving a standing approval: %w", err)
	}
	return id, nil
}

// placeForStanding returns the id under which one of a key is kept, and makes
// room for it if need be.
func (s *Store) placeForStanding(ctx context.Context, tx write, wanted, key string) (id string, err error) {
	err = tx.queryRow(ctx, "SELECT id FROM standings WHERE key = ?", key).Scan(&id)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	var taken bool
	if err := tx.queryRow(ctx, "SELECT EXISTS (SELECT 1 FROM standings WHERE id = ?)", wanted).Scan(&taken); err != nil {
		return "", err
	}
	if taken {
		return "", fmt.Errorf("the id %.64q is that of another standing approval", wanted)
	}
	var count int
	if err := tx.queryRow(ctx, "SELECT count(*) FROM standings").Scan(&count); err != nil {
		return "", err
	}
	if count >= s.o.MaxStandings {
		result, err := tx.exec(ctx, "DELETE FROM standings WHERE NOT "+inForce, micros(s.o.Now()))
		if err != nil {
			return "", err
		}
		if gone, err := result.RowsAffected(); err != nil || gone == 0 {
			return "", errors.Join(err, memory.ErrFull)
		}
	}
	if wanted == "" {
		wanted = memory.NewID()
	}
	return wanted, nil
}

// FindStandings returns those of an agent and a tool that have not expired, also
// what is used up; empty names match all. They are sorted as
// [memory.SortStandings] does.
func (s *Store) FindStandings(ctx context.Context, agent, tool string, now time.Time) ([]decision.Standing, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var w where
	w.and("(expires = 0 OR expires > ?)", micros(now))
	w.equal("agent", agent)
	w.equal("tool", tool)
	rows, err := s.query(ctx, "SELECT uses, last_use, body FROM standings"+w.String(), w.args...)
	if err != nil {
		return nil, fmt.Errorf("looking for standing approvals: %w", err)
	}
	found, err := collect(rows, scanStanding)
	memory.SortStandings(found)
	return found, err
}

func scanStanding(rows *sql.Rows) (a decision.Standing, err error) {
	var uses int
	var lastUse int64
	var body string
	if err := rows.Scan(&uses, &lastUse, &body); err != nil {
		return a, err
	}
	err = unmarshalExactly(body, &a)
	a.Uses, a.LastUse = uses, fromMicros(lastUse)
	return a, err
}

// UseStanding counts a use of one that is in force. It is on the disk when
// UseStanding returns.
func (s *Store) UseStanding(ctx context.Context, id string, now time.Time) (bool, error) {
	changed, err := s.update(ctx, "UPDATE standings SET uses = uses + 1, last_use = ?1 WHERE id = ?2 AND "+inForce, micros(now), id)
	return changed == 1, err
}

// DeleteStanding deletes one; false: there was none.
func (s *Store) DeleteStanding(ctx context.Context, id string) (deleted bool, err error) {
	err = s.change(ctx, &s.careful, func(tx write) error {
		result, err := tx.exec(ctx, "DELETE FROM standings WHERE id = ?", id)
		if err != nil {
			return err
		}
		rows, err := result.RowsAffected()
		deleted = rows == 1
		return err
	})
	return deleted && err == nil, err
}
