package mem7_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/mem7"
	"github.com/flux7-go/supervisor/memory/mem7/mem7test"
)

func ExampleOpen() {
	ctx := context.Background()
	server := mem7test.NewServer(mem7test.Options{Token: "secret"})
	defer server.Close()
	spool, err := os.MkdirTemp("", "spool")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(spool)

	store, err := mem7.Open(ctx, mem7.Options{URL: server.URL, Token: "secret", Spool: spool, Recall: 20})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = store.Save(ctx, decision.Decision{
		ID: "0123456789abcdef", Action: decision.Deny, Tool: "ledger.post", Agent: "coder", Time: time.Unix(0, 0),
	})
	fmt.Println(err)
	fmt.Println(store.Close(ctx)) // delivers what waits
	fmt.Println(server.Entries()[0].Key, server.Entries()[0].Tags)
	// Output:
	// <nil>
	// <nil>
	// supervisor:decision:0123456789abcdef [supervisor decision denied ledger]
}
