package notify_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/notify"
)

// outcome is what became of the call of an event.
func outcome(e decision.Event, state decision.OutcomeState) decision.Event {
	return decision.Event{Type: decision.EventOutcome, Time: e.Time, Decision: e.Decision, Outcome: &decision.Outcome{State: state}}
}

// queued is an event that leaves a call of a queue to a person.
func queued(id string) decision.Event {
	return changed(escalated(id), func(d *decision.Decision, _ *decision.Call) { d.Approval, d.Via = "", decision.ViaMesh })
}

func TestNobodyIsToldOfACallThatIsSettled(t *testing.T) {
	t.Parallel()
	tests := map[decision.OutcomeState]bool{ // whether people are told
		decision.OutcomeSettled: false, decision.OutcomeForgotten: false, decision.OutcomeSent: false, decision.OutcomeLost: false,
		decision.OutcomeLeft: true, decision.OutcomeObserved: true, decision.OutcomeUnsent: true, decision.OutcomeFailed: true,
	}
	for state, tells := range tests {
		for name, e := range map[string]decision.Event{"an approval": escalated("1"), "a queued call": queued("1")} {
			t.Run(fmt.Sprintf("%s, %s", name, state), func(t *testing.T) {
				t.Parallel()
				var out bytes.Buffer
				net, bell := &wire{}, notify.NewBell(&out, nil)
				hook := webhook(t, notify.Options{URL: "https://hooks.example.com/x", HTTPClient: client(net)})
				for _, sink := range []interface {
					decision.Sink
					decision.Picker
				}{hook, bell} {
					require.True(t, sink.Wants(e))
					assert.False(t, sink.Wants(outcome(e, state)), "it is not told, only noted")
					require.NoError(t, sink.Record(t.Context(), e))
				}
				assert.Equal(t, tells, len(net.sent()) == 1)
				assert.Equal(t, tells, strings.Contains(out.String(), "\a"))
			})
		}
	}
}

func TestAnotherCallThanTheSettledOneIsTold(t *testing.T) {
	t.Parallel()
	net := &wire{}
	hook := webhook(t, notify.Options{URL: "https://hooks.example.com/x", HTTPClient: client(net)})
	alone := changed(escalated("1"), func(d *decision.Decision, _ *decision.Call) { d.Approval = "" })
	for _, e := range []decision.Event{outcome(escalated("1"), decision.OutcomeSettled), outcome(alone, decision.OutcomeSettled), {Type: decision.EventOutcome}} {
		assert.False(t, hook.Wants(e))
	}
	for _, e := range []decision.Event{escalated("2"), queued("1"), alone} {
		require.NoError(t, hook.Record(t.Context(), e))
	}
	assert.Len(t, net.sent(), 3, "a queue's id is no approval's; what waits nowhere is never settled")
}

// TestATryIsTheLastWhenNobodyWaitsAnyMore has the receiver fail while the call
// comes to its end.
func TestATryIsTheLastWhenNobodyWaitsAnyMore(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(hook *notify.Webhook, e decision.Event, at *time.Time){
		"its time is over": func(_ *notify.Webhook, _ decision.Event, at *time.Time) { *at = at.Add(time.Second) },
		"somebody settled it": func(hook *notify.Webhook, e decision.Event, _ *time.Time) {
			hook.Wants(outcome(e, decision.OutcomeSettled))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := now
			r := receive(t, http.StatusServiceUnavailable, http.StatusServiceUnavailable)
			hook := webhook(t, notify.Options{URL: r.url, Now: func() time.Time { return at }})
			e := changed(escalated("1"), func(d *decision.Decision, _ *decision.Call) { d.Expires = now.Add(time.Second) })
			require.Error(t, hook.Record(t.Context(), e))
			require.Error(t, hook.Record(t.Context(), e), "it waits: another try")
			end(hook, e, &at)
			require.NoError(t, hook.Record(t.Context(), e), "no other try is asked for")
			assert.Len(t, r.deliveries(), 2)
		})
	}
}

func TestSettledCallsAreBounded(t *testing.T) {
	t.Parallel()
	net := &wire{}
	hook := webhook(t, notify.Options{URL: "https://hooks.example.com/x", HTTPClient: client(net)})
	const many = 4096
	for i := range many + 1 {
		hook.Wants(outcome(queued(fmt.Sprint(i)), decision.OutcomeSent))
	}
	for _, id := range []string{"0", "1", fmt.Sprint(many)} {
		require.NoError(t, hook.Record(t.Context(), queued(id)))
	}
	require.Len(t, net.sent(), 1)
	assert.Equal(t, "0", data(t, []byte(net.sent()[0]))["decision_id"], "the oldest was forgotten")
}

func TestCallsAreSettledWhileOthersAreTold(t *testing.T) {
	t.Parallel()
	hook := webhook(t, notify.Options{URL: "https://hooks.example.com/x", HTTPClient: client(&wire{})})
	bell := notify.NewBell(&bytes.Buffer{}, nil)
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for _, e := range []decision.Event{escalated(fmt.Sprint(i)), queued(fmt.Sprint(i))} {
				hook.Wants(outcome(e, decision.OutcomeSettled))
				bell.Wants(outcome(e, decision.OutcomeSettled))
				assert.NoError(t, hook.Record(context.WithoutCancel(t.Context()), e))
				assert.NoError(t, bell.Record(context.WithoutCancel(t.Context()), e))
			}
		})
	}
	group.Wait()
}

// TestCallsThatAreOverAreNotCounted withholds four calls, two of which are over
// when people are told how many wait.
func TestCallsThatAreOverAreNotCounted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		net := &wire{}
		hook := overWire(t, net, &bytes.Buffer{})
		flood(t, hook, 0, 12)
		soon := changed(escalated("soon"), func(d *decision.Decision, _ *decision.Call) { d.Expires = time.Now().Add(time.Second) })
		for _, e := range []decision.Event{soon, queued("taken")} {
			require.NoError(t, hook.Record(t.Context(), e))
		}
		hook.Wants(outcome(queued("taken"), decision.OutcomeSent))
		time.Sleep(time.Minute) // of the bubble
		got := net.sent()
		require.Len(t, got, 11)
		assert.Equal(t, 2., data(t, []byte(got[10]))["withheld"])
		require.NoError(t, hook.Close(t.Context()))
	})
}

func TestAGreatFloodIsCountedWhole(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		net := &wire{}
		hook := overWire(t, net, &bytes.Buffer{})
		const told, known, more = 10, 4096, 5
		flood(t, hook, 0, told+known+more)
		for i := range told + known + more {
			hook.Wants(outcome(escalated(fmt.Sprint(i)), decision.OutcomeSettled))
		}
		require.NoError(t, hook.Close(t.Context()))
		got := net.sent()
		require.Len(t, got, 11)
		// The first outcomes were forgotten, and the last calls are only counted.
		assert.Equal(t, float64(more+more), data(t, []byte(got[10]))["withheld"])
	})
}

func TestNobodyIsToldThatNothingWaits(t *testing.T) {
	t.Parallel()
	for name, tell := range map[string]func(*notify.Webhook) error{
		"by a summary":      func(*notify.Webhook) error { time.Sleep(time.Minute); return nil }, // of the bubble
		"when it is closed": func(w *notify.Webhook) error { return w.Close(context.Background()) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				net := &wire{}
				hook := overWire(t, net, &bytes.Buffer{})
				flood(t, hook, 0, 11)
				hook.Wants(outcome(escalated("10"), decision.OutcomeSettled))
				require.NoError(t, tell(hook))
				assert.Len(t, net.sent(), 10)
				require.NoError(t, hook.Close(t.Context()))
				assert.Len(t, net.sent(), 10)
			})
		})
	}
}
