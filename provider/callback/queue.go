package callback

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/flux7-go/supervisor/decision"
)

// queue holds the calls that wait for a reviewer.
type queue struct {
	max int

	mu      sync.Mutex
	arrived int               // how many ever did; the order of entries
	byID    map[string]*entry // those that wait
	past    past
	changed chan struct{} // closed when something was added
}

func newQueue(limit int) *queue {
	return &queue{max: limit, byID: map[string]*entry{}, past: newPast(), changed: make(chan struct{})}
}

// waiting is one call that waits for a reviewer, as it is shown.
type waiting struct {
	what
	id     string
	listed string        // as sup7_pending lists it, JSON
	detail func() string // as its resource shows it, JSON
}

// what tells calls apart. The same call of another agent is another one: it may be
// a reviewer's own, and is shown under the agent's name.
type what struct{ agent, fingerprint string }

// entry is a call in the queue. Calls of the same id that are the same call share
// it. The queue's mutex guards all but the channel.
type entry struct {
	waiting
	number int
	askers map[*asker]bool
	shown  map[string]bool // reviewers who have seen it
	done   chan struct{}   // closed with answered or abandoned
	answer *answer
}

// asker is one Judge that waits for an entry.
type asker struct {
	ctx   context.Context
	entry *entry
}

// answer is what a reviewer said.
type answer struct {
	reviewer   string
	action     decision.Action
	confidence float64
	reasoning  string
}

// add puts a call into the queue, or joins the same call that waits there. The
// error is ErrPass for one that reviewers have passed over before.
func (q *queue) add(ctx context.Context, w waiting) (*asker, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	e := q.byID[w.id]
	switch before, known := q.past.what(w.id); {
	case e != nil && e.what != w.what, e == nil && known && before != w.what:
		// An answer to the other one could be taken for an answer to this one.
		return nil, uncounted(decision.Errorf(decision.CauseInvalid, "another call had the id of this one a moment ago"))
	case e == nil && q.past.isPassedOver(w.id):
		return nil, decision.ErrPass
	case e == nil && len(q.byID) >= q.max:
		return nil, uncounted(decision.Errorf(decision.CauseOverload, "%d calls wait for a reviewer already", len(q.byID)))
	case e == nil:
		q.arrived++
		e = &entry{waiting: w, number: q.arrived, askers: map[*asker]bool{}, shown: map[string]bool{}, done: make(chan struct{})}
		q.byID[w.id] = e
		close(q.changed)
		q.changed = make(chan struct{})
	}
	a := &asker{ctx, e}
	e.askers[a] = true
	return a, nil
}

// leave takes an asker out, and returns what was answered until now.
func (q *queue) leave(a *asker) (said *answer, abandoned bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	e := a.entry
	if e.answer != nil {
		return e.answer, false
	}
	delete(e.askers, a)
	if q.byID[e.id] != e {
		return nil, true
	}
	if len(e.askers) == 0 {
		q.remove(e, fateExpired)
		if len(e.shown) > 0 && !errors.Is(a.ctx.Err(), context.Canceled) {
			q.past.passOver(e.id)
		}
	}
	return nil, false
}

// remove takes an entry out and remembers what became of it.
func (q *queue) remove(e *entry, f fate) {
	delete(q.byID, e.id)
	q.past.add(e.id, e.what, f)
}

// abandon gives up all that waits.
func (q *queue) abandon() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, e := range q.byID {
		q.remove(e, fateExpired)
		close(e.done)
	}
}

// resolve takes a reviewer's answer to a call that it was shown. The error tells
// the reviewer why it counts for nothing.
func (q *queue) resolve(id string, said answer) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	e := q.byID[id]
	switch {
	case e == nil:
		return q.past.explain(id)
	case isOwn(e.agent, said.reviewer):
		return errors.New("this call may be your own: another reviewer or a person decides on it")
	case !e.shown[said.reviewer]:
		return errors.New("you were not shown this call: list it with sup7_pending and look at it first")
	case !e.awaited():
		return q.past.expired(id)
	}
	e.answer = &said
	q.remove(e, fateAnswered)
	close(e.done)
	return nil
}

// awaited reports whether somebody can still use an answer.
func (e *entry) awaited() bool {
	for a := range e.askers {
		if a.ctx.Err() == nil {
			return true
		}
	}
	return false
}

// list returns what a reviewer may answer, what it has not seen yet first and then
// by age, within the limits. They count as shown to it from then on. more is how
// many there was no room for; fresh, whether any of the listed was new; changed is
// closed when there is something new.
func (q *queue) list(reviewer string, limit int) (found []string, more int, fresh bool, changed <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	entries := q.open(reviewer)
	size := 0
	for i, e := range entries {
		size += len(e.listed)
		if i > 0 && (i >= limit || size > MaxListedBytes) {
			more = len(entries) - i
			break
		}
		fresh = fresh || !e.shown[reviewer]
		e.shown[reviewer] = true
		found = append(found, e.listed)
	}
	return found, more, fresh, q.changed
}

// fresh reports whether there is a call that a reviewer has not seen.
func (q *queue) fresh(reviewer string) (bool, <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, e := range q.byID {
		if !isOwn(e.agent, reviewer) && !e.shown[reviewer] {
			return true, q.changed
		}
	}
	return false, q.changed
}

// open returns what a reviewer may answer, in the order of list.
func (q *queue) open(reviewer string) []*entry {
	var entries []*entry
	for _, e := range q.byID {
		if !isOwn(e.agent, reviewer) {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b *entry) int {
		if a.shown[reviewer] != b.shown[reviewer] {
			if a.shown[reviewer] {
				return 1
			}
			return -1
		}
		return cmp.Compare(a.number, b.number)
	})
	return entries
}

// ids returns the ids of what a reviewer may answer, oldest first.
func (q *queue) ids(reviewer string) []string {
	q.mu.Lock()
	defer q.mu.Unlock()
	var list []string
	for _, e := range q.open(reviewer) {
		list = append(list, e.id)
	}
	return list
}

// show returns the detail of a call that a reviewer may answer. It counts as shown
// to it from then on.
func (q *queue) show(id, reviewer string) (string, error) {
	q.mu.Lock()
	e := q.byID[id]
	if e == nil || isOwn(e.agent, reviewer) {
		defer q.mu.Unlock()
		return "", fmt.Errorf("no call of this id waits for you")
	}
	e.shown[reviewer] = true
	q.mu.Unlock()
	return e.detail(), nil // may analyse the call, which takes a moment
}
