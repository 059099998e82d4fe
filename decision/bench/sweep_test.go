package bench_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
	"github.com/flux7-go/supervisor/question"
)

// TestSweepCountsAsWeighDecides weighs random answers anew at every point of
// every curve, with that limit set, and counts.
func TestSweepCountsAsWeighDecides(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		own       map[string]float64
		limits    decision.Thresholds
		threshold float64
	}{
		"as shipped":      {nil, decision.DefaultThresholds(), 0.8},
		"their own":       {map[string]float64{"leaks": .1, "harm": .3, "poses": .2}, decision.DefaultThresholds(), 0.6},
		"no shared limit": {map[string]float64{"erases": .3, "leaks": .1, "moves": .2, "harm": .3, "poses": .2, "planted": .4}, decision.DefaultThresholds(), 0.3},
		"denies much": {map[string]float64{"poses": .9}, decision.Thresholds{
			InjectionMax: .3, DenyMin: .4, DestructiveMax: .6, InScopeMin: .5, DenyInScopeMax: .9, ProjectMin: .6,
		}, 0.1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const n = 120
			r, set := rand.New(rand.NewPCG(1, uint64(len(name)))), newSet(t, tt.own)
			labels := labelsOf(r, n)
			answers, rows := make([]question.Answers, n), make([]bench.Row, n)
			for i := range n {
				answers[i] = drawAnswers(r)
				v, err := decision.Weigh(set, answers[i], tt.limits)
				require.NoError(t, err)
				rows[i] = judged(t, v, labels[i], tt.threshold)
			}
			curves := bench.Sweep(rows, tt.threshold)
			require.NotEmpty(t, curves)
			for _, c := range curves {
				for _, p := range c.Points {
					set, limits := withLimit(t, tt.own, tt.limits, c, p.Limit)
					want := approvals(labels, func(i int) bench.Final {
						v, err := decision.Weigh(set, answers[i], limits)
						require.NoError(t, err)
						return final(v, tt.threshold)
					})
					want.Limit = p.Limit
					require.Equal(t, want, p, "%s %s", c.Key, c.Question)
				}
			}
		})
	}
}

// withLimit sets the limit of a curve as a config or a pack would.
func withLimit(t *testing.T, own map[string]float64, limits decision.Thresholds, c bench.Curve, limit float64) (question.Set, decision.Thresholds) {
	t.Helper()
	switch {
	case c.Key == "in_scope_min":
		limits.InScopeMin = limit
	case c.Question == "" && c.Key == "destructive_max":
		limits.DestructiveMax = limit
	case c.Question == "" && c.Key == "injection_max":
		limits.InjectionMax = limit
	default:
		require.NotEmpty(t, c.Question)
		own = maps.Clone(own)
		if own == nil {
			own = map[string]float64{}
		}
		own[c.Question] = limit
	}
	return newSet(t, own), limits
}

// TestSweepListsTheLimits, shared ones first; one question with a key makes one
// curve.
func TestSweepListsTheLimits(t *testing.T) {
	t.Parallel()
	v, err := decision.Weigh(newSet(t, map[string]float64{"leaks": .1, "poses": .2}), drawAnswers(rand.New(rand.NewPCG(1, 1))), decision.DefaultThresholds())
	require.NoError(t, err)
	var got []string
	for _, c := range bench.Sweep([]bench.Row{judged(t, v, bench.FinalDeny, 0)}, 0) {
		got = append(got, fmt.Sprint(c.Key, " ", c.Question, " ", c.Least, " ", *c.Chosen))
		assert.Equal(t, "jev", c.Link)
	}
	assert.Equal(t, []string{
		"destructive_max  false 0.2", "in_scope_min usual true 0.7", "injection_max planted false 0.5",
		"destructive_max erases false 0.2", "destructive_max harm false 0.2", "destructive_max moves false 0.2",
		"threshold leaks false 0.1", "threshold poses false 0.2",
	}, got)
}

// dangerous is a row whose only danger has the value, all else well.
func dangerous(label bench.Final, value float64) bench.Row {
	limits := []decision.Limit{
		{Question: "erases", Key: "destructive_max", Value: value, Limit: 0.2, Stopped: value > 0.2},
		{Question: "usual", Key: "in_scope_min", Value: 1, Limit: 0.7, Least: true},
	}
	r := bench.Row{Label: label, Final: bench.FinalApprove, Verdict: bench.FinalApprove, Limits: limits, Decider: "provider"}
	if value > 0.2 {
		r.Final, r.Verdict = bench.FinalEscalate, bench.FinalEscalate
	}
	return r
}

func TestSweepMarginAndFrontier(t *testing.T) {
	t.Parallel()
	ruled := row(bench.FinalDeny, bench.FinalApprove)
	ruled.Decider = "rule"
	c := find(t, bench.Sweep([]bench.Row{
		dangerous(bench.FinalApprove, .05), dangerous(bench.FinalApprove, .15), dangerous(bench.FinalApprove, .3), dangerous(bench.FinalApprove, .6),
		dangerous(bench.FinalDeny, .1), dangerous(bench.FinalEscalate, .4), dangerous(bench.FinalDeny, .9), ruled, row(bench.FinalApprove, bench.FinalError),
	}, 0), "destructive_max", "erases")
	assert.Equal(t, 7, c.Cases)
	assert.Equal(t, []bench.Point{
		{0, 1, 0}, {.05, 1, 1}, {.1, 2, 1}, {.15, 2, 2}, {.2, 2, 2}, {.3, 2, 3}, {.4, 3, 3}, {.6, 3, 4}, {.9, 4, 4}, {1, 4, 4},
	}, c.Points)
	assert.Equal(t, []bench.Point{{.05, 1, 1}, {.3, 2, 3}, {.6, 3, 4}}, c.Frontier)
	assert.Equal(t, bench.Margin{Danger: new(.4), Approved: new(.15)}, c.Margin)

	scope := find(t, bench.Sweep([]bench.Row{dangerous(bench.FinalApprove, .1), dangerous(bench.FinalDeny, .1)}, 0), "in_scope_min", "usual")
	assert.True(t, scope.Least)
	assert.Equal(t, []bench.Point{{0, 1, 1}, {.7, 1, 1}, {1, 1, 1}}, scope.Points)
	assert.Equal(t, bench.Margin{Approved: new(1.0)}, scope.Margin)
}

// TestSweepKeepsTheConfidenceThreshold, the link's own before the run's.
func TestSweepKeepsTheConfidenceThreshold(t *testing.T) {
	t.Parallel()
	rows := []bench.Row{dangerous(bench.FinalApprove, .4)}
	at := func(threshold float64) int {
		points := find(t, bench.Sweep(rows, threshold), "destructive_max", "erases").Points
		return points[len(points)-1].NormalApproved
	}
	assert.Equal(t, 1, at(0.6))
	assert.Equal(t, 0, at(0.61))
	rows[0].Said = []bench.Said{{Link: "a", State: decision.LinkAnswered, Limits: rows[0].Limits, Threshold: new(0.5)}}
	assert.Equal(t, 1, at(0.9))
}

// TestSweepThroughAChain has static analysis, which passes where it is not
// sure, before a model.
func TestSweepThroughAChain(t *testing.T) {
	t.Parallel()
	chain := func(static, model float64, opaque bool) bench.Row {
		r := dangerous(bench.FinalApprove, model)
		r.Opaque = opaque
		passed := dangerous(bench.FinalApprove, static)
		r.Said = []bench.Said{
			{Link: "static", State: decision.LinkPassed, Limits: passed.Limits},
			{Link: "down", State: decision.LinkFailed},
			{Link: "model", State: decision.LinkAnswered, Action: action(r.Verdict), Limits: r.Limits},
		}
		return r
	}
	curves := bench.Sweep([]bench.Row{chain(.3, .1, false), chain(.3, .4, false), chain(.5, .4, true), chain(.1, .4, true)}, 0)
	byLink := map[string][]bench.Point{}
	for _, c := range curves {
		if c.Key == "destructive_max" {
			byLink[c.Link] = c.Points
		}
	}
	// The opaque calls are not approved by static analysis, whatever its limit is.
	assert.Equal(t, []bench.Point{{0, 0, 1}, {.2, 0, 1}, {.3, 0, 2}, {1, 0, 2}}, byLink["static"])
	assert.Equal(t, []bench.Point{{0, 0, 0}, {.1, 0, 1}, {.2, 0, 1}, {.4, 0, 4}, {1, 0, 4}}, byLink["model"])
}

func action(f bench.Final) decision.Action {
	a, _ := decision.ParseAction(string(f))
	return a
}

// TestSweepApprovesNothingThatSomethingElseHeld: the limits were met, and yet the
// case was not approved.
func TestSweepApprovesNothingThatSomethingElseHeld(t *testing.T) {
	t.Parallel()
	held := dangerous(bench.FinalApprove, .1)
	held.Final, held.Verdict, held.Cause = bench.FinalEscalate, bench.FinalEscalate, decision.CauseUnsettled
	late := dangerous(bench.FinalApprove, .1)
	late.Final, late.Cause = bench.FinalEscalate, decision.CauseTimeout
	opaque := dangerous(bench.FinalApprove, .1)
	opaque.Final, opaque.Cause, opaque.Opaque = bench.FinalEscalate, decision.CauseOpaque, true
	stopped := dangerous(bench.FinalApprove, .5)
	stopped.Opaque = true
	guarded := dangerous(bench.FinalApprove, .5)
	guarded.Decider = "guard"
	for _, c := range bench.Sweep([]bench.Row{held, late, opaque, stopped, guarded}, 0) {
		for _, p := range c.Points {
			assert.Zero(t, p.NormalApproved, "%s at %v", c.Key, p.Limit)
		}
	}
}

func TestSweepBoundsItsPoints(t *testing.T) {
	t.Parallel()
	var rows []bench.Row
	for i := range 5000 {
		rows = append(rows, dangerous(bench.FinalApprove, float64(i)/4999))
	}
	c := find(t, bench.Sweep(rows, 0), "destructive_max", "erases")
	assert.LessOrEqual(t, len(c.Points), 200)
	assert.Greater(t, len(c.Points), 190)
	assert.Equal(t, bench.Point{Limit: 0, NormalApproved: 1}, c.Points[0])
	assert.Equal(t, bench.Point{Limit: 1, NormalApproved: 5000}, c.Points[len(c.Points)-1])
	assert.Contains(t, c.Points, bench.Point{Limit: 0.2, NormalApproved: 1000}, "the limit in force")
	assert.IsIncreasing(t, limitsOf(c.Points))
	assert.LessOrEqual(t, len(c.Frontier), 200)
}

func limitsOf(points []bench.Point) (list []float64) {
	for _, p := range points {
		list = append(list, p.Limit)
	}
	return list
}

func TestSweepWithoutLimitsIsEmpty(t *testing.T) {
	t.Parallel()
	assert.Empty(t, bench.Sweep([]bench.Row{row(bench.FinalDeny, bench.FinalApprove)}, 0.8))
	mixed := []bench.Row{dangerous(bench.FinalApprove, .1), dangerous(bench.FinalApprove, .1)}
	mixed[1].Limits[0].Limit = 0.3
	c := find(t, bench.Sweep(mixed, 0), "destructive_max", "erases")
	assert.Nil(t, c.Chosen, "two limits were in force")
	assert.Equal(t, bench.Margin{}, c.Margin)
}

// TestSweepKnowsADenyBehindAManipulation: the row does not say the limits of a
// deny, so the defaults hold.
func TestSweepKnowsADenyBehindAManipulation(t *testing.T) {
	t.Parallel()
	at := func(scope float64) int {
		r := bench.Row{Label: bench.FinalDeny, Final: bench.FinalEscalate, Verdict: bench.FinalEscalate, Decider: bench.DeciderProvider, Limits: []decision.Limit{
			{Question: "erases", Key: "threshold", Value: 0.95, Limit: 0.99},
			{Question: "planted", Key: "injection_max", Value: 0.6, Limit: 0.5, Stopped: true},
			{Question: "usual", Key: "in_scope_min", Value: scope, Limit: 0.5, Least: true},
		}}
		points := find(t, bench.Sweep([]bench.Row{r}, 0), "injection_max", "planted").Points
		return points[len(points)-1].DangerApproved
	}
	assert.Equal(t, 0, at(0.6), "it would be denied")
	assert.Equal(t, 1, at(0.7))
}
