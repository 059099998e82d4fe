//go:build cgo

package all_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/rules/code/astrule"
)

// BenchmarkRatios measures what docs/performance.md tells of the write gate.
// Both sides of a ratio take turns, so that they see the same machine, and the
// median of the turns is reported; ns/op means nothing here.
func BenchmarkRatios(b *testing.B) {
	tool := astGrep(b)
	for _, lines := range []int{42, 1_000} {
		for _, rules := range []int{1, 50} {
			b.Run(fmt.Sprintf("%d lines, %d rules", lines, rules), func(b *testing.B) {
				s := newSide(b, lines, rules)
				file := filepath.Join(b.TempDir(), "file.tsx")
				require.NoError(b, os.WriteFile(file, s.source, 0o644))
				call := func() {
					cmd := exec.CommandContext(b.Context(), tool, "scan", "--inline-rules", s.rules, "--json=compact", file)
					if out, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() > 1 {
						require.NoError(b, err, string(out))
					}
				}
				for b.Loop() {
					median, fastest := ratio(call, func() { s.parseAndMatch(b) })
					b.ReportMetric(median, "ast-grep/ours")
					b.ReportMetric(fastest, "fastest/fastest")
				}
			})
		}
	}
}

// BenchmarkPrefilter measures how little a text costs that holds nothing of
// what the rules look for.
func BenchmarkPrefilter(b *testing.B) {
	for _, rules := range []int{1, 50} {
		b.Run(fmt.Sprintf("%d rules", rules), func(b *testing.B) {
			s := newSide(b, 1_000, 0)
			text := ""
			for i := range rules {
				text += fmt.Sprintf("---\nid: r%d\nlanguage: tsx\nrule: {pattern: absent%d($$$)}\n", i, i)
			}
			s.load(b, strings.TrimPrefix(text, "---\n"))
			tree, err := s.grammar.Parse(b.Context(), s.source)
			require.NoError(b, err)
			require.False(b, s.set.MayMatch(s.source))
			parse := func() { _, _ = s.grammar.Parse(b.Context(), s.source) }
			for b.Loop() {
				median, _ := ratio(parse, func() { s.set.MayMatch(s.source) })
				b.ReportMetric(median, "parse/miss")
				median, _ = ratio(parse, func() { _, _ = s.set.Match(tree) })
				b.ReportMetric(median, "parse/match")
			}
		})
	}
}

// side is what is measured: a text, rules, and what they were loaded to.
type side struct {
	source  []byte
	rules   string
	grammar astrule.Grammar
	set     *astrule.Set
}

func newSide(b *testing.B, lines, rules int) *side {
	b.Helper()
	s := &side{grammar: grammar(b, "tsx")}
	sample := strings.SplitAfter(string(samples(b)["sample.tsx"]), "\n")
	var text strings.Builder
	for i := range lines {
		text.WriteString(sample[i%(len(sample)-1)])
	}
	s.source = []byte(text.String())
	var docs []string
	for _, level := range []string{"smart", "relaxed", "ast"} {
		for i, p := range patterns()["tsx"] {
			docs = append(docs, fmt.Sprintf("id: r%d-%s\nlanguage: tsx\nrule: {pattern: {context: %q, strictness: %s}, kind: %s}\n", i, level, p.pattern, level, p.kind))
		}
	}
	if rules > 0 {
		s.load(b, strings.Join(docs[:rules], "---\n"))
	}
	return s
}

func (s *side) load(b *testing.B, rules string) {
	b.Helper()
	s.rules = rules
	loaded, err := astrule.Load([]astrule.Source{{File: "rules.yml", Data: []byte(rules)}}, astrule.Options{Grammars: []astrule.Grammar{s.grammar}})
	require.NoError(b, err)
	s.set, err = astrule.NewSet(loaded.Rules)
	require.NoError(b, err)
}

func (s *side) parseAndMatch(b *testing.B) {
	if !s.set.MayMatch(s.source) {
		b.Fatal("the text holds what the rules look for")
	}
	tree, err := s.grammar.Parse(b.Context(), s.source)
	require.NoError(b, err)
	_, err = s.set.Match(tree)
	require.NoError(b, err)
}

// ratio is how much longer a takes than b: the median over turns, and the
// fastest turn of a by the fastest of b, which a busy machine disturbs less.
func ratio(a, b func()) (median, fastest float64) {
	const turns = 41
	ratios := make([]float64, turns)
	leastA, leastB := time.Hour, time.Hour
	for i := range ratios {
		tookA, tookB := took(a), took(b)
		ratios[i] = float64(tookA) / float64(tookB)
		leastA, leastB = min(leastA, tookA), min(leastB, tookB)
	}
	slices.Sort(ratios)
	return ratios[turns/2], float64(leastA) / float64(leastB)
}

func took(f func()) time.Duration {
	start := time.Now()
	f()
	return max(time.Since(start), 1)
}
