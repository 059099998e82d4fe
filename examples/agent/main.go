// Command agent is an agent loop whose tools are wrapped in one line each: what
// a model asks for is judged before it runs. The model and the person are played
// by scripts, so that it runs without either.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/rules"
)

// toolCall is what a model asks for.
type toolCall struct {
	tool   string
	params map[string]any
}

type tool = func(ctx context.Context, params map[string]any) (string, error)

// agent runs what its model asks for.
type agent struct {
	sup   *supervisor.Supervisor
	tools map[string]tool
	// ask shows a call to a person: yes or no, or another call to make instead.
	ask func(supervisor.Decision) (yes bool, instead *toolCall)
}

func newAgent(ask func(supervisor.Decision) (bool, *toolCall), tools map[string]tool) (*agent, error) {
	set, err := rules.New([]rules.Spec{
		{Name: "notes", Condition: "tool equals notes.write", Action: supervisor.Approve, Confidence: 1},
		{Name: "no-money", Condition: "tool starts_with payments.", Action: supervisor.Deny, Confidence: 1},
	}, rules.Options{})
	if err != nil {
		return nil, err
	}
	people, _ := memory.NewPeople(nil, false) // person:*, and no pattern that could be wrong
	store := memory.NewStore(memory.Options{})
	sup, err := supervisor.New(supervisor.Options{
		Rules: []supervisor.Rule{set}, Store: store, ApprovalTimeout: time.Minute,
		Approvals: memory.Approvals(store, store, memory.ApprovalOptions{People: people}),
	})
	if err != nil {
		return nil, err
	}
	a := &agent{sup: sup, tools: map[string]tool{}, ask: ask}
	for name, fn := range tools {
		a.tools[name] = supervisor.Guard(sup, name, fn) // the one line
	}
	return a, nil
}

// call makes a call and returns what the model is told of it.
func (a *agent) call(ctx context.Context, c toolCall) string {
	run, ok := a.tools[c.tool]
	if !ok {
		return "there is no tool " + c.tool
	}
	out, err := run(ctx, c.params)
	if waiting := new(supervisor.EscalatedError); errors.As(err, &waiting) {
		return a.answered(ctx, waiting)
	}
	return told(out, err)
}

// answered asks a person. A call that the person changed is another call: it is
// judged under the rules of its own tool, and no answer to the first is for it.
func (a *agent) answered(ctx context.Context, waiting *supervisor.EscalatedError) string {
	yes, instead := a.ask(waiting.Decision)
	answer := supervisor.Resolution{Status: supervisor.ApprovalDenied, By: "person:ann", At: time.Now()}
	if yes && instead == nil {
		answer.Status = supervisor.ApprovalApproved
	}
	if err := a.sup.Approvals().Resolve(ctx, waiting.Decision.Approval, answer); err != nil {
		return told("", err)
	}
	if instead != nil {
		return a.call(ctx, *instead)
	}
	return told(waiting.Wait(ctx)) // runs the call that was judged, or nothing
}

// told is a result as the model reads it.
func told(out any, err error) string {
	if err != nil {
		return "not done: " + err.Error()
	}
	return fmt.Sprint(out)
}

func main() {
	did := func(_ context.Context, params map[string]any) (string, error) {
		return fmt.Sprint("done with ", params), nil
	}
	ann := func(d supervisor.Decision) (bool, *toolCall) { // would rather have a draft than a mail
		if d.Tool == "mail.send" {
			return false, &toolCall{"mail.draft", map[string]any{"to": "team@example.com"}}
		}
		return true, nil
	}
	a, err := newAgent(ann, map[string]tool{"notes.write": did, "mail.send": did, "mail.draft": did, "payments.transfer": did})
	if err != nil {
		log.Fatal(err)
	}
	ctx := supervisor.WithCaller(context.Background(), supervisor.Call{Agent: "clerk", Session: "monday"})
	for _, c := range []toolCall{ // what the model asks for, one after the other
		{"notes.write", map[string]any{"text": "call Ben"}},
		{"mail.send", map[string]any{"to": "everybody@example.com"}},
		{"payments.transfer", map[string]any{"amount": 100}},
		{"disk.format", nil},
	} {
		fmt.Printf("%-18s %s\n", c.tool, a.call(ctx, c))
	}
}
