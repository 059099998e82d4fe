package supervisor

import (
	"context"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Times of judging again what waits because a part failed.
const (
	// probeInterval is how often it is asked whether the part is back.
	probeInterval = 30 * time.Second
	// rejudgePause is the least time between two returns of such calls. It
	// doubles up to maxRejudgePause while they go on failing: one call that a
	// provider can never read must not be paid for again and again.
	rejudgePause    = 30 * time.Second
	maxRejudgePause = 10 * time.Minute
)

// partCauses are the outages that are over when the parts answer again. That
// of the journal is over when the journal takes an event.
var partCauses = []Cause{CauseTimeout, CauseUnavailable, CauseUnreadable, CauseOverload}

// outage is what a runner knows of parts that failed. The runner's mutex
// guards it.
type outage struct {
	waiting *Call // of the calls that wait because a part failed, the one that waits longest
	failed  map[Cause]bool
	pause   time.Duration // until the next return but one
	next    time.Time     // no return before
}

// note remembers that a call waits because a part failed.
func (o *outage) note(call Call, cause Cause, now time.Time) {
	if o.failed == nil {
		o.failed = map[Cause]bool{}
	}
	if now.After(o.next.Add(maxRejudgePause)) {
		o.pause = 0 // the last outage is long over
	}
	o.failed[cause] = true
	if o.waiting == nil || deadline(call).After(deadline(*o.waiting)) {
		o.waiting = &call
	}
}

// over takes causes off the list, and returns those for which calls are to be
// judged again now.
func (o *outage) over(now time.Time, causes ...Cause) (again []Cause) {
	if now.Before(o.next) {
		return nil
	}
	for _, c := range causes {
		if o.failed[c] {
			again = append(again, c)
			delete(o.failed, c)
		}
	}
	if len(again) == 0 {
		return nil
	}
	if len(o.failed) == 0 {
		o.waiting = nil
	}
	o.pause = min(max(2*o.pause, rejudgePause), maxRejudgePause)
	o.next = now.Add(o.pause)
	return again
}

// noteOutage remembers that a call waits because a part failed, and notices
// that the provider is back.
func (r *runner) noteOutage(call Call, d Decision) {
	now := r.supervisor.now()
	r.mu.Lock()
	var again []Cause
	if d.Action == Escalate && d.Cause.Outage() {
		r.outage.note(call, d.Cause, now)
	} else if answered(d) {
		again = r.outage.over(now, partCauses...)
	}
	r.mu.Unlock()
	if len(again) > 0 {
		r.requeue(again...)
	}
}

func answered(d Decision) bool {
	for _, l := range d.Evidence.Links {
		if l.State == decision.LinkAnswered {
			return true
		}
	}
	return false
}

// probe asks, while calls wait because a part failed, whether it is back.
func (r *runner) probe(ctx context.Context) {
	r.mu.Lock()
	if w := r.outage.waiting; w != nil {
		if left, known := w.Remaining(r.supervisor.now()); known && left <= 0 {
			r.outage.waiting = nil // nobody waits; the next failure names another
		}
	}
	call, record := r.outage.waiting, r.outage.failed[CauseRecord]
	r.mu.Unlock()
	if call == nil || r.supervisor.pause.paused() {
		return
	}
	var causes []Cause
	if record && r.journalIsBack(ctx) {
		causes = append(causes, CauseRecord)
	}
	if r.partsAnswer(ctx, *call) {
		causes = append(causes, partCauses...)
	}
	r.mu.Lock()
	again := r.outage.over(r.supervisor.now(), causes...)
	r.mu.Unlock()
	if len(again) > 0 {
		r.requeue(again...)
	}
}

// journalIsBack reports whether the journal takes events again, by having it
// take one that says so. While it never refused one, the cause lies with a
// part that could not count a use, and there is nothing to record.
func (r *runner) journalIsBack(ctx context.Context) bool {
	s := r.supervisor
	if !s.counts.journalFails() {
		return true
	}
	return s.write(ctx, Event{
		Type: decision.EventRecovered, Time: s.now(), Fields: map[string]any{"part": "journal"},
	}) == nil
}

// partsAnswer judges a waiting call without consequences, to learn whether the
// failure is over.
func (r *runner) partsAnswer(ctx context.Context, call Call) bool {
	c, err := call.Normalize()
	if err != nil {
		return false
	}
	s := r.supervisor
	snap := s.snapshot.Load().of(c.Agent)
	j := &judging{snapshot: snap, call: c.WithAnalyzer(snap.Analyzer), stages: allStages, places: &s.places}
	if q, ok := r.queue.(Detailer); ok {
		j.detail = q.Detail
	}
	v := j.judge(decision.WithProbe(ctx))
	if v.Action == Escalate && v.Cause.Outage() {
		return false
	}
	for _, l := range v.Links {
		if l.State == decision.LinkAnswered || l.State == decision.LinkPassed {
			return true
		}
	}
	// Without a provider it was the detail that failed, and now did not. With
	// one that was not asked, only a settled call proves anything.
	return snap.Provider == nil && v.Cause != CauseExpired || v.Action != Escalate
}
