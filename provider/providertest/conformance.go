package providertest

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/flux7-go/supervisor/decision"
)

// Harness tells [Run] how to set up the provider under test.
type Harness struct {
	// Start returns a provider and what serves it, which behaves as told. It
	// registers what there is to close with t.Cleanup, and the provider has no
	// more than two seconds for one attempt's own retries.
	Start func(t *testing.T, told Told) Subject
	// Key is the key that the provider was given. Empty: none. It must show in
	// no error.
	Key string
	// Without lists the faults that the provider's service cannot have.
	Without []Fault
}

// Told is how a service is to behave.
type Told struct {
	Action decision.Action // what the model answers about a call, with a confidence of 0.95 or answers that amount to it
	Fault  Fault           // how the service fails instead
	Reply  *TextReply      // what a text model replies instead; only for a provider that is a [decision.Completer]
}

// Subject is a provider that is being tested.
type Subject struct {
	Provider decision.Provider
	// Sent returns all that the service was sent, headers left out. Nil: nobody
	// knows, and that no secret leaves is not tested.
	Sent func() string
}

// Secrets of the call that is judged. They are made up.
const (
	secretKey   = "sk-ant-api03-q7Xw2LmZ9vTbK4cR8nYpJ6sDfG1hAe"
	secretToken = "ghp_Zk93LmQx7RtVb2NcYw8PsJ4dHf6Ga1EuTo05"
)

// limit is longer than any answer takes, and shorter than a wait that a server
// asks for.
const limit = 10 * time.Second

// Run tests a provider: that it reads each verdict, that each fault of its
// service ends as an error with the right cause and never as an approve, that
// it gives up when its context does, leaves no goroutine behind, shows no
// secret, and does not change the call. A provider that is a
// [decision.Completer] is tested as such, too.
//
// A test that calls Run must not be parallel: goroutines of others would count.
func Run(t *testing.T, h Harness) {
	t.Helper()
	before := goleak.IgnoreCurrent()
	t.Run("provider", func(t *testing.T) {
		for name, part := range map[string]func(*testing.T, Harness){
			"reads every verdict":             verdicts,
			"has a name":                      named,
			"fails with the right cause":      faults,
			"a deadline is a timeout":         deadline,
			"gives up when the caller does":   cancelled,
			"an inferred approve needs sight": opaque,
			"shows no secret":                 secrets,
			"leaves the call as it is":        unchanged,
			"many calls at once":              concurrent,
			"completes":                       completes,
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				part(t, h)
			})
		}
	})
	goleak.VerifyNone(t, before)
}

// call returns a call that holds secrets in every place, seen whole.
func call(t *testing.T) *decision.Call {
	t.Helper()
	c := decision.Call{
		ID: "a1", Agent: "coder", Tool: "fs.write", PolicyRule: "ask-writes", WorkingDir: "/srv/app",
		Params: map[string]any{
			"path":    "/srv/app/config.json",
			"content": "hello",
			"options": map[string]any{"headers": []any{map[string]any{"api_key": secretKey}}, "mode": "create"},
		},
		RecentTraces: []decision.Trace{{Tool: "http.get", Policy: "allow", Params: map[string]any{"url": "https://example.test", "auth": "token " + secretToken}}},
		ActiveGrants: []decision.Grant{{Tools: "fs.*"}},
		UserMessages: []string{"Please write the config. Use " + secretToken},
	}
	n, err := c.Normalize()
	require.NoError(t, err)
	return n.WithAnalyzer(decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects {
		return decision.Effects{Covered: true, List: []decision.Effect{{Kind: decision.Creates, Target: "/srv/app/config.json", Zone: decision.ZoneProject}}}
	}))
}

func within(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

func verdicts(t *testing.T, h Harness) {
	for _, action := range []decision.Action{decision.Approve, decision.Deny, decision.Escalate} {
		t.Run(action.String(), func(t *testing.T) {
			v, err := h.Start(t, Told{Action: action}).Provider.Judge(within(t, limit), call(t))
			require.NoError(t, err)
			assert.Equal(t, action, v.Action)
			assert.True(t, v.Confidence >= 0 && v.Confidence <= 1, "confidence %v", v.Confidence)
			assert.NotEmpty(t, v.Source)
			assert.NotEmpty(t, v.Reasoning)
			assert.NotContains(t, v.Reasoning, "\n")
			if action != decision.Escalate {
				assert.Empty(t, v.Cause, "only an escalate has a cause")
			}
		})
	}
}

func named(t *testing.T, h Harness) {
	name := h.Start(t, Told{}).Provider.Name()
	assert.NotEmpty(t, name)
	assert.False(t, strings.ContainsAny(name, "\r\n"), "a name is one line")
}

// causes are those that each fault may end with.
var causes = map[Fault][]decision.Cause{
	FaultDown: unavailable, FaultRedirect: unavailable, FaultBadRequest: unavailable, FaultUnauthorized: unavailable,
	FaultPayment: unavailable, FaultForbidden: unavailable, FaultNotFound: unavailable, FaultRateLimit: unavailable,
	FaultServerError: unavailable, FaultUnavailable: unavailable, FaultOverloaded: unavailable,
	FaultHTML: unreadable, FaultCut: unreadable, FaultHuge: unreadable, FaultNaN: unreadable, FaultMissing: unreadable,
	// On some wires a refusal is a text like any other.
	FaultRefusal: {decision.CauseRefused, decision.CauseUnreadable},
}

var (
	unavailable = []decision.Cause{decision.CauseUnavailable}
	unreadable  = []decision.Cause{decision.CauseUnreadable}
)

func faults(t *testing.T, h Harness) {
	for fault, want := range causes {
		if slices.Contains(h.Without, fault) {
			continue
		}
		t.Run(string(fault), func(t *testing.T) {
			t.Parallel()
			v, err := h.Start(t, Told{Action: decision.Approve, Fault: fault}).Provider.Judge(within(t, limit), call(t))
			require.Error(t, err)
			assert.Contains(t, want, decision.CauseOf(err), "%v", err)
			assert.Equal(t, decision.Escalate, v.Action, "a failure is no approve")
			hidesSecrets(t, h, err.Error())
		})
	}
}

func hidesSecrets(t *testing.T, h Harness, text string) {
	t.Helper()
	for _, secret := range []string{secretKey, secretToken, h.Key} {
		if secret != "" && strings.Contains(text, secret) {
			t.Errorf("shows a secret: %.300q", text) // testify would print all of it
		}
	}
}

func deadline(t *testing.T, h Harness) {
	if slices.Contains(h.Without, FaultSlow) {
		t.Skip("the service is never slow")
	}
	_, err := h.Start(t, Told{Fault: FaultSlow}).Provider.Judge(within(t, 200*time.Millisecond), call(t))
	require.Error(t, err)
	assert.Equal(t, decision.CauseTimeout, decision.CauseOf(err), "%v", err)
}

func cancelled(t *testing.T, h Harness) {
	if slices.Contains(h.Without, FaultSlow) {
		t.Skip("the service is never slow")
	}
	ctx, cancel := context.WithCancel(t.Context())
	timer := time.AfterFunc(50*time.Millisecond, cancel)
	defer timer.Stop()
	returned := make(chan error, 1)
	p := h.Start(t, Told{Fault: FaultSlow}).Provider
	go func() {
		_, err := p.Judge(ctx, call(t))
		returned <- err
	}()
	select {
	case err := <-returned:
		require.Error(t, err)
		assert.NotEqual(t, decision.CauseTimeout, decision.CauseOf(err), "no clock fired: %v", err)
	case <-time.After(2 * time.Second):
		t.Fatal("two seconds after its caller has gone, Judge has not returned")
	}
}

// opaque checks, where a provider can, that only a decision model approves what
// cannot be seen.
func opaque(t *testing.T, h Harness) {
	v, err := h.Start(t, Told{Action: decision.Approve}).Provider.Judge(within(t, limit), &decision.Call{Tool: "shell", Params: map[string]any{"command": "./x"}})
	if err != nil || v.Action != decision.Approve {
		return
	}
	assert.Equal(t, decision.BasisModel, v.Basis, "what is inferred from text approves no opaque call")
}

func secrets(t *testing.T, h Harness) {
	s := h.Start(t, Told{Action: decision.Deny})
	v, err := s.Provider.Judge(within(t, limit), call(t))
	require.NoError(t, err)
	recorded, err := json.Marshal(v)
	require.NoError(t, err)
	hidesSecrets(t, h, string(recorded))
	if s.Sent != nil {
		sent := s.Sent()
		require.Contains(t, sent, "fs.write", "the service was asked")
		hidesSecrets(t, h, sent)
	}
}

func unchanged(t *testing.T, h Harness) {
	c := call(t)
	before, err := json.Marshal(c)
	require.NoError(t, err)
	_, err = h.Start(t, Told{Action: decision.Approve}).Provider.Judge(within(t, limit), c)
	require.NoError(t, err)
	after, err := json.Marshal(c)
	require.NoError(t, err)
	assert.JSONEq(t, string(before), string(after))
}

func concurrent(t *testing.T, h Harness) {
	const calls = 32
	p, c, ctx := h.Start(t, Told{Action: decision.Approve}).Provider, call(t), within(t, limit)
	var wg sync.WaitGroup
	for range calls {
		wg.Go(func() {
			v, err := p.Judge(ctx, c)
			if assert.NoError(t, err) {
				assert.Equal(t, decision.Approve, v.Action)
			}
		})
	}
	wg.Wait()
}
