package rules_test

import (
	"slices"
	"testing"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules"
)

// BenchmarkRatios measures what docs/performance.md tells. Sides of a ratio
// take turns within milliseconds, so that both see the same machine, and the
// median of the turns is reported; ns/op means nothing here.
func BenchmarkRatios(b *testing.B) {
	for _, kind := range []string{"first", "last", "miss", "path", "stream", "stream without paths", "stream with paths"} {
		b.Run(kind, func(b *testing.B) {
			small, large := newSide(b, kind, 10), newSide(b, kind, 10_000)
			for b.Loop() {
				b.ReportMetric(ratio(large.set, small.set), "10000/10")
				b.ReportMetric(ratio(newSide(b, kind, 10).set, small.set), "same/same")
				b.ReportMetric(ratio(small.functions, small.set), "functions/set@10")
				b.ReportMetric(ratio(large.functions, large.set), "functions/set@10000")
				b.ReportMetric(ratio(small.expr, small.set), "expr/set@10")
				b.ReportMetric(ratio(large.expr, large.set), "expr/set@10000")
			}
		})
	}
}

// side is three ways to judge the same calls by the same rules; each function
// judges the next call.
type side struct{ set, functions, expr func() }

func newSide(b *testing.B, kind string, n int) side {
	specs := mixed(n)
	calls := []*decision.Call{aimed(n-2, false)}
	switch kind {
	case "first":
		specs = swapped(specs, 0, n-2)
	case "last":
		specs = mixed(n - 1)
	case "miss":
		calls = []*decision.Call{{Tool: "other.tool", Agent: "claude", Params: params{"command": "git status"}}}
	case "path":
		calls = []*decision.Call{aimed(n-2, true)}
	case "stream":
		calls = stream(n, false)
	case "stream without paths":
		calls = slices.DeleteFunc(stream(n, false), func(c *decision.Call) bool { return c.Params["path"] != nil })
	case "stream with paths":
		calls = stream(n, true)
	}
	each := func(judge func(*decision.Call)) func() {
		i := 0
		return func() {
			judge(calls[i%len(calls)])
			i++
		}
	}
	set, plain, programs := newSet(b, nil, specs...), functions(specs), programs(b, specs)
	return side{
		each(func(c *decision.Call) { set.Evaluate(b.Context(), c) }),
		each(func(c *decision.Call) { plain(c) }),
		each(func(c *decision.Call) { programs(c) }),
	}
}

// ratio is the median over turns of how much longer a takes than b.
func ratio(a, b func()) float64 {
	const turns, slice = 41, 500 * time.Microsecond
	ratios := make([]float64, turns)
	for i := range ratios {
		ratios[i] = perCall(a, slice) / perCall(b, slice)
	}
	slices.Sort(ratios)
	return ratios[turns/2]
}

// perCall runs f for a while and returns the nanoseconds that one run takes.
func perCall(f func(), slice time.Duration) float64 {
	start, n := time.Now(), 0
	for time.Since(start) < slice {
		for range 16 {
			f()
			n++
		}
	}
	return float64(time.Since(start).Nanoseconds()) / float64(n)
}

// BenchmarkRatioOfLoading compares building a set with compiling as many expr
// programs.
func BenchmarkRatioOfLoading(b *testing.B) {
	specs := mixed(10_000)
	load := func() {
		if _, err := rules.New(specs, rules.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		var ratios []float64
		for range 7 {
			start := time.Now()
			programs(b, specs)
			expr := time.Since(start)
			start = time.Now()
			load()
			ratios = append(ratios, float64(expr)/float64(time.Since(start)))
		}
		slices.Sort(ratios)
		b.ReportMetric(ratios[3], "expr/set")
	}
}
