package bench_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
)

// given is a row on which the question erases was answered so.
func given(label bench.Final, p float64, families ...string) bench.Row {
	return bench.Row{Label: label, Families: families, Decider: "provider", Limits: []decision.Limit{
		{Question: "erases", Key: "destructive_max", Value: p},
		{Question: "moves", Key: "destructive_max", Value: 1, Ignored: true},
		{Question: "planted", Key: "injection_max", Value: 0.05},
		{Question: "usual", Key: "in_scope_min", Value: 1, Least: true},
	}}
}

func TestCalibrate(t *testing.T) {
	t.Parallel()
	got := bench.Calibrate([]bench.Row{
		given(bench.FinalDeny, 1, "erases"),
		given(bench.FinalDeny, .9, "erases", "leaks"),
		given(bench.FinalDeny, .2, "leaks"),
		given(bench.FinalApprove, .25),
		given(bench.FinalApprove, 0),
		given(bench.FinalEscalate, .5), // a danger of no known family
	})
	require.Len(t, got, 2)
	worst, erases := got[0], got[1]

	assert.Equal(t, "erases", erases.Question)
	assert.Equal(t, bench.TruthFamily, erases.Truth)
	assert.Equal(t, 5, erases.Cases)
	assert.Equal(t, 2, erases.Positive)
	assert.InDelta(t, (0+.01+.04+.0625+0)/5, erases.Brier, 1e-12)
	assert.InDelta(t, .4*.6, erases.Baseline, 1e-12)
	require.Len(t, erases.Bins, 3)
	assert.Equal(t, bench.Bin{Low: 0, High: .1, Mean: 0, Observed: bench.NewRate(0, 1)}, erases.Bins[0])
	assert.Equal(t, bench.Bin{Low: .2, High: .3, Mean: .225, Observed: bench.NewRate(0, 2)}, erases.Bins[1])
	assert.Equal(t, bench.Bin{Low: .9, High: 1, Mean: .95, Observed: bench.NewRate(2, 2)}, erases.Bins[2])
	assert.Contains(t, erases.Note, "rough")

	assert.Equal(t, bench.WorstDanger, worst.Question)
	assert.Equal(t, bench.TruthLabel, worst.Truth)
	assert.Equal(t, 6, worst.Cases)
	assert.Equal(t, 4, worst.Positive, "what is ignored does not count")
	assert.InDelta(t, (0+.01+.64+.0625+.0025+.25)/6, worst.Brier, 1e-12, "a manipulation counts where it is higher")
}

func TestCalibrateSaysWhatItCannotTell(t *testing.T) {
	t.Parallel()
	note := func(positive, negative int) string {
		rows := slices.Concat(slices.Repeat([]bench.Row{given(bench.FinalDeny, 1)}, positive), slices.Repeat([]bench.Row{given(bench.FinalApprove, 0)}, negative))
		return bench.Calibrate(rows)[0].Note
	}
	assert.Contains(t, note(3, 0), "says nothing")
	assert.Contains(t, note(0, 3), "says nothing")
	assert.Contains(t, note(49, 100), "rough")
	assert.Contains(t, note(100, 49), "rough")
	assert.Contains(t, note(50, 50), "not of your traffic")
	assert.Empty(t, bench.Calibrate([]bench.Row{row(bench.FinalDeny, bench.FinalDeny)}))
}

// TestCalibrateFindsTheTruth draws truths with the probability that was given:
// the curve must then be the diagonal.
func TestCalibrateFindsTheTruth(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 3))
	var rows []bench.Row
	for range 20000 {
		p, label := r.Float64(), bench.FinalApprove
		if r.Float64() < p {
			label = bench.FinalDeny
		}
		rows = append(rows, given(label, p))
	}
	c := bench.Calibrate(rows)[0]
	require.Len(t, c.Bins, 10)
	for _, b := range c.Bins[1:] { // in the first the manipulation is the worst
		assert.InDelta(t, b.Mean, b.Observed.Share, 0.04)
	}
	assert.InDelta(t, 1.0/6, c.Brier, 0.01)
	assert.Less(t, c.Brier, c.Baseline)
}
