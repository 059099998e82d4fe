package rules_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/rules"
)

func explain(t *testing.T, set *rules.Set, call decision.Call) []decision.Step {
	t.Helper()
	normal, err := call.Normalize()
	require.NoError(t, err)
	return set.Explain(t.Context(), normal.WithAnalyzer(effect.NewAnalyzer(project(t))))
}

func TestExplainShowsEveryRule(t *testing.T) {
	t.Parallel()
	set := newSet(t, project(t),
		rule("other", "tool equals mail.send", decision.Deny),
		rule("inside", "params.path starts_with project_dir", decision.Approve),
		rule("missing", "params.mode != dry", decision.Deny),
		rule("list", "params.tags contains b", decision.Deny),
		rule("object", "params.meta equals b", decision.Approve),
		rule("ask", "tool contains delete", decision.Escalate),
		rule("later", "tool equals fs.delete", decision.Deny),
		rules.Spec{Name: "rest", CatchAll: true})
	steps := explain(t, set, decision.Call{Tool: "fs.delete", Params: params{"path": "/home/dev/project/a", "tags": []any{"a"}, "meta": params{}}})

	escalate, deny := decision.Escalate, decision.Deny
	assert.Equal(t, []decision.Step{
		{Stage: "rule", Name: "other", Detail: `tool equals mail.send; tool is "fs.delete"`},
		{Stage: "rule", Name: "inside", Detail: `params.path starts_with project_dir; params.path is "/home/dev/project/a"; what the call does is not seen whole: unknown parameter`},
		{Stage: "rule", Name: "missing", Detail: `params.mode != dry; params.mode is missing`},
		{Stage: "rule", Name: "list", Detail: `params.tags contains b; params.tags is a list of 1`},
		{Stage: "rule", Name: "object", Detail: `params.meta equals b; params.meta is an object`},
		{Stage: "rule", Name: "ask", Matched: true, Action: &escalate, Settled: true, Detail: `tool contains delete; tool is "fs.delete"`},
		{Stage: "rule", Name: "later", Matched: true, Action: &deny, Detail: `tool equals fs.delete; tool is "fs.delete"`},
		{Stage: "rule", Name: "rest", Matched: true, Action: &escalate, Detail: `holds for every call`},
	}, steps)
}

func TestExplainShowsARuleThatCannotBeEvaluated(t *testing.T) {
	t.Parallel()
	set := newSet(t, project(t), rule("in", "params.path starts_with project_dir", decision.Deny), rule("yes", "tool equals x", decision.Approve))
	steps := explain(t, set, decision.Call{Tool: "x", Params: params{"path": "a"}})
	require.Len(t, steps, 2)
	require.NotNil(t, steps[0].Action)
	assert.Equal(t, decision.Escalate, *steps[0].Action)
	assert.False(t, steps[0].Matched)
	assert.True(t, steps[0].Settled)
	assert.False(t, steps[1].Settled)
}

func TestExplainAfterACatchAllDoesNotSettle(t *testing.T) {
	t.Parallel()
	set := newSet(t, nil, rules.Spec{Name: "rest", CatchAll: true}, rule("yes", "tool equals x", decision.Approve))
	for _, step := range explain(t, set, decision.Call{Tool: "x"}) {
		assert.True(t, step.Matched)
		assert.False(t, step.Settled, step.Name)
	}
}

func TestExplainShowsNoSecretAndNoWholeValue(t *testing.T) {
	t.Parallel()
	set, err := rules.New([]rules.Spec{
		rule("token", "params.auth.apiKey equals sesame-1", decision.Deny),
		rule("long", "params.text contains sesame-2", decision.Deny),
		rule("inline", "params.line contains x", decision.Deny),
	}, rules.Options{Redact: func(text string) string { return strings.ReplaceAll(text, "sesame-3", "[secret]") }})
	require.NoError(t, err)
	steps := explain(t, set, decision.Call{Tool: "x", Params: params{
		"auth": params{"apiKey": "sesame-1"}, "text": strings.Repeat("ä", 200) + "sesame-2",
		"line": strings.Repeat(".", 70) + "sesame-3",
	}})
	require.Len(t, steps, 3)
	assert.Equal(t, "params.auth.apiKey equals …; params.auth.apiKey is not shown", steps[0].Detail)
	_, shown, _ := strings.Cut(steps[1].Detail, " is ")
	assert.LessOrEqual(t, len(shown), 80+2)
	assert.NotContains(t, steps[2].Detail, "sesame", "masked before it is cut")
	assert.True(t, steps[0].Matched)
}

func TestExplainMatchesEvaluate(t *testing.T) {
	t.Parallel()
	set := newSet(t, project(t),
		rule("etc", "params.path starts_with /etc", decision.Deny),
		rule("mine", "params.path starts_with project_dir", decision.Approve),
		rule("mail", "tool starts_with mail.", decision.Escalate),
		rule("log", "params.command starts_with git log", decision.Approve),
		rule("ls", "tool in ls, fs.list", decision.Approve),
		rules.Spec{Name: "rest", CatchAll: true})
	for _, call := range []decision.Call{
		{Tool: "fs.read", Params: params{"path": "/etc/x"}},
		{Tool: "fs.read", Params: params{"path": "/home/dev/project/x"}},
		{Tool: "fs.read", Params: params{"path": "/home/dev/project/.env"}},
		{Tool: "fs.read", Params: params{"path": "x"}},
		{Tool: "mail.send"},
		{Tool: "Bash", Params: params{"command": "git log"}},
		{Tool: "ls"},
		{Tool: "else"},
	} {
		v, settled := evaluate(t, set, project(t), call)
		var by []string
		for _, step := range explain(t, set, call) {
			if step.Settled {
				by = append(by, step.Name)
			}
		}
		if settled {
			assert.Equal(t, []string{v.Source}, by, call.Tool)
		} else {
			assert.Empty(t, by, call.Tool)
		}
	}
}

func TestExplainShowsWhatEachComparisonSaw(t *testing.T) {
	t.Parallel()
	set := newSet(t, project(t),
		when("one", `params.n > 5`, decision.Deny),
		when("two", `not (tool == "mail.send") and (agent_rate > 5 or params.apiKey == "sesame")`, decision.Deny),
		when("odd", `inside(params.odd, project_dir) or tool == "x"`, decision.Escalate),
		when("many", strings.Repeat(`tool == "x" or `, 9)+`tool == "y"`, decision.Deny),
		when("code", `tool starts_with "fs." and params.command starts_with "git log"`, decision.Approve))
	steps := explain(t, set, decision.Call{Tool: "fs.read", Params: params{"n": 4, "apiKey": "open", "odd": "~bob", "command": "git log"}})
	require.Len(t, steps, 5)
	assert.Equal(t, `params.n > 5; false (params.n is "4")`, steps[0].Detail)
	assert.Equal(t, `not (tool == "mail.send") and (agent_rate > 5 or params.apiKey == …); `+
		`tool == "mail.send" is false (tool is "fs.read"); agent_rate > 5 is missing (agent_rate is missing); `+
		`params.apiKey == … is false (params.apiKey is not shown)`, steps[1].Detail)
	assert.False(t, steps[1].Matched)
	assert.Contains(t, steps[2].Detail, "inside(params.odd, project_dir) is not to be told")
	assert.True(t, steps[2].Settled)
	assert.True(t, strings.HasSuffix(steps[3].Detail, "; and 2 more"), steps[3].Detail)
	assert.False(t, steps[4].Matched)
	assert.True(t, strings.HasSuffix(steps[4].Detail, "what the call does is not seen whole: unknown parameter"), steps[4].Detail)
}
