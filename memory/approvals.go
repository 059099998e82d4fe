package memory

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// approvals is what waits for a person, and what did. Nothing runs in the
// background: what has waited too long is settled when somebody looks or waits,
// as of its own time.
type approvals struct {
	max, maxBytes int
	now           func() time.Time

	approvalsMu sync.Mutex
	approval    map[string]*waiting
	pending     *list.List // newest first, of *waiting
	settled     *list.List // last settled first, of *waiting
	bytes       int
}

// waiting is an approval with those who wait for it.
type waiting struct {
	decision.Approval
	bytes int
	done  chan struct{} // closed when it is settled
	place *list.Element // in pending or settled
}

func newApprovals(o Options) approvals {
	return approvals{
		max: o.MaxApprovals, maxBytes: o.MaxApprovalBytes, now: o.Now,
		approval: map[string]*waiting{}, pending: list.New(), settled: list.New(),
	}
}

// Open has a call wait for a person. The error is that of ctx, says that the
// call is invalid or waits for no time, or is [ErrFull]; see
// [Options.MaxApprovals].
func (s *approvals) Open(ctx context.Context, c decision.Call, d decision.Decision, until time.Time) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if until.IsZero() {
		return "", errors.New("opening an approval: say until when it waits")
	}
	call, err := cloneCall(&c)
	if err != nil {
		return "", fmt.Errorf("opening an approval: %w", err)
	}
	d.Approval = NewID()
	w := &waiting{bytes: weigh(call), done: make(chan struct{}), Approval: decision.Approval{
		ID: d.Approval, Call: *call, Decision: clone(&d), Status: decision.ApprovalPending, CreatedAt: s.now(), Until: until,
	}}
	s.approvalsMu.Lock()
	defer s.approvalsMu.Unlock()
	s.settleLate()
	for len(s.approval) >= s.max || s.bytes+w.bytes > s.maxBytes {
		oldest := s.settled.Back()
		if oldest == nil {
			return "", ErrFull
		}
		s.drop(oldest)
	}
	s.approval[w.ID], w.place = w, s.pending.PushFront(w)
	s.bytes += w.bytes
	return w.ID, nil
}

func (s *approvals) drop(settled *list.Element) {
	w := s.settled.Remove(settled).(*waiting)
	s.bytes -= w.bytes
	delete(s.approval, w.ID)
}

// settle is the one transition: it records, and wakes who waits.
func (s *approvals) settle(w *waiting, r decision.Resolution) {
	w.Status, w.Resolution = r.Status, &r
	s.pending.Remove(w.place)
	w.place = s.settled.PushFront(w)
	close(w.done)
}

// settleLate settles what has waited too long.
func (s *approvals) settleLate() {
	now := s.now()
	for e := s.pending.Back(); e != nil; {
		w := e.Value.(*waiting)
		e = e.Prev() // settling takes w out of the list
		if !now.Before(w.Until) {
			s.settle(w, TimedOut(w.Until))
		}
	}
}

// TimedOut is how every store settles what nobody answered until a time.
func TimedOut(at time.Time) decision.Resolution {
	return decision.Resolution{Status: decision.ApprovalTimeout, By: "system:timeout", At: at, Reasoning: "nobody answered in time"}
}

// Pending returns what waits, newest first, as many as [Limit] says. The action
// of q is that of the decision; since counts from when the call began to wait.
// The error is that of ctx.
func (s *approvals) Pending(ctx context.Context, q decision.Query) ([]decision.Approval, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.approvalsMu.Lock()
	defer s.approvalsMu.Unlock()
	s.settleLate()
	return matching(s.pending, q, nil), nil
}

// Settled returns what was settled, the last settled first, as many as [Limit]
// says. The error is that of ctx.
func (s *approvals) Settled(ctx context.Context, q decision.Query, as ...decision.ApprovalStatus) ([]decision.Approval, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.approvalsMu.Lock()
	defer s.approvalsMu.Unlock()
	s.settleLate()
	return matching(s.settled, q, as), nil
}

// matching copies what of a list fits a query and one of the states, if any are
// named.
func matching(l *list.List, q decision.Query, as []decision.ApprovalStatus) []decision.Approval {
	limit, found := Limit(q.Limit), []decision.Approval{}
	for e := l.Front(); e != nil && len(found) < limit; e = e.Next() {
		if w := e.Value.(*waiting); waits(&w.Approval, q) && (len(as) == 0 || slices.Contains(as, w.Status)) {
			found = append(found, cloneApproval(&w.Approval))
		}
	}
	return found
}

func waits(a *decision.Approval, q decision.Query) bool {
	return (q.Agent == "" || a.Call.Agent == q.Agent) && (q.Tool == "" || a.Call.Tool == q.Tool) &&
		(q.Action == nil || a.Decision.Action == *q.Action) && !a.CreatedAt.Before(q.Since)
}

// Approval returns one, whatever its state. The error is that of ctx or
// [decision.ErrNoApproval].
func (s *approvals) Approval(ctx context.Context, id string) (decision.Approval, error) {
	if err := ctx.Err(); err != nil {
		return decision.Approval{}, err
	}
	s.approvalsMu.Lock()
	defer s.approvalsMu.Unlock()
	s.settleLate()
	w, known := s.approval[id]
	if !known {
		return decision.Approval{}, decision.ErrNoApproval
	}
	return cloneApproval(&w.Approval), nil
}

// Resolve settles an approval, at its own clock's time if r has none. The error
// is that of ctx, of [decision.Resolution.Validate], [decision.ErrNoApproval],
// or [decision.ErrResolved], also when the call has waited too long.
func (s *approvals) Resolve(ctx context.Context, id string, r decision.Resolution) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := r.Validate(); err != nil {
		return err
	}
	s.approvalsMu.Lock()
	defer s.approvalsMu.Unlock()
	s.settleLate()
	w, known := s.approval[id]
	switch {
	case !known:
		return decision.ErrNoApproval
	case w.Status != decision.ApprovalPending:
		return decision.ErrResolved
	case r.At.IsZero():
		r.At = s.now()
	}
	s.settle(w, r)
	return nil
}

// Wait waits until an approval is settled, at the latest at its time. The error
// is that of ctx, which leaves the approval as it is, or
// [decision.ErrNoApproval].
func (s *approvals) Wait(ctx context.Context, id string) (decision.Resolution, error) {
	w, left, err := s.look(ctx, id)
	for err == nil {
		timer := time.NewTimer(left)
		select {
		case <-w.done:
			timer.Stop()
			return *w.Resolution, nil // nobody changes it any more
		case <-timer.C:
			left = s.left(w)
		case <-ctx.Done():
			timer.Stop()
			err = ctx.Err()
		}
	}
	return decision.Resolution{}, err
}

// look returns an approval and for how long it will wait.
func (s *approvals) look(ctx context.Context, id string) (*waiting, time.Duration, error) {
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	s.approvalsMu.Lock()
	w, known := s.approval[id]
	s.approvalsMu.Unlock()
	if !known {
		return nil, 0, decision.ErrNoApproval
	}
	return w, s.left(w), nil
}

// left settles what is late and returns for how long w will wait: at least a
// moment, for a clock that runs otherwise than that of the timer.
func (s *approvals) left(w *waiting) time.Duration {
	s.approvalsMu.Lock()
	defer s.approvalsMu.Unlock()
	s.settleLate()
	return max(w.Until.Sub(s.now()), time.Millisecond)
}
