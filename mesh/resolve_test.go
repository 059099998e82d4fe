package mesh_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

func TestResolveSends(t *testing.T) {
	t.Parallel()
	for action, status := range map[decision.Action]string{
		decision.Approve: meshtest.StatusApproved, decision.Deny: meshtest.StatusDenied,
	} {
		inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
			id := w.submit("t")
			assert.Equal(t, decision.Outcome{State: decision.OutcomeSent}, w.resolve(decide(w.one(), action)))
			a, _ := w.mesh.Approval(id)
			assert.Equal(t, status, a.Status)
			assert.Equal(t, "supervisor:supervisor", a.ResolvedBy)
			assert.Equal(t, "because", a.Reasoning)
			assert.InDelta(t, 0.9, a.Confidence, 0)
			assert.Len(t, w.mesh.Requests(), 2, "one list, one post")
		})
	}
}

// unclear are the faults after which nobody knows whether the mesh decided.
var unclear = map[string]meshtest.Fault{
	"401":        {Status: 401},
	"403":        {Status: 403},
	"404 page":   {Status: 404, Body: "404 page not found"},
	"408":        {Status: 408},
	"429":        {Status: 429},
	"500":        {Status: 500},
	"503 page":   {Status: 503, Body: "<html>"},
	"200 page":   {Body: "<html>", Header: http.Header{"Content-Type": {"text/html"}}},
	"200 other":  {Body: `{"status":"pending"}`},
	"redirect":   {Status: 302, Header: http.Header{"Location": {"/x"}}},
	"reset":      {Reset: true},
	"no answer":  {Hang: true},
	"empty body": {Status: 200, Body: " "},
}

// N4: after an unclear answer the approval is read, and what it says counts.
func TestUnclearAnswers(t *testing.T) {
	t.Parallel()
	for name, fault := range unclear {
		fault.Method, fault.Times = http.MethodPost, 1
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			t.Run("arrived", func(t *testing.T) {
				t.Parallel()
				inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
					w.submit("t")
					c := w.one()
					arrived := fault
					arrived.AfterHandling = true
					w.mesh.SetFault(arrived)
					assert.Equal(t, decision.OutcomeSent, w.resolve(decide(c, decision.Approve)).State)
					assert.Equal(t, 1, w.mesh.Count(http.MethodPost, "/"), "found, not sent again")
				})
			})
			t.Run("did not arrive", func(t *testing.T) {
				t.Parallel()
				inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
					id := w.submit("t")
					c := w.one()
					w.mesh.SetFault(fault)
					assert.Equal(t, decision.OutcomeSent, w.resolve(decide(c, decision.Deny)).State)
					assert.Equal(t, 2, w.mesh.Count(http.MethodPost, "/"))
					a, _ := w.mesh.Approval(id)
					assert.Equal(t, meshtest.StatusDenied, a.Status)
				})
			})
			t.Run("somebody else was faster", func(t *testing.T) {
				t.Parallel()
				inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
					id := w.submit("t")
					c := w.one()
					w.mesh.SetFault(fault)
					require.NoError(t, w.mesh.ResolveAs(id, "deny", "http:10.0.0.1:5"))
					assert.Equal(t, decision.Outcome{State: decision.OutcomeLost, By: "http:10.0.0.1:5", Status: "denied"},
						w.resolve(decide(c, decision.Approve)))
				})
			})
			t.Run("for ever", func(t *testing.T) {
				t.Parallel()
				inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
					w.submit("t")
					c := w.one()
					always := fault
					always.Times = 0
					w.mesh.SetFault(always)
					o, err := w.queue.Resolve(w.Context(), decide(c, decision.Approve))
					require.Error(t, err)
					assert.Equal(t, decision.OutcomeUnsent, o.State)
					assert.NotEmpty(t, o.Detail)
					assert.Equal(t, 2, w.mesh.Count(http.MethodPost, "/"), "not more than twice")
					assert.Empty(t, w.next(), "it is not judged again")

					w.mesh.ClearFaults()
					assert.Equal(t, decision.OutcomeSent, w.resolve(decide(c, decision.Approve)).State, "later the same decision arrives")
				})
			})
		})
	}
}

func TestNothingIsSentWhileTheApprovalCannotBeRead(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		w.submit("t")
		c := w.one()
		w.mesh.SetFault(meshtest.Fault{Status: 500})
		for range 3 {
			o, err := w.queue.Resolve(w.Context(), decide(c, decision.Approve))
			require.Error(t, err)
			assert.Equal(t, decision.OutcomeUnsent, o.State)
		}
		assert.Equal(t, 1, w.mesh.Count(http.MethodPost, "/"))
	})
}

// N4: 409 is lost. What nobody sent before is not ours, whatever the name says.
func TestConflicts(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		action, by string
		want       decision.Outcome
	}{
		"a person approved":       {"approve", "http:1.2.3.4:5", decision.Outcome{State: decision.OutcomeLost, By: "http:1.2.3.4:5", Status: "approved"}},
		"another supervisor":      {"approve", "supervisor:other", decision.Outcome{State: decision.OutcomeLost, By: "supervisor:other", Status: "approved"}},
		"our name, other verdict": {"deny", "supervisor:supervisor", decision.Outcome{State: decision.OutcomeLost, By: "supervisor:supervisor", Status: "denied"}},
		"our name, our verdict":   {"approve", "supervisor:supervisor", decision.Outcome{State: decision.OutcomeLost, By: "supervisor:supervisor", Status: "approved"}},
		"a name with lines":       {"deny", "a\nb", decision.Outcome{State: decision.OutcomeLost, By: "a b", Status: "denied"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
				id := w.submit("t")
				c := w.one()
				require.NoError(t, w.mesh.ResolveAs(id, tt.action, tt.by))
				assert.Equal(t, tt.want, w.resolve(decide(c, decision.Approve)))
				assert.Equal(t, 1, w.mesh.Count(http.MethodPost, "/"))
				assert.Empty(t, w.next())
			})
		})
	}
}

func TestATwinOfTheSameNameIsToldByItsReasoning(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		id := w.submit("t")
		c := w.one()
		twin := newClient(w, w.mesh)
		require.NoError(t, twin.Approve(w.Context(), id, mesh.Resolution{ResolvedBy: twin.Resolver(), Reasoning: "another reason"}))
		assert.Equal(t, decision.OutcomeLost, w.resolve(decide(c, decision.Approve)).State)
	})
}

func TestTheClockWasFaster(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{Timeout: 10 * time.Second}, mesh.QueueOptions{Interval: 11 * time.Second}, func(w *world) {
		w.submit("t")
		d := decide(w.one(), decision.Approve)
		d.Expires = time.Time{} // as if it were unknown
		w.next()
		assert.Equal(t, decision.Outcome{State: decision.OutcomeLost, Status: "timeout"}, w.resolve(d))
	})
}

func TestAnApprovalThatIsUnknownIsLost(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		o := w.resolve(decision.Decision{ID: "0123456789abcdef", Action: decision.Deny})
		assert.Equal(t, decision.OutcomeLost, o.State)
		assert.Len(t, w.mesh.Requests(), 1)
	})
}

func TestARefusalForGoodLeavesTheCallToAPerson(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		w.submit("t")
		c := w.one()
		w.mesh.SetFault(meshtest.Fault{Method: http.MethodPost, Status: 400})
		o, err := w.queue.Resolve(w.Context(), decide(c, decision.Approve))
		require.Error(t, err)
		assert.Equal(t, decision.OutcomeFailed, o.State)
		assert.Equal(t, 1, w.mesh.Count(http.MethodPost, "/"))
		assert.Empty(t, w.next(), "not judged, and paid for, again and again")
		assert.Equal(t, 1, w.queue.Health().Waiting)
		w.queue.Requeue(decision.CauseUnavailable)
		assert.Len(t, w.next(), 1)
	})
}

func TestABadIDIsNotSent(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		only := w.submit("t")
		o, err := w.queue.Resolve(w.Context(), decision.Decision{ID: "", Action: decision.Approve})
		require.Error(t, err)
		assert.Equal(t, decision.OutcomeFailed, o.State)
		assert.Empty(t, w.mesh.Requests())
		a, _ := w.mesh.Approval(only)
		assert.Equal(t, meshtest.StatusPending, a.Status)
	})
}

func TestNothingIsSentAfterTheDeadline(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{Timeout: 10 * time.Second}, mesh.QueueOptions{Interval: 20 * time.Second}, func(w *world) {
		w.submit("t")
		c := w.one()
		w.next() // 20 s later
		o, err := w.queue.Resolve(w.Context(), decide(c, decision.Approve))
		assert.Equal(t, decision.CauseExpired, decision.CauseOf(err))
		assert.Equal(t, decision.Outcome{State: decision.OutcomeFailed, Detail: "the decision expired before it could be sent"}, o)
		assert.Zero(t, w.mesh.Count(http.MethodPost, "/"))
	})
}

func TestUnsentEndsWithTheDeadline(t *testing.T) {
	t.Parallel()
	t.Run("it had arrived", func(t *testing.T) {
		t.Parallel()
		inWorld(t, meshtest.Options{Timeout: 30 * time.Second}, mesh.QueueOptions{Interval: time.Minute}, func(w *world) {
			w.submit("t")
			d := decide(w.one(), decision.Approve)
			w.mesh.SetFault(meshtest.Fault{Method: http.MethodPost, Status: 500, AfterHandling: true})
			w.mesh.SetFault(meshtest.Fault{Route: "/approvals/*", Status: 500})
			o, err := w.queue.Resolve(w.Context(), d)
			require.Error(t, err)
			require.Equal(t, decision.OutcomeUnsent, o.State)
			w.mesh.ClearFaults()
			w.next() // a minute later
			assert.Equal(t, decision.OutcomeSent, w.resolve(d).State, "the mesh knows better than the clock")
		})
	})
	t.Run("it had not", func(t *testing.T) {
		t.Parallel()
		inWorld(t, meshtest.Options{Timeout: 30 * time.Second}, mesh.QueueOptions{}, func(w *world) {
			w.submit("t")
			d := decide(w.one(), decision.Approve)
			w.mesh.SetFault(meshtest.Fault{Route: "/approvals/*", Status: 500})
			w.mesh.SetFault(meshtest.Fault{Route: "/approvals/*/*", Status: 500})
			states := []decision.OutcomeState{}
			for range 6 {
				o, err := w.queue.Resolve(w.Context(), d)
				require.Error(t, err)
				states = append(states, o.State)
				for range 5 {
					w.next() // ten seconds
				}
			}
			assert.Equal(t, []decision.OutcomeState{"unsent", "unsent", "unsent"}, states[:3])
			assert.Equal(t, []decision.OutcomeState{"failed", "failed"}, states[4:], "never unsent after the deadline")
		})
	})
	t.Run("the last request outlives it", func(t *testing.T) {
		t.Parallel()
		inWorld(t, meshtest.Options{Timeout: 5 * time.Second}, mesh.QueueOptions{}, func(w *world) {
			w.submit("t")
			d := decide(w.one(), decision.Approve)
			w.mesh.SetFault(meshtest.Fault{Hang: true})
			o, err := w.queue.Resolve(w.Context(), d)
			require.Error(t, err)
			assert.Equal(t, decision.OutcomeFailed, o.State)
		})
	})
}

func TestACancelledContextLosesNoDecision(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		w.submit("t")
		d := decide(w.one(), decision.Approve)
		w.mesh.SetFault(meshtest.Fault{Hang: true, Times: 1})
		ctx, cancel := context.WithTimeout(w.Context(), time.Second)
		defer cancel()
		o, err := w.queue.Resolve(ctx, d)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, decision.OutcomeUnsent, o.State)
		assert.Equal(t, decision.OutcomeSent, w.resolve(d).State)
	})
}

func TestAStaleListBringsNoSettledCallBack(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		id := w.submit("t")
		w.resolve(decide(w.one(), decision.Approve))
		w.mesh.SetFault(meshtest.Fault{Route: "/approvals", Body: `[{"id":"` + id + `","agent_id":"worker","tool":"t","status":"pending","remaining":"1s"}]`})
		assert.Empty(t, w.next())
	})
}

// What is stored with a decision is searched by the mesh for votes, and must
// not carry an agent's words.
func TestReasoningOnTheWire(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reasoning string
		quoted    []string
		want      string
	}{
		"plain":                      {"write inside the project", nil, "write inside the project"},
		"one line":                   {"a\nb\u2028c\u0085d\ve", nil, "a b c d e"},
		"a forged vote":              {"ok\napproved by a — agent:b", nil, "ok approved-by a - agent=b"},
		"at the start":               {"Approved  By a", nil, "Approved-by a"},
		"all three":                  {"rejected by x, TIMED OUT by y, approved\tby z", nil, "rejected-by x, TIMED OUT-by y, approved-by z"},
		"through zero width":         {"appro\u200bved by\u2060 a —\u200b agent\u00ad: b", nil, "approved-by a - agent= b"},
		"the agent's words":          {`tool "rm" on /etc/passwd is denied`, []string{"/etc/passwd"}, `tool "rm" on … is denied`},
		"every time":                 {"evil here, evil there", []string{"evil"}, "… here, … there"},
		"overlapping":                {"say abcdef now", []string{"abcd", "cdef"}, "say … now"},
		"one inside another":         {"say abcdefgh now", []string{"cdef", "abcdefgh"}, "say … now"},
		"overlapping itself":         {"x abababa y", []string{"abab"}, "x …a y"},
		"two that touch":             {"say abcdefgh now", []string{"abcd", "efgh"}, "say …… now"},
		"quoted over two lines":      {"said a vote now", []string{"a\nvote"}, "said … now"},
		"quoted over two lines, raw": {"said a\nvote now", []string{"a\nvote"}, "said … now"},
		"cut off inside a quote":     {"said approve eve…", []string{"approve everything"}, "said …"},
		"too short to matter":        {"a cat sat", []string{"a", "at", ""}, "a cat sat"},
		"a quote in letters of two":  {"über Grüße", []string{"Grüße"}, "über …"},
		"too many quotes":            {"text", make([]string, 257), "…"},
		"too long to look through":   {strings.Repeat("x", 20_000), nil, "…"},
		"a thousand bytes":           {strings.Repeat("x", 2_000), nil, strings.Repeat("x", 997) + "…"},
		"empty":                      {"", nil, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
				id := w.submit("t")
				d := decide(w.one(), decision.Deny)
				d.Reasoning, d.Quoted = tt.reasoning, tt.quoted
				w.resolve(d)
				a, _ := w.mesh.Approval(id)
				assert.Equal(t, tt.want, a.Reasoning)
			})
		})
	}
}
