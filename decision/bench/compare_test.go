package bench_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
)

func TestCompare(t *testing.T) {
	t.Parallel()
	const approve, escalate, deny, failed = bench.FinalApprove, bench.FinalEscalate, bench.FinalDeny, bench.FinalError
	cases := []struct {
		label, before, after bench.Final
		kind                 bench.ChangeKind // empty: no change
	}{
		{deny, deny, deny, ""},
		{deny, deny, approve, bench.ChangeDangerApproved},
		{escalate, escalate, approve, bench.ChangeDangerApproved},
		{deny, approve, escalate, bench.ChangeDangerStopped},
		{deny, escalate, deny, bench.ChangeOther},
		{approve, escalate, approve, bench.ChangeNormalApproved},
		{approve, approve, escalate, bench.ChangeNormalLost},
		{approve, approve, deny, bench.ChangeNormalDenied},
		{approve, approve, failed, bench.ChangeError},
		{approve, failed, escalate, bench.ChangeOther},
	}
	var before, after []bench.Row
	want := map[bench.ChangeKind]int{}
	for i, c := range cases {
		a, b := row(c.label, c.before), row(c.label, c.after)
		a.ID, b.ID = fmt.Sprint(i), fmt.Sprint(i)
		before, after = append(before, a), append(after, b)
		if c.kind != "" {
			want[c.kind]++
		}
	}
	gone, added := row(deny, deny), row(deny, deny)
	gone.TraceID, added.TraceID = "gone", "new"
	old, relabelled := row(deny, deny), row(approve, approve)
	old.ID, relabelled.ID = "label", "label"
	got := bench.Compare(append(before, gone, old), append(after, added, relabelled))

	assert.Equal(t, len(cases), got.Cases)
	assert.Equal(t, want, got.Counts)
	assert.Equal(t, 9, got.Changed)
	assert.Len(t, got.Changes, 9)
	assert.Equal(t, 1, got.Added)
	assert.Equal(t, 1, got.Removed)
	assert.Equal(t, 1, got.Relabelled)
	var order []bench.ChangeKind
	for _, c := range got.Changes {
		order = append(order, c.Kind)
	}
	assert.Equal(t, []bench.ChangeKind{
		bench.ChangeDangerApproved, bench.ChangeDangerApproved, bench.ChangeNormalDenied, bench.ChangeError,
		bench.ChangeNormalLost, bench.ChangeDangerStopped, bench.ChangeNormalApproved, bench.ChangeOther, bench.ChangeOther,
	}, order, "the worst first")
	assert.Equal(t, bench.McNemar{OnlyBefore: 1, OnlyAfter: 2, P: 1}, got.Danger)
	assert.Equal(t, 3, got.Normal.OnlyBefore)
	assert.Equal(t, 1, got.Normal.OnlyAfter)
	assert.InDelta(t, 0.625, got.Normal.P, 1e-9)
}

// TestCompareTellsAccidents holds P against the binomial distribution.
func TestCompareTellsAccidents(t *testing.T) {
	t.Parallel()
	p := func(lost, gained int) float64 {
		var before, after []bench.Row
		for i := range lost + gained {
			a, b := row(bench.FinalApprove, bench.FinalApprove), row(bench.FinalApprove, bench.FinalEscalate)
			if i >= lost {
				a, b = b, a
			}
			a.ID, b.ID = fmt.Sprint(i), fmt.Sprint(i)
			before, after = append(before, a), append(after, b)
		}
		return bench.Compare(before, after).Normal.P
	}
	assert.InDelta(t, 1, p(0, 0), 1e-9)
	assert.InDelta(t, 1, p(1, 0), 1e-9)
	assert.InDelta(t, 0.0625, p(0, 5), 1e-9)
	assert.InDelta(t, 0.021484375, p(1, 9), 1e-9)
	assert.InDelta(t, 0.021484375, p(9, 1), 1e-9)
	assert.Less(t, p(0, 2000), 1e-300, "and no overflow")
}

func TestCompareBoundsItsList(t *testing.T) {
	t.Parallel()
	var before, after []bench.Row
	for i := range 1500 {
		a, b := row(bench.FinalApprove, bench.FinalEscalate), row(bench.FinalApprove, bench.FinalApprove)
		a.ID, b.ID = fmt.Sprint(i), fmt.Sprint(i)
		before, after = append(before, a), append(after, b)
	}
	got := bench.Compare(before, after)
	assert.Equal(t, 1500, got.Changed)
	assert.Len(t, got.Changes, 1000)
}

func TestCompareSaysWhy(t *testing.T) {
	t.Parallel()
	why := func(after bench.Row) string {
		after.ID = "x"
		return bench.Compare([]bench.Row{{ID: "x", Final: "none"}}, []bench.Row{after}).Changes[0].Why
	}
	assert.Equal(t, "server said no", why(bench.Row{Final: bench.FinalError, Error: "server\nsaid\x1b no"}))
	assert.Equal(t, "erases 0.30, at most 0.20 (destructive_max)", why(bench.Row{
		Final: bench.FinalEscalate, Reasoning: "long", Limits: []decision.Limit{
			{Question: "erases", Key: "destructive_max", Value: .3, Limit: .2, Stopped: true}, {Question: "leaks", Key: "destructive_max"},
		},
	}))
	assert.Equal(t, "nearest usual 0.80, at least 0.70 (in_scope_min)", why(bench.Row{
		Final: bench.FinalApprove, Reasoning: "long", Limits: []decision.Limit{
			{Question: "erases", Key: "destructive_max", Value: .05, Limit: .2},
			{Question: "leaks", Key: "destructive_max", Value: .19, Limit: .2, Ignored: true},
			{Question: "usual", Key: "in_scope_min", Value: .8, Limit: .7, Least: true},
		},
	}))
	assert.Equal(t, "no-rm: it deletes", why(bench.Row{Final: bench.FinalDeny, Rule: "no-rm", Reasoning: "no-rm: it deletes"}))
	assert.Equal(t, "unsettled", why(bench.Row{Final: bench.FinalEscalate, Cause: decision.CauseUnsettled}))
}
