package provider_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider"
)

// finding is a provider that returns what it is told to.
type finding struct {
	verdict decision.Verdict
	err     error
}

func (finding) Name() string { return "finding" }
func (f finding) Judge(context.Context, *decision.Call) (decision.Verdict, error) {
	return f.verdict, f.err
}

func TestWhatALinkFoundOutBeforeItPassedIsKept(t *testing.T) {
	t.Parallel()
	seen := decision.Verdict{Answers: "answers", Limits: "limits", Signals: map[string]float64{"deletes": 0.5}, Reasoning: "not sure"}
	down := decision.Errorf(decision.CauseUnavailable, "down")
	approve := decision.Verdict{Action: decision.Approve, Confidence: 1}
	for name, c := range map[string]struct {
		links []finding
		want  any
	}{
		"passed":                  {[]finding{{seen, decision.ErrPass}}, "answers"},
		"passed, then failed":     {[]finding{{seen, decision.ErrPass}, {err: down}}, "answers"},
		"failed with something":   {[]finding{{seen, down}}, nil},
		"passed without anything": {[]finding{{err: decision.ErrPass}}, nil},
		"passed, then answered":   {[]finding{{seen, decision.ErrPass}, {verdict: approve}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var o provider.Options
			for _, l := range c.links {
				o.Links = append(o.Links, provider.Link{Provider: l})
			}
			chain, err := provider.NewChain(o)
			require.NoError(t, err)
			v, _ := chain.Judge(t.Context(), &decision.Call{Tool: "x"})
			assert.Equal(t, c.want, v.Answers)
			if c.want != nil {
				assert.Equal(t, "limits", v.Limits)
				assert.Equal(t, seen.Signals, v.Signals)
				assert.Equal(t, "not sure", v.Reasoning)
				assert.Equal(t, decision.Escalate, v.Action)
			}
		})
	}
}
