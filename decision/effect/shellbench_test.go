package effect_test

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// benchLines are command lines of typical lengths.
var benchLines = []struct{ name, text string }{
	{"20B", "git status --short -b"},
	{"60B", "cd web && grep -rn 'handler' src | sort | head -20 > out.txt"},
	{"2KB", "set -u\n" + strings.Repeat("grep -rn \"handler\" ./internal/server | sort -u | head -n 20 && ls -la cmd/tool\n", 25)},
}

func BenchmarkShell(b *testing.B) {
	for _, line := range benchLines {
		analyse, parse := newSides(b, line.text)
		b.Run("analyse/"+line.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				analyse()
			}
		})
		b.Run("parse/"+line.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				parse()
			}
		})
	}
}

// newSides are the analysis of a command line and the bare parse of it.
func newSides(b *testing.B, text string) (analyse, parse func()) {
	analyzer := effect.NewAnalyzer(projectScope(b))
	call := &decision.Call{Tool: "Bash", Params: params{"command": text}}
	parser := syntax.NewParser(syntax.Variant(syntax.LangBash))
	analyse = func() { analyzer.Analyze(context.Background(), call) }
	parse = func() {
		if _, err := parser.Parse(strings.NewReader(text), ""); err != nil {
			b.Fatal(err)
		}
	}
	return analyse, parse
}

// BenchmarkShellRatio measures what docs/performance.md tells: how much longer
// the analysis takes than the bare parse. Both take turns, each for long enough
// that it pays for its own garbage, and the median of the turns is reported;
// ns/op means nothing here.
func BenchmarkShellRatio(b *testing.B) {
	const turns = 41
	for _, line := range benchLines {
		b.Run(line.name, func(b *testing.B) {
			analyse, parse := newSides(b, line.text)
			for b.Loop() {
				ratios := make([]float64, turns)
				for i := range ratios {
					ratios[i] = perRun(analyse) / perRun(parse)
				}
				slices.Sort(ratios)
				b.ReportMetric(ratios[turns/2], "analysis/parse")
			}
		})
	}
}

// perRun runs f for a while and returns the nanoseconds that one run takes.
func perRun(f func()) float64 {
	const slice = 20 * time.Millisecond
	runtime.GC()
	runs := 0
	start := time.Now()
	for time.Since(start) < slice {
		f()
		runs++
	}
	return float64(time.Since(start)) / float64(runs)
}

// BenchmarkShellGrowth shows that the work grows with the text as a line does.
func BenchmarkShellGrowth(b *testing.B) {
	analyzer := effect.NewAnalyzer(projectScope(b))
	for _, size := range []int{1 << 10, 4 << 10, 16 << 10, 60 << 10} {
		text := strings.Repeat("ls -la src && grep -n x README.md | head\n", size/41)
		call := &decision.Call{Tool: "Bash", Params: params{"command": text}}
		b.Run(sizeName(size), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				analyzer.Analyze(b.Context(), call)
			}
		})
	}
}

func sizeName(n int) string {
	return map[int]string{1 << 10: "1KB", 4 << 10: "4KB", 16 << 10: "16KB", 60 << 10: "60KB"}[n]
}
