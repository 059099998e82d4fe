package sqlite

import (
	"context"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// changes wakes those of this process who wait for an approval.
type changes struct {
	mu   sync.Mutex
	next chan struct{} // closed when something was settled
}

// tell says that something was, or is about to be, settled.
func (c *changes) tell() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.next)
	c.next = make(chan struct{})
}

func (c *changes) wait() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.next
}

// Wait waits until an approval is settled, at the latest at its time. What
// another process settles is seen within [Options.Poll]. The error is that of
// ctx, which leaves the approval as it is, or [decision.ErrNoApproval].
func (s *Store) Wait(ctx context.Context, id string) (decision.Resolution, error) {
	for {
		changed := s.changes.wait() // first, so that nothing happens unseen after the look
		a, err := s.Approval(ctx, id)
		if err != nil {
			return decision.Resolution{}, err
		}
		if a.Resolution != nil {
			return *a.Resolution, nil
		}
		timer := time.NewTimer(min(s.o.Poll, max(a.Until.Sub(s.o.Now()), time.Millisecond)))
		select {
		case <-changed:
		case <-timer.C:
		case <-ctx.Done():
		}
		timer.Stop()
	}
}
