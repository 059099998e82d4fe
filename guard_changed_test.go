package supervisor_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/memory"
)

// TestFC107ParametersThatChange: what the caller holds is not what was judged any
// more, so nothing runs.
func TestFC107ParametersThatChange(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(params map[string]any){
		"a value":  func(p map[string]any) { p["path"] = "other" },
		"below":    func(p map[string]any) { p["lines"].([]any)[0] = "other" },
		"one more": func(p map[string]any) { p["mode"] = "0777" },
		"one less": func(p map[string]any) { delete(p, "lines") },
		"no JSON":  func(p map[string]any) { p["path"] = make(chan int) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var tool writes
			params := map[string]any{"path": "a", "lines": []any{"x"}}

			whileJudged := mustNew(t, supervisor.Options{Rules: []supervisor.Rule{supervisor.RuleFunc(func(ctx context.Context, c *supervisor.Call) (supervisor.Verdict, bool) {
				change(params)
				return yesOrNo(ctx, c)
			})}})
			_, err := supervisor.Guard(whileJudged, "yes", tool.run)(t.Context(), params)
			require.ErrorIs(t, err, supervisor.ErrChanged)

			params = map[string]any{"path": "a", "lines": []any{"x"}}
			s := guarding(t, memory.NewStore(memory.Options{}))
			escalated := escalates(t, s, "perhaps", &tool, params)
			change(params)
			approveAs(t, s, escalated)
			_, err = escalated.Wait(t.Context())
			require.ErrorIs(t, err, supervisor.ErrChanged)
			assert.Empty(t, tool.ran)
		})
	}
}

// TestFC107ScriptsThatChange: a person approves a script, which is rewritten
// while the call waits.
func TestFC107ScriptsThatChange(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		command string
		change  func(t *testing.T, dir string)
		runs    bool
	}{
		"nothing":            {"sh script.sh", func(*testing.T, string) {}, true},
		"something else":     {"sh script.sh", func(t *testing.T, dir string) { rewrite(t, dir, "other.sh") }, true},
		"the script":         {"sh script.sh", func(t *testing.T, dir string) { rewrite(t, dir, "script.sh") }, false},
		"a program by path":  {"cd . && ./script.sh --all", func(t *testing.T, dir string) { rewrite(t, dir, "script.sh") }, false},
		"by a redirection":   {"sh < script.sh", func(t *testing.T, dir string) { rewrite(t, dir, "script.sh") }, false},
		"one of two":         {"sh other.sh; python3 script.sh", func(t *testing.T, dir string) { rewrite(t, dir, "script.sh") }, false},
		"it is gone":         {"sh script.sh", func(t *testing.T, dir string) { require.NoError(t, os.Remove(filepath.Join(dir, "script.sh"))) }, false},
		"it was not there":   {"sh later.sh", func(t *testing.T, dir string) { rewrite(t, dir, "later.sh") }, false},
		"it becomes another": {"sh script.sh", func(t *testing.T, dir string) { replaceByDirectory(t, filepath.Join(dir, "script.sh")) }, false},
		"what is only read":  {"cat script.sh", func(t *testing.T, dir string) { rewrite(t, dir, "script.sh") }, true},
		"opaque, runs none":  {"frobnicate; cat other.sh", func(t *testing.T, dir string) { rewrite(t, dir, "other.sh") }, true},
		"what another reads": {"cat other.sh; sh script.sh", func(t *testing.T, dir string) { rewrite(t, dir, "other.sh") }, false},
		"through a pipe":     {"cat script.sh | sh", func(t *testing.T, dir string) { rewrite(t, dir, "script.sh") }, false},
		"substituted":        {`eval "$(cat script.sh)"`, func(t *testing.T, dir string) { rewrite(t, dir, "script.sh") }, false},
		"as a file":          {"bash <(cat script.sh)", func(t *testing.T, dir string) { rewrite(t, dir, "script.sh") }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, dir := scripts(t)
			var tool writes
			escalated := escalates(t, s, "Bash", &tool, map[string]any{"command": tt.command})
			tt.change(t, dir)
			approveAs(t, s, escalated)
			_, err := escalated.Wait(t.Context())
			if tt.runs {
				require.NoError(t, err)
				assert.Len(t, tool.ran, 1)
				return
			}
			require.ErrorIs(t, err, supervisor.ErrChanged)
			assert.NotContains(t, err.Error(), dir, "the agent is told the name, not where people keep their files")
			assert.Empty(t, tool.ran)
		})
	}
}

// TestFC107ShownOnce: what counts is what the script was when a person was first
// asked, however often and in whatever way the call is made again.
func TestFC107ShownOnce(t *testing.T) {
	t.Parallel()
	for name, again := range map[string]func(t *testing.T, s *supervisor.Supervisor, first *supervisor.EscalatedError, tool *writes, params map[string]any) error{
		"asked for again, and waited": func(t *testing.T, s *supervisor.Supervisor, first *supervisor.EscalatedError, tool *writes, params map[string]any) error {
			second := escalates(t, s, "Bash", tool, params)
			require.Equal(t, first.Decision.Approval, second.Decision.Approval, "a person is asked once")
			approveAs(t, s, second)
			_, err := second.Wait(t.Context())
			require.ErrorIs(t, err, supervisor.ErrChanged)
			return err
		},
		"approved, and made again": func(t *testing.T, s *supervisor.Supervisor, first *supervisor.EscalatedError, tool *writes, params map[string]any) error {
			approveAs(t, s, first)
			second := escalates(t, s, "Bash", tool, params)
			assert.Equal(t, supervisor.CauseOpaque, second.Decision.Cause)
			assert.Contains(t, second.Decision.Reasoning, "has changed since")
			require.NotEqual(t, first.Decision.Approval, second.Decision.Approval, "a person is asked about what it is now")
			require.Empty(t, tool.ran)
			approveAs(t, s, second)
			_, err := second.Wait(t.Context())
			require.NoError(t, err)
			require.Len(t, tool.ran, 1)
			tool.ran = nil
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, dir := scripts(t)
			var tool writes
			params := map[string]any{"command": "sh script.sh"}
			first := escalates(t, s, "Bash", &tool, params)
			rewrite(t, dir, "script.sh")
			_ = again(t, s, first, &tool, params)
			assert.Empty(t, tool.ran)
		})
	}
}

// TestAWordOnAScriptThatIsTheSame: made again, the call runs once.
func TestAWordOnAScriptThatIsTheSame(t *testing.T) {
	t.Parallel()
	s, _ := scripts(t)
	var tool writes
	params := map[string]any{"command": "sh script.sh"}
	approveAs(t, s, escalates(t, s, "Bash", &tool, params))
	_, err := supervisor.Guard(s, "Bash", tool.run)(t.Context(), params)
	require.NoError(t, err)
	assert.Len(t, tool.ran, 1)
}

// TestOneYesIsForOneRun: also of somebody who is no person, and of several who
// wait for the same yes.
func TestOneYesIsForOneRun(t *testing.T) {
	t.Parallel()
	for name, people := range map[string][]string{"a person": nil, "nobody who counts as a person": {"colleague:*"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			words, err := memory.NewPeople(people, false)
			require.NoError(t, err)
			store := memory.NewStore(memory.Options{})
			s := mustNew(t, supervisor.Options{
				Store: store, Approvals: memory.Approvals(store, store, memory.ApprovalOptions{People: words}),
			})
			var tool writes
			params := map[string]any{"path": "a"}
			first, second := escalates(t, s, "perhaps", &tool, params), escalates(t, s, "perhaps", &tool, params)
			approveAs(t, s, first)
			_, err = first.Wait(t.Context())
			require.NoError(t, err)
			for _, waiting := range []*supervisor.EscalatedError{first, second} {
				_, err = waiting.Wait(t.Context())
				require.ErrorIs(t, err, supervisor.ErrUsed)
			}
			assert.Len(t, tool.ran, 1)
		})
	}
}

// scripts is a supervisor that sees what shells do in a directory with scripts,
// and in which people's words count.
func scripts(t *testing.T) (*supervisor.Supervisor, string) {
	t.Helper()
	dir := t.TempDir()
	for _, file := range []string{"script.sh", "other.sh"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte("echo hi\n"), 0o600))
	}
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{dir}, WorkingDir: dir})
	require.NoError(t, err)
	people, err := memory.NewPeople(nil, false)
	require.NoError(t, err)
	store, analyzer := memory.NewStore(memory.Options{}), effect.NewAnalyzer(scope)
	return mustNew(t, supervisor.Options{
		Scope: scope, Analyzer: analyzer, Store: store, Rules: []supervisor.Rule{memory.PersonsWord(store, memory.WordOptions{People: people})},
		Approvals: memory.Approvals(store, store, memory.ApprovalOptions{People: people, Analyzer: analyzer}),
	}), dir
}

// TestFC112EditedIntoAnotherTool: who edits a call into one of another tool calls
// that tool, and its own rules hold; the yes to the first one is not for it.
func TestFC112EditedIntoAnotherTool(t *testing.T) {
	t.Parallel()
	s := guarding(t, memory.NewStore(memory.Options{}))
	var tool writes
	params := map[string]any{"path": "a"}
	escalated := escalates(t, s, "perhaps", &tool, params)
	approveAs(t, s, escalated)
	var denied *supervisor.DeniedError
	_, err := supervisor.Guard(s, "no", tool.run)(t.Context(), params)
	require.ErrorAs(t, err, &denied)
	assert.Empty(t, tool.ran)

	approved := escalated.Decision
	approved.Action = supervisor.Approve
	require.ErrorIs(t, approved.Permits(supervisor.Call{Tool: "no", Params: params}), supervisor.ErrChanged)
	require.NoError(t, approved.Permits(supervisor.Call{Tool: "perhaps", Params: params}))
}

// escalates calls a guarded tool that is left to a person.
func escalates(t *testing.T, s *supervisor.Supervisor, name string, tool *writes, params map[string]any) *supervisor.EscalatedError {
	t.Helper()
	_, err := supervisor.Guard(s, name, tool.run)(t.Context(), params)
	var escalated *supervisor.EscalatedError
	require.ErrorAs(t, err, &escalated)
	return escalated
}

func approveAs(t *testing.T, s *supervisor.Supervisor, e *supervisor.EscalatedError) {
	t.Helper()
	yes := decision.Resolution{Status: decision.ApprovalApproved, By: "person:ann", At: time.Now()}
	require.NoError(t, s.Approvals().Resolve(t.Context(), e.Decision.Approval, yes))
}

func rewrite(t *testing.T, dir, file string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte("echo ho\n"), 0o600))
}

func replaceByDirectory(t *testing.T, path string) {
	t.Helper()
	require.NoError(t, os.Remove(path))
	require.NoError(t, os.Mkdir(path, 0o700))
}
