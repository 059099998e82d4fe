package memory_test

import (
	"context"
	"fmt"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

// oneRead is an analyser that sees a read of the project in every call.
var oneRead = decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects {
	return decision.Effects{Covered: true, List: []decision.Effect{{Kind: decision.Reads, Zone: decision.ZoneProject, Target: "/p/a"}}}
})

func ExamplePersonsWord() {
	ctx := context.Background()
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	people, err := memory.NewPeople(nil, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	call := &decision.Call{Agent: "coder", Tool: "Bash", Params: map[string]any{"command": "make deploy"}}
	fingerprint, err := decision.Fingerprint(call)
	if err != nil {
		fmt.Println(err)
		return
	}
	store := memory.NewStore(memory.Options{Now: clock})
	err = store.SaveWord(ctx, decision.Word{
		ID: "a1", Agent: "coder", Tool: "Bash", Fingerprint: fingerprint, Action: decision.Approve, By: "person:ann", Time: now, Once: true,
	})
	rule := memory.PersonsWord(store, memory.WordOptions{People: people, Now: clock})
	v, settled := rule.Evaluate(ctx, call)
	fmt.Println(v.Action, settled, v.Reasoning, err)
	fmt.Println(rule.(decision.Committer).Commit(ctx, call, v))
	_, settled = rule.Evaluate(ctx, call)
	fmt.Println(settled)
	// Output:
	// approve true person:ann allowed exactly this call, once <nil>
	// <nil>
	// false
}

func ExamplePrecedents() {
	ctx := context.Background()
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	people, err := memory.NewPeople(nil, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	store := memory.NewStore(memory.Options{Now: clock})
	sink := memory.Observe(store, people)
	rule := memory.Precedents(store, memory.PrecedentOptions{Min: 2, People: people, Now: clock})
	for _, id := range []string{"a1", "a2", "a3"} {
		call := (&decision.Call{ID: id, Agent: "coder", Tool: "fs.read", Params: map[string]any{"path": "/p/" + id}}).WithAnalyzer(oneRead)
		v, settled := rule.Evaluate(ctx, call)
		fmt.Println(v.Action, settled, v.Precedents)
		fingerprint, err := decision.Fingerprint(call)
		if err != nil {
			fmt.Println(err)
			return
		}
		// What the supervisor tells its sinks when a person has approved the call.
		err = sink.Record(ctx, decision.Event{
			Type: decision.EventOutcome, Time: now,
			Decision: &decision.Decision{
				ID: id, Agent: "coder", Tool: "fs.read", Fingerprint: fingerprint,
				Evidence: decision.Evidence{Effects: call.Effects(ctx).List},
			},
			Outcome: &decision.Outcome{State: decision.OutcomeSettled, By: "person:ann", Status: "approved"},
		})
		if err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// escalate false []
	// escalate false []
	// approve true [a2 a1]
}
