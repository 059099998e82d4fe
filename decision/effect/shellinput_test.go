package effect_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// What runs inside a substitution or a trap reads the input of the shell around
// it, of which nothing is known.
func TestTheInputOfASubstitutionIsNotEmpty(t *testing.T) {
	t.Parallel()
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"/srv/app"}, WorkingDir: "/srv/app", Home: "/home/zed"})
	require.NoError(t, err)
	a := effect.NewAnalyzer(scope)
	for line, opaque := range map[string]bool{
		"sh":                           true,
		"echo $(sh)":                   true,
		"x=`sh`":                       true,
		"cat <(sh)":                    true,
		"trap sh EXIT":                 true,
		"echo $(base64 -d > f && ./f)": true,
		"echo $(git status --short)":   false,
		"cat <(sort a)":                false,
	} {
		call := decision.Call{Tool: "Bash", Params: map[string]any{"command": line}}
		assert.Equal(t, opaque, a.Analyze(t.Context(), &call).Opaque(), line)
	}
}
