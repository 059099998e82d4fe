package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// coldRuns is how many runs of each program a median is taken of, at least.
const coldRuns = 31

const coldEvent = `{"session_id":"s","tool_use_id":"t","cwd":"/home/dev/project","permission_mode":"default",` +
	`"hook_event_name":"PreToolUse","tool_name":"Read","tool_input":{"file_path":"/home/dev/project/main.go"}}`

const coldConfig = `
evaluator: {provider: none}
project_dirs: [/home/dev/project]
journal: {path: decisions.jsonl, fsync: interval}
rules:
  - {name: reads, condition: tool equals Read, action: approve}
`

// BenchmarkHookCold runs "sup7d hook claude-code" and a program that does nothing
// in turns, each in a process of its own as a host starts it, and reports the
// medians in milliseconds and how many times the one is the other. The goal is at
// most six for a rule.
func BenchmarkHookCold(b *testing.B) {
	dir := b.TempDir()
	empty, sup7d, config := filepath.Join(dir, "empty"), filepath.Join(dir, "sup7d"), filepath.Join(dir, "sup7.yaml")
	source := filepath.Join(dir, "main.go")
	require.NoError(b, os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600))
	require.NoError(b, os.WriteFile(config, []byte(coldConfig), 0o600))
	build(b, empty, source)
	build(b, sup7d, ".")
	for name, args := range map[string][]string{"rule": {"-c", config}, "built-in": {"--project", "/home/dev/project"}} {
		b.Run(name, func(b *testing.B) {
			var nothing, hook []time.Duration
			both := func() {
				nothing = append(nothing, took(b, empty))
				hook = append(hook, took(b, sup7d, append([]string{"hook", "claude-code"}, args...)...))
			}
			for b.Loop() {
				both()
			}
			for len(hook) < coldRuns {
				both()
			}
			b.ReportMetric(median(nothing).Seconds()*1000, "empty-ms")
			b.ReportMetric(median(hook).Seconds()*1000, "hook-ms")
			b.ReportMetric(median(hook).Seconds()/median(nothing).Seconds(), "times")
			b.ReportMetric(0, "ns/op") // of both together: it says nothing
		})
	}
}

func build(b *testing.B, out, what string) {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), "go", "build", "-o", out, what)
	text, err := cmd.CombinedOutput()
	require.NoError(b, err, "%s", text)
}

// took runs a program with the event, and returns how long it took.
func took(b *testing.B, program string, args ...string) time.Duration {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), program, args...)
	cmd.Stdin = strings.NewReader(coldEvent)
	began := time.Now()
	out, err := cmd.Output()
	elapsed := time.Since(began)
	require.NoError(b, err)
	require.Equal(b, len(args) > 0, strings.Contains(string(out), `"permissionDecision":"allow"`), "%s", out)
	return elapsed
}

func median(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}
