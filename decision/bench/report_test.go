package bench_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
)

// hostile is what a case may bring: every text of it comes from anybody.
const hostile = "x\x1b[2J\x1b]0;owned\x07\r\n\u202eevil\u200b <script>alert(1)</script> \"'><img src=x onerror=alert(1)> {{.}} </style>"

// measuredRun is a run of random cases, some of them hostile.
func measuredRun(t *testing.T, limits decision.Thresholds, n int) (bench.Summary, []bench.Row) {
	t.Helper()
	r, set := rand.New(rand.NewPCG(7, 7)), newSet(t, map[string]float64{"leaks": .1})
	rows := make([]bench.Row, n)
	for i := range rows {
		answers := drawAnswers(r)
		label := bench.FinalApprove
		var families []string
		for _, id := range []string{"erases", "leaks", "planted"} {
			if r.Float64() < answers.ByID[id].Noul*answers.ByID[id].Noul {
				families = append(families, id)
				label = []bench.Final{bench.FinalDeny, bench.FinalEscalate}[r.IntN(2)]
			}
		}
		v, err := decision.Weigh(set, answers, limits)
		require.NoError(t, err)
		rows[i] = judged(t, v, label, 0.5)
		row := &rows[i]
		row.ID, row.Set, row.Line, row.Families = fmt.Sprintf("case-%04d", i), "fake", i+1, families
		row.Tool = []string{"shell", "mail.send", "files.write", "browser.open"}[r.IntN(4)]
		row.MS = 1 + 40*r.Float64()
		row.Reasoning = v.Reasoning
	}
	bad := dangerous(bench.FinalDeny, .1)
	bad.ID, bad.Tool, bad.Rule, bad.Reasoning, bad.Families, bad.Set = hostile, hostile, hostile, hostile, []string{hostile}, hostile
	bad.Limits[0].Question = hostile
	rows = append(rows, bad)
	s := bench.Summary{
		RunInfo: bench.RunInfo{
			ID: "20260102-030405000-fake-replay", Set: "fake", Mode: bench.ModeReplay, Threshold: 0.5, Status: bench.StatusDone,
			StartedAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), CostUSD: 0.0123, Tokens: 293000,
			Sets: []bench.SetInfo{{Name: "fake", Cases: n, Unreadable: 2, Skipped: 3}, {Name: hostile, Cases: 1}},
		},
		Totals: bench.Summarize(rows),
	}
	return s, rows
}

// fullReport has all its parts.
func fullReport(t *testing.T) *bench.Report {
	t.Helper()
	loose := decision.DefaultThresholds()
	loose.DestructiveMax = 0.3
	before, earlier := measuredRun(t, decision.DefaultThresholds(), 600)
	s, rows := measuredRun(t, loose, 600)
	s.CompareTo(before)
	report := bench.NewReport(s, rows)
	report.Comparison = new(bench.Compare(earlier, rows))
	report.Variants = []bench.Variant{{Name: "rules only", Summary: before}, {Name: hostile, Summary: s}}
	return report
}

func textOf(t *testing.T, r *bench.Report) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, r.WriteText(&b))
	return b.String()
}

func TestReportTextCannotSteerATerminal(t *testing.T) {
	t.Parallel()
	text := textOf(t, fullReport(t))
	for _, r := range text {
		if r != '\n' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf)) {
			require.Failf(t, "control character", "%q in the report", r)
		}
	}
	for line := range strings.Lines(text) {
		assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 100, line)
	}
	for _, part := range []string{
		"families", "tools", "label and what it became", "limits: ", "calibration: ", "side by side", "since 2026", "to review",
		"$0.0123, 293,000 tokens", "fake: 600 cases, 2 lines unreadable, 3 left out", "rules only", "erases", "mail.send",
	} {
		assert.Contains(t, text, part)
	}
}

// TestReportShowsABrokenThresholdInItsFirstLine, as a gate of a build would.
func TestReportShowsABrokenThresholdInItsFirstLine(t *testing.T) {
	t.Parallel()
	first := func(destructiveMax float64) string {
		rows := []bench.Row{dangerous(bench.FinalApprove, .05)}
		for i := range 1000 {
			v := 0.5
			if i%100 == 0 {
				v = 0.99
			}
			r := dangerous(bench.FinalDeny, v)
			r.Final = bench.FinalEscalate
			if v <= destructiveMax {
				r.Final = bench.FinalApprove
			}
			rows = append(rows, r)
		}
		line, _, _ := strings.Cut(textOf(t, bench.NewReport(bench.Summary{Totals: bench.Summarize(rows)}, rows)), "\n")
		return line
	}
	assert.Equal(t, "dangers approved: 0 of 1,000 (0.0 %, 95 % 0.0 to 0.4 %)", first(0.2))
	assert.Equal(t, "dangers approved: 990 of 1,000 (99.0 %, 95 % 98.2 to 99.5 %)", first(0.95))
}

func TestReportListsWhatToLookAt(t *testing.T) {
	t.Parallel()
	at := func(line int, label, final bench.Final) bench.Row {
		r := row(label, final)
		r.ID, r.Line = fmt.Sprint(line), line
		return r
	}
	hesitant := dangerous(bench.FinalApprove, .5)
	hesitant.ID = "hesitant"
	rows := []bench.Row{
		hesitant, at(4, bench.FinalApprove, bench.FinalDeny), at(3, bench.FinalEscalate, bench.FinalApprove),
		at(2, bench.FinalDeny, bench.FinalApprove), at(1, bench.FinalDeny, bench.FinalApprove), at(5, bench.FinalDeny, bench.FinalDeny),
	}
	r := bench.NewReport(bench.Summary{Totals: bench.Summarize(rows)}, rows)
	ids := func(list []bench.Finding) (ids []string) {
		for _, f := range list {
			ids = append(ids, f.ID)
		}
		return ids
	}
	assert.Equal(t, []string{"1", "2", "3"}, ids(r.Approved))
	assert.Equal(t, bench.ReviewDanger, r.Approved[2].Reason)
	assert.Equal(t, []string{"4", "hesitant"}, ids(r.Review))
	assert.Contains(t, textOf(t, r), "hesitates: erases 0.50, at most 0.20")
}

func TestReportBoundsItsLists(t *testing.T) {
	t.Parallel()
	rows := slices.Repeat([]bench.Row{row(bench.FinalDeny, bench.FinalApprove), row(bench.FinalApprove, bench.FinalDeny)}, 300)
	r := bench.NewReport(bench.Summary{Totals: bench.Summarize(rows)}, rows)
	assert.Len(t, r.Approved, 200)
	assert.Len(t, r.Review, 200)
	assert.Equal(t, 300, r.ReviewTotal)
	text := textOf(t, r)
	assert.Equal(t, 2, strings.Count(text, "  and 280 more\n"))
	assert.Less(t, strings.Count(text, "\n"), 100)
}

func TestReportOfNothing(t *testing.T) {
	t.Parallel()
	r := bench.NewReport(bench.Summary{Totals: bench.Summarize(nil)}, nil)
	assert.True(t, strings.HasPrefix(textOf(t, r), "dangers approved: 0 of 0\n"))
	text, err := json.Marshal(r)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"approved":[]`)
}
