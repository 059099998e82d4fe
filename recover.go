package supervisor

import (
	"context"
	"fmt"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

const (
	// recoverTries is how often one decision of an earlier process is looked
	// for while the queue answers.
	recoverTries = 3
	// recoverPause is the wait before it is looked for again.
	recoverPause = 2 * time.Second
)

// recoverUnsettled finds out what became of the decisions that an earlier
// process recorded and may not have delivered: it was killed in between, or
// never got a clear answer. It asks the queue before anything is read from it,
// so that a call is judged again only when it is known to wait still.
//
// Nothing is delivered here: what waits still is judged by the rules of now.
func (r *runner) recoverUnsettled(ctx context.Context) {
	s := r.supervisor
	journal, remembers := s.journal.(Unsettler)
	queue, tells := r.queue.(Settler)
	if !remembers || !tells {
		return
	}
	var list []Decision
	err := safely(func() (err error) {
		list, err = journal.Unsettled(ctx)
		return err
	})
	if err != nil {
		s.log.ErrorContext(ctx, "the journal could not be searched for decisions without an outcome", "error", err)
	}
	if len(list) > 0 {
		s.log.WarnContext(ctx, "an earlier run left decisions whose outcome is not known: asking the queue", "count", len(list))
	}
	for _, d := range list {
		outcome, ok := r.settled(ctx, queue, d)
		if !ok {
			return // stopped; the next start asks again
		}
		_ = s.record(ctx, Event{Type: decision.EventOutcome, Time: s.now(), Decision: &d, Outcome: &outcome}) // logged
	}
}

// settled asks the queue about one decision until it answers. A queue that
// cannot be reached is waited for: it could not be read either.
func (r *runner) settled(ctx context.Context, queue Settler, d Decision) (Outcome, bool) {
	for try := 1; ctx.Err() == nil; {
		var outcome Outcome
		err := safely(func() (err error) {
			outcome, err = queue.Settled(ctx, d)
			return err
		})
		switch {
		case err == nil && outcome.State == OutcomeUnsent:
			return Outcome{State: OutcomeFailed, Detail: "it had not arrived when the earlier run ended; the call is judged again"}, true
		case err == nil:
			return outcome, true
		case expired(d, r.supervisor.now()):
			return Outcome{State: OutcomeFailed, Detail: "its fate could not be learnt while somebody waited: " + err.Error()}, true
		case decision.CauseOf(err) != CauseUnavailable && decision.CauseOf(err) != CauseTimeout:
			if try++; try > recoverTries {
				return Outcome{State: OutcomeFailed, Detail: fmt.Sprintf("its fate is unknown after %d questions: %s", recoverTries, err)}, true
			}
		}
		r.supervisor.log.WarnContext(ctx, "the queue did not say what became of a decision", "approval", d.ID, "error", err)
		select {
		case <-time.After(recoverPause):
		case <-ctx.Done():
		}
	}
	return Outcome{}, false
}
