package memory

import (
	"container/list"
	"context"
	"sync"

	"github.com/flux7-go/supervisor/decision"
)

// DefaultMaxDecisions is how many decisions a [Store] keeps unless told
// otherwise: some days of a busy agent, in a few dozen megabytes.
const DefaultMaxDecisions = 10_000

// The limits of an answer of Recent; those of every store.
const (
	DefaultLimit = 50
	MaxLimit     = 500
)

// Options sets up a [Store].
type Options struct {
	// MaxDecisions is how many decisions are kept; the oldest make room. 0 or
	// less: [DefaultMaxDecisions].
	MaxDecisions int
}

// Store keeps the latest decisions in memory. It is safe for concurrent use.
//
// What it is given and what it returns are copies, down to the JSON values in
// the evidence; values of other types in Evaluator, Answers and Limits are
// shared and must not be changed.
type Store struct {
	limit int

	mu sync.RWMutex
	// newest first; the values are *decision.Decision, which nobody changes
	recent *list.List
	byID   map[string]*list.Element
}

var _ decision.Store = (*Store)(nil)

// NewStore returns an empty store.
func NewStore(opts Options) *Store {
	limit := opts.MaxDecisions
	if limit <= 0 {
		limit = DefaultMaxDecisions
	}
	return &Store{limit: limit, recent: list.New(), byID: map[string]*list.Element{}}
}

// Save keeps the decision as the newest. It takes the place of an earlier one
// with the same id; decisions without an id never replace each other. The
// error is that of ctx.
func (s *Store) Save(ctx context.Context, d decision.Decision) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	kept := clone(&d)
	s.mu.Lock()
	defer s.mu.Unlock()
	if earlier, ok := s.byID[d.ID]; ok {
		s.remove(earlier)
	}
	newest := s.recent.PushFront(&kept)
	if d.ID != "" {
		s.byID[d.ID] = newest
	}
	if s.recent.Len() > s.limit {
		s.remove(s.recent.Back())
	}
	return nil
}

func (s *Store) remove(e *list.Element) {
	delete(s.byID, s.recent.Remove(e).(*decision.Decision).ID)
}

// Recent returns the decisions that match q, newest first, at most q.Limit of
// them: [DefaultLimit] where that is 0 or less, and never more than
// [MaxLimit]. The error is that of ctx.
func (s *Store) Recent(ctx context.Context, q decision.Query) ([]decision.Decision, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	limit := q.Limit
	if limit <= 0 {
		limit = DefaultLimit
	}
	found := s.match(q, min(limit, MaxLimit))
	out := make([]decision.Decision, len(found))
	for i, d := range found {
		out[i] = clone(d)
	}
	return out, nil
}

// match collects under the lock; copying is left to the caller.
func (s *Store) match(q decision.Query, limit int) (found []*decision.Decision) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for e := s.recent.Front(); e != nil && len(found) < limit; e = e.Next() {
		if d := e.Value.(*decision.Decision); matches(d, q) {
			found = append(found, d)
		}
	}
	return found
}

func matches(d *decision.Decision, q decision.Query) bool {
	return (q.Agent == "" || d.Agent == q.Agent) &&
		(q.Tool == "" || d.Tool == q.Tool) &&
		(q.Action == nil || d.Action == *q.Action) &&
		(q.Since.IsZero() || !d.Time.Before(q.Since))
}
