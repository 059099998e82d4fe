package rules_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/rules"
)

type params = map[string]any

func newScope(t testing.TB, opts effect.ScopeOptions) *effect.Scope {
	t.Helper()
	scope, err := effect.NewScope(opts)
	require.NoError(t, err)
	return scope
}

// project is a scope with one project that does not exist on the disk.
func project(t testing.TB) *effect.Scope {
	return newScope(t, effect.ScopeOptions{ProjectDirs: []string{"/home/dev/project"}, Home: "/home/dev"})
}

func newSet(t testing.TB, scope *effect.Scope, specs ...rules.Spec) *rules.Set {
	t.Helper()
	set, err := rules.New(specs, rules.Options{Scope: scope})
	require.NoError(t, err)
	return set
}

func rule(name, condition string, action decision.Action) rules.Spec {
	return rules.Spec{Name: name, Condition: condition, Action: action, Confidence: 0.9}
}

// evaluate judges a call as the root does: normalised, with an analyser.
func evaluate(t testing.TB, set *rules.Set, scope *effect.Scope, call decision.Call) (decision.Verdict, bool) {
	t.Helper()
	normal, err := call.Normalize()
	require.NoError(t, err)
	return set.Evaluate(t.Context(), normal.WithAnalyzer(effect.NewAnalyzer(scope)))
}

// outcome is the action of one rule on a call; "none" when it does not hold.
func outcome(t testing.TB, scope *effect.Scope, condition string, action decision.Action, call decision.Call) string {
	t.Helper()
	v, settled := evaluate(t, newSet(t, scope, rule("r", condition, action)), scope, call)
	if !settled {
		assert.Empty(t, v.Source, "an unsettled verdict of a conditional rule names nobody")
		return "none"
	}
	return v.Action.String()
}

var (
	_ decision.Rule      = (*rules.Set)(nil)
	_ decision.Needer    = (*rules.Set)(nil)
	_ decision.Explainer = (*rules.Set)(nil)
)

func TestFirstMatchWins(t *testing.T) { // R17
	t.Parallel()
	set := newSet(t, nil, rule("no", "tool equals q.z", decision.Deny), rule("yes", "tool contains q", decision.Approve))
	v, settled := evaluate(t, set, nil, decision.Call{Tool: "q.z"})
	assert.True(t, settled)
	assert.Equal(t, decision.Deny, v.Action)
	assert.Equal(t, "no", v.Source)

	v, settled = evaluate(t, set, nil, decision.Call{Tool: "q.y"})
	assert.True(t, settled)
	assert.Equal(t, decision.Approve, v.Action)
	assert.Equal(t, "yes", v.Source)
}

func TestVerdictOfEachKindOfRule(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		spec    rules.Spec
		settled bool
		cause   decision.Cause
		basis   decision.Basis
	}{
		"approve that names the tool": {rule("r", "tool in fs.read", decision.Approve), true, "", decision.BasisOperator},
		"approve by a path":           {rule("r", "params.path starts_with project_dir", decision.Approve), true, "", decision.BasisCondition},
		"approve by a tool it is not": {rule("r", "tool != fs.write", decision.Approve), true, "", decision.BasisCondition},
		"deny":                        {rule("r", "tool contains read", decision.Deny), true, "", decision.BasisOperator},
		"conditional escalate":        {rule("r", "params.path contains a", decision.Escalate), true, decision.CauseRule, decision.BasisCondition},
		"catch-all escalate":          {rules.Spec{Name: "r", CatchAll: true, Confidence: 0.9}, false, decision.CauseUnsettled, decision.BasisCondition},
		"catch-all deny":              {rules.Spec{Name: "r", CatchAll: true, Confidence: 0.9, Action: decision.Deny}, true, "", decision.BasisCondition},
		"catch-all approve": {
			rules.Spec{Name: "r", CatchAll: true, Confidence: 0.9, Action: decision.Approve, AllowAll: true}, true, "", decision.BasisOperator,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.spec.File, tt.spec.Line = "sup7.yaml", 12
			v, settled := evaluate(t, newSet(t, project(t), tt.spec), project(t),
				decision.Call{Tool: "fs.read", Params: params{"path": "/home/dev/project/a"}})
			assert.Equal(t, tt.settled, settled)
			assert.Equal(t, tt.spec.Action, v.Action)
			assert.Equal(t, tt.cause, v.Cause)
			assert.Equal(t, tt.basis, v.Basis)
			assert.Equal(t, "r", v.Source)
			assert.InDelta(t, 0.9, v.Confidence, 0)
			assert.Equal(t, &decision.RuleRef{Name: "r", File: "sup7.yaml", Line: 12}, v.Rule)
			assert.Empty(t, v.Notes)
		})
	}
}

func TestNoRuleMatched(t *testing.T) {
	t.Parallel()
	v, settled := evaluate(t, newSet(t, nil), nil, decision.Call{Tool: "x"})
	assert.False(t, settled)
	assert.Equal(t, decision.Verdict{Reasoning: "no rule matched"}, v)
}

func TestCatchAllHidesLaterRules(t *testing.T) {
	t.Parallel()
	set := newSet(t, nil, rules.Spec{Name: "ask", CatchAll: true}, rule("yes", "tool equals x", decision.Approve))
	v, settled := evaluate(t, set, nil, decision.Call{Tool: "x"})
	assert.False(t, settled)
	assert.Equal(t, "ask", v.Source)
}

func TestReasoning(t *testing.T) { // R18
	t.Parallel()
	tests := map[string]struct {
		condition, description string
		params                 params
		want                   string
		quoted                 []string
	}{
		"path and description":    {"params.path contains b", "nightly", params{"path": "/a/b"}, "rule 'n1' matched; path=/a/b; nightly", []string{"/a/b"}},
		"path given in two words": {"params path contains b", "", params{"path": "/a/b"}, "rule 'n1' matched; path=/a/b", []string{"/a/b"}},
		"another parameter":       {"params.dir contains b", "", params{"dir": "/a/b", "path": "/p"}, "rule 'n1' matched", nil},
		"description of many lines": {
			"params.path contains b", " two\n lines ", params{"path": "b"}, "rule 'n1' matched; path=b; two lines", []string{"b"},
		},
		"path of many lines": {
			"params.path contains b", "", params{"path": "b\nx\u2028y\u202ez"}, "rule 'n1' matched; path=b x y z", []string{"b x y z"},
		},
		"path that is a list": {"params.path contains b", "", params{"path": []any{"b"}}, "rule 'n1' matched", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			spec := rule("n1", tt.condition, decision.Deny)
			spec.Description = tt.description
			v, _ := evaluate(t, newSet(t, nil, spec), nil, decision.Call{Tool: "x", Params: tt.params})
			assert.Equal(t, tt.want, v.Reasoning)
			assert.Equal(t, tt.quoted, v.Quoted)
		})
	}
}

func TestReasoningBoundsThePath(t *testing.T) {
	t.Parallel()
	path := "/b"
	for range 300 {
		path += "ä"
	}
	v, _ := evaluate(t, newSet(t, nil, rule("n", "params.path contains b", decision.Deny)), nil, decision.Call{Tool: "x", Params: params{"path": path}})
	require.Len(t, v.Quoted, 1)
	assert.LessOrEqual(t, len(v.Quoted[0]), 200)
	assert.Contains(t, v.Reasoning, v.Quoted[0])
	assert.NotContains(t, v.Reasoning, "\uFFFD")
}

func TestNeeds(t *testing.T) {
	t.Parallel()
	traces := rule("t", "recent_traces contains mail.send", decision.Escalate)
	grants := rule("g", "active_grants contains fs.*", decision.Escalate)
	tool := rule("x", "tool equals x", decision.Approve)
	assert.Equal(t, decision.NeedNothing, newSet(t, nil, tool, rules.Spec{Name: "all", CatchAll: true}).Needs())
	assert.Equal(t, decision.NeedTraces, newSet(t, nil, tool, traces).Needs())
	assert.Equal(t, decision.NeedGrants, newSet(t, nil, grants).Needs())
	assert.Equal(t, decision.NeedTraces|decision.NeedGrants, newSet(t, nil, traces, grants).Needs())
}

func TestEffectsAreAskedForOnlyWhenAnApproveFits(t *testing.T) {
	t.Parallel()
	set := newSet(t, project(t),
		rule("deny", "params.path starts_with /etc", decision.Deny),
		rule("other", "params.path contains zzz", decision.Approve),
		rule("tool", "tool equals fs.read", decision.Approve))
	asked := false
	call := (&decision.Call{Tool: "fs.read", Params: params{"path": "/home/dev/project/a"}}).WithAnalyzer(
		decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects {
			asked = true
			return decision.Effects{}
		}))
	v, settled := set.Evaluate(t.Context(), call)
	assert.True(t, settled)
	assert.Equal(t, "tool", v.Source)
	assert.False(t, asked)
}

func TestRulesReturnsACopyInOrder(t *testing.T) {
	t.Parallel()
	set := newSet(t, nil, rule("a", "tool equals x", decision.Deny), rule("b", "tool equals y", decision.Deny))
	got := set.Rules()
	require.Equal(t, 2, set.Len())
	require.Equal(t, []string{"a", "b"}, []string{got[0].Name, got[1].Name})
	got[0].Name = "z"
	assert.Equal(t, "a", set.Rules()[0].Name)
}

func TestSetIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	specs := append(mixed(100), when("path", `inside(params.path, project_dir) and agent_rate >= 0`, decision.Deny), rules.Spec{Name: "rest", CatchAll: true})
	set := newSet(t, project(t), specs...)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 100 {
				v, _ := set.Evaluate(t.Context(), aimed(i, true))
				assert.Equal(t, specs[i].Name, v.Source)
				set.Explain(t.Context(), aimed(i, true))
			}
		})
	}
	wg.Wait()
}
