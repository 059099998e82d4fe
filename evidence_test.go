package supervisor_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

// TestEvidenceQuotesNoSecret has every part of an analysis quote a secret of
// the call.
func TestEvidenceQuotesNoSecret(t *testing.T) {
	t.Parallel()
	const secret = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
	analysis := supervisor.Effects{
		List: []supervisor.Effect{{Kind: "network", Target: "host/" + secret, Segment: "curl -H 'Authorization: Bearer " + secret + "'", Sends: []string{"/tmp/" + secret}}},
		Gaps: []supervisor.Gap{{Reason: "cannot read " + secret, Segment: "--token=" + secret}},
	}
	s := mustNew(t, supervisor.Options{
		Analyzer: supervisor.AnalyzerFunc(func(context.Context, *supervisor.Call) supervisor.Effects { return analysis }),
		Provider: judgeFunc(func(ctx context.Context, c *supervisor.Call) (supervisor.Verdict, error) {
			assert.Contains(t, c.Effects(ctx).List[0].Segment, secret, "who judges sees the call")
			return supervisor.Verdict{Reasoning: "no"}, nil
		}),
	})
	d := evaluate(t, s, call)
	text, err := json.Marshal(d)
	require.NoError(t, err)
	assert.NotContains(t, string(text), secret)
	require.Len(t, d.Evidence.Effects, 1)
	assert.Equal(t, "host/[secret]", d.Evidence.Effects[0].Target)
	require.Len(t, d.Evidence.Opaque, 1)
	assert.Equal(t, "cannot read [secret]", d.Evidence.Opaque[0].Reason)
}

// TestWordsOfAVerdictShowNoSecret has a careless provider quote the call.
func TestWordsOfAVerdictShowNoSecret(t *testing.T) {
	t.Parallel()
	const secret = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
	says := "it sends " + secret + " away"
	s := mustNew(t, supervisor.Options{Provider: judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
		return supervisor.Verdict{Action: supervisor.Deny, Confidence: 1, Reasoning: says, Quoted: []string{secret}}, nil
	})})
	d := evaluate(t, s, call)
	assert.Equal(t, "it sends [secret] away", d.Reasoning)
	assert.Equal(t, []string{d.Reasoning}, d.Quoted, "nobody can tell any more which of it is the call's")
	x, err := s.Explain(t.Context(), call)
	require.NoError(t, err)
	text, err := json.Marshal(x)
	require.NoError(t, err)
	assert.NotContains(t, string(text), secret)
}

// screening is an analyser that tells which tools cannot tamper, and counts how
// often it is asked for more.
type screening struct{ asked *int }

func (s screening) Analyze(context.Context, *supervisor.Call) supervisor.Effects {
	*s.asked++
	return supervisor.Effects{Covered: true, List: []supervisor.Effect{{Kind: "reads", Target: "/x"}}}
}

func (screening) MayTamper(c *supervisor.Call) bool { return c.Tool != "looks" }

// TestEffectsAreLookedForWhenSomebodyWantsThem: the guard, unless the call cannot
// tamper, or the person to whom the call is left.
func TestEffectsAreLookedForWhenSomebodyWantsThem(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		tool string
		rule supervisor.Verdict
		want int
	}{
		{"looks", approveWord("all"), 0},
		{"looks", supervisor.Verdict{Action: supervisor.Deny, Source: "no", Confidence: 1}, 0},
		{"looks", supervisor.Verdict{Action: supervisor.Escalate, Source: "ask", Confidence: 1}, 1},
		{"does", approveWord("all"), 1},
	} {
		var asked int
		s := mustNew(t, supervisor.Options{Analyzer: screening{&asked}, Rules: []supervisor.Rule{settles(tt.rule)}})
		d := evaluate(t, s, supervisor.Call{Tool: tt.tool})
		assert.Equal(t, tt.rule.Action, d.Action)
		assert.Equal(t, tt.want, asked, "%s, %s", tt.tool, tt.rule.Action)
		assert.Len(t, d.Evidence.Effects, tt.want)
	}
}
