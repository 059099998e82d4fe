package decision_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/question"
)

// draws is how many random sets of answers each property is tried on.
const draws = 3000

// draw favours the values at which the algorithm turns.
func draw(r *rand.Rand) float64 {
	if r.IntN(2) == 0 {
		return []float64{0, 0.15, 0.2, 0.5, 0.7, 0.9, 1}[r.IntN(7)]
	}
	return math.Round(r.Float64()*100) / 100
}

func drawValues(r *rand.Rand) values {
	// Small dangers are frequent, so that many calls would be approved.
	low := func() float64 { return draw(r) * float64(r.IntN(3)) / 8 }
	return values{erases: low(), copiesOut: low(), replaces: low(), usual: 1 - low(), planted: low(), sandbox: draw(r)}
}

func weigh(t *testing.T, set question.Set, answers question.Answers) decision.Verdict {
	t.Helper()
	v, err := decision.Weigh(set, answers, decision.DefaultThresholds())
	require.NoError(t, err)
	return v
}

func TestWeighNeverApprovesBecauseADangerGrows(t *testing.T) {
	t.Parallel()
	r, set := rand.New(rand.NewPCG(1, 2)), smallSet(t)
	approved := 0
	for range draws {
		v := drawValues(r)
		before := weigh(t, set, v.answers("m"))
		if before.Action == decision.Approve {
			approved++
		}
		for _, grow := range []*float64{&v.erases, &v.copiesOut, &v.replaces, &v.planted} {
			*grow = min(1, *grow+r.Float64()/2)
			after := weigh(t, set, v.answers("m"))
			if before.Action != decision.Approve {
				require.NotEqual(t, decision.Approve, after.Action, "%+v", v)
			}
			if after.Action == decision.Approve {
				require.LessOrEqual(t, after.Confidence, before.Confidence)
			}
			before = after
		}
	}
	assert.Greater(t, approved, draws/10, "the property is about calls that are approved")
}

func TestWeighNeverApprovesBecauseTheScopeShrinks(t *testing.T) {
	t.Parallel()
	r, set := rand.New(rand.NewPCG(3, 4)), smallSet(t)
	for range draws {
		v := drawValues(r)
		before := weigh(t, set, v.answers("m"))
		v.usual *= r.Float64()
		if before.Action != decision.Approve {
			require.NotEqual(t, decision.Approve, weigh(t, set, v.answers("m")).Action)
		}
	}
}

// TestWeighNeverApprovesMoreWhenMoreIsAsked adds a danger that is above its
// limit to calls that are approved without it.
func TestWeighNeverApprovesMoreWhenMoreIsAsked(t *testing.T) {
	t.Parallel()
	r, small := rand.New(rand.NewPCG(5, 6)), smallSet(t)
	pack := smallPack()
	pack.Questions = append(pack.Questions, question.Question{ID: "more", Type: question.Noul, Group: question.Danger, Instructions: "more?"})
	large, err := question.NewSet(pack)
	require.NoError(t, err)
	for range draws {
		answers := drawValues(r).answers("m")
		before := weigh(t, small, answers)
		p := draw(r)
		answers.ByID["more"] = question.Answer{Type: question.Noul, Noul: p}
		after := weigh(t, large, answers)
		if before.Action != decision.Approve || p > decision.DefaultThresholds().DestructiveMax {
			require.NotEqual(t, decision.Approve, after.Action)
		}
	}
}

func TestWeighNeverDecidesOnANumberThatIsNone(t *testing.T) {
	t.Parallel()
	r, set := rand.New(rand.NewPCG(7, 8)), smallSet(t)
	wrong := []float64{math.NaN(), math.Inf(1), math.Inf(-1), -0.01, 1.01}
	for range draws {
		v := drawValues(r)
		fields := []*float64{&v.erases, &v.copiesOut, &v.replaces, &v.usual, &v.planted, &v.sandbox}
		*fields[r.IntN(len(fields))] = wrong[r.IntN(len(wrong))]
		got, err := decision.Weigh(set, v.answers("m"), decision.DefaultThresholds())
		require.Equal(t, decision.CauseUnreadable, decision.CauseOf(err), "%+v", v)
		require.Equal(t, decision.Escalate, got.Action)
	}
	for i := range 6 {
		for _, bad := range wrong {
			limits := decision.DefaultThresholds()
			*[]*float64{&limits.InjectionMax, &limits.DenyMin, &limits.DestructiveMax, &limits.InScopeMin, &limits.DenyInScopeMax, &limits.ProjectMin}[i] = bad
			_, err := decision.Weigh(set, values{.1, .1, .1, .9, .1, .1}.answers("m"), limits)
			require.Equal(t, decision.CauseUnreadable, decision.CauseOf(err))
		}
	}
}

// TestWeighIgnoresNoDangerForWhatIsNotLikelyAtAll sets project_min to 0, which
// every probability reaches.
func TestWeighIgnoresNoDangerForWhatIsNotLikelyAtAll(t *testing.T) {
	t.Parallel()
	limits := decision.DefaultThresholds()
	limits.ProjectMin = 0
	v, err := decision.Weigh(smallSet(t), values{.01, .01, .8, .9, .01, 0}.answers("m"), limits)
	require.NoError(t, err)
	assert.Equal(t, decision.Escalate, v.Action)

	// The choice is of a pack that does not apply to the call.
	pack := smallPack()
	zone := question.Pack{Name: "zone", AppliesTo: []string{"tool:elsewhere"}, Questions: pack.Questions[3:4]}
	pack.Questions = append(pack.Questions[:3:3], pack.Questions[4:]...)
	set, err := question.NewSet(pack, zone)
	require.NoError(t, err)
	v, err = decision.Weigh(set.For("a", "here"), values{.01, .01, .8, .9, .01, 1}.answers("m"), limits)
	require.NoError(t, err)
	assert.Equal(t, decision.Escalate, v.Action)
}
