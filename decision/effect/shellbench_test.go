package effect_test

import (
	"strings"
	"testing"

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
	analyzer := effect.NewAnalyzer(projectScope(b))
	for _, line := range benchLines {
		call := &decision.Call{Tool: "Bash", Params: params{"command": line.text}}
		b.Run("analyse/"+line.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				analyzer.Analyze(b.Context(), call)
			}
		})
		b.Run("parse/"+line.name, func(b *testing.B) {
			parser := syntax.NewParser(syntax.Variant(syntax.LangBash))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := parser.Parse(strings.NewReader(line.text), ""); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
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
