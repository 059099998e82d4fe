package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/rules"
)

func TestALookAlikeIsAnotherTool(t *testing.T) {
	t.Parallel()
	set, err := rules.New([]rules.Spec{{Name: "r", Condition: "tool in bank.read, Straße.ÖFFNEN", Action: decision.Approve, Confidence: 1}}, rules.Options{})
	require.NoError(t, err)
	for tool, want := range map[string]bool{
		"bank.read": true, "BANK.Read": true, "straße.öffnen": true,
		"ban\u212a.read": false, // the Kelvin sign
		"ban\u212a.READ": false,
	} {
		_, settled := set.Evaluate(t.Context(), &decision.Call{Tool: tool})
		assert.Equal(t, want, settled, tool)
	}
}

// TestADenyOnAPathIsNotTalkedAround holds ways to spell a path below /etc
// against a deny, with an approve behind it.
func TestADenyOnAPathIsNotTalkedAround(t *testing.T) {
	t.Parallel()
	scope, err := effect.NewScope(effect.ScopeOptions{WorkingDir: "/home/dev/project"})
	require.NoError(t, err)
	for _, field := range []string{"path", "input.path", "args.file_path"} {
		set, err := rules.New([]rules.Spec{
			{Name: "no", Condition: "params." + field + " starts_with /etc", Action: decision.Deny, Confidence: 1},
			{Name: "yes", Condition: "tool equals t", Action: decision.Approve, Confidence: 1},
		}, rules.Options{Scope: scope})
		require.NoError(t, err)
		for text, want := range map[string]decision.Action{
			"/etc/hosts":                      decision.Deny,
			"/tmp/../etc/hosts":               decision.Deny,
			"//etc/hosts":                     decision.Deny,
			"../../../etc/hosts":              decision.Deny,
			"foo://../../../../../etc/hosts":  decision.Escalate,
			"http://../../../../../etc/hosts": decision.Escalate,
			"a:b://../../../../../etc/hosts":  decision.Deny,
			"file:///etc/hosts":               decision.Escalate,
			"/home/dev/project/a":             decision.Approve,
			"https://example.org/etc":         decision.Approve,
		} {
			c := &decision.Call{Tool: "t", Params: nested(field, text)}
			v, settled := set.Evaluate(t.Context(), c)
			assert.True(t, settled)
			assert.Equal(t, want, v.Action, "%s %s", field, text)
		}
	}
}

func nested(field, text string) map[string]any {
	switch field {
	case "input.path":
		return map[string]any{"input": map[string]any{"path": text}}
	case "args.file_path":
		return map[string]any{"args": map[string]any{"file_path": text}}
	}
	return map[string]any{field: text}
}
