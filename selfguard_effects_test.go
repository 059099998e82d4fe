package supervisor_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision/effect"
)

// TestCommandsLeaveTheSupervisorsOwnFiles looks at what commands do: to a
// protected program, and to the directories that hold it.
func TestCommandsLeaveTheSupervisorsOwnFiles(t *testing.T) {
	t.Parallel()
	project, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, dir := range []string{"tools/inner", "src"} {
		require.NoError(t, os.MkdirAll(filepath.Join(project, dir), 0o755))
	}
	program := filepath.Join(project, "tools", "inner", "judge")
	require.NoError(t, os.WriteFile(program, nil, 0o600))
	require.NoError(t, os.Symlink(program, filepath.Join(project, "innocent")))
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{project}, WorkingDir: project})
	require.NoError(t, err)
	s := mustNew(t, supervisor.Options{
		Scope: scope, Analyzer: effect.NewAnalyzer(scope), Protect: []string{program, filepath.Join(project, "tools", "packs-*.yml")}, Rules: []supervisor.Rule{settles(approveWord("all"))},
	})
	for command, want := range map[string]supervisor.Action{
		"mv tools old":                       supervisor.Deny,
		"mv tools/inner /tmp/x":              supervisor.Deny,
		"mv ./too* old":                      supervisor.Deny,
		"cd tools && mv i[n]ner old":         supervisor.Deny,
		"git mv tools old":                   supervisor.Deny,
		"rm -r tools":                        supervisor.Deny,
		"rm -r ./**":                         supervisor.Deny,
		"find tools -delete":                 supervisor.Deny,
		"cp -r src/ tools":                   supervisor.Approve, // it names no file that is ours
		"rsync -a src/ tools/":               supervisor.Approve,
		"cp src/* tools":                     supervisor.Approve,
		"sed -i s/a/b/ tools/*.yml":          supervisor.Escalate,
		"gofmt -w .":                         supervisor.Approve,
		"rm tools/inner/judge":               supervisor.Deny,
		"mv tools/inner/judge src/":          supervisor.Deny,
		"cp src/a tools/inner/judge":         supervisor.Deny,
		"echo > tools/inner/judge":           supervisor.Deny,
		"echo > innocent":                    supervisor.Deny,
		"cd tools/inner && rm *":             supervisor.Deny,
		"cd tools/inner; mv jud?e x":         supervisor.Deny,
		"mv tools old && rm -r old/inner/j*": supervisor.Deny,
		"cat tools/inner/judge":              supervisor.Escalate,

		"mv src old":             supervisor.Approve,
		"rm tools/packs*":        supervisor.Deny,
		"rm tools/*.y[ma]l":      supervisor.Deny,
		"rm *.o":                 supervisor.Approve,
		"rm tools/*.log":         supervisor.Approve,
		"cp src/a tools/b":       supervisor.Approve,
		"ls tools":               supervisor.Approve,
		"mkdir tools/other":      supervisor.Approve,
		"touch tools/inner/note": supervisor.Approve,
	} {
		d := evaluate(t, s, supervisor.Call{Tool: "Bash", Params: map[string]any{"command": command}, WorkingDir: project})
		assert.Equal(t, want, d.Action, "%s: %s", command, d.Reasoning)
		if want != supervisor.Approve {
			assert.Equal(t, "self-tamper", d.RuleMatched, command)
		}
		if want == supervisor.Escalate {
			assert.Equal(t, supervisor.CauseSelf, d.Cause, command)
		}
	}
}
