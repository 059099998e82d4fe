package supervisor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

// TestARefusalHoldsForWhatDoesAllOfIt: an agent cannot shop for a yes by dressing
// a refused command up, or by putting more beside it.
func TestARefusalHoldsForWhatDoesAllOfIt(t *testing.T) {
	t.Parallel()
	for refused, again := range map[string]map[string]supervisor.Action{
		"git push origin main": {
			"git push origin main # please":        supervisor.Deny,
			"true && git push origin main":         supervisor.Deny,
			"cd . && git push origin main":         supervisor.Deny,
			`bash -c "git push origin main"`:       supervisor.Deny,
			"timeout 60 git push origin main":      supervisor.Deny,
			"FOO=1 git push 'origin'  main":        supervisor.Deny,
			"git fetch && git push origin main":    supervisor.Deny,
			"git push origin other":                supervisor.Escalate,
			"git push origin main --force":         supervisor.Escalate,
			"echo git push origin main":            supervisor.Approve,
			"git commit -m 'git push origin main'": supervisor.Approve,
		},
		"rm -rf /srv/app/src": {
			"rm -rf /srv/app/src /srv/app/build": supervisor.Deny,
			"rm -r /srv/app/src && ls":           supervisor.Deny,
			"rm -rf /srv/app/build":              supervisor.Approve,
			"ls /srv/app/src":                    supervisor.Approve,
		},
	} {
		s, _ := build(t, "project_dirs: [/srv/app]\nworking_dir: /srv/app\nevaluator: {provider: structural}\napprovals: {timeout: 1m}\n", supervisor.Parts{})
		bash := func(line string) supervisor.Decision {
			return evaluate(t, s, supervisor.Call{Agent: "coder", Session: "s1", Tool: "Bash", Params: map[string]any{"command": line}})
		}
		d := bash(refused)
		require.Equal(t, supervisor.Escalate, d.Action, refused)
		require.NoError(t, s.Approvals().Resolve(t.Context(), d.Approval, supervisor.Resolution{Status: supervisor.ApprovalDenied, By: "person:ann"}))
		for line, want := range again {
			assert.Equal(t, want, bash(line).Action, "%s after %s", line, refused)
		}
	}
}
