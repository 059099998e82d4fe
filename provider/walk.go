package provider

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// account is what became of the links that one call came to.
type account[T any] struct {
	links    []decision.Link
	said     []T      // by each of them; the zero T of one that failed
	notes    []string // whose clock ended a request
	answered *link
	failure  error // of the last link that failed
}

// walk asks links in order until one answers. The error is the caller's when
// it went away, that of the last link that failed, or ErrPass when all passed.
func walk[T any](ctx context.Context, c *Chain, links []*link, what func(*link) (*group[T], request[T])) (T, account[T], error) {
	var none T
	b := c.newBudget(ctx)
	a := account[T]{links: make([]decision.Link, 0, len(links)), said: make([]T, 0, len(links))}
	for i, l := range links {
		start := c.now()
		value, err := attempt(ctx, c, l, b.slot(l, links[i+1:]), what)
		if err != nil && errors.Is(ctx.Err(), context.Canceled) {
			return none, a, ctx.Err()
		}
		a.add(l, err, c.now().Sub(start))
		a.said = append(a.said, value)
		if err == nil {
			a.answered = l
			return value, a, nil
		}
		if !c.single && a.links[i].State == decision.LinkFailed {
			c.log.WarnContext(ctx, "a link of the chain did not answer", "link", l.Name, "cause", string(a.links[i].Cause), "error", err)
		}
	}
	return none, a, a.outcome()
}

func attempt[T any](ctx context.Context, c *Chain, l *link, s slot, what func(*link) (*group[T], request[T])) (T, error) {
	var none T
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return none, ctx.Err()
	case l.state.breaker.openFor() > 0:
		return none, errSkipped
	case s.given <= 0:
		return none, s.silence()
	}
	g, r := what(l)
	return ask(ctx, c, l, g, r, s)
}

// add records what a link did.
func (a *account[T]) add(l *link, err error, took time.Duration) {
	record := decision.Link{
		Name: l.Name, State: decision.LinkFailed, MS: float64(took.Microseconds()) / 1000, Free: decision.IsOffline(l.Provider),
	}
	switch {
	case err == nil:
		record.State = decision.LinkAnswered
	case errors.Is(err, errSkipped):
		record.State = decision.LinkSkipped
	case errors.Is(err, decision.ErrPass):
		record.State = decision.LinkPassed
	default:
		record.Cause = decision.CauseOf(err)
		a.failure = fmt.Errorf("%s: %w", l.Name, err)
		var s *silence
		var own Noter
		if errors.As(err, &s) {
			a.notes = append(a.notes, l.Name+": "+s.Error())
		} else if errors.As(err, &own) {
			a.notes = append(a.notes, l.Name+": "+own.Note())
		}
	}
	a.links = append(a.links, record)
}

// outcome is the error of a chain that nobody answered. A link that is left
// out might have: then not all have passed.
func (a *account[T]) outcome() error {
	if a.failure != nil {
		return a.failure
	}
	for _, l := range a.links {
		if l.State == decision.LinkSkipped {
			return decision.Errorf(decision.CauseUnavailable, "%s: left out after failures", l.Name)
		}
	}
	return decision.ErrPass
}

// prefix begins the reasoning: who answered, then who did not.
func (a *account[T]) prefix() string {
	var b strings.Builder
	b.WriteString("[" + a.answered.Name)
	for _, l := range a.links {
		if l.State != decision.LinkAnswered {
			b.WriteString(", " + l.Name + " " + string(l.State))
		}
	}
	b.WriteString("] ")
	return b.String()
}
