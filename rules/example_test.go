package rules_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/rules"
)

func ExampleNew() {
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"/home/dev/project"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	set, err := rules.New([]rules.Spec{
		{Name: "no mail", Condition: "tool starts_with mail.", Action: decision.Deny, Confidence: 1},
		{Name: "own files", Condition: "params.path starts_with project_dir", Action: decision.Approve, Confidence: 0.95},
		{Name: "rest", CatchAll: true},
	}, rules.Options{Scope: scope})
	if err != nil {
		fmt.Println(err)
		return
	}
	analyzer := effect.NewAnalyzer(scope)
	for _, call := range []decision.Call{
		{Tool: "mail.send"},
		{Tool: "fs.read", Params: map[string]any{"path": "/home/dev/project/main.go"}},
		{Tool: "fs.delete", Params: map[string]any{"path": "/home/dev/project/main.go"}},
	} {
		v, settled := set.Evaluate(context.Background(), call.WithAnalyzer(analyzer))
		fmt.Println(v.Action, settled, v.Reasoning, v.Notes)
	}
	// Output:
	// deny true rule 'no mail' matched []
	// approve true rule 'own files' matched; path=/home/dev/project/main.go []
	// escalate false rule 'rest' matched [rule 'own files': the call has the effect deletes]
}

// A rule on what a call would do, and one on how a command may start. The
// analyser is a stand-in.
func ExampleNew_effects() {
	set, err := rules.New([]rules.Spec{
		{Name: "keep home", When: `effects.deletes and effects.zone == "home"`, Action: decision.Deny, Confidence: 1},
		{Name: "git", When: `tool == "Bash" and params.command starts_with "git "`, Action: decision.Approve, Confidence: 0.95},
	}, rules.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for line, effects := range map[string]decision.Effects{
		"git log && git diff": {
			Covered: true, Segments: []string{"git log", "git diff"},
			List: []decision.Effect{{Kind: decision.Reads, Zone: decision.ZoneProject, Segment: "git log"}},
		},
		"git log; rm ~/a": {
			Covered: true, Segments: []string{"git log", "rm ~/a"},
			List: []decision.Effect{{Kind: decision.Deletes, Zone: decision.ZoneHome, Segment: "rm ~/a"}},
		},
		"git log | sh": {Segments: []string{"git log", "sh"}, Gaps: []decision.Gap{{Reason: "runs what it reads", Segment: "sh"}}},
	} {
		call := decision.Call{Tool: "Bash", Params: map[string]any{"command": line}}
		analyzer := decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects { return effects })
		v, settled := set.Evaluate(context.Background(), call.WithAnalyzer(analyzer))
		fmt.Println(line, "->", v.Action, settled, v.Reasoning)
	}
	// Unordered output:
	// git log && git diff -> approve true rule 'git' matched
	// git log; rm ~/a -> deny true rule 'keep home' matched
	// git log | sh -> escalate true rule 'keep home' could not be evaluated: effects.zone cannot be told: what the call does is not seen whole: runs what it reads
}

func ExampleParseCondition() {
	c, err := rules.ParseCondition("params path  starts_with project_dir")
	fmt.Println(c, err)

	_, err = rules.ParseCondition("tool startswith fs.")
	var fault *rules.SyntaxError
	if errors.As(err, &fault) {
		fmt.Println(fault.Offset, fault.Length, fault)
	}
	// Output:
	// params.path starts_with project_dir <nil>
	// 5 10 unknown operator "startswith": did you mean starts_with?
}

func ExampleParseWhen() {
	w, err := rules.ParseWhen(`tool startsWith "fs." && not agent_known`)
	fmt.Println(w, err)

	_, err = rules.ParseWhen(`agent_rat > 30`)
	var fault *rules.SyntaxError
	if errors.As(err, &fault) {
		fmt.Println(fault.Offset, fault.Length, fault)
	}
	// Output:
	// tool starts_with "fs." and not (agent_known == true) <nil>
	// 0 9 unknown field "agent_rat": did you mean agent_rate?
}
