package operator_test

import (
	"context"
	"fmt"
	"log"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
	"github.com/flux7-go/supervisor/mesh/operator"
	"github.com/flux7-go/supervisor/rules"
)

func Example() {
	server, err := meshtest.NewServer(meshtest.Options{Operators: []string{"supervisor-*"}, Tools: []string{"notes.list"}})
	if err != nil {
		log.Fatal(err)
	}
	defer server.Close()
	client, err := mesh.New(mesh.Options{URL: server.URL})
	if err != nil {
		log.Fatal(err)
	}
	queue, err := operator.New(operator.Options{Client: client, AgentID: "supervisor-1", Mode: operator.ModeAnswers, TrustSessions: true})
	if err != nil {
		log.Fatal(err)
	}
	set, err := rules.New([]rules.Spec{{Name: "notes", Condition: "tool equals notes.list", Action: supervisor.Approve, Confidence: 1}}, rules.Options{})
	if err != nil {
		log.Fatal(err)
	}
	sup, err := supervisor.New(supervisor.Options{Rules: []supervisor.Rule{set}})
	if err != nil {
		log.Fatal(err)
	}

	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- sup.Run(ctx, queue) }()
	id := server.Submit(meshtest.Call{Agent: "coder", Tool: "notes.list", Session: "of the agent"}) // as over MCP
	if _, err := server.Wait(ctx, id); err != nil {
		log.Fatal(err)
	}
	stop()
	fmt.Println(<-done, queue.Close())
	client.CloseIdleConnections()
	a, _ := server.Approval(id)
	fmt.Println(a.Status, "by", a.ResolvedBy, "and run", a.Runs, "time")
	// Output:
	// <nil> <nil>
	// approved by mcp:supervisor-1 and run 1 time
}
