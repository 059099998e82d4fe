package provider_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider"
	"github.com/flux7-go/supervisor/question"
)

// weighing is a provider that can judge from answers that were given before.
type weighing struct {
	decision.Provider
	again func(question.Answers) (decision.Verdict, error)
}

func (w weighing) Reweigh(_ context.Context, _ *decision.Call, a question.Answers) (decision.Verdict, error) {
	return w.again(a)
}

// offline is a provider that costs nothing.
type offline struct{ decision.Provider }

func (offline) Offline() bool { return true }

// mustNot is a provider that fails the test when it is asked.
func mustNot(t *testing.T, name string) decision.Provider {
	t.Helper()
	return &fake{name: name, judge: func(context.Context, *decision.Call) (decision.Verdict, error) {
		t.Errorf("%s was asked", name)
		return decision.Verdict{}, nil
	}}
}

func TestARecordedChainSaysWhatItSaid(t *testing.T) {
	t.Parallel()
	approve := decision.Verdict{Action: decision.Approve, Confidence: 0.9, Reasoning: "fine", Source: "b"}
	for name, c := range map[string]struct {
		said   map[string]provider.Recorded
		action decision.Action
		says   string
		cause  decision.Cause
		passed bool
	}{
		"an answer": {
			said:   map[string]provider.Recorded{"a": {State: decision.LinkAnswered, Verdict: approve}},
			action: decision.Approve, says: "[a] fine",
		},
		"an answer after a failure": {
			said: map[string]provider.Recorded{
				"a": {State: decision.LinkFailed, Cause: decision.CauseTimeout}, "b": {State: decision.LinkAnswered, Verdict: approve},
			},
			action: decision.Approve, says: "[b, a failed] fine",
		},
		"an answer after a link that was left out": {
			said:   map[string]provider.Recorded{"a": {State: decision.LinkSkipped}, "b": {State: decision.LinkAnswered, Verdict: approve}},
			action: decision.Approve, says: "[b, a skipped] fine",
		},
		"only passes": {said: map[string]provider.Recorded{"a": {State: decision.LinkPassed}, "b": {State: decision.LinkPassed}}, passed: true},
		"only failures": {
			said:  map[string]provider.Recorded{"a": {State: decision.LinkFailed, Cause: decision.CauseTimeout}, "b": {State: decision.LinkFailed, Cause: decision.CauseRefused}},
			cause: decision.CauseRefused,
		},
		"nothing": {cause: decision.CauseUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			chain, err := provider.NewChain(provider.Options{Links: []provider.Link{{Provider: mustNot(t, "a")}, {Provider: mustNot(t, "b")}}})
			require.NoError(t, err)
			again := chain.Recorded(func(_ *decision.Call, link string) (provider.Recorded, bool) {
				r, ok := c.said[link]
				return r, ok
			})
			for range 2 * provider.DefaultFailures { // no breaker opens for what is past
				v, err := again.Judge(t.Context(), &decision.Call{Tool: "x"})
				switch {
				case c.passed:
					require.ErrorIs(t, err, decision.ErrPass)
				case c.cause != "":
					require.Equal(t, c.cause, decision.CauseOf(err))
				default:
					require.NoError(t, err)
					assert.Equal(t, c.action, v.Action)
					assert.Equal(t, c.says, v.Reasoning)
				}
			}
		})
	}
}

func TestARecordedChainWeighsAnewAndAsksWhatIsFree(t *testing.T) {
	t.Parallel()
	free := &fake{name: "free", judge: passes}
	low := 0.5
	chain, err := provider.NewChain(provider.Options{Links: []provider.Link{
		{Provider: offline{free}},
		{Threshold: &low, Provider: weighing{mustNot(t, "model"), func(a question.Answers) (decision.Verdict, error) {
			return decision.Verdict{Action: decision.Deny, Confidence: 0.9, Reasoning: a.Model, Answers: a.ByID}, nil
		}}},
	}})
	require.NoError(t, err)
	again := chain.Recorded(func(_ *decision.Call, link string) (provider.Recorded, bool) {
		return provider.Recorded{State: decision.LinkAnswered, Answers: &question.Answers{Model: "m-1"}}, link == "model"
	})
	v, err := again.Judge(t.Context(), &decision.Call{Tool: "x"})
	require.NoError(t, err)
	assert.Equal(t, int32(1), free.asked.Load())
	assert.Equal(t, decision.Deny, v.Action)
	assert.Equal(t, "[model, free passed] m-1", v.Reasoning)
	require.Len(t, v.Links, 2)
	assert.Nil(t, v.Links[0].Said)
	require.NotNil(t, v.Links[1].Said)
	assert.Equal(t, "m-1", v.Links[1].Said.Reasoning, "without the prefix of the chain")
	assert.Equal(t, &low, v.Links[1].Said.Threshold)
}
