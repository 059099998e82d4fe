package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

// The conditions that [decision.Word.Spendable] and [decision.Word.Holds] are; ?1
// is now, and 1 is approve.
const (
	spendable = "(once = 1 AND action = 1 AND spent = 0 AND revoked = 0 AND (until = 0 OR until > ?1))"
	holds     = "(" + spendable + " OR (revoked = 0 AND until > ?1 AND NOT (once = 1 AND action = 1)))"
)

// SaveWord keeps a word, and an earlier one of the same id as it is. It is on the
// disk when SaveWord returns.
func (s *Store) SaveWord(ctx context.Context, w decision.Word) error {
	if err := w.Validate(); err != nil {
		return err
	}
	return s.change(ctx, &s.careful, func(tx write) error {
		result, err := tx.exec(ctx, `INSERT INTO words
			(id, agent, session, tool, fingerprint, signature, likeness, action, resolver, time, once, until, spent, revoked)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
			w.ID, w.Agent, w.Session, w.Tool, w.Fingerprint, w.Signature, strings.Join(w.Like, likeSeparator), w.Action, w.By, micros(w.Time), w.Once,
			micros(w.Until), micros(w.Spent), micros(w.Revoked))
		if err != nil {
			return fmt.Errorf("saving a word: %w", err)
		}
		if kept, err := result.RowsAffected(); err != nil || kept == 0 {
			return err
		}
		return s.roomForWord(ctx, tx, w)
	})
}

// roomForWord forgets the word that is least needed, as the store in memory
// does, if the one that was just kept is one too many.
func (s *Store) roomForWord(ctx context.Context, tx write, fresh decision.Word) error {
	var count int
	if err := tx.queryRow(ctx, "SELECT count(*) FROM words").Scan(&count); err != nil || count <= s.o.MaxWords {
		return err
	}
	conditions := []string{"(action = 1 OR revoked <> 0)"}
	if fresh.Action == decision.Deny {
		conditions = append(conditions, "action = 2")
	}
	for _, condition := range conditions {
		result, err := tx.exec(ctx, `DELETE FROM words WHERE seq = (SELECT seq FROM words
			WHERE NOT `+holds+" AND "+condition+" AND id <> ?2 ORDER BY time, seq LIMIT 1)", micros(s.o.Now()), fresh.ID)
		if err != nil {
			return err
		}
		if gone, err := result.RowsAffected(); err != nil || gone == 1 {
			return err
		}
	}
	return memory.ErrFull
}

func wordsWhere(q decision.WordQuery) *where {
	w := &where{}
	w.equal("agent", q.Agent)
	w.equal("tool", q.Tool)
	w.equal("fingerprint", q.Fingerprint)
	w.equal("signature", q.Signature)
	w.equal("session", q.Session)
	if q.Action != decision.Escalate {
		w.and("action = ?", q.Action)
	}
	if !q.Since.IsZero() {
		w.and("time >= ?", micros(q.Since))
	}
	return w
}

// FindWords returns the words that match q, by when they were said, newest
// first, as many as [memory.Limit] says; those that were spent or revoked are
// among them.
func (s *Store) FindWords(ctx context.Context, q decision.WordQuery) ([]decision.Word, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w := wordsWhere(q)
	rows, err := s.query(ctx, "SELECT "+wordColumns+" FROM words"+w.String()+" ORDER BY time DESC, seq DESC LIMIT ?", append(w.args, memory.Limit(q.Limit))...)
	if err != nil {
		return nil, fmt.Errorf("looking for words: %w", err)
	}
	return collect(rows, scanWord)
}

// likeSeparator stands between the hashes of a word's likeness.
const likeSeparator = " "

const wordColumns = "id, agent, session, tool, fingerprint, signature, likeness, action, resolver, time, once, until, spent, revoked"

func scanWord(rows *sql.Rows) (w decision.Word, err error) {
	var at, until, spent, revoked int64
	var like string
	err = rows.Scan(&w.ID, &w.Agent, &w.Session, &w.Tool, &w.Fingerprint, &w.Signature, &like, &w.Action, &w.By, &at, &w.Once, &until, &spent, &revoked)
	if like != "" {
		w.Like = strings.Split(like, likeSeparator)
	}
	w.Time, w.Until, w.Spent, w.Revoked = fromMicros(at), fromMicros(until), fromMicros(spent), fromMicros(revoked)
	return w, err
}

// SpendWord uses a word that is [decision.Word.Spendable]. It is on the disk when
// SpendWord returns.
func (s *Store) SpendWord(ctx context.Context, id string, at time.Time) (bool, error) {
	changed, err := s.update(ctx, "UPDATE words SET spent = ?1 WHERE id = ?2 AND "+spendable, micros(at), id)
	return changed == 1, err
}

// RevokeWords takes back every word that matches q and stands; the limit of q
// does not count, and an empty q takes back all.
func (s *Store) RevokeWords(ctx context.Context, q decision.WordQuery, at time.Time) (int, error) {
	w := wordsWhere(q)
	w.and("revoked = 0")
	return s.update(ctx, "UPDATE words SET revoked = ?"+w.String(), append([]any{micros(at)}, w.args...)...)
}

var errNoTime = errors.New("writing to the memory: say when")

// update changes rows carefully, by a statement whose first argument is the time.
func (s *Store) update(ctx context.Context, text string, args ...any) (changed int, err error) {
	if args[0] == int64(0) {
		return 0, errNoTime // 0 would read as: not yet
	}
	err = s.change(ctx, &s.careful, func(tx write) error {
		result, err := tx.exec(ctx, text, args...)
		if err != nil {
			return err
		}
		rows, err := result.RowsAffected()
		changed = int(rows)
		return err
	})
	if err != nil {
		return 0, err
	}
	return changed, nil
}
