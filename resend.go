package supervisor

import (
	"context"
	"slices"
	"sync"
	"time"
)

// keepUnsent puts a decision aside to be sent again, if there is room.
func (r *runner) keepUnsent(d Decision) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.unsent)+r.resending >= MaxUnsent {
		return false
	}
	r.unsent = append(r.unsent, d)
	return true
}

// resend tries each waiting decision once more, those first for which the time
// is shortest, several at once. It runs in one goroutine only.
func (r *runner) resend(ctx context.Context) {
	r.mu.Lock()
	trying := r.unsent
	r.unsent, r.resending = nil, len(trying)
	r.mu.Unlock()
	slices.SortStableFunc(trying, func(a, b Decision) int { return a.Expires.Compare(b.Expires) })

	next := make(chan Decision)
	var senders sync.WaitGroup
	for range min(len(trying), r.supervisor.snapshot.Load().Concurrency) {
		senders.Go(func() {
			for d := range next {
				r.resendOne(ctx, d)
			}
		})
	}
	for _, d := range trying {
		next <- d
	}
	close(next)
	senders.Wait()
}

// resendOne tries a decision once more, and keeps it while somebody waits.
func (r *runner) resendOne(ctx context.Context, d Decision) {
	delivered := ctx.Err() == nil && r.deliver(d, false)
	if !delivered && expired(d, r.supervisor.now()) {
		r.conclude(d, Outcome{State: OutcomeFailed, Detail: "it did not arrive while somebody waited"})
		delivered = true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.resending--
	if !delivered {
		r.unsent = append(r.unsent, d)
	}
}

// lastResend tries once more at the end. What does not arrive stays on record
// as unsent; the call is still in the queue.
func (r *runner) lastResend() {
	r.resend(r.work)
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.unsent); n > 0 {
		r.supervisor.log.Warn("stopped with decisions that did not arrive", "count", n)
	}
}

func expired(d Decision, now time.Time) bool { return !d.Expires.IsZero() && !now.Before(d.Expires) }
