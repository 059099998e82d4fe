package supervisor_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

func TestTheAnalyserKnowsWhatTheConfigSays(t *testing.T) {
	t.Parallel()
	rows := filepath.Join(t.TempDir(), "programs.yaml")
	require.NoError(t, os.WriteFile(rows, []byte("commands:\n  - {name: shipctl, flags: '-v', sub: [{name: status}, {name: rollout, does: external(deploy)}]}\n"), 0o600))
	const judged = "home: /home/dev\nworking_dir: /home/dev/project\nproject_dirs: [/home/dev/project]\nevaluator: {provider: structural}\n"
	for name, c := range map[string]struct {
		config, command string
		without, with   supervisor.Action
	}{
		"rows of one's own":         {"scope: {commands: [" + rows + "]}", "shipctl status", supervisor.Escalate, supervisor.Approve},
		"rows that are not routine": {"scope: {commands: [" + rows + "]}", "shipctl rollout", supervisor.Escalate, supervisor.Escalate},
		"a wrapper":                 {"scope: {wrappers: [rtk]}", "rtk git status", supervisor.Escalate, supervisor.Approve},
		"a wrapper of a danger":     {"scope: {wrappers: [rtk]}", "rtk rm -rf /etc", supervisor.Escalate, supervisor.Deny},
		"a known host":              {"scope: {hosts: [10.1.2.3]}", "curl -s https://10.1.2.3/health", supervisor.Escalate, supervisor.Approve},
		"an internal domain":        {"scope: {domains: [corp.example]}", "curl -s https://wiki.corp.example/", supervisor.Approve, supervisor.Escalate},
		"project code distrusted":   {"trust_project_code: no", "make test", supervisor.Approve, supervisor.Escalate},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			call := supervisor.Call{Tool: "Bash", Params: map[string]any{"command": c.command}}
			s, _ := build(t, judged, supervisor.Parts{})
			assert.Equal(t, c.without, evaluate(t, s, call).Action, "without")
			s, _ = build(t, judged+c.config, supervisor.Parts{})
			assert.Equal(t, c.with, evaluate(t, s, call).Action, "with")
		})
	}
}

func TestRowsThatCannotBeReadStopTheStart(t *testing.T) {
	t.Parallel()
	broken := filepath.Join(t.TempDir(), "broken.yaml")
	require.NoError(t, os.WriteFile(broken, []byte("commands:\n  - {name: shipctl, args: reed}\n"), 0o600))
	cfg, err := supervisor.ParseConfig("sup7.yaml", []byte("scope: {commands: ["+broken+"]}"))
	require.NoError(t, err)
	_, err = supervisor.Build(cfg, supervisor.Parts{Journal: &recorder{}})
	require.ErrorContains(t, err, broken+":2:")
	require.ErrorContains(t, err, "reed")

	cfg, err = supervisor.ParseConfig("sup7.yaml", []byte("scope: {commands: [/nowhere/a.yaml, /nowhere/b.yaml]}"))
	require.NoError(t, err)
	_, err = supervisor.Build(cfg, supervisor.Parts{Journal: &recorder{}})
	require.ErrorContains(t, err, "scope.commands[0]")
	require.ErrorContains(t, err, "scope.commands[1]")
}

func TestRowsAreOutOfTheAgentsReach(t *testing.T) {
	t.Parallel()
	rows := filepath.Join(t.TempDir(), "programs.yaml")
	require.NoError(t, os.WriteFile(rows, []byte("commands: [{name: shipctl}]"), 0o600))
	s, _ := build(t, "scope: {commands: ["+rows+"]}\nevaluator: {provider: none}\n", supervisor.Parts{})
	d := evaluate(t, s, supervisor.Call{Tool: "fs.write", Params: map[string]any{"path": rows, "content": "x"}})
	assert.Equal(t, "self-tamper", d.RuleMatched)
}
