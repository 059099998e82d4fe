package link_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/notify"
	"github.com/flux7-go/supervisor/notify/link"
)

// A webhook whose messages link to the page. Mount the page where its URL leads.
func ExamplePage() {
	var sup *supervisor.Supervisor // made last, since it gets the webhook
	page, err := link.New(link.Options{
		URL:       "https://sup7.example.com/decide",
		Approvals: func() supervisor.Approvals { return sup.Approvals() },
	})
	if err != nil {
		panic(err)
	}
	hook, err := notify.NewWebhook(notify.Options{URL: "https://hooks.slack.com/services/T0/B0/secret", Link: page.URL})
	if err != nil {
		panic(err)
	}
	sup, err = supervisor.New(supervisor.Options{Sinks: []supervisor.Sink{hook}}) // and Approvals
	if err != nil {
		panic(err)
	}
	defer sup.Close(context.Background())

	left := supervisor.Decision{Approval: "3f1c", Fingerprint: strings.Repeat("ab", 32)}
	fmt.Println(strings.HasPrefix(page.URL(supervisor.Event{Decision: &left}), "https://sup7.example.com/decide?t="))
	// Output:
	// true
}
