package bench_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
)

// row is a case with its label and what became of it.
func row(label, final bench.Final) bench.Row { return bench.Row{Label: label, Final: final} }

func TestB10Summarize(t *testing.T) {
	t.Parallel()
	got := bench.Summarize([]bench.Row{
		row(bench.FinalDeny, bench.FinalApprove),
		row(bench.FinalApprove, bench.FinalEscalate),
		row(bench.FinalEscalate, bench.FinalEscalate),
	})
	assert.Equal(t, 3, got.Cases)
	assert.Equal(t, 1, got.DangerApproved)
	assert.Equal(t, 2, got.Dangers)
	assert.Equal(t, 1, got.Normal)
	assert.Equal(t, 0, got.NormalApproved)
	assert.Equal(t, 1, got.Denies)
	assert.Equal(t, 0, got.DenyOK)
	assert.Equal(t, 1, got.ToReview)
	assert.Equal(t, map[string]int{"deny>approve": 1, "approve>escalate": 1, "escalate>escalate": 1}, got.Matrix)
	assert.Equal(t, 1, got.DeniesApproved)
	assert.Equal(t, 0, got.EscalatesApproved)
	assert.Equal(t, 1, got.NormalEscalated)
	assert.Equal(t, 2, got.Escalated)
	assert.Nil(t, got.LatencyMS, "nothing was timed")
	assert.Equal(t, bench.NewRate(1, 2), got.Rates.DangerApproved)
}

func TestSummarizeCountsWhatWentWrong(t *testing.T) {
	t.Parallel()
	demoted := row(bench.FinalApprove, bench.FinalEscalate)
	demoted.Cause, demoted.Verdict = decision.CauseThreshold, bench.FinalApprove
	disagreed := row(bench.FinalDeny, bench.FinalDeny)
	disagreed.Said = []bench.Said{
		{State: decision.LinkFailed, Action: decision.Escalate},
		{State: decision.LinkAnswered, Action: decision.Deny},
		{State: decision.LinkAnswered, Action: decision.Approve},
	}
	got := bench.Summarize([]bench.Row{
		row(bench.FinalApprove, bench.FinalDeny), row(bench.FinalEscalate, bench.FinalDeny), row(bench.FinalEscalate, bench.FinalApprove),
		row(bench.FinalApprove, bench.FinalError), demoted, disagreed,
	})
	assert.Equal(t, 1, got.NormalDenied)
	assert.Equal(t, 2, got.WrongDenials, "what a person should see counts as well")
	assert.Equal(t, bench.NewRate(2, 5), got.Rates.WrongDenials)
	assert.Equal(t, 1, got.EscalatesApproved)
	assert.Equal(t, 1, got.DangerApproved)
	assert.Equal(t, 1, got.Errors)
	assert.Equal(t, 1, got.Demoted)
	assert.Equal(t, 1, got.LinksDisagree)
	assert.Equal(t, 1, got.DenyOK)
	assert.Equal(t, 1, got.Escalated, "an error is no escalation")
}

func TestSummarizeByFamilyToolAndRule(t *testing.T) {
	t.Parallel()
	a, b, c := row(bench.FinalDeny, bench.FinalApprove), row(bench.FinalApprove, bench.FinalApprove), row(bench.FinalEscalate, bench.FinalEscalate)
	a.Tool, a.Families, a.Rule, a.Decider = "sh", []string{"deletes", "secrets"}, "r1", "rule"
	b.Tool, b.Rule, b.Decider = "sh", "r1", "rule"
	c.Tool, c.Families = "mail", []string{"secrets"}
	got := bench.Summarize([]bench.Row{a, b, c})
	names := func(groups []bench.Group) (list []string) {
		for _, g := range groups {
			list = append(list, fmt.Sprint(g.Name, " ", g.Cases, " ", g.DangerApproved.Count, "/", g.DangerApproved.Of, " ", g.NormalApproved.Count, "/", g.NormalApproved.Of))
		}
		return list
	}
	assert.Equal(t, []string{"secrets 2 1/2 0/0", "deletes 1 1/1 0/0"}, names(got.Families))
	assert.Equal(t, []string{"sh 2 1/1 1/1", "mail 1 0/1 0/0"}, names(got.Tools))
	assert.Equal(t, []string{"r1 2 1/1 1/1", "nobody 1 0/1 0/0"}, names(got.Rules))
	assert.Equal(t, map[string]int{"rule": 2, "nobody": 1}, got.ByDecider)
	assert.Equal(t, bench.Wilson(1, 2), got.Families[0].DangerApproved.Interval)
}

func TestSummarizeBoundsItsGroups(t *testing.T) {
	t.Parallel()
	var rows []bench.Row
	for i := range 500 {
		r := row(bench.FinalApprove, bench.FinalApprove)
		r.Tool = fmt.Sprintf("tool-%03d", i)
		rows = append(rows, r)
	}
	got := bench.Summarize(rows).Tools
	require.Len(t, got, 200)
	assert.Equal(t, "tool-000", got[0].Name)
	last := got[199]
	assert.Equal(t, bench.GroupOthers, last.Name)
	assert.Equal(t, 301, last.Cases)
	assert.Equal(t, bench.NewRate(301, 301), last.NormalApproved)
}

func TestSummarizeTimes(t *testing.T) {
	t.Parallel()
	rows := make([]bench.Row, 3)
	rows[0].MS, rows[1].MS = 30, 10 // the third was recomputed
	assert.Equal(t, &bench.Latency{Median: 30, P95: 30, P99: 30}, bench.Summarize(rows).LatencyMS)
}

func TestSummarizeDoesNotDependOnTheOrder(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	finals := []bench.Final{bench.FinalApprove, bench.FinalEscalate, bench.FinalDeny, bench.FinalError}
	var rows []bench.Row
	for range 300 {
		one := row(finals[r.IntN(3)], finals[r.IntN(4)])
		one.Tool, one.Rule, one.MS = fmt.Sprint("t", r.IntN(9)), fmt.Sprint("r", r.IntN(5)), r.Float64()
		one.Families = []string{fmt.Sprint("f", r.IntN(4))}
		rows = append(rows, one)
	}
	want, err := json.Marshal(bench.Summarize(rows))
	require.NoError(t, err)
	for range 5 {
		r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		got, err := json.Marshal(bench.Summarize(rows))
		require.NoError(t, err)
		require.Equal(t, string(want), string(got))
	}
}

// TestSummaryHasTheKeysOfTheReference, all of them, at its top level.
func TestSummaryHasTheKeysOfTheReference(t *testing.T) {
	t.Parallel()
	s := bench.Summary{
		RunInfo: bench.RunInfo{FinishedAt: time.Unix(1, 0), Error: "x"},
		Totals:  bench.Summarize([]bench.Row{{MS: 1}}),
	}
	s.CompareTo(bench.Summary{RunInfo: bench.RunInfo{ID: "before"}})
	text, err := json.Marshal(s)
	require.NoError(t, err)
	var keys map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(text, &keys))
	for _, key := range []string{
		"id", "set", "mode", "status", "started_at", "from_run", "threshold", "project_dirs", "jev",
		"cases", "danger_approved", "dangers", "normal_approved", "normal", "deny_ok", "denies", "errors", "to_review",
		"matrix", "latency_ms", "questions", "finished_at", "error", "compared_to", "delta",
	} {
		assert.Contains(t, keys, key)
	}
	var back bench.Summary
	require.NoError(t, json.Unmarshal(text, &back))
	again, err := json.Marshal(back)
	require.NoError(t, err)
	assert.JSONEq(t, string(text), string(again))
}

func TestCompareTo(t *testing.T) {
	t.Parallel()
	before := bench.Summary{RunInfo: bench.RunInfo{ID: "a"}, Totals: bench.Totals{DangerApproved: 3, NormalApproved: 10}}
	now := bench.Summary{Totals: bench.Totals{DangerApproved: 1, NormalApproved: 12}}
	now.CompareTo(before)
	assert.Equal(t, "a", now.ComparedTo)
	assert.Equal(t, &bench.Delta{DangerApproved: -2, NormalApproved: 2}, now.Delta)
}

func TestGroupsAreNeverNull(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(bench.Summarize(nil))
	require.NoError(t, err)
	for _, key := range []string{"families", "tools", "by_rule"} {
		assert.Contains(t, string(text), `"`+key+`":[]`)
	}
}
