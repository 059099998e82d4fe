package supervisor

import (
	"context"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

const (
	// recoverInterval is the wait between two rounds of asking what became of
	// decisions of an earlier process.
	recoverInterval = 5 * time.Second
	// recoverTries bounds the questions about one decision that says nothing of
	// how long somebody waits.
	recoverTries = 60
	// recoverTimeout bounds one question.
	recoverTimeout = 10 * time.Second
)

// unclear are the decisions that an earlier process recorded and may not have
// delivered: it was killed in between, or never got a clear answer. The
// runner's mutex guards it.
type unclear struct {
	byID  map[string]Decision
	tries map[string]int
	told  bool // that the queue does not answer
}

// rememberUnclear takes them from a journal that can tell, if the queue can be
// asked about them.
func (r *runner) rememberUnclear(ctx context.Context) {
	s := r.supervisor
	journal, remembers := s.journal.(Unsettler)
	if _, tells := r.queue.(Settler); !remembers || !tells {
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
	if len(list) == 0 {
		return
	}
	s.log.WarnContext(ctx, "an earlier run left decisions whose outcome is not known: asking the queue", "count", len(list))
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unclear = unclear{byID: make(map[string]Decision, len(list)), tries: map[string]int{}}
	for _, d := range list {
		r.unclear.byID[d.ID] = d
	}
}

// settleUnclear asks the queue once about each of them.
func (r *runner) settleUnclear(ctx context.Context) {
	queue, ok := r.queue.(Settler)
	if !ok {
		return
	}
	r.mu.Lock()
	list := make([]Decision, 0, len(r.unclear.byID))
	for _, d := range r.unclear.byID {
		list = append(list, d)
	}
	r.mu.Unlock()
	for _, d := range list {
		if ctx.Err() != nil {
			return // the next start asks again
		}
		outcome, err := r.settled(ctx, queue, d)
		if err != nil {
			outcome = r.stillUnclear(ctx, d, err)
		}
		if outcome.State != "" {
			r.clarify(d.ID, outcome)
		}
	}
}

func (r *runner) settled(ctx context.Context, queue Settler, d Decision) (outcome Outcome, err error) {
	ctx, cancel := context.WithTimeout(ctx, recoverTimeout)
	defer cancel()
	err = safely(func() (err error) {
		outcome, err = queue.Settled(ctx, d)
		return err
	})
	if err == nil && outcome.State == OutcomeUnsent {
		outcome = notArrived
	}
	return outcome, err
}

// notArrived is the outcome of a decision on a call that waits still. It is not
// delivered now: the call is judged again, by the rules of now.
var notArrived = Outcome{State: OutcomeFailed, Detail: "it had not arrived when the earlier run ended; the call is judged again"}

// stillUnclear decides whether to go on asking. An outcome without a state says
// yes.
func (r *runner) stillUnclear(ctx context.Context, d Decision, err error) Outcome {
	r.mu.Lock()
	r.unclear.tries[d.ID]++
	tries, told := r.unclear.tries[d.ID], r.unclear.told
	r.unclear.told = true
	r.mu.Unlock()
	if !told {
		r.supervisor.log.WarnContext(ctx, "the queue does not say what became of a decision: asking again", "approval", d.ID, "error", err)
	}
	if expired(d, r.supervisor.now()) || d.Expires.IsZero() && tries >= recoverTries {
		return Outcome{State: OutcomeFailed, Detail: "its fate could not be learnt while somebody waited: " + err.Error()}
	}
	return Outcome{}
}

// clarify records what became of a decision of an earlier process, once. A call
// that the queue lists again is clear by that: nothing arrived.
func (r *runner) clarify(id string, outcome Outcome) {
	r.mu.Lock()
	d, open := r.unclear.byID[id]
	delete(r.unclear.byID, id)
	delete(r.unclear.tries, id)
	r.mu.Unlock()
	if open {
		_ = r.supervisor.record(r.work, Event{Type: decision.EventOutcome, Time: r.supervisor.now(), Decision: &d, Outcome: &outcome}) // logged
	}
}
