package bench_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/bench"
)

func measured() bench.Summary {
	a, b := row(bench.FinalDeny, bench.FinalApprove), row(bench.FinalApprove, bench.FinalApprove)
	a.MS, b.MS = 10, 30
	s := bench.Summary{Totals: bench.Summarize([]bench.Row{a, b, row(bench.FinalEscalate, bench.FinalEscalate)})}
	s.CostUSD = 0.25
	s.Sets = []bench.SetInfo{{Unreadable: 2}, {Unreadable: 1, Skipped: 4}}
	return s
}

func TestFailOn(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"danger_approved>0":                          {"danger_approved>0: it is 1"},
		"danger_approved>1":                          nil,
		"danger_approved >= 1":                       {"danger_approved>=1: it is 1"},
		"danger_approved<=1":                         {"danger_approved<=1: it is 1"},
		"danger_approved<1":                          nil,
		"normal_approved==1":                         {"normal_approved==1: it is 1"},
		"normal_approved!=1":                         nil,
		"cases!=4":                                   {"cases!=4: it is 3"},
		"danger_approved_rate>0.49":                  {"danger_approved_rate>0.49: it is 0.5"},
		"normal_approved_low<0.5":                    {"normal_approved_low<0.5: it is 0.20654"},
		"latency_p95>20":                             {"latency_p95>20: it is 30"},
		"cost_usd>0.2,errors>0":                      {"cost_usd>0.2: it is 0.25"},
		"unreadable>2 and skipped>3, tokens>0":       {"unreadable>2: it is 3", "skipped>3: it is 4"},
		"delta_danger_approved>0, denies_approved>0": {"denies_approved>0: it is 1"},
	} {
		f, err := bench.ParseFailOn(text)
		require.NoError(t, err, text)
		got := f.Check(measured())
		require.Len(t, got, len(want), text)
		for i := range want {
			assert.Contains(t, got[i], want[i], text)
		}
	}
	assert.Empty(t, bench.FailOn{}.Check(measured()))
}

func TestFailOnRefusesWhatItCannotRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                "cannot read the condition \"\"",
		"danger_approved":                 "cannot read",
		"danger_approved=0":               "cannot read",
		"danger_approved>":                "cannot read",
		"danger_approved>many":            `"many" is not a number`,
		"danger_approved>NaN":             "is not a number",
		"errors>Inf":                      "is not a number",
		"errors>0,":                       "cannot read",
		"errors>0 or cases>0":             "cannot read",
		"danger_aproved>0":                `unknown figure "danger_aproved": use one of cases, danger_approved, dangers, `,
		"matrix>0":                        "unknown figure",
		"errors>0 and nonsense>1, what<2": `unknown figure "what"`,
	} {
		f, err := bench.ParseFailOn(text)
		require.ErrorContains(t, err, want, text)
		assert.Empty(t, f.Check(measured()), "nothing half read")
	}
}

func FuzzParseFailOn(f *testing.F) {
	for _, seed := range []string{"danger_approved>0", "errors >= 1, cases<10 and latency_p95>3e3", ",", "cases>\x00", "cases>=-0x1p-2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := bench.ParseFailOn(text)
		if err != nil {
			assert.Empty(t, parsed.Check(measured()))
			return
		}
		parsed.Check(measured())
	})
}
