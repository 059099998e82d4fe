package provider_test

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider"
)

var call = &decision.Call{Agent: "maple-bot", Tool: "q.z"}

// fake is a provider that does what its function says, and counts.
type fake struct {
	name  string
	judge func(context.Context, *decision.Call) (decision.Verdict, error)
	asked atomic.Int32
}

func (f *fake) Name() string         { return f.name }
func (f *fake) Needs() decision.Need { return decision.NeedNothing }

func (f *fake) Judge(ctx context.Context, c *decision.Call) (decision.Verdict, error) {
	f.asked.Add(1)
	return f.judge(ctx, c)
}

type behaviour func(context.Context, *decision.Call) (decision.Verdict, error)

var errDown = decision.Errorf(decision.CauseUnavailable, "connection refused")

func answers(a decision.Action) behaviour {
	return func(context.Context, *decision.Call) (decision.Verdict, error) {
		return decision.Verdict{Action: a, Confidence: 0.9, Reasoning: "fine"}, nil
	}
}

func fails(err error) behaviour {
	return func(context.Context, *decision.Call) (decision.Verdict, error) {
		// What comes with an error must not count as an answer.
		return decision.Verdict{Action: decision.Approve, Confidence: 1, Reasoning: "not to be read"}, err
	}
}

func panics(context.Context, *decision.Call) (decision.Verdict, error) { panic("secret-of-the-panic") }

func hangs(ctx context.Context, _ *decision.Call) (decision.Verdict, error) {
	<-ctx.Done()
	return decision.Verdict{}, ctx.Err()
}

func confidence(c float64) behaviour {
	return func(context.Context, *decision.Call) (decision.Verdict, error) {
		return decision.Verdict{Action: decision.Approve, Confidence: c}, nil
	}
}

func unknownAction(context.Context, *decision.Call) (decision.Verdict, error) {
	return decision.Verdict{Action: 7, Confidence: 1}, nil
}

var passes = fails(decision.ErrPass)

// after answers as b does, but only after a while, unless the context ends.
func after(d time.Duration, b behaviour) behaviour {
	return func(ctx context.Context, c *decision.Call) (decision.Verdict, error) {
		select {
		case <-time.After(d):
			return b(ctx, c)
		case <-ctx.Done():
			return decision.Verdict{}, ctx.Err()
		}
	}
}

// deaf answers after a while, whatever the context says.
func deaf(d time.Duration) behaviour {
	return func(context.Context, *decision.Call) (decision.Verdict, error) {
		time.Sleep(d) // in a bubble
		return decision.Verdict{Action: decision.Approve, Confidence: 1}, nil
	}
}

// inTurn does one thing after another, and the last one ever after.
func inTurn(list ...behaviour) behaviour {
	var n atomic.Int32
	return func(ctx context.Context, c *decision.Call) (decision.Verdict, error) {
		return list[min(int(n.Add(1)), len(list))-1](ctx, c)
	}
}

// everyBehaviour is what a link can do.
func everyBehaviour() map[string]behaviour {
	return map[string]behaviour{
		"approves": answers(decision.Approve), "denies": answers(decision.Deny), "escalates": answers(decision.Escalate),
		"fails": fails(errDown), "passes": passes, "panics": panics, "hangs": hangs,
		"NaN": confidence(math.NaN()), "unknown": unknownAction,
	}
}

func link(name string, b behaviour) provider.Link {
	return provider.Link{Provider: &fake{name: name, judge: b}}
}

func asked(l provider.Link) int { return int(l.Provider.(*fake).asked.Load()) }

func mustChain(t testing.TB, o provider.Options) *provider.Chain {
	t.Helper()
	c, err := provider.NewChain(o)
	require.NoError(t, err)
	return c
}

func chainOf(t testing.TB, links ...provider.Link) *provider.Chain {
	t.Helper()
	return mustChain(t, provider.Options{Links: links})
}

// states are the links of a verdict in words: "a failed timeout".
func states(v decision.Verdict) []string {
	var list []string
	for _, l := range v.Links {
		s := l.Name + " " + string(l.State)
		if l.Cause != "" {
			s += " " + string(l.Cause)
		}
		list = append(list, s)
	}
	return list
}

// ignoredError asks the breaker not to count it.
type ignoredError struct{ error }

func (ignoredError) BreakerIgnores() bool { return true }

// openingError opens the breaker at once.
type openingError struct {
	error
	wait time.Duration
}

func (openingError) BreakerIgnores() bool          { return false }
func (e openingError) BreakerOpens() time.Duration { return e.wait }

var errPlain = errors.New("plain")
