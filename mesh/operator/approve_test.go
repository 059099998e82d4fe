package operator_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh/meshtest"
	"github.com/flux7-go/supervisor/mesh/operator"
)

// Every call runs once, however it was made and whatever the mesh does with it.
func TestAnApprovedCallRunsOnce(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		overHTTP, waits bool
		by              string // whom the mesh then names
		agentGets       string
	}{
		"http, where mcp agents wait":   {overHTTP: true, waits: true, by: "supervisor:supervisor", agentGets: `"result":"ok"`},
		"mcp, where mcp agents wait":    {waits: true, by: "supervisor:supervisor", agentGets: `"text":"ok"`},
		"http, where they are answered": {overHTTP: true, by: "supervisor:supervisor", agentGets: `"result":"ok"`},
		"mcp, where they are answered":  {by: "mcp:supervisor-1", agentGets: "Approval required"},
	}
	for name, tt := range tests {
		mode := operator.ModeAnswers
		if tt.waits {
			mode = operator.ModeWaits
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, tt.waits, operator.Options{Mode: mode, TrustSessions: mode == operator.ModeAnswers}, func(w *world) {
				agent := w.call(tt.overHTTP)
				c := w.one()
				assert.Equal(t, map[string]any{"path": "/p"}, c.Params)
				assert.Equal(t, decision.Outcome{State: decision.OutcomeSent}, w.resolve(c, decision.Approve))
				assert.Contains(t, <-agent, tt.agentGets)
				a := w.approval(c.ID)
				assert.Equal(t, meshtest.StatusApproved, a.Status)
				assert.Equal(t, tt.by, a.ResolvedBy)
				assert.Equal(t, 1, a.Runs)
				assert.Empty(t, w.next())
			})
		})
	}
}

func TestADenyGoesOverTheControlPlane(t *testing.T) {
	t.Parallel()
	for _, mode := range []operator.Mode{operator.ModeUnstated, operator.ModeWaits, operator.ModeAnswers} {
		inWorld(t, false, operator.Options{Mode: mode, TrustSessions: mode == operator.ModeAnswers}, func(w *world) {
			<-w.call(false)
			c := w.one()
			assert.Equal(t, decision.OutcomeSent, w.resolve(c, decision.Deny).State)
			a := w.approval(c.ID)
			assert.Equal(t, meshtest.StatusDenied, a.Status)
			assert.Equal(t, "because", a.Reasoning)
			assert.Zero(t, w.resolves())
		})
	}
}

// What could run twice or never is not approved, and says why.
func TestRefusals(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		mode operator.Mode
		call func(w *world)
		says string
	}{
		"the mode is not stated": {operator.ModeUnstated, func(w *world) { <-w.call(false) }, "operator.Options.Mode"},
		"no trace is found": {operator.ModeAnswers, func(w *world) {
			w.mesh.SetFault(meshtest.Fault{Route: "/traces", Body: "[]"})
			w.mesh.Submit(meshtest.Call{Agent: "worker", Tool: "t"})
			for range 11 { // push the trace out of the recent ones
				w.mesh.AddTrace(meshtest.Trace{AgentID: "worker", Tool: "u"})
			}
		}, "twice or never"},
		"no registered tool": {operator.ModeAnswers, func(w *world) {
			w.mesh.Submit(meshtest.Call{Agent: "worker", Tool: "cli.x", Session: "s"})
		}, "tools/list does not show the tool"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, false, operator.Options{Mode: tt.mode, TrustSessions: tt.mode == operator.ModeAnswers}, func(w *world) {
				tt.call(w)
				c := w.one()
				o, err := w.queue.Resolve(w.Context(), decide(c, decision.Approve))
				require.ErrorContains(t, err, tt.says)
				assert.Equal(t, decision.OutcomeFailed, o.State)
				assert.Equal(t, meshtest.StatusPending, w.approval(c.ID).Status)
				assert.Zero(t, w.resolves())
				assert.Zero(t, w.mesh.Count(http.MethodPost, "/approvals"))
				assert.Empty(t, w.next(), "it is left to a person")
				assert.Equal(t, 1, w.queue.Health().Waiting)
			})
		})
	}
}

// An agent over HTTP claims a session, so that its call looks like one over MCP: it
// does not get it to run twice. Calls without a session are approved all the same.
func TestASessionThatAnAgentClaimsIsNotTrusted(t *testing.T) {
	t.Parallel()
	inWorld(t, false, operator.Options{Mode: operator.ModeAnswers}, func(w *world) {
		honest := w.call(true)
		assert.Equal(t, decision.OutcomeSent, w.resolve(w.one(), decision.Approve).State)
		assert.Contains(t, <-honest, `"result":"ok"`)

		forged := w.call(true, "X-Session-Id", "s")
		c := w.one()
		o, err := w.queue.Resolve(w.Context(), decide(c, decision.Approve))
		require.ErrorContains(t, err, "TrustSessions")
		assert.Equal(t, decision.CauseInvalid, decision.CauseOf(err))
		assert.Equal(t, decision.OutcomeFailed, o.State)
		assert.Zero(t, w.resolves())
		require.NoError(t, w.mesh.ResolveAs(c.ID, "approve", "http:127.0.0.1:5"))
		assert.Contains(t, <-forged, `"result":"ok"`)
		assert.Equal(t, 1, w.approval(c.ID).Runs)

		<-w.call(false)
		_, err = w.queue.Resolve(w.Context(), decide(w.one(), decision.Approve))
		require.ErrorContains(t, err, "TrustSessions", "a call over MCP cannot be told from that")
	})
}

func TestATraceFurtherBackIsFound(t *testing.T) {
	t.Parallel()
	for session, by := range map[string]string{"": "supervisor:supervisor", "s": "mcp:supervisor-1"} {
		inWorld(t, false, operator.Options{Mode: operator.ModeAnswers, TrustSessions: true}, func(w *world) {
			w.mesh.Submit(meshtest.Call{Agent: "worker", Tool: "t", Session: session})
			for range 11 {
				w.mesh.AddTrace(meshtest.Trace{AgentID: "worker", Tool: "u"})
			}
			c := w.one()
			w.resolve(c, decision.Approve)
			assert.Equal(t, by, w.approval(c.ID).ResolvedBy)
		})
	}
}

func TestAnApproveIsNotSentAfterTheFlagWasRaised(t *testing.T) {
	t.Parallel()
	inWorld(t, false, operator.Options{Mode: operator.ModeAnswers, TrustSessions: true}, func(w *world) {
		<-w.call(false)
		c := w.one()
		w.mesh.SetInjectionRisk(c.ID, true)
		o, err := w.queue.Resolve(w.Context(), decide(c, decision.Approve))
		assert.Equal(t, decision.CauseInjection, decision.CauseOf(err))
		assert.Equal(t, decision.OutcomeFailed, o.State)
		w.mesh.SetInjectionRisk(c.ID, false)
		again := w.one()
		assert.True(t, again.InjectionRisk, "once true it stays")
	})
}

func TestSomebodyElseWasFaster(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ action, by, status string }{
		"a person":               {"deny", "http:127.0.0.1:5", "denied"},
		"a twin of our own name": {"approve", "mcp:supervisor-1", "approved"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, false, operator.Options{Mode: operator.ModeAnswers, TrustSessions: true}, func(w *world) {
				<-w.call(false)
				c := w.one()
				require.NoError(t, w.mesh.ResolveAs(c.ID, tt.action, tt.by))
				assert.Equal(t, decision.Outcome{State: decision.OutcomeLost, By: tt.by, Status: tt.status}, w.resolve(c, decision.Approve))
				assert.Zero(t, w.resolves())
			})
		})
	}
}

// Two operators race for each call: one is told that it was sent.
func TestARaceIsWonOnce(t *testing.T) {
	t.Parallel()
	inWorld(t, false, operator.Options{Mode: operator.ModeAnswers, TrustSessions: true}, func(w *world) {
		twin := w.open(operator.Options{Client: w.client, Mode: operator.ModeAnswers, TrustSessions: true})
		const calls = 50
		for range calls {
			w.mesh.Submit(meshtest.Call{Agent: "worker", Tool: "t", Session: "s"})
		}
		ours := w.next()
		theirs, err := twin.Next(w.Context())
		require.NoError(t, err)
		require.Len(t, ours, calls)
		require.Len(t, theirs, calls)
		outcomes := make(chan decision.Outcome, 2*calls)
		for i := range calls {
			for _, q := range []*operator.Queue{w.queue, twin} {
				go func() {
					o, err := q.Resolve(w.Context(), decide(ours[i], decision.Approve))
					assert.NoError(t, err)
					outcomes <- o
				}()
			}
		}
		counts := map[decision.OutcomeState]int{}
		for range 2 * calls {
			counts[(<-outcomes).State]++
		}
		assert.Equal(t, map[decision.OutcomeState]int{decision.OutcomeSent: calls, decision.OutcomeLost: calls}, counts)
		for _, a := range w.mesh.Approvals() {
			assert.Equal(t, 1, a.Runs)
		}
	})
}

// After an unclear answer the approval says whether the approve arrived.
func TestUnclearAnswers(t *testing.T) {
	t.Parallel()
	faults := map[string]meshtest.Fault{
		"500": {Status: 500}, "503": {Status: 503}, "reset": {Reset: true}, "a page": {Body: "<html>", Header: http.Header{"Content-Type": {"text/html"}}},
		"no json": {Body: "{"}, "another message": {Body: `{"jsonrpc":"2.0","id":99,"result":{}}`}, "404 page": {Status: 404, Body: "404 page not found"},
		"no answer": {Hang: true}, "redirect": {Status: 302, Header: http.Header{"Location": {"/x"}}}, "too long": {Body: `"` + strings.Repeat("x", operator.MaxAnswerBytes) + `"`},
	}
	for name, fault := range faults {
		fault.Route, fault.Times = "/mcp", 1
		for _, arrived := range []bool{true, false} {
			fault.AfterHandling = arrived
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				inWorld(t, false, operator.Options{Mode: operator.ModeAnswers, TrustSessions: true}, func(w *world) {
					first := w.mesh.Submit(meshtest.Call{Agent: "worker", Tool: "t", Session: "s"})
					second := w.mesh.Submit(meshtest.Call{Agent: "worker", Tool: "t", Session: "s", Timeout: time.Hour})
					calls := w.next()
					require.Len(t, calls, 2)
					assert.Equal(t, decision.OutcomeSent, w.resolve(calls[0], decision.Approve).State, "the tools are listed now")
					w.mesh.SetFault(fault)
					ctx, cancel := context.WithTimeout(w.Context(), time.Minute)
					defer cancel()
					o, err := w.queue.Resolve(ctx, decide(calls[1], decision.Approve))
					if errors.Is(err, context.DeadlineExceeded) { // no time was left to look
						require.Equal(t, decision.OutcomeUnsent, o.State)
						w.mesh.ClearFaults()
						o, err = w.queue.Resolve(w.Context(), decide(calls[1], decision.Approve))
					}
					require.NoError(t, err)
					assert.Equal(t, decision.OutcomeSent, o.State)
					assert.Equal(t, 1, w.approval(first).Runs)
					assert.Equal(t, 1, w.approval(second).Runs)
				})
			})
		}
	}
}

func TestARefusedArgumentLeavesTheCall(t *testing.T) {
	t.Parallel()
	inWorld(t, false, operator.Options{Mode: operator.ModeAnswers, TrustSessions: true}, func(w *world) {
		w.mesh.Submit(meshtest.Call{Agent: "worker", Tool: "t", Session: "s"})
		w.mesh.Submit(meshtest.Call{Agent: "worker", Tool: "t", Session: "s", Timeout: time.Hour})
		calls := w.next()
		w.resolve(calls[0], decision.Approve)
		w.mesh.SetFault(meshtest.Fault{Route: "/mcp", Body: `{"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"approval not found:\nx"}}`, Times: 1})
		o, err := w.queue.Resolve(w.Context(), decide(calls[1], decision.Approve))
		require.ErrorContains(t, err, `error -32602: "approval not found:\nx"`)
		assert.Equal(t, decision.OutcomeFailed, o.State)
	})
}

func TestAnApproveThatFoundNoToolIsTold(t *testing.T) {
	t.Parallel()
	inWorld(t, false, operator.Options{Mode: operator.ModeAnswers, TrustSessions: true}, func(w *world) {
		wire := &rewriting{next: w.mesh.Transport(), from: `"text":"ok"`, to: `"text":"Approved but tool t no longer exists in registry."`}
		var log strings.Builder
		q, err := operator.New(operator.Options{
			Client: w.client, AgentID: "supervisor-2", Mode: operator.ModeAnswers, TrustSessions: true, HTTPClient: &http.Client{Transport: wire},
			Logger: slog.New(slog.NewTextHandler(&log, nil)),
		})
		require.NoError(t, err)
		defer q.Close()
		w.mesh.Submit(meshtest.Call{Agent: "worker", Tool: "t", Session: "s"})
		calls, err := q.Next(w.Context())
		require.NoError(t, err)
		o, err := q.Resolve(w.Context(), decide(calls[0], decision.Approve))
		require.NoError(t, err)
		assert.Equal(t, decision.OutcomeSent, o.State, "the mesh took it")
		assert.Contains(t, log.String(), "found no tool to run")
	})
}

// What was approved runs on when nobody waits for its result any more.
func TestAToolMayTakeLongerThanADelivery(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &world{T: t, log: &strings.Builder{}}
		w.mesh = meshtest.New(meshtest.Options{
			AdminToken: adminToken, Operators: []string{"*"}, Tools: []string{"t"},
			Backend: func(ctx context.Context, _ meshtest.Call) (any, error) {
				select {
				case <-time.After(2 * time.Minute):
					return "built", nil
				case <-ctx.Done():
					assert.Fail(t, "the tool was cut off")
					return nil, ctx.Err()
				}
			},
		})
		w.client = newClient(t, w.mesh)
		w.queue = w.open(operator.Options{Client: w.client, Mode: operator.ModeAnswers, TrustSessions: true})
		w.mesh.Submit(meshtest.Call{Agent: "worker", Tool: "t", Session: "s"})
		d := decide(w.one(), decision.Approve)
		ctx, cancel := context.WithTimeout(t.Context(), 45*time.Second)
		defer cancel()
		o, err := w.queue.Resolve(ctx, d)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, decision.OutcomeUnsent, o.State)
		o, err = w.queue.Resolve(t.Context(), d)
		require.NoError(t, err)
		assert.Equal(t, decision.OutcomeSent, o.State)
		assert.Equal(t, 1, w.resolves())
		pass(2 * time.Minute)
	})
}

func TestClosingWaitsForNoTool(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &world{T: t, log: &strings.Builder{}}
		w.mesh = meshtest.New(meshtest.Options{
			AdminToken: adminToken, Operators: []string{"*"}, Tools: []string{"t"},
			Backend: func(ctx context.Context, _ meshtest.Call) (any, error) { <-ctx.Done(); return nil, ctx.Err() },
		})
		w.client = newClient(t, w.mesh)
		w.queue = w.open(operator.Options{Client: w.client, Mode: operator.ModeAnswers, TrustSessions: true})
		w.mesh.Submit(meshtest.Call{Agent: "worker", Tool: "t", Session: "s"})
		d := decide(w.one(), decision.Approve)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := w.queue.Resolve(ctx, d)
		require.Error(t, err)
		start := time.Now()
		require.NoError(t, w.queue.Close())
		assert.Zero(t, time.Since(start))
		_, err = w.queue.Next(t.Context())
		require.ErrorContains(t, err, "closed")
	})
}

// An approve that waits for its tool holds nothing else up.
func TestASlowToolHoldsNothingUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		done := make(chan struct{})
		w := &world{T: t, log: &strings.Builder{}}
		w.mesh = meshtest.New(meshtest.Options{
			AdminToken: adminToken, Operators: []string{"*"}, Tools: []string{"t"},
			Backend: func(context.Context, meshtest.Call) (any, error) { <-done; return "secret result", nil },
		})
		w.client = newClient(t, w.mesh)
		w.queue = w.open(operator.Options{Client: w.client, Mode: operator.ModeAnswers, TrustSessions: true})
		id := w.mesh.Submit(meshtest.Call{Agent: "worker", Tool: "t", Session: "s"})
		c := w.one()
		sent := make(chan decision.Outcome, 1)
		go func() {
			o, err := w.queue.Resolve(t.Context(), decide(c, decision.Approve))
			assert.NoError(t, err)
			sent <- o
		}()
		synctest.Wait()
		w.mesh.Submit(meshtest.Call{Agent: "worker", Tool: "t", Session: "s"})
		w.one()
		w.mesh.ForgetSessions()
		assert.Empty(t, w.next(), "another session begins")
		close(done)
		assert.Equal(t, decision.OutcomeSent, (<-sent).State)
		assert.Equal(t, 1, w.approval(id).Runs)
		assert.NotContains(t, w.log.String(), "secret result")
	})
}
