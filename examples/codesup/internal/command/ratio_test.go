package command_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/rules/code"
	"github.com/flux7-go/supervisor/rules/code/astgrep"
	"github.com/flux7-go/supervisor/rules/code/treesitter/all"
)

// BenchmarkRatios measures what docs/performance.md tells of the gate as a whole:
// Validate, with all that belongs to it, beside one call of ast-grep with the
// same rules. Sides take turns; ns/op means nothing here.
func BenchmarkRatios(b *testing.B) {
	tool := needsAstGrep(b)
	for _, lines := range []int{42, 1_000} {
		b.Run(fmt.Sprintf("%d lines, 50 rules", lines), func(b *testing.B) {
			m := newMeasured(b, tool, lines)
			for b.Loop() {
				b.ReportMetric(ratio(m.onFile, m.linked), "file/ours")
				b.ReportMetric(ratio(m.onStdin, m.linked), "stdin/ours")
				b.ReportMetric(ratio(m.program, m.linked), "astgrep-engine/ours")
			}
		})
	}
}

// measured are the ways to hold one content against the same rules.
type measured struct{ onFile, onStdin, program, linked func() }

func newMeasured(b *testing.B, tool string, lines int) measured {
	b.Helper()
	sample, err := os.ReadFile(parity + "/files/sample.tsx.txt")
	require.NoError(b, err)
	of := bytes.SplitAfter(sample, []byte("\n"))
	var source []byte
	for i := range lines {
		source = append(source, of[i%(len(of)-1)]...)
	}
	rules := fiftyRules()
	root := b.TempDir()
	file := filepath.Join(root, "a.tsx")
	require.NoError(b, os.MkdirAll(filepath.Join(root, ".supervisor", "rules"), 0o755))
	require.NoError(b, os.WriteFile(filepath.Join(root, configFile), []byte("version: 1"), 0o644))
	require.NoError(b, os.WriteFile(filepath.Join(root, rulesFile), []byte(rules), 0o644))
	require.NoError(b, os.WriteFile(file, source, 0o644))
	command := func(stdin []byte, args ...string) {
		cmd := exec.CommandContext(context.Background(), tool, append([]string{"scan", "--inline-rules", rules, "--json=compact"}, args...)...)
		cmd.Stdin = bytes.NewReader(stdin)
		out, err := cmd.Output()
		if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > 1 || len(out) < 10 {
			b.Fatal(err)
		}
	}
	validate := func(e code.Engine) func() {
		p, err := code.Load(filepath.Join(root, ".supervisor"), code.Options{Engines: []code.Engine{e}, Budget: time.Minute})
		require.NoError(b, err)
		return func() {
			if r := p.Validate(context.Background(), file, source); r.Passed || len(r.Unchecked) > 0 {
				b.Fatal("the rules find nothing")
			}
		}
	}
	program, err := astgrep.New(astgrep.Options{})
	require.NoError(b, err)
	return measured{
		onFile: func() { command(nil, file) }, onStdin: func() { command(source, "--stdin") },
		program: validate(program), linked: validate(code.Grammars("treesitter", all.Grammars()...)),
	}
}

// fiftyRules look at every call of the sample and find something once in its
// thirty lines. All names are in it, so that nothing spares the parse, and little
// is found, so that what the command prints costs next to nothing.
func fiftyRules() string {
	names := []string{"fetch", "useState", "useEffect", "onSave", "foo", "memo", "setName"}
	docs := []string{"id: found\nlanguage: tsx\nseverity: error\nmessage: m\nrule: {pattern: memo($A)}\n"}
	for i := range 49 {
		docs = append(docs, fmt.Sprintf("id: r%d\nlanguage: tsx\nseverity: error\nmessage: m\nrule: {pattern: '%s($A, %d)'}\n", i, names[i%len(names)], i))
	}
	return strings.Join(docs, "---\n")
}

// ratio is the median over turns of how much longer a takes than b.
func ratio(a, b func()) float64 {
	const turns = 41
	ratios := make([]float64, turns)
	for i := range ratios {
		ratios[i] = float64(took(a)) / float64(took(b))
	}
	slices.Sort(ratios)
	return ratios[turns/2]
}

func took(f func()) time.Duration {
	start := time.Now()
	f()
	return max(time.Since(start), 1)
}
