package main

import (
	"context"
	"fmt"
	"log"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/rules"
)

func main() {
	set, err := rules.New([]rules.Spec{
		{Name: "tests", Condition: "tool equals project.test", Action: supervisor.Approve, Confidence: 0.95},
		{Name: "no-money", Condition: "tool starts_with payments.", Action: supervisor.Deny, Confidence: 1},
	}, rules.Options{})
	if err != nil {
		log.Fatal(err)
	}
	sup, err := supervisor.New(supervisor.Options{Rules: []supervisor.Rule{set}})
	if err != nil {
		log.Fatal(err)
	}
	for _, tool := range []string{"project.test", "payments.transfer", "mail.send"} {
		d, err := sup.Evaluate(context.Background(), supervisor.Call{Agent: "coder", Tool: tool})
		fmt.Println(tool, d.Action, d.Cause, err) // run, refuse, or ask a person
	}
}
