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

// settledFor is how long an approval stays at least after it was settled, so that
// who waits for it in another process is told.
const settledFor = time.Minute

// Open has a call wait for a person. It is on the disk when Open returns.
func (s *Store) Open(ctx context.Context, c decision.Call, d decision.Decision, until time.Time) (string, error) {
	if until.IsZero() {
		return "", errors.New("opening an approval: say until when it waits")
	}
	normal, err := c.Normalize()
	if err != nil {
		return "", fmt.Errorf("opening an approval: %w", err)
	}
	call, err := json.Marshal(normal)
	if err != nil {
		return "", fmt.Errorf("opening an approval: %w", err)
	}
	id := memory.NewID()
	d.Approval = id
	body, err := d.AppendRecord(nil)
	if err != nil {
		return "", fmt.Errorf("opening an approval: %w", err)
	}
	bytes := len(call) + len(body)
	err = s.change(ctx, &s.careful, func(tx write) error {
		if err := s.settleLate(ctx, tx); err != nil {
			return err
		}
		if err := s.roomForApproval(ctx, tx, bytes); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `INSERT INTO approvals (id, agent, tool, action, status, created, until, bytes, call, decision)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id, c.Agent, c.Tool, d.Action, decision.ApprovalPending, micros(s.o.Now()), micros(until), bytes, string(call), string(body))
		return err
	})
	if err != nil {
		return "", fmt.Errorf("opening an approval: %w", err)
	}
	return id, nil
}

// roomForApproval forgets approvals that were settled, the oldest first, until
// there is room for one more of so many bytes.
func (s *Store) roomForApproval(ctx context.Context, tx write, bytes int) error {
	for {
		var count, sum int
		if err := tx.queryRow(ctx, "SELECT count(*), ifnull(sum(bytes), 0) FROM approvals").Scan(&count, &sum); err != nil {
			return err
		}
		if count < s.o.MaxApprovals && sum+bytes <= s.o.MaxApprovalBytes {
			return nil
		}
		result, err := tx.exec(ctx, `DELETE FROM approvals WHERE seq = (SELECT seq FROM approvals
			WHERE status <> 'pending' AND resolved <= ? ORDER BY resolved, seq LIMIT 1)`, micros(s.o.Now().Add(-settledFor)))
		if err != nil {
			return err
		}
		if gone, err := result.RowsAffected(); err != nil || gone == 0 {
			return errors.Join(err, memory.ErrFull)
		}
	}
}

// settleLate settles what has waited too long, as of its own time.
func (s *Store) settleLate(ctx context.Context, tx write) error {
	r := memory.TimedOut(time.Time{})
	result, err := tx.exec(ctx, `UPDATE approvals SET status = ?2, resolver = ?3, resolved = until, reasoning = ?4
		WHERE status = 'pending' AND until <= ?1`, micros(s.o.Now()), r.Status, r.By, r.Reasoning)
	if err != nil {
		return err
	}
	if late, err := result.RowsAffected(); err != nil || late == 0 {
		return err
	}
	s.changes.tell()
	return nil
}

// settleLateFirst does so before somebody looks, if there is something to settle.
func (s *Store) settleLateFirst(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	rows, err := s.query(ctx, "SELECT 1 FROM approvals WHERE status = 'pending' AND until <= ? LIMIT 1", micros(s.o.Now()))
	if err != nil {
		return fmt.Errorf("looking for approvals: %w", err)
	}
	late, err := collect(rows, func(rows *sql.Rows) (n int, err error) { return n, rows.Scan(&n) })
	if err != nil || len(late) == 0 {
		return err
	}
	return s.change(ctx, &s.careful, func(tx write) error { return s.settleLate(ctx, tx) })
}

// Pending returns what waits, newest first, as many as [memory.Limit] says. The
// action of q is that of the decision; since counts from when the call began to
// wait.
func (s *Store) Pending(ctx context.Context, q decision.Query) ([]decision.Approval, error) {
	if err := s.settleLateFirst(ctx); err != nil {
		return nil, err
	}
	w := approvalsLike(q)
	w.and("status = 'pending'")
	return s.approvals(ctx, w, "seq", memory.Limit(q.Limit))
}

// Settled returns what was settled, the last settled first, as many as
// [memory.Limit] says. The action of q is that of the decision; since counts from
// when the call began to wait.
func (s *Store) Settled(ctx context.Context, q decision.Query, as ...decision.ApprovalStatus) ([]decision.Approval, error) {
	if err := s.settleLateFirst(ctx); err != nil {
		return nil, err
	}
	w := approvalsLike(q)
	w.and("status <> 'pending'")
	oneOf(&w, "status", as)
	return s.approvals(ctx, w, "resolved DESC, seq", memory.Limit(q.Limit))
}

// approvalsLike selects what fits a query.
func approvalsLike(q decision.Query) (w where) {
	w.equal("agent", q.Agent)
	w.equal("tool", q.Tool)
	if q.Action != nil {
		w.and("action = ?", *q.Action)
	}
	if !q.Since.IsZero() {
		w.and("created >= ?", micros(q.Since))
	}
	return w
}

// Approval returns one, whatever its state, or [decision.ErrNoApproval].
func (s *Store) Approval(ctx context.Context, id string) (decision.Approval, error) {
	if err := s.settleLateFirst(ctx); err != nil {
		return decision.Approval{}, err
	}
	var w where
	w.and("id = ?", id)
	found, err := s.approvals(ctx, w, "seq", 1)
	if err == nil && len(found) == 0 {
		err = decision.ErrNoApproval
	}
	if err != nil {
		return decision.Approval{}, err
	}
	return found[0], nil
}

const approvalColumns = "id, status, created, until, call, decision, resolver, resolved, reasoning, confidence"

// approvals reads them, the last by an order first.
func (s *Store) approvals(ctx context.Context, w where, order string, limit int) ([]decision.Approval, error) {
	rows, err := s.query(ctx, "SELECT "+approvalColumns+" FROM approvals"+w.String()+" ORDER BY "+order+" DESC LIMIT ?", append(w.args, limit)...)
	if err != nil {
		return nil, fmt.Errorf("looking for approvals: %w", err)
	}
	return collect(rows, scanApproval)
}

func scanApproval(rows *sql.Rows) (a decision.Approval, err error) {
	var r decision.Resolution
	var created, until, resolved int64
	var call, body string
	if err := rows.Scan(&a.ID, &a.Status, &created, &until, &call, &body, &r.By, &resolved, &r.Reasoning, &r.Confidence); err != nil {
		return a, err
	}
	a.CreatedAt, a.Until = fromMicros(created), fromMicros(until)
	if a.Status != decision.ApprovalPending {
		r.Status, r.At = a.Status, fromMicros(resolved)
		a.Resolution = &r
	}
	if err := unmarshalExactly(call, &a.Call); err != nil {
		return a, err
	}
	a.Decision, err = decision.ParseRecord([]byte(body))
	return a, err
}

// Resolve settles an approval, at the store's own clock's time if r has none. It
// is on the disk when Resolve returns.
func (s *Store) Resolve(ctx context.Context, id string, r decision.Resolution) error {
	if err := r.Validate(); err != nil {
		return err
	}
	if r.At.IsZero() {
		r.At = s.o.Now()
	}
	changed, err := s.update(ctx, `UPDATE approvals SET status = ?2, resolver = ?3, resolved = ?4, reasoning = ?5, confidence = ?6
		WHERE id = ?7 AND status = 'pending' AND until > ?1`,
		micros(s.o.Now()), r.Status, r.By, micros(r.At), r.Reasoning, r.Confidence, id)
	switch {
	case err != nil:
		return fmt.Errorf("settling an approval: %w", err)
	case changed == 1:
		s.changes.tell()
		return nil
	}
	if _, err := s.Approval(ctx, id); err != nil {
		return err
	}
	return decision.ErrResolved
}
