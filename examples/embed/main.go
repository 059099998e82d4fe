package main

import (
	"context"
	"fmt"
	"log"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/provider/structural"
	"github.com/flux7-go/supervisor/rules"
)

func main() {
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"/srv/app"}, WorkingDir: "/srv/app", Home: "/home/dev"})
	if err != nil {
		log.Fatal(err)
	}
	set, err := rules.New([]rules.Spec{
		{Name: "tests", Condition: "tool equals project.test", Action: supervisor.Approve, Confidence: 0.95},
		{Name: "no-money", Condition: "tool starts_with payments.", Action: supervisor.Deny, Confidence: 1},
	}, rules.Options{Scope: scope})
	if err != nil {
		log.Fatal(err)
	}
	analyzer := effect.NewAnalyzer(scope) // what would a call do?
	sup, err := supervisor.New(supervisor.Options{
		Scope: scope, Analyzer: analyzer, Rules: []supervisor.Rule{set},
		Provider: structural.New(structural.Options{Analyzer: analyzer}), // no model, no network
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, tool := range []string{"project.test", "payments.transfer", "mail.send"} {
		show(sup, tool, nil)
	}
	for _, command := range []string{"git status && go test ./...", "git push", "git status && rm -rf /data", `echo "rm -rf /" > notes.md`} {
		show(sup, command, map[string]any{"command": command})
	}
}

// show prints what to do with a call: run it, refuse it, or ask a person.
func show(sup *supervisor.Supervisor, what string, params map[string]any) {
	tool := what
	if params != nil {
		tool = "Bash"
	}
	d, err := sup.Evaluate(context.Background(), supervisor.Call{Agent: "coder", Tool: tool, Params: params})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%-8s %s\n", d.Action, what)
}
