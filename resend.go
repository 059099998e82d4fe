package supervisor

import (
	"context"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// keepUnsent puts a decision aside to be sent again, if there is room.
func (r *runner) keepUnsent(d Decision) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.unsent) >= MaxUnsent {
		return false
	}
	r.unsent = append(r.unsent, d)
	return true
}

// resend tries each waiting decision once more. It runs in one goroutine only.
func (r *runner) resend(ctx context.Context) {
	r.mu.Lock()
	trying := r.unsent
	r.unsent = nil
	r.mu.Unlock()
	var still []Decision
	for _, d := range trying {
		if ctx.Err() == nil && r.deliver(d, false) {
			continue
		}
		if expired(d, r.supervisor.now()) {
			r.conclude(d, Outcome{State: OutcomeFailed, Detail: "it did not arrive while somebody waited"})
			continue
		}
		still = append(still, d)
	}
	r.mu.Lock()
	r.unsent = append(still, r.unsent...)
	r.mu.Unlock()
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

// noteOutage remembers that a call waits because a part failed, and notices
// that the provider is back.
func (r *runner) noteOutage(call Call, d Decision) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if d.Action == Escalate && d.Cause.Outage() {
		if r.failed == nil {
			r.failed = map[Cause]bool{}
		}
		r.failed[d.Cause] = true
		r.waiting = &call
		return
	}
	for _, l := range d.Evidence.Links {
		if l.State == decision.LinkAnswered && len(r.failed) > 0 {
			r.recover(CauseTimeout, CauseUnavailable, CauseUnreadable, CauseOverload)
		}
	}
}

// recover returns the calls that waited for these causes. r.mu is held.
func (r *runner) recover(causes ...Cause) {
	for _, c := range causes {
		delete(r.failed, c)
	}
	if len(r.failed) == 0 {
		r.waiting = nil
	}
	r.requeue(causes...)
}

// probe asks, while calls wait because a part failed, whether it is back.
func (r *runner) probe(ctx context.Context) {
	r.mu.Lock()
	call, record, parts := r.waiting, r.failed[CauseRecord], len(r.failed) > 0
	r.mu.Unlock()
	if call == nil || r.supervisor.pause.paused() {
		return
	}
	if record && r.supervisor.record(ctx, Event{Type: decision.EventRecovered, Time: r.supervisor.now(),
		Fields: map[string]any{"cause": string(CauseRecord)}}) == nil {
		r.mu.Lock()
		r.recover(CauseRecord)
		r.mu.Unlock()
	}
	if parts && r.providerAnswers(ctx, *call) {
		r.mu.Lock()
		r.recover(CauseTimeout, CauseUnavailable, CauseUnreadable, CauseOverload)
		r.mu.Unlock()
	}
}

// providerAnswers judges a waiting call without consequences, to learn whether
// the failure is over.
func (r *runner) providerAnswers(ctx context.Context, call Call) bool {
	c, err := call.Normalize()
	if err != nil {
		return false
	}
	snap := r.supervisor.snapshot.Load()
	j := &judging{snapshot: snap, call: c.WithAnalyzer(snap.Analyzer), stages: allStages}
	if q, ok := r.queue.(Detailer); ok {
		j.detail = q.Detail
	}
	v := j.judge(ctx)
	return v.Action != Escalate || !v.Cause.Outage()
}
