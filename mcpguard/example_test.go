package mcpguard_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/mcpguard"
	"github.com/flux7-go/supervisor/rules"
)

func ExampleGuard_Middleware() {
	set, err := rules.New([]rules.Spec{
		{Name: "greetings", Condition: "tool equals greet", Action: supervisor.Approve, Confidence: 1},
		{Name: "no-money", Condition: "tool equals pay", Action: supervisor.Deny, Confidence: 1, Description: "payments are for people"},
	}, rules.Options{})
	if err != nil {
		log.Fatal(err)
	}
	sup, err := supervisor.New(supervisor.Options{Rules: []supervisor.Rule{set}})
	if err != nil {
		log.Fatal(err)
	}
	guard, err := mcpguard.New(sup, mcpguard.Options{Caller: supervisor.Call{Agent: "clerk"}})
	if err != nil {
		log.Fatal(err)
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
	server.AddReceivingMiddleware(guard.Middleware) // this is all
	for _, tool := range []string{"greet", "pay"} {
		mcp.AddTool(server, &mcp.Tool{Name: tool}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "done"}}}, nil, nil
		})
	}

	here, there := mcp.NewInMemoryTransports()
	ctx := context.Background()
	if _, err := server.Connect(ctx, here, nil); err != nil {
		log.Fatal(err)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "agent", Version: "1"}, nil).Connect(ctx, there, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, tool := range []string{"greet", "pay"} {
		res, err := client.CallTool(ctx, &mcp.CallToolParams{Name: tool})
		if err != nil {
			log.Fatal(err)
		}
		lines := strings.Split(res.Content[0].(*mcp.TextContent).Text, "\n")
		fmt.Println(res.IsError, strings.Join(lines[:min(2, len(lines))], " "))
	}
	_ = client.Close()
	_ = sup.Close(ctx)
	// Output:
	// false done
	// true DENIED: pay did not run. Why: rule 'no-money' matched; payments are for people
}
