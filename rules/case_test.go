package rules_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/rules"
)

func TestCases(t *testing.T) {
	t.Parallel()
	set := newSet(t, project(t),
		rule("mail", "tool starts_with mail.", deny),
		rule("mine", "params.path starts_with project_dir", approve),
		when("unknown", "not agent_known", escalate),
		rules.Spec{Name: "rest", CatchAll: true})
	open := newSet(t, project(t), rule("mail", "tool starts_with mail.", deny))
	mine := decision.Call{Tool: "fs.read", Params: params{"path": "/home/dev/project/a"}}
	tests := map[string]struct {
		set   *rules.Set
		given rules.Case
		msg   string // empty: it passes
	}{
		"deny":               {set, rules.Case{Call: decision.Call{Tool: "mail.send"}, Expect: deny}, ""},
		"deny, by its rule":  {set, rules.Case{Call: decision.Call{Tool: "mail.send"}, Expect: deny, Rule: "mail"}, ""},
		"approve":            {set, rules.Case{Call: mine, Expect: approve, Rule: "mine"}, ""},
		"handed on":          {set, rules.Case{Call: decision.Call{Tool: "x"}, Expect: escalate, Rule: "rest"}, ""},
		"history of a call":  {set, rules.Case{Call: decision.Call{Tool: "x", RecentTraces: []decision.Trace{}}, Expect: escalate, Rule: "unknown"}, ""},
		"no rule":            {open, rules.Case{Call: decision.Call{Tool: "x"}, Expect: escalate}, ""},
		"another action":     {set, rules.Case{Call: decision.Call{Tool: "mail.send"}, Expect: approve}, "mail.send: expected approve, got deny by rule 'mail'"},
		"another rule":       {set, rules.Case{Call: mine, Expect: approve, Rule: "mail"}, "fs.read: expected approve by rule 'mail', got approve by rule 'mine'"},
		"another, no rule":   {open, rules.Case{Call: decision.Call{Tool: "x"}, Expect: deny}, "x: expected deny, got escalate by no rule"},
		"no such rule":       {set, rules.Case{Call: mine, Expect: approve, Rule: "main"}, "there is no rule 'main': correct the name"},
		"invalid call":       {set, rules.Case{Expect: approve}, "the call is invalid: the call names no tool"},
		"why it is not, too": {set, rules.Case{Call: decision.Call{Tool: "fs.delete", Params: mine.Params}, Expect: approve}, "fs.delete: expected approve, got escalate by rule 'rest'; rule 'mine': the call has the effect deletes"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			failures := tt.set.Test(t.Context(), []rules.Case{tt.given}, effect.NewAnalyzer(project(t)))
			if tt.msg == "" {
				assert.Empty(t, failures)
				return
			}
			if assert.Len(t, failures, 1) {
				assert.Equal(t, tt.msg, failures[0].Msg)
			}
		})
	}
}

func TestFailureNamesItsPlace(t *testing.T) {
	t.Parallel()
	cases := []rules.Case{
		{Call: decision.Call{Tool: "x"}, Expect: escalate},
		{Call: decision.Call{Tool: "x"}, Expect: deny},
		{Call: decision.Call{Tool: "x"}, Expect: deny, File: "sup7.yaml", Line: 9, Column: 7},
	}
	failures := newSet(t, nil).Test(t.Context(), cases, nil)
	if assert.Len(t, failures, 2) {
		assert.Equal(t, 1, failures[0].Index)
		assert.Equal(t, "case 2: x: expected deny, got escalate by no rule", failures[0].String())
		assert.Equal(t, "sup7.yaml:9:7: x: expected deny, got escalate by no rule", failures[1].String())
	}
}

func ExampleSet_Test() {
	set, err := rules.New([]rules.Spec{
		{Name: "mail", Condition: "tool starts_with mail.", Action: decision.Deny, Confidence: 1},
	}, rules.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range set.Test(context.Background(), []rules.Case{
		{Call: decision.Call{Tool: "mail.send"}, Expect: decision.Deny},
		{Call: decision.Call{Tool: "email.send"}, Expect: decision.Deny, Rule: "mail"},
	}, nil) {
		fmt.Println(f)
	}
	// Output:
	// case 2: email.send: expected deny by rule 'mail', got escalate by no rule
}
