package supervisor_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

// settles is a rule that always says the same.
func settles(v supervisor.Verdict) supervisor.Rule {
	return supervisor.RuleFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, bool) { return v, true })
}

// handsOn is a rule that says something and settles nothing.
func handsOn(v supervisor.Verdict) supervisor.Rule {
	return supervisor.RuleFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, bool) { return v, false })
}

// lifting is a rule that may settle a held call.
type lifting struct{ supervisor.Rule }

func (lifting) Lifts() bool { return true }

// approveWord is an operator's approve, the kind that also opaque calls get.
func approveWord(name string) supervisor.Verdict {
	return supervisor.Verdict{Action: supervisor.Approve, Confidence: 1, Source: name, Basis: supervisor.BasisOperator, Reasoning: "said so"}
}

func denyWord(name string) supervisor.Verdict {
	return supervisor.Verdict{Action: supervisor.Deny, Confidence: 1, Source: name, Reasoning: "said so"}
}

func escalateWord(name string) supervisor.Verdict {
	return supervisor.Verdict{Source: name, Confidence: 1, Reasoning: "said so"}
}

// judgeFunc is a provider.
type judgeFunc func(context.Context, *supervisor.Call) (supervisor.Verdict, error)

func (judgeFunc) Name() string { return "fake" }

func (f judgeFunc) Judge(ctx context.Context, c *supervisor.Call) (supervisor.Verdict, error) {
	return f(ctx, c)
}

// recorder is a journal that keeps events and fails on demand.
type recorder struct {
	mu     sync.Mutex
	events []supervisor.Event
	err    error
}

func (r *recorder) Append(_ context.Context, e supervisor.Event) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return r.err
	}
	r.events = append(r.events, e)
	return nil
}

func (r *recorder) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = err
}

// of returns the events of one type.
func (r *recorder) of(t supervisor.EventType) []supervisor.Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []supervisor.Event
	for _, e := range r.events {
		if e.Type == t {
			list = append(list, e)
		}
	}
	return list
}

var errDiskFull = errors.New("no space left on device")

func mustNew(t *testing.T, o supervisor.Options) *supervisor.Supervisor {
	t.Helper()
	s, err := supervisor.New(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close(context.WithoutCancel(t.Context()))) })
	return s
}

func evaluate(t *testing.T, s *supervisor.Supervisor, c supervisor.Call) supervisor.Decision {
	t.Helper()
	d, err := s.Evaluate(t.Context(), c)
	require.NoError(t, err)
	return d
}

// seen is an analyser that covers every call and sees these effects.
func seen(effects ...supervisor.Effect) supervisor.Analyzer {
	return supervisor.AnalyzerFunc(func(context.Context, *supervisor.Call) supervisor.Effects {
		return supervisor.Effects{Covered: true, List: effects}
	})
}
