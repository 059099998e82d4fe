package effect_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// A word that no row takes for a path may be one all the same. Where it leads
// out of the project, nobody knows what happens there.
func TestAMentionedPathOutsideIsNotSeen(t *testing.T) {
	t.Parallel()
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"/srv/app"}, WorkingDir: "/srv/app", Home: "/home/zed"})
	require.NoError(t, err)
	a := effect.NewAnalyzer(scope)
	for line, opaque := range map[string]bool{
		"pytest --cov-report=html:/srv/app/out": false,
		"pytest --cov-report=html:/etc/out":     true,
		"pytest --cov-report=html:~/out":        true,
		"pytest --cov-report=html:../out":       true,
		"seq -s /srv/app/x 1 2":                 false,
		"seq -s /tmp/x 1 2":                     true,
		"seq -s /dev/null 1 2":                  false,
		"echo /etc/passwd":                      false,
		"grep -n /etc/passwd main.go":           false,
	} {
		call := decision.Call{Tool: "Bash", Params: map[string]any{"command": line}}
		assert.Equal(t, opaque, a.Analyze(t.Context(), &call).Opaque(), line)
	}
}
