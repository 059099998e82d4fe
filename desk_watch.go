package supervisor

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// run looks after what waits: it records what the clock settles, and what
// another process does. First it takes up what an earlier process left.
func (d *desk) run(ctx context.Context) {
	defer close(d.ended)
	d.takeUp(ctx)
	for ctx.Err() == nil {
		timer := time.NewTimer(d.patience())
		select {
		case <-timer.C:
			d.look(ctx)
		case <-d.wake:
		case <-ctx.Done():
		}
		timer.Stop()
	}
}

const (
	// idleInterval is the wait while nothing waits for a person: whatever comes
	// wakes the desk.
	idleInterval = time.Hour
	// shortestLook is the least time between two looks, for a store whose clock
	// is behind.
	shortestLook = 50 * time.Millisecond
)

// patience is how long nothing needs to be looked at.
func (d *desk) patience() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.waiting) == 0 {
		return idleInterval
	}
	wait, now := watchInterval, d.supervisor.now()
	for _, w := range d.waiting {
		wait = min(wait, w.until.Sub(now))
	}
	return max(wait, shortestLook)
}

// look asks the store once what became of the calls that wait.
func (d *desk) look(ctx context.Context) {
	d.mu.Lock()
	var ids []string
	for id, w := range d.waiting { // in no order: one that cannot be read holds up no others
		if w.unwritten == 0 {
			ids = append(ids, id)
		}
	}
	d.mu.Unlock()
	for _, id := range ids {
		d.lookAt(ctx, id)
	}
}

// lookAt records what became of one, if it is settled.
func (d *desk) lookAt(ctx context.Context, id string) {
	asking, cancel := context.WithTimeout(ctx, watchTimeout)
	defer cancel()
	var a Approval
	err := safely(func() (err error) {
		a, err = d.Approval(asking, id)
		return err
	})
	switch {
	case ctx.Err() != nil:
	case errors.Is(err, decision.ErrNoApproval), err == nil && a.Resolution != nil:
		d.settled(context.WithoutCancel(ctx), id, a.Resolution) // also while the desk ends: it is waited for
	case err == nil:
		d.waitsUntil(id, a.Until)
	}
}

func (d *desk) waitsUntil(id string, until time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if w := d.waiting[id]; w != nil {
		w.until = until
	}
}

// takeUp takes up what an earlier process left: what the journal has no outcome
// of, and what waits in the store.
func (d *desk) takeUp(ctx context.Context) {
	if journal, recalls := d.supervisor.journal.(Recaller); recalls {
		var list []Decision
		err := safely(func() (err error) {
			list, err = journal.Left(ctx)
			return err
		})
		if err != nil && ctx.Err() == nil {
			d.supervisor.log.ErrorContext(ctx, "the journal could not be searched for calls that waited for a person", "error", err)
		}
		for _, left := range list {
			if left.Approval != "" {
				d.adopt(Approval{ID: left.Approval, Decision: left})
			}
		}
	}
	var waiting []Approval
	err := safely(func() (err error) {
		waiting, err = d.Pending(ctx, Query{Limit: maxTakenUp})
		return err
	})
	if err != nil && ctx.Err() == nil {
		d.supervisor.log.ErrorContext(ctx, "the store could not be searched for calls that wait for a person", "error", err)
	}
	for _, a := range waiting {
		d.adopt(a)
	}
}

// maxTakenUp is how many waiting calls of an earlier process are looked after,
// besides those of the journal: all that a store returns.
const maxTakenUp = 500

// adopt looks after an approval of an earlier process. Several decisions may have
// left one call.
func (d *desk) adopt(a Approval) {
	left := a.Decision
	left.Approval = a.ID
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.waiting[a.ID]
	switch {
	case d.closed[a.ID]:
	case w == nil:
		same := sameCall{left.Agent, left.Session, left.Fingerprint, left.InjectionRisk}
		d.waiting[a.ID] = &waitingCall{decisions: []Decision{left}, same: same, until: a.Until}
	case len(w.decisions) < maxRepeated && !slices.ContainsFunc(w.decisions, func(d Decision) bool { return d.ID == left.ID }):
		w.decisions = append(w.decisions, left)
	}
}
