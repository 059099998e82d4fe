package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/rules"
)

// TestAnAssumedWorkingDirectoryApprovesReadsOnly holds rules that name their
// tools, which are otherwise the operator's word, against relative paths.
func TestAnAssumedWorkingDirectoryApprovesReadsOnly(t *testing.T) {
	t.Parallel()
	for _, assumed := range []bool{true, false} {
		scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"/p"}, WorkingDir: "/p", AssumedWorkingDir: assumed})
		require.NoError(t, err)
		set, err := rules.New([]rules.Spec{
			{Name: "r", When: `tool in ["fs.read", "fs.write", "own.tool"] and session_id != "x" and params.path starts_with project_dir`, Action: decision.Approve, Confidence: 1},
		}, rules.Options{Scope: scope})
		require.NoError(t, err)
		for _, tt := range []struct {
			tool         string
			path         any
			stated, only bool // approved with a stated directory, and with an assumed one
		}{
			{"fs.read", "a.go", true, true},
			{"fs.read", "/p/a.go", true, true},
			{"fs.write", "/p/a.go", true, true},
			{"fs.write", "a.go", true, false},
			{"fs.write", "~/a.go", false, false},
			{"own.tool", "/p/a.go", true, true},
			{"own.tool", "a.go", true, false},
			{"own.tool", []any{"/p/a.go", "b.go"}, true, false},
		} {
			c := (&decision.Call{Tool: tt.tool, Params: map[string]any{"path": tt.path}, Session: "s"}).WithAnalyzer(effect.NewAnalyzer(scope))
			v, approved := set.Evaluate(t.Context(), c)
			want := tt.stated
			if assumed {
				want = tt.only
			}
			assert.Equal(t, want, approved, "%s %v, assumed %t", tt.tool, tt.path, assumed)
			if tt.stated && !want {
				assert.NotEmpty(t, v.Notes)
			}
		}
	}
}
