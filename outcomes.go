package supervisor

import (
	"context"
	"slices"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Limits and times of watching what becomes of calls that were left to people.
const (
	// MaxWatched bounds the calls that one [Supervisor.Run] watches, as many as a
	// mesh's queue remembers. At the limit a further one is not watched: its
	// outcome stays on record as left, and the next start looks it up.
	MaxWatched = 10_000
	// watchInterval is the wait between two questions to the queue.
	watchInterval = 5 * time.Second
	// watchTimeout bounds one question.
	watchTimeout = 45 * time.Second
	// watchPatience is how long after its end a call is asked about while the
	// queue gives no answer. A mesh may be down for a night.
	watchPatience = 24 * time.Hour
)

// watched are the calls that were left to people, by id. The runner's mutex
// guards it.
type watched struct {
	byID  map[string]watchedCall
	told  bool // that the queue does not answer
	limit bool // told that the limit was reached
}

// watchedCall is one of them, with the decision that left it.
type watchedCall struct {
	decision Decision
	until    time.Time // it is given up after that
}

// watch has the queue asked what becomes of a call, if the queue can tell.
func (r *runner) watch(d Decision) {
	if _, tells := r.queue.(Observer); !tells {
		return
	}
	ends := d.Expires
	if ends.IsZero() {
		ends = d.Time
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.watched.byID == nil {
		r.watched.byID = map[string]watchedCall{}
	}
	if _, known := r.watched.byID[d.ID]; !known && len(r.watched.byID) >= MaxWatched {
		if !r.watched.limit {
			r.watched.limit = true
			r.supervisor.log.Warn("too many calls wait for people: what becomes of further ones is looked up at the next start", "limit", MaxWatched)
		}
		return
	}
	r.watched.byID[d.ID] = watchedCall{decision: d, until: ends.Add(watchPatience)}
}

// unwatch ends the watch over a call that is judged again: what becomes of it
// is then the outcome of the new decision.
func (r *runner) unwatch(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.watched.byID, id)
}

// leaves reports whether a call waits for a person after a decision had this
// outcome.
func (r *runner) leaves(d Decision, outcome Outcome) bool {
	switch outcome.State {
	case OutcomeLeft, OutcomeObserved:
		return true
	case OutcomeFailed: // the call may still wait
		return !expired(d, r.supervisor.now())
	}
	return false
}

// watchAgain takes up the calls that an earlier process left, the newest first
// when there are too many.
func (r *runner) watchAgain(ctx context.Context) {
	s := r.supervisor
	journal, recalls := s.journal.(Recaller)
	if _, tells := r.queue.(Observer); !recalls || !tells {
		return
	}
	var list []Decision
	err := safely(func() (err error) {
		list, err = journal.Left(ctx)
		return err
	})
	if err != nil {
		s.log.ErrorContext(ctx, "the journal could not be searched for calls that were left to people", "error", err)
	}
	list = slices.DeleteFunc(list, func(d Decision) bool { return d.Approval != "" }) // see desk
	for _, d := range list[max(0, len(list)-MaxWatched):] {
		r.watch(d)
	}
}

// lookAfter asks the queue once what became of the watched calls, and records
// it.
func (r *runner) lookAfter(ctx context.Context) {
	queue, tells := r.queue.(Observer)
	r.mu.Lock()
	asked := make([]Decision, 0, len(r.watched.byID))
	for _, w := range r.watched.byID { // in no order: one that cannot be read holds up no others
		asked = append(asked, w.decision)
	}
	r.mu.Unlock()
	if !tells || len(asked) == 0 {
		return
	}
	var outcomes map[string]Outcome
	err := safely(func() (err error) {
		ctx, cancel := context.WithTimeout(ctx, watchTimeout)
		defer cancel()
		outcomes, err = queue.Outcomes(ctx, asked)
		return err
	})
	r.tellOfWatching(ctx, err)
	now := r.supervisor.now()
	for _, d := range asked {
		outcome, learnt := outcomes[d.ID]
		r.closeWatch(d, outcome, learnt && outcome.State != "", now)
	}
}

// closeWatch records what became of a call, once. A call that was judged again
// in the meantime is another decision's.
func (r *runner) closeWatch(asked Decision, outcome Outcome, learnt bool, now time.Time) {
	r.mu.Lock()
	w, open := r.watched.byID[asked.ID]
	open = open && w.decision.Time.Equal(asked.Time)
	if !learnt && open && now.After(w.until) {
		outcome, learnt = Outcome{State: OutcomeForgotten, Detail: "the queue did not say in time"}, true
	}
	if learnt && open {
		delete(r.watched.byID, asked.ID)
	}
	r.mu.Unlock()
	if learnt && open {
		_ = r.supervisor.record(r.work, Event{Type: decision.EventOutcome, Time: now, Decision: &asked, Outcome: &outcome}) // logged
	}
}

// tellOfWatching logs the first of several failures in a row.
func (r *runner) tellOfWatching(ctx context.Context, err error) {
	r.mu.Lock()
	told := r.watched.told
	r.watched.told = err != nil
	r.mu.Unlock()
	if err != nil && !told && ctx.Err() == nil {
		r.supervisor.log.WarnContext(ctx, "the queue does not say what became of calls that were left to people: asking again", "error", err)
	}
}
