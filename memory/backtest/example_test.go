package backtest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/memory/backtest"
)

// week is a journal in which a person approved three reads, and refused one.
func week(yield func(json.RawMessage, error) bool) {
	for n, said := range []string{"approved", "approved", "approved", "denied", "approved"} {
		for _, line := range []string{
			`{"timestamp":"2026-03-0%[1]dT09:00:00Z","approval_id":"ap-%[1]d","agent_id":"coder","tool":"fs.read","decision":"escalated",
				"cause":"judged","fingerprint":"f%[1]d","effects":[{"kind":"reads","zone":"project","target":"/p/%[1]d.md"}],
				"timings":{"rules":0,"provider":9},"call":{"params":{"path":"/p/%[1]d.md"},"replayable":true}}`,
			`{"timestamp":"2026-03-0%[1]dT09:05:00Z","type":"outcome","approval_id":"ap-%[1]d","fingerprint":"f%[1]d",
				"outcome":"settled","status":"%[2]s","resolved_by":"person:ann"}`,
		} {
			if !yield(json.RawMessage(fmt.Sprintf(line, n+1, said)), nil) {
				return
			}
		}
	}
}

func ExampleSimulate() {
	history, err := backtest.Read(week) // of a file: journal.All(ctx, path)
	if err != nil {
		fmt.Println(err)
		return
	}
	people, _ := memory.NewPeople(nil, false)
	s, err := backtest.Simulate(context.Background(), history, backtest.SimulateOptions{People: people})
	fmt.Println(s.Approved, s.Refused, err)
	for _, d := range s.Dangers {
		fmt.Println(d.ID, d.By, d.Text, d.Precedents)
	}
	// Output:
	// 1 1 <nil>
	// ap-4 person:ann /p/4.md [ap-3 ap-2 ap-1]
}

func ExampleSimulate_standing() {
	history, _ := backtest.Read(week)
	people, _ := memory.NewPeople(nil, false)
	s, err := backtest.Simulate(context.Background(), history, backtest.SimulateOptions{
		People:   people,
		Standing: &decision.Standing{Agent: "coder", Tool: "fs.read", Zones: []decision.Zone{decision.ZoneProject}},
	})
	fmt.Println(s.Approved, s.Refused, s.Saved, err)
	// Output: 5 1 4 <nil>
}

func ExampleSuggest() {
	history, _ := backtest.Read(week)
	people, _ := memory.NewPeople(nil, false)
	s, err := backtest.Suggest(context.Background(), history, backtest.SuggestOptions{People: people})
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = s.WriteText(os.Stdout)
	// Output:
	// 5 calls from 2026-03-01 to 2026-03-05, 5 of them left to people
	// nothing to propose: people approved no kind of call often enough, or it may not be approved for good
	//
	// not proposed
	// AGENT  TOOL     DOES           APPROVALS  WHY                                                            CALL
	// coder  fs.read  reads project  1          person:ann refused one of them at 2026-03-04T09:00:00Z (ap-4)  /p/5.md
	//
	// nothing was changed: a standing approval is made by a person
}
