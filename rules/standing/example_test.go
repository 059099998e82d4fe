package standing_test

import (
	"context"
	"fmt"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/rules/standing"
)

func ExampleSet_Create() {
	ctx := context.Background()
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"/home/dev/project"}, WorkingDir: "/home/dev/project"})
	if err != nil {
		fmt.Println(err)
		return
	}
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	set, err := standing.New(standing.Options{
		Store: memory.NewStore(memory.Options{}), Analyzer: effect.NewAnalyzer(scope), Now: func() time.Time { return now },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	always := decision.Standing{Scope: decision.StandingPermanent, CreatedBy: "person:ann"}
	for _, command := range []string{"ls src", "rm -rf src"} {
		shown := decision.Call{Agent: "coder", Tool: "Bash", Params: map[string]any{"command": command}}
		_, _, err = set.Create(ctx, standing.Request{Standing: always, Call: &shown})
		fmt.Println(err)
	}
	for _, command := range []string{"ls src", "ls doc"} {
		call := &decision.Call{Agent: "coder", Tool: "Bash", Params: map[string]any{"command": command}}
		v, settled := set.Evaluate(ctx, call.WithAnalyzer(effect.NewAnalyzer(scope)))
		fmt.Println(v.Action, settled)
	}
	// Output:
	// <nil>
	// the standing approval is refused: it would not cover the call that was shown: the call is destructive: deletes
	// approve true
	// escalate false
}
