package mesh

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

const (
	// slack is how long a call is remembered past the time at which it should
	// have expired: the mesh cuts the remaining time to seconds, and may list
	// the call that much longer.
	slack = 5 * time.Second
	// flightSlack is that of a call in flight, whose decision may have been sent
	// in time, without a clear answer so far.
	flightSlack = 2 * time.Minute
)

// stage says what the queue has done with a call.
type stage uint8

const (
	stageFresh     stage = iota // to be returned by the next poll
	stageInFlight               // returned, and not resolved
	stageEscalated              // left to a person
	stageDone                   // settled; only a stale list would show it
)

type entry struct {
	stage   stage
	cause   decision.Cause // of an escalation
	expires time.Time      // when the entry may be forgotten, but for the slack
	listed  time.Time      // when it may be forgotten although it was listed last
	since   time.Time      // when the stage began
	flagged bool           // the injection flag was seen once
	gone    bool           // escalated, and no longer listed: somebody settled it
	tried   bool           // a decision was sent and may have arrived

	lost *decision.Outcome // somebody else settled it while it was judged
}

// book remembers what became of the calls, by id, in bounded memory. It is
// safe for concurrent use.
type book struct {
	maxRemembered, maxInFlight int

	mu       sync.Mutex
	entries  map[string]*entry
	inFlight int
}

func newBook(maxRemembered, maxInFlight int) *book {
	return &book{maxRemembered: maxRemembered, maxInFlight: maxInFlight, entries: map[string]*entry{}}
}

// prune forgets what has expired. A call in flight goes too: when nobody
// resolved it by now, nobody will.
func (b *book) prune(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, e := range b.entries {
		until := e.expires.Add(slack)
		switch {
		case e.stage == stageInFlight:
			until = e.expires.Add(flightSlack)
		case e.listed.After(until):
			until = e.listed
		}
		if now.After(until) {
			b.remove(id)
		}
	}
}

// admit takes what a poll listed and returns what is new, the most urgent
// first, as many as there is room for. Complete says that every scope was
// read, so that an id that is not listed is not pending.
//
// What is listed is remembered at least until the poll after the next interval,
// whatever the mesh says of its remaining time.
func (b *book) admit(list []listed, began time.Time, interval time.Duration, complete bool) []decision.Call {
	b.mu.Lock()
	defer b.mu.Unlock()
	if complete {
		b.markGone(list, began)
	}
	sortByUrgency(list)
	calls := []decision.Call{}
	for _, l := range list {
		e := b.seen(l, began)
		if e != nil {
			e.listed = began.Add(interval + slack)
		}
		if e == nil || e.stage != stageFresh || b.inFlight >= b.maxInFlight || l.deferred {
			continue
		}
		b.move(e, stageInFlight, began)
		l.call.InjectionRisk = e.flagged
		calls = append(calls, l.call)
	}
	b.bound()
	return calls
}

// seen updates what is known of a listed call. A call that cannot be in flight
// yet is noted too: its flag may not show in the next list. It returns nil when
// the book is full of calls that are still pending: a new one waits, since to
// forget an old one could mean to forget its flag.
func (b *book) seen(l listed, began time.Time) *entry {
	e := b.entries[l.call.ID]
	if e == nil {
		if len(b.entries) >= b.maxRemembered {
			b.forgetSettled()
		}
		if len(b.entries) >= b.maxRemembered {
			return nil
		}
		e = &entry{since: began}
		b.entries[l.call.ID] = e
	}
	e.gone = false
	e.flagged = e.flagged || l.call.InjectionRisk
	if l.until.After(e.expires) {
		e.expires = l.until
	}
	return e
}

// markGone notes which escalations are no longer listed. They are kept to
// their end, with their flag, in case the mesh lists them again.
func (b *book) markGone(list []listed, began time.Time) {
	pending := make(map[string]bool, len(list))
	for _, l := range list {
		pending[l.call.ID] = true
	}
	for id, e := range b.entries {
		if e.stage == stageEscalated && e.since.Before(began) && !pending[id] {
			e.gone = true
		}
	}
}

// settle ends a flight: the call was escalated, or is done with. An id that
// was not in flight is remembered all the same.
func (b *book) settle(id string, to stage, cause decision.Cause, expires, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.entries[id]
	if e == nil {
		e = &entry{}
		b.entries[id] = e
	}
	if expires.After(e.expires) {
		e.expires = expires
	}
	if e.expires.IsZero() {
		e.expires = now.Add(assumedLife)
	}
	e.cause = cause
	b.move(e, to, now)
	b.bound()
}

// forgetSettled forgets the calls that are done with, or that somebody else
// settled. Only a stale list would show them again.
func (b *book) forgetSettled() {
	for id, e := range b.entries {
		if e.stage == stageDone || e.gone {
			b.remove(id)
		}
	}
}

// bound forgets, at the limit, first what is settled, then what expires first,
// and calls that carry the injection flag last of all.
func (b *book) bound() {
	over := len(b.entries) - b.inFlight - b.maxRemembered
	if over <= 0 {
		return
	}
	ids := make([]string, 0, len(b.entries))
	for id, e := range b.entries {
		if e.stage != stageInFlight {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(x, y string) int {
		a, c := b.entries[x], b.entries[y]
		return cmp.Or(cmp.Compare(a.worth(), c.worth()), a.expires.Compare(c.expires))
	})
	for _, id := range ids[:over] {
		b.remove(id)
	}
}

// worth orders entries by what would be lost with them.
func (e *entry) worth() int {
	switch {
	case e.stage == stageDone || e.gone:
		return 0
	case e.flagged:
		return 2
	}
	return 1
}

// known reports whether a call is not to be returned by the next poll, so that
// its parameters need not be read.
func (b *book) known(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.entries[id]
	return e != nil && e.stage != stageFresh
}

// requeue makes escalations fresh again; their flag stays.
func (b *book) requeue(causes []decision.Cause) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.entries {
		if e.stage == stageEscalated && (len(causes) == 0 || slices.Contains(causes, e.cause)) {
			b.move(e, stageFresh, e.since)
		}
	}
}

// flag raises the injection flag of a call when risk is true, and returns
// whether it is raised.
func (b *book) flag(id string, risk bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.entries[id]
	if e == nil {
		return risk
	}
	e.flagged = e.flagged || risk
	return e.flagged
}

// try notes that a decision is being sent, and returns whether one was before.
func (b *book) try(id string) (before bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e := b.entries[id]; e != nil {
		before, e.tried = e.tried, true
	}
	return before
}

func (b *book) tried(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.entries[id]
	return e != nil && e.tried
}

// lose notes who settled a call while it was judged.
func (b *book) lose(id string, to decision.Outcome) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e := b.entries[id]; e != nil {
		e.lost = &to
	}
}

// lost returns what lose noted.
func (b *book) lost(id string) (to decision.Outcome, found bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e := b.entries[id]; e != nil && e.lost != nil {
		return *e.lost, true
	}
	return decision.Outcome{}, false
}

// pending reports whether a call still waited when the mesh was last read, and
// its time is not over.
func (b *book) pending(id string, now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.entries[id]
	return e != nil && e.stage != stageDone && !e.gone && !now.After(e.expires.Add(slack))
}

func (b *book) waiting(now time.Time) (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.entries {
		if e.stage == stageEscalated && !e.gone && now.Before(e.expires) {
			n++
		}
	}
	return n
}

func (b *book) move(e *entry, to stage, now time.Time) {
	if e.stage == stageInFlight {
		b.inFlight--
	}
	if to == stageInFlight {
		b.inFlight++
	}
	e.stage, e.since = to, now
}

func (b *book) remove(id string) {
	if e := b.entries[id]; e != nil && e.stage == stageInFlight {
		b.inFlight--
	}
	delete(b.entries, id)
}
