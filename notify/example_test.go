package notify_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/notify"
)

// A receiver verifies a message before it reads anything of it.
func ExampleVerify() {
	secrets, err := notify.ParseSecrets("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw") // two at a change
	if err != nil {
		panic(err)
	}
	var seen notify.Replays
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, notify.MaxBodyBytes))
		if err != nil {
			http.Error(w, "too large", http.StatusRequestEntityTooLarge)
			return
		}
		id, err := notify.Verify(secrets, r.Header, body, time.Now())
		if err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		if seen.Take(id, time.Now()) == nil {
			fmt.Println("received", strings.Contains(string(body), "toolcall.pending"))
		}
	}))
	defer receiver.Close()

	hook, err := notify.NewWebhook(notify.Options{URL: receiver.URL, Secrets: secrets})
	if err != nil {
		panic(err)
	}
	defer hook.Close(context.Background())
	left := decision.Decision{ID: "1", Tool: "deploy", Cause: decision.CauseUnsettled}
	fmt.Println(hook.Record(context.Background(), decision.Event{Decision: &left})) // Options.Sinks does this
	// Output:
	// received true
	// <nil>
}

func ExampleBell() {
	var terminal strings.Builder // os.Stderr, elsewhere
	bell := notify.NewBell(&terminal, nil)
	left := decision.Decision{ID: "1", Tool: "deploy", Agent: "coder", Cause: decision.CauseUnsettled, Reasoning: "no rule matched"}
	if err := bell.Record(context.Background(), decision.Event{Decision: &left}); err != nil {
		panic(err)
	}
	fmt.Printf("%q", terminal.String())
	// Output:
	// "\awaits for a person: deploy by coder (unsettled): no rule matched\n"
}

func ExampleReplays() {
	var seen notify.Replays
	fmt.Println(seen.Take("msg_1", time.Now()))
	fmt.Println(seen.Take("msg_1", time.Now()))
	// Output:
	// <nil>
	// the webhook was received before
}
