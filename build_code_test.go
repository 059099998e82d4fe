package supervisor_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	writegate "github.com/flux7-go/supervisor/rules/code"
)

const uiRules = "pattern_rules: [{id: no-fetch, paths: ['ui/**'], deny_patterns: ['fetch\\('], message: no fetch}]"

// withRules is a project with the rules of the write gate in a directory.
func withRules(t *testing.T, dir string) string {
	t.Helper()
	project, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Join(project, dir), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(project, dir, "config.yml"), []byte(uiRules), 0o644))
	return project
}

func TestTheWriteGateIsBeforeEveryApproval(t *testing.T) {
	t.Parallel()
	project := withRules(t, ".supervisor")
	s, _ := build(t, fmt.Sprintf(`
evaluator: {provider: none}
project_dirs: [%s]
agents: [{name: coder, auto_approve_tools: [Write, Bash]}]
rules: [{name: all-tools, condition: "tool in Write, Bash", action: approve, confidence: 1}]`, project), supervisor.Parts{})
	bash := func(command string) supervisor.Decision {
		return evaluate(t, s, supervisor.Call{Agent: "coder", Tool: "Bash", WorkingDir: project, Params: map[string]any{"command": command}})
	}
	file := func(path, content string) supervisor.Decision {
		return evaluate(t, s, supervisor.Call{Agent: "coder", Tool: "Write", WorkingDir: project, Params: map[string]any{"file_path": path, "content": content}})
	}
	want := file("ui/x.tsx", "a\nfetch(b)\n")
	assert.Equal(t, supervisor.Deny, want.Action)
	assert.Equal(t, writegate.GateName, want.RuleMatched)
	assert.Contains(t, want.Reasoning, "✗ [no-fetch] no fetch\n    Line 2\n")
	require.Len(t, want.Evidence.Violations, 1)
	assert.Equal(t, "no-fetch", want.Evidence.Rule.Name)

	got := bash("cat > ui/x.tsx <<'EOF'\na\nfetch(b)\nEOF")
	assert.Equal(t, supervisor.Deny, got.Action)
	assert.Equal(t, want.Evidence.Violations, got.Evidence.Violations)
	assert.Equal(t, supervisor.CauseOpaque, bash("echo $X > ui/x.tsx").Cause)
	assert.Equal(t, supervisor.Deny, bash("echo 'mode: off' > .supervisor/config.yml").Action)
	assert.Equal(t, supervisor.Deny, bash("rm -rf .supervisor").Action)
	assert.Equal(t, supervisor.CauseSelf, bash("cat .supervisor/config.yml").Cause)
	assert.Equal(t, supervisor.Deny, file(".supervisor/config.yml", "mode: off").Action)
	assert.Equal(t, supervisor.Approve, file("ui/x.tsx", "a\n").Action)
	assert.Equal(t, supervisor.Approve, bash("cat > ui/x.tsx <<'EOF'\na\nEOF").Action)
}

func TestCodeConfig(t *testing.T) {
	t.Parallel()
	project := withRules(t, "house/rules")
	config := func(key string) string {
		return fmt.Sprintf("evaluator: {provider: none}\nproject_dirs: [%s]\ncode: {%s}\nrules: [{name: w, condition: tool equals Write, action: approve, confidence: 1}]", project, key)
	}
	s, _ := build(t, config("dir: house/rules"), supervisor.Parts{})
	file := func(path, content string) supervisor.Decision {
		return evaluate(t, s, supervisor.Call{Tool: "Write", WorkingDir: project, Params: map[string]any{"file_path": path, "content": content}})
	}
	assert.Equal(t, supervisor.Deny, file("ui/x", "fetch(").Action)
	assert.Equal(t, supervisor.Deny, file("house/rules/config.yml", "mode: off").Action, "other rules are protected too")

	s, _ = build(t, config("edits: new, suppressions: report, on_error: warn"), supervisor.Parts{})
	assert.Equal(t, supervisor.Approve, file("ui/x", "fetch(").Action, "no rules where they are looked for")

	refused := func(text string, parts supervisor.Parts) error {
		cfg, err := supervisor.ParseConfig("test.yaml", []byte(text))
		require.NoError(t, err)
		parts.Journal = &recorder{}
		s, err := supervisor.Build(cfg, parts)
		if err == nil {
			require.NoError(t, s.Close(t.Context()))
		}
		return err
	}
	require.ErrorContains(t, refused(config("engines: [astgrep]"), supervisor.Parts{}), "not linked")
	require.ErrorContains(t, refused(config("engines: [astgrep]"), supervisor.Parts{}), "test.yaml:3:")
	require.ErrorContains(t, refused(config("dir: ../x"), supervisor.Parts{}), "code.dir")
	engine := writegate.Grammars("treesitter")
	require.ErrorContains(t, refused(config("edits: all"), supervisor.Parts{Engines: map[string]writegate.Engine{"odd": engine}}), "Parts.Engines")
	require.NoError(t, refused(config("engines: [treesitter]"), supervisor.Parts{Engines: map[string]writegate.Engine{"treesitter": engine}}))
}
