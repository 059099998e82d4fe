package supervisor_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

// follower is a tracer that is a function.
type follower func(context.Context, *supervisor.Call) (context.Context, func(supervisor.Decision))

func (f follower) Start(ctx context.Context, c *supervisor.Call) (context.Context, func(supervisor.Decision)) {
	return f(ctx, c)
}

type spanKey struct{}

func TestATracerFollowsEachCall(t *testing.T) {
	t.Parallel()
	var ended []supervisor.Decision
	inRule := ""
	s, err := supervisor.New(supervisor.Options{
		Tracer: follower(func(ctx context.Context, c *supervisor.Call) (context.Context, func(supervisor.Decision)) {
			return context.WithValue(ctx, spanKey{}, "span of "+c.Tool), func(d supervisor.Decision) { ended = append(ended, d) }
		}),
		Rules: []supervisor.Rule{supervisor.RuleFunc(func(ctx context.Context, _ *supervisor.Call) (supervisor.Verdict, bool) {
			inRule, _ = ctx.Value(spanKey{}).(string)
			return supervisor.Verdict{Action: supervisor.Deny, Confidence: 1}, true
		})},
	})
	require.NoError(t, err)
	d := evaluate(t, s, call)
	assert.Equal(t, "span of "+call.Tool, inRule)
	require.Len(t, ended, 1)
	assert.Equal(t, d.ID, ended[0].ID)
	assert.Equal(t, supervisor.Deny, ended[0].Action)
}

func TestATracersTroubleIsItsOwn(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]follower{
		"panics at the start": func(context.Context, *supervisor.Call) (context.Context, func(supervisor.Decision)) { panic("x") },
		"returns nothing":     func(context.Context, *supervisor.Call) (context.Context, func(supervisor.Decision)) { return nil, nil },
		"panics at the end": func(ctx context.Context, _ *supervisor.Call) (context.Context, func(supervisor.Decision)) {
			return ctx, func(supervisor.Decision) { panic("x") }
		},
	} {
		s, err := supervisor.New(supervisor.Options{Tracer: f})
		require.NoError(t, err)
		assert.Equal(t, supervisor.Escalate, evaluate(t, s, call).Action, name)
	}
}
