package provider

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/question"
)

// Recorded is what became of one link on an earlier asking.
type Recorded struct {
	State   decision.LinkState
	Cause   decision.Cause // of a link that failed
	Verdict decision.Verdict
	// Answers are those that the verdict was made of. Nil: none were kept, and
	// the verdict stands as it is.
	Answers *question.Answers
}

// ErrNotRecorded says that a link was not asked about a call before.
var ErrNotRecorded = errors.New("no answer is on record")

// Recorded returns a chain in which no link is asked that has to be paid or
// waited for: it says what it said before. Where its answers were kept they are
// weighed anew, with the thresholds of now, by a provider that can
// ([decision.Reweigher]). Links that are [decision.Offliner] judge as ever.
//
// said looks up a link by its name. What it does not know is a failure of the
// link that wraps [ErrNotRecorded], with cause unavailable. said may be called
// concurrently.
func (c *Chain) Recorded(said func(call *decision.Call, link string) (Recorded, bool)) *Chain {
	again := *c
	again.log = slog.New(slog.DiscardHandler) // nobody is asked, so nobody fails
	again.links = make([]*link, len(c.links))
	for i, l := range c.links {
		copied := &link{Link: l.Link, label: l.label, renamed: l.renamed, state: &linkState{
			breaker: newBreaker(DefaultFailures, DefaultCooldown, c.now),
		}}
		if !decision.IsOffline(l.Provider) {
			copied.Provider = &recorded{Provider: l.Provider, link: l.Name, said: said}
		}
		again.links[i] = copied
	}
	return &again
}

// Offline reports whether all links are [decision.Offliner].
func (c *Chain) Offline() bool {
	for _, l := range c.links {
		if !decision.IsOffline(l.Provider) {
			return false
		}
	}
	return true
}

// recorded stands for a provider that has said what it says.
type recorded struct {
	decision.Provider
	link string
	said func(*decision.Call, string) (Recorded, bool)
}

// Needs implements [decision.Needer].
func (r *recorded) Needs() decision.Need { return decision.NeedsOf(r.Provider) }

// Judge says what was said.
func (r *recorded) Judge(ctx context.Context, c *decision.Call) (decision.Verdict, error) {
	past, ok := r.said(c, r.link)
	switch {
	case !ok:
		return decision.Verdict{}, bygone{decision.Errorf(decision.CauseUnavailable, "%w", ErrNotRecorded)}
	case past.State == decision.LinkSkipped:
		return decision.Verdict{}, errSkipped
	case past.State == decision.LinkFailed:
		return decision.Verdict{}, bygone{decision.Errorf(past.Cause, "it failed when it was asked")}
	}
	if again, ok := r.Provider.(decision.Reweigher); ok && past.Answers != nil {
		v, err := again.Reweigh(ctx, c, *past.Answers)
		if err != nil && !errors.Is(err, decision.ErrPass) {
			return v, bygone{fmt.Errorf("weighing its answers again: %w", err)}
		}
		return v, err
	}
	if past.State == decision.LinkPassed {
		return past.Verdict, decision.ErrPass
	}
	return past.Verdict, nil
}

// bygone is a failure that says nothing about the provider of now.
type bygone struct{ error }

// BreakerIgnores implements [BreakerIgnorer].
func (bygone) BreakerIgnores() bool { return true }

func (b bygone) Unwrap() error { return b.error }
