package reviewer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/reviewer"
)

// remembers stands for a text model: it appends one entry to the memory.
type remembers struct{}

func (remembers) Complete(_ context.Context, p decision.Prompt) (decision.Completion, error) {
	if len(p.Messages) > 1 { // it has done so, and reads what came of it
		fmt.Println(p.Messages[len(p.Messages)-1].Text)
		return decision.Completion{Text: "done"}, nil
	}
	return decision.Completion{ToolCalls: []decision.ToolRequest{{
		ID: "1", Name: "persona_memory_manage", Input: json.RawMessage(`{"operation":"append","text":"# Ann prefers short answers."}`),
	}}}, nil
}

// A persona in files: every turn of the user is reviewed, and the event of the
// review says what was written.
func Example() {
	dir, err := os.MkdirTemp("", "persona")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	told := make(chan decision.Event, 1)
	r, err := reviewer.New(reviewer.Options{
		Agents: []reviewer.Agent{{Agent: "maple", Model: remembers{}, Persona: reviewer.NewPersonaDir(dir), MemoryInterval: 1}},
		Sink:   decision.SinkFunc(func(_ context.Context, e decision.Event) error { told <- e; return nil }),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	r.TurnDone(ctx, reviewer.Turn{Agent: "maple", Conversation: "c1", Messages: []decision.Message{
		{Role: decision.RoleUser, Text: "Shorter, please."},
		{Role: decision.RoleAssistant, Text: "Yes."},
	}})
	e := <-told
	fmt.Println(e.Type, e.Fields["status"], e.Fields["wrote"])
	memory, err := os.ReadFile(filepath.Join(dir, reviewer.MemoryFile))
	fmt.Print(string(memory))
	fmt.Println(err, r.Close(ctx))

	// Output:
	// appended: Ann prefers short answers.
	// turn_review done [Ann prefers short answers.]
	// - Ann prefers short answers.
	// <nil> <nil>
}
