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

// coldEvent is an event of a tool with its input.
func coldEvent(tool, input string) string {
	return `{"session_id":"s","tool_use_id":"t","cwd":"/home/dev/project","permission_mode":"default",` +
		`"hook_event_name":"PreToolUse","tool_name":"` + tool + `","tool_input":` + input + `}`
}

const coldRead = `{"file_path":"/home/dev/project/main.go"}`

const coldConfig = `
evaluator: {provider: none}
project_dirs: [/home/dev/project]
journal: {path: decisions.jsonl, fsync: interval}
rules:
  - {name: no deploys, condition: params.command contains deploy, action: deny}
  - {name: reads, condition: tool equals Read, action: approve}
  - {name: shell, condition: tool equals Bash, action: approve}
`

// coldCase is what one hook is started with, and what it must answer.
type coldCase struct {
	args  []string
	event string
	want  string
}

// BenchmarkHookCold runs "sup7d hook claude-code" and a program that does nothing
// in turns, each in a process of its own as a host starts it, and reports the
// medians in milliseconds, and how many times the one is the other, of the time that
// passes and of that of the processor. The goal is at most six for a rule.
func BenchmarkHookCold(b *testing.B) {
	dir := b.TempDir()
	empty, sup7d, config := filepath.Join(dir, "empty"), filepath.Join(dir, "sup7d"), filepath.Join(dir, "sup7.yaml")
	source := filepath.Join(dir, "main.go")
	require.NoError(b, os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600))
	require.NoError(b, os.WriteFile(config, []byte(coldConfig), 0o600))
	build(b, empty, source)
	build(b, sup7d, ".")
	byRule, builtIn := []string{"-c", config}, []string{"--project", "/home/dev/project"}
	for name, c := range map[string]coldCase{
		"rule":             {byRule, coldEvent("Read", coldRead), "allow"},
		"rule-bash":        {byRule, coldEvent("Bash", `{"command":"git log --oneline | head"}`), "allow"},
		"rule-bash-denies": {byRule, coldEvent("Bash", `{"command":"make deploy"}`), "deny"},
		"built-in":         {builtIn, coldEvent("Read", coldRead), "allow"},
		"built-in-bash":    {builtIn, coldEvent("Bash", `{"command":"git log --oneline | head"}`), "allow"},
	} {
		b.Run(name, func(b *testing.B) {
			var nothing, hook runs
			both := func() {
				nothing.add(b, coldCase{}, empty)
				hook.add(b, c, sup7d, append([]string{"hook", "claude-code"}, c.args...)...)
			}
			for b.Loop() {
				both()
			}
			for len(hook.wall) < coldRuns {
				both()
			}
			b.ReportMetric(median(nothing.wall).Seconds()*1000, "empty-ms")
			b.ReportMetric(median(hook.wall).Seconds()*1000, "hook-ms")
			b.ReportMetric(median(hook.wall).Seconds()/median(nothing.wall).Seconds(), "times")
			b.ReportMetric(median(nothing.cpu).Seconds()*1000, "empty-cpu-ms")
			b.ReportMetric(median(hook.cpu).Seconds()*1000, "hook-cpu-ms")
			b.ReportMetric(median(hook.cpu).Seconds()/median(nothing.cpu).Seconds(), "cpu-times")
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

// runs are how long the runs of a program took, of time and of the processor's.
type runs struct{ wall, cpu []time.Duration }

// add runs a program with the event of c.
func (r *runs) add(b *testing.B, c coldCase, program string, args ...string) {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), program, args...)
	cmd.Stdin = strings.NewReader(c.event)
	began := time.Now()
	out, err := cmd.Output()
	r.wall = append(r.wall, time.Since(began))
	require.NoError(b, err)
	r.cpu = append(r.cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	require.Equal(b, c.want != "", strings.Contains(string(out), `"permissionDecision":"`+c.want+`"`), "%s", out)
}

func median(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}
