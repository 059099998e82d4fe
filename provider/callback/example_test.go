package callback_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/callback"
)

// A supervisor asks about a call, and a reviewer answers: here in one process, else
// over [callback.Server.ServeStdio] or [callback.Server.ServeListener].
func ExampleServer() {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	server, err := callback.New(callback.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	provider, err := server.Provider(callback.ProviderOptions{}) // for supervisor.Options.Provider
	if err != nil {
		fmt.Println(err)
		return
	}
	ours, theirs := mcp.NewInMemoryTransports()
	served, reviewed := make(chan error), make(chan error)
	go func() { served <- server.Serve(ctx, "claude", ours) }()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "reviewer"}, nil).Connect(ctx, theirs, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	go func() { reviewed <- reviewOne(ctx, session) }()

	call := &decision.Call{ID: "a-1", Agent: "coder", Tool: "fs.delete", Params: map[string]any{"path": "/srv/app"}}
	v, err := provider.Judge(ctx, call)
	fmt.Println(v.Action, v.Confidence, v.Reasoning, err)
	fmt.Println(<-reviewed, session.Close(), <-served)
	// Output:
	// deny 0.9 deletes all of the application <nil>
	// <nil> <nil> <nil>
}

// reviewOne is the work of a reviewer: an MCP client.
func reviewOne(ctx context.Context, session *mcp.ClientSession) error {
	var calls []struct{ ID, Tool string }
	for len(calls) == 0 {
		listed, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "sup7_pending", Arguments: map[string]any{"wait_seconds": 20}})
		if err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(listed.Content[0].(*mcp.TextContent).Text), &calls); err != nil {
			return err
		}
	}
	_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "sup7_verdict", Arguments: map[string]any{
		"approval_id": calls[0].ID, "action": "deny", "confidence": 0.9, "reasoning": "deletes all of the application",
	}})
	return err
}
