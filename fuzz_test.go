package supervisor_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/rules"
)

// FuzzEvaluate feeds calls as JSON to a supervisor that approves files of a
// project. Nothing may panic, and what is approved has all its effects in the
// project, seen whole.
func FuzzEvaluate(f *testing.F) {
	for _, seed := range []string{
		`{"tool":"fs.write","params":{"path":"/p/a","content":"x"}}`,
		`{"tool":"fs.write","params":{"path":"/p/../a"}}`,
		`{"tool":"Read","params":{"file_path":"/p/.env"}}`,
		`{"tool":"fs.read","params":{"path":"/p/x","encoding":"utf-8","mode":null}}`,
		`{"tool":"Bash","params":{"command":"cat /p/a","path":"/p/a"}}`,
		`{"tool":"fs.read","params":{"path":["/p/a"]},"injection_risk":true}`,
		`{"tool":"mcp__filesystem__edit_file","params":{"path":"/p/a","edits":[{"oldText":"a","newText":"b"}]},"working_dir":"/p"}`,
	} {
		f.Add([]byte(seed))
	}
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"/p"}})
	require.NoError(f, err)
	set, err := rules.New([]rules.Spec{{Name: "p", Condition: "params.path starts_with project_dir", Action: supervisor.Approve, Confidence: 1}}, rules.Options{Scope: scope})
	require.NoError(f, err)
	s, err := supervisor.New(supervisor.Options{Analyzer: effect.NewAnalyzer(scope), Rules: []supervisor.Rule{set}, Scope: scope})
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := supervisor.ParseCall(data)
		if err != nil {
			return
		}
		d, err := s.Evaluate(t.Context(), c)
		if err != nil {
			require.ErrorIs(t, err, supervisor.ErrInvalidCall)
			return
		}
		if d.Action == supervisor.Escalate {
			require.NotEmpty(t, d.Cause)
			return
		}
		require.Empty(t, d.Cause)
		if d.Action == supervisor.Approve {
			require.False(t, c.InjectionRisk)
			require.Empty(t, d.Evidence.Opaque)
			require.NotEmpty(t, d.Evidence.Effects)
			for _, e := range d.Evidence.Effects {
				require.EqualValues(t, "project", e.Zone)
			}
		}
	})
}
