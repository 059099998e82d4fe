package provider

import (
	"context"
	"fmt"
	"time"
)

// budget is the time of one asking, all links together.
type budget struct {
	end    time.Time
	total  time.Duration // with nothing used up
	called bool          // the caller's deadline ends it, well before the total
}

// maxMargin is how long before the caller's deadline a chain ends, at most and
// where a twentieth of the time is more: a caller that stops waiting at its
// deadline should still get the account of what each link did.
const maxMargin = 100 * time.Millisecond

func (c *Chain) newBudget(ctx context.Context) budget {
	now := time.Now() // the clock of deadlines
	b := budget{end: now.Add(c.budget), total: c.budget}
	if deadline, ok := ctx.Deadline(); ok {
		left := deadline.Sub(now)
		left -= min(maxMargin, left/20)
		if left < b.total {
			b.end, b.called = now.Add(left), !nearly(left, b.total)
		}
	}
	return b
}

// nearly reports whether a time is all of another but for what a chain itself
// takes: its margin, and links that failed at once.
func nearly(some, all time.Duration) bool { return some >= all-all/10 }

// slot is the time that one link gets.
type slot struct {
	given, full time.Duration // full: if nothing of the budget had been used up
	timeout     bool          // the link's own timeout is what ends it
	called      bool          // the time of the caller is what ends it
}

// slot gives a link its time, and keeps the others theirs: an equal share of
// what is left for each, or its timeout when that is less.
func (b budget) slot(l *link, later []*link) slot {
	share := func(left time.Duration) time.Duration {
		links, others := time.Duration(1), time.Duration(0)
		for _, o := range later {
			if o.state.breaker.openFor() == 0 {
				links, others = links+1, others+o.Timeout
			}
		}
		return min(l.Timeout, max(left/links, left-others))
	}
	s := slot{given: share(time.Until(b.end)), full: share(b.total), called: b.called}
	s.timeout = s.given == l.Timeout
	return s
}

// isWhole reports whether a link that was silent for so long has had its usual
// time, so that its silence counts as a failure.
func (s slot) isWhole(silent time.Duration) bool { return nearly(silent, s.full) }

// silence is the error of a link that did not answer in its time.
func (s slot) silence() error { return (*silence)(&s) }

// silence says whose clock ended a request.
type silence slot

func (s *silence) Error() string {
	given := max(0, s.given).Round(time.Millisecond)
	switch {
	case s.timeout:
		return fmt.Sprintf("no answer within its own timeout of %s", given)
	case s.called:
		return fmt.Sprintf("no answer within %s, its share of the time that the call still had", given)
	}
	return fmt.Sprintf("no answer within %s, its share of the budget of the chain", given)
}

// Unwrap makes it a deadline that was exceeded, whose cause is timeout.
func (*silence) Unwrap() error { return context.DeadlineExceeded }
