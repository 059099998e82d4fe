package supervisor_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/rules"
)

func ExampleGuard() {
	set, err := rules.New([]rules.Spec{
		{Name: "notes", Condition: "tool equals notes.append", Action: supervisor.Approve, Confidence: 1},
	}, rules.Options{})
	if err != nil {
		panic(err)
	}
	sup, err := supervisor.New(supervisor.Options{Rules: []supervisor.Rule{set}})
	if err != nil {
		panic(err)
	}
	write := func(_ context.Context, params map[string]any) (string, error) {
		return fmt.Sprint("wrote ", params["text"]), nil
	}
	ctx := supervisor.WithCaller(context.Background(), supervisor.Call{Agent: "coder", Session: "s1"})

	out, err := supervisor.Guard(sup, "notes.append", write)(ctx, map[string]any{"text": "hello"})
	fmt.Println(out, err)

	_, err = supervisor.Guard(sup, "notes.publish", write)(ctx, map[string]any{"text": "hello"})
	if waiting := new(supervisor.EscalatedError); errors.As(err, &waiting) {
		fmt.Println(waiting.Decision.Cause) // waiting.Wait(ctx) runs it once a person has said yes
	}
	// Output:
	// wrote hello <nil>
	// unsettled
}
