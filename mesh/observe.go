package mesh

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
)

// Limits of one [Queue.Outcomes].
const (
	// MaxLookups bounds the approvals that are read; the rest is read the next
	// time. A mesh answers thousands of such requests a second.
	MaxLookups = 500
	// lookupsAtOnce bounds the requests in flight, so that decisions get through.
	lookupsAtOnce = 4
	// maxFailedLookups ends a round: a mesh that is down need not be asked for
	// each approval. More than one, so that one that cannot be read does not keep
	// the others from being read.
	maxFailedLookups = 8
)

// Outcomes reads the approvals that are no longer listed as pending, and says
// who settled them, how and when. While the last complete poll listed an
// approval, and its time is not over, it is not read. One that the mesh does not
// know any more, as after a restart without storage, is forgotten.
//
// A mesh believes the name that it was sent: By says what it says.
func (q *Queue) Outcomes(ctx context.Context, left []decision.Decision) (map[string]decision.Outcome, error) {
	l := lookups{outcomes: map[string]decision.Outcome{}}
	ids := make(chan string)
	var readers sync.WaitGroup
	for range lookupsAtOnce {
		readers.Go(func() {
			for id := range ids {
				if !l.enough() {
					outcome, err := q.outcome(ctx, id)
					l.add(id, outcome, err)
				}
			}
		})
	}
	for _, id := range q.toLookUp(left) {
		ids <- id
	}
	close(ids)
	readers.Wait()
	return l.outcomes, errors.Join(l.errs...)
}

// toLookUp returns the ids that may have been settled, at most MaxLookups.
func (q *Queue) toLookUp(left []decision.Decision) (ids []string) {
	now := q.opts.Now()
	for _, d := range left {
		if len(ids) < MaxLookups && !q.book.pending(d.ID, now) {
			ids = append(ids, d.ID)
		}
	}
	return ids
}

// outcome reads one approval. While it is pending its outcome has no state.
func (q *Queue) outcome(ctx context.Context, id string) (decision.Outcome, error) {
	view, err := q.client.Get(ctx, id)
	switch {
	case IsNotFound(err):
		return decision.Outcome{State: decision.OutcomeForgotten, Detail: "the mesh no longer knows the approval"}, nil
	case err != nil:
		return decision.Outcome{}, fmt.Errorf("approval %.64s: %w", id, err)
	case view.Status == StatusPending:
		return decision.Outcome{}, nil
	}
	return decision.Outcome{
		State: decision.OutcomeSettled, Status: oneline.Clean(string(view.Status), maxMessageBytes),
		By: oneline.Clean(view.ResolvedBy, maxMessageBytes), At: view.ResolvedAt,
	}, nil
}

// lookups collects what several requests bring.
type lookups struct {
	mu       sync.Mutex
	outcomes map[string]decision.Outcome
	errs     []error
}

func (l *lookups) add(id string, outcome decision.Outcome, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil {
		l.errs = append(l.errs, err)
	} else if outcome.State != "" {
		l.outcomes[id] = outcome
	}
}

func (l *lookups) enough() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.errs) >= maxFailedLookups
}
