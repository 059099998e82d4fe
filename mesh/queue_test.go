package mesh_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

// world is a mesh and a queue on it, in virtual time.
type world struct {
	*testing.T
	mesh  *meshtest.Mesh
	queue *mesh.Queue
	log   *strings.Builder
}

func inWorld(t *testing.T, o meshtest.Options, q mesh.QueueOptions, f func(w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{T: t, mesh: meshtest.New(o), log: &strings.Builder{}}
		w.queue = mesh.NewQueue(newClient(w, w.mesh, withLog(w.log)), q)
		f(w)
	})
}

func (w *world) submit(tool string, change ...func(*meshtest.Call)) string {
	c := meshtest.Call{Agent: "worker", Tool: tool}
	for _, f := range change {
		f(&c)
	}
	return w.mesh.Submit(c)
}

func living(d time.Duration) func(*meshtest.Call) {
	return func(c *meshtest.Call) { c.Timeout = d }
}

func (w *world) next() []decision.Call {
	w.Helper()
	calls, err := w.queue.Next(w.Context())
	require.NoError(w, err)
	return calls
}

func (w *world) ids() []string {
	w.Helper()
	list := []string{}
	for _, c := range w.next() {
		list = append(list, c.ID)
	}
	return list
}

// one returns the only new call.
func (w *world) one() decision.Call {
	w.Helper()
	calls := w.next()
	require.Len(w, calls, 1)
	return calls[0]
}

func decide(c decision.Call, a decision.Action) decision.Decision {
	d := decision.Decision{ID: c.ID, Action: a, Confidence: 0.9, Reasoning: "because", InjectionRisk: c.InjectionRisk, Expires: c.Expires}
	if a == decision.Escalate {
		d.Cause = decision.CauseUnavailable
	}
	return d
}

func (w *world) resolve(d decision.Decision) decision.Outcome {
	w.Helper()
	o, err := w.queue.Resolve(w.Context(), d)
	require.NoError(w, err)
	return o
}

func TestNextReturnsCalls(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{TraceIDs: true}, mesh.QueueOptions{}, func(w *world) {
		id := w.submit("fs.write", func(c *meshtest.Call) {
			c.Params, c.PolicyRule, c.Timeout = map[string]any{"path": "/p"}, "rule-2", 90*time.Second
		})
		a, _ := w.mesh.Approval(id)
		c := w.one()
		assert.Equal(t, decision.Call{
			ID: id, Agent: "worker", Tool: "fs.write", Params: map[string]any{"path": "/p"}, PolicyRule: "rule-2",
			Created: a.Created.UTC(), Expires: time.Now().Add(90 * time.Second), TraceID: a.TraceID,
		}, c)
		assert.Nil(t, c.RecentTraces, "not supplied until Detail")
		assert.Nil(t, c.ActiveGrants)
	})
}

func TestNextKeepsTheInterval(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{Interval: 5 * time.Second}, func(w *world) {
		start := time.Now()
		w.next()
		assert.Zero(t, time.Since(start), "the first poll is at once")
		w.next()
		assert.Equal(t, 5*time.Second, time.Since(start))

		w.mesh.SetFault(meshtest.Fault{Latency: 2 * time.Second, Times: 1})
		w.next() // polls at 10 s, and takes 2 s
		w.next()
		assert.Equal(t, 15*time.Second, time.Since(start), "from the start of one poll to the start of the next")

		w.mesh.SetFault(meshtest.Fault{Latency: 20 * time.Second, Times: 1})
		w.next() // polls at 20 s until 40 s
		w.next()
		assert.Equal(t, 40*time.Second, time.Since(start), "a slow list is not waited for twice")
		assert.Equal(t, 6, w.mesh.Count(http.MethodGet, "/approvals"))

		ctx, cancel := context.WithTimeout(w.Context(), time.Second)
		defer cancel()
		_, err := w.queue.Next(ctx)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, 41*time.Second, time.Since(start), "the context ends the wait")
	})
}

func TestNextReturnsTheMostUrgentFirst(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		late := w.submit("t", living(time.Hour))
		soon := w.submit("t", living(10*time.Second))
		middle := w.submit("t", living(time.Minute))
		assert.Equal(t, []string{soon, middle, late}, w.ids())
	})
	unknown := `[{"id":"c","tool":"t","status":"pending","created_at":"2000-01-01T00:00:02Z"},
		{"id":"d","tool":"t","status":"pending","created_at":"2000-01-01T00:00:01Z"},
		{"id":"b","tool":"t","status":"pending","created_at":"2000-01-01T00:00:01Z"},
		{"id":"e","tool":"t","status":"pending"},
		{"id":"a","tool":"t","status":"pending","remaining":"5m1s"},
		{"id":"f","tool":"t","status":"pending","remaining":"0s"}]`
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		w.mesh.SetFault(meshtest.Fault{Body: unknown})
		calls := w.next()
		var ids string
		for _, c := range calls {
			ids += c.ID
		}
		assert.Equal(t, "feabdc", ids, "five minutes are assumed; then the older, then the smaller id")
		assert.Equal(t, time.Now().Add(time.Second/2), calls[0].Expires, "0s is half a second")
		assert.True(t, calls[1].Expires.IsZero(), "not said is unknown")
	})
}

func TestExpiryCountsFromTheStartOfTheRequest(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		start := time.Now()
		w.mesh.SetFault(meshtest.Fault{Latency: 7 * time.Second, Body: `[{"id":"a","tool":"t","status":"pending","remaining":"30s"}]`})
		assert.Equal(t, start.Add(30*time.Second), w.one().Expires)
	})
}

// N1: an id under two scopes is one call.
func TestScopesAreMerged(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{Scopes: []string{"fs.*", "*.write", "gmail.*"}}, func(w *world) {
		both := w.submit("fs.write")
		mail := w.submit("gmail.send")
		w.submit("shell")
		assert.ElementsMatch(t, []string{both, mail}, w.ids())
		assert.Equal(t, 3, w.mesh.Count(http.MethodGet, "/approvals"))
	})
}

func TestOneListIsInFlight(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := meshtest.New(meshtest.Options{})
		m.SetFault(meshtest.Fault{Latency: time.Second})
		var running, most atomic.Int64
		counting := roundTripper(func(r *http.Request) (*http.Response, error) {
			most.Store(max(most.Load(), running.Add(1)))
			defer running.Add(-1)
			return m.Transport().RoundTrip(r)
		})
		c := newClient(t, m, func(o *mesh.Options) { o.HTTPClient = &http.Client{Transport: counting} })
		_, err := mesh.NewQueue(c, mesh.QueueOptions{Scopes: []string{"a", "b", "c"}}).Next(t.Context())
		require.NoError(t, err)
		assert.EqualValues(t, 1, most.Load())
	})
}

func TestOneBadScopeStopsNoOther(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{Scopes: []string{"fs.*", "gmail.*"}}, func(w *world) {
		mail := w.submit("gmail.send")
		w.mesh.SetFault(meshtest.Fault{Status: 500, Times: 1})
		assert.Equal(t, []string{mail}, w.ids())
		h := w.queue.Health()
		assert.False(t, h.Reachable)
		assert.Contains(t, h.Error, "status 500")
	})
}

// N3: the list fails, then succeeds.
func TestHealthFollowsTheLists(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		start := time.Now()
		assert.Equal(t, decision.QueueHealth{URL: meshURL, Since: start}, w.queue.Health(), "nothing is known yet")
		w.mesh.SetFault(meshtest.Fault{Status: 500, Times: 2})
		for range 2 {
			calls, err := w.queue.Next(w.Context())
			require.ErrorContains(t, err, "status 500")
			assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err))
			assert.Empty(t, calls)
		}
		h := w.queue.Health()
		assert.False(t, h.Reachable)
		assert.Contains(t, h.Error, "status 500")
		assert.Equal(t, start, h.Since)

		id := w.submit("t")
		assert.Equal(t, []string{id}, w.ids())
		assert.Equal(t, decision.QueueHealth{URL: meshURL, Reachable: true, Since: start.Add(4 * time.Second)}, w.queue.Health())
		w.next()
		assert.Equal(t, start.Add(4*time.Second), w.queue.Health().Since)
		assert.Equal(t, 1, strings.Count(w.log.String(), "cannot be read"), "each change is logged once")
		assert.Equal(t, 1, strings.Count(w.log.String(), "is reachable"))
	})
}

func TestHealthSaysThatATokenIsMissing(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{AdminToken: "hunter2"}, mesh.QueueOptions{}, func(w *world) {
		_, err := w.queue.Next(w.Context())
		require.True(t, mesh.IsUnauthorized(err))
		assert.Contains(t, w.queue.Health().Error, "wants an admin token: set mesh.admin_token_env (or MESH_ADMIN_TOKEN)")
		assert.Contains(t, w.log.String(), "wants an admin token")
	})
}

func TestFaultyAndDoubtfulCallsAreReturnedWithTheirFault(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ list, want string }{
		"unreadable params":     {`{"id":"a","tool":"t","status":"pending","params":{"a":1,"a":2}}`, "duplicate key"},
		"one id, two tools":     {`{"id":"a","tool":"t","status":"pending"},{"id":"a","tool":"u","status":"pending"}`, "different calls"},
		"one id, two agents":    {`{"id":"a","tool":"t","status":"pending"},{"id":"a","tool":"t","agent_id":"x","status":"pending"}`, "different calls"},
		"one id, other params":  {`{"id":"a","tool":"t","params":{"x":1},"status":"pending"},{"id":"a","tool":"t","params":{"x":2},"status":"pending"}`, "different calls"},
		"one of two unreadable": {`{"id":"a","tool":"t","params":{},"status":"pending"},{"id":"a","tool":"t","params":[],"status":"pending"}`, "different calls"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
				w.mesh.SetFault(meshtest.Fault{Body: "[" + tt.list + "]"})
				c := w.one()
				assert.Equal(t, "t", c.Tool)
				assert.Contains(t, c.Fault, tt.want)
				assert.Nil(t, c.Params)
			})
		})
	}
}

func TestTheSameIDTwiceIsOneCall(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		w.mesh.SetFault(meshtest.Fault{Body: `[
			{"id":"a","tool":"t","params":{"x":1},"status":"pending","remaining":"50s"},
			{"id":"a","tool":"t","params":{"x":1},"status":"pending","remaining":"40s","injection_risk":true},
			{"id":"b","tool":"t","status":"approved"}]`})
		c := w.one()
		assert.Empty(t, c.Fault)
		assert.True(t, c.InjectionRisk)
		assert.Equal(t, time.Now().Add(40*time.Second), c.Expires, "the earlier of the two")
	})
}

func TestACallInFlightIsNotReturnedAgain(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		w.submit("t")
		w.one()
		assert.Empty(t, w.next())
		assert.Empty(t, w.next())
	})
}

// N2: an escalated call that is still pending is not judged again.
func TestAnEscalatedCallIsNotReturnedAgain(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{Timeout: 30 * time.Second}, mesh.QueueOptions{}, func(w *world) {
		w.submit("t")
		c := w.one()
		assert.Equal(t, decision.Outcome{State: decision.OutcomeLeft}, w.resolve(decide(c, decision.Escalate)))
		assert.Equal(t, 1, w.queue.Health().Waiting)
		for time.Now().Before(c.Expires.Add(4 * time.Second)) {
			assert.Empty(t, w.next(), "up to the last second, and past it")
		}
		assert.Zero(t, w.queue.Health().Waiting)
		assert.Zero(t, w.mesh.Count(http.MethodPost, "/"))
	})
}

func TestWaitingFallsWhenAPersonDecides(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		id := w.submit("t")
		w.resolve(decide(w.one(), decision.Escalate))
		w.next()
		require.Equal(t, 1, w.queue.Health().Waiting)
		require.NoError(t, w.mesh.ResolveAs(id, "approve", "human"))
		w.mesh.SetFault(meshtest.Fault{Status: 500, Times: 1})
		_, err := w.queue.Next(w.Context())
		require.Error(t, err)
		assert.Equal(t, 1, w.queue.Health().Waiting, "a list that failed says nothing")
		w.next()
		assert.Zero(t, w.queue.Health().Waiting)
	})
}

func TestRequeue(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		causes []decision.Cause
		want   []string
	}{
		"all":        {nil, []string{"rule", "timeout", "unavailable"}},
		"outages":    {[]decision.Cause{decision.CauseTimeout, decision.CauseUnavailable}, []string{"timeout", "unavailable"}},
		"none fits":  {[]decision.Cause{decision.CausePaused}, []string{}},
		"one of all": {[]decision.Cause{decision.CauseRule}, []string{"rule"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
				for _, cause := range []string{"rule", "timeout", "unavailable"} {
					w.submit(cause)
				}
				flying := w.submit("in-flight")
				for _, c := range w.next() {
					if c.ID != flying {
						d := decide(c, decision.Escalate)
						d.Cause = decision.Cause(c.Tool)
						w.resolve(d)
					}
				}
				w.queue.Requeue(tt.causes...)
				again := []string{}
				for _, c := range w.next() {
					again = append(again, c.Tool)
				}
				assert.ElementsMatch(t, tt.want, again)
				assert.Empty(t, w.next(), "once")
			})
		})
	}
}

// The flag of a mesh flickers when a phrase is split over two parameters.
func TestAFlagOnceSeenStays(t *testing.T) {
	t.Parallel()
	t.Run("in the list, then requeued", func(t *testing.T) {
		t.Parallel()
		inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
			id := w.submit("t")
			w.mesh.SetInjectionRisk(id, true)
			c := w.one()
			require.True(t, c.InjectionRisk)
			w.resolve(decide(c, decision.Escalate))
			w.mesh.SetInjectionRisk(id, false)
			w.queue.Requeue()
			assert.True(t, w.one().InjectionRisk)
		})
	})
	t.Run("seen while the call waits for a person", func(t *testing.T) {
		t.Parallel()
		inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
			id := w.submit("t")
			w.resolve(decide(w.one(), decision.Escalate))
			w.mesh.SetInjectionRisk(id, true)
			w.next()
			w.mesh.SetInjectionRisk(id, false)
			w.queue.Requeue()
			assert.True(t, w.one().InjectionRisk)
		})
	})
	t.Run("seen when there was no room", func(t *testing.T) {
		t.Parallel()
		inWorld(t, meshtest.Options{}, mesh.QueueOptions{MaxInFlight: 1}, func(w *world) {
			w.submit("t", living(time.Minute))
			id := w.submit("t")
			w.mesh.SetInjectionRisk(id, true)
			first := w.one()
			w.mesh.SetInjectionRisk(id, false)
			w.resolve(decide(first, decision.Deny))
			assert.True(t, w.one().InjectionRisk)
		})
	})
	t.Run("in the detail", func(t *testing.T) {
		t.Parallel()
		inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
			id := w.submit("t")
			c := w.one()
			w.mesh.SetInjectionRisk(id, true)
			require.NoError(t, w.queue.Detail(w.Context(), &c))
			assert.True(t, c.InjectionRisk)
			w.mesh.SetInjectionRisk(id, false)
			d := c
			d.InjectionRisk = false
			require.NoError(t, w.queue.Detail(w.Context(), &d))
			assert.True(t, d.InjectionRisk)
		})
	})
	t.Run("after the judgment: the approve is not sent", func(t *testing.T) {
		t.Parallel()
		inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
			id := w.submit("t")
			c := w.one()
			w.mesh.SetInjectionRisk(id, true)
			w.next()
			w.mesh.SetInjectionRisk(id, false)
			o, err := w.queue.Resolve(w.Context(), decide(c, decision.Approve))
			assert.Equal(t, decision.CauseInjection, decision.CauseOf(err))
			assert.Equal(t, decision.OutcomeFailed, o.State)
			assert.Zero(t, w.mesh.Count(http.MethodPost, "/"))
			assert.True(t, w.one().InjectionRisk, "it is judged again")
		})
	})
}

func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{MaxRemembered: 3}, func(w *world) {
		var ids []string
		for i := range 5 {
			ids = append(ids, w.submit("t", living(time.Duration(i+1)*time.Minute)))
		}
		calls := w.next()
		require.Len(t, calls, 3)
		for _, c := range calls {
			w.resolve(decide(c, decision.Escalate))
		}
		assert.Equal(t, 3, w.queue.Health().Waiting)
		assert.Empty(t, w.next(), "new calls wait, old ones are not forgotten")
		require.NoError(t, w.mesh.ResolveAs(ids[1], "deny", "person:ada"))
		assert.Equal(t, ids[3:4], w.ids(), "one that is settled makes room for the most urgent")
	})
}

func TestCallsInFlightAreBounded(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{MaxInFlight: 2}, func(w *world) {
		var want []string
		for i := range 3 {
			want = append(want, w.submit("t", living(time.Duration(i+1)*time.Minute)))
		}
		first := w.next()
		require.Len(t, first, 2)
		assert.Equal(t, want[0], first[0].ID)
		assert.Equal(t, want[1], first[1].ID)
		assert.Empty(t, w.next())
		w.resolve(decide(first[0], decision.Deny))
		assert.Equal(t, want[2:], w.ids())
	})
}

func TestACallThatNobodyResolvedMakesRoom(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{MaxInFlight: 1, Interval: 3 * time.Minute}, func(w *world) {
		w.submit("t", living(10*time.Second))
		w.one()
		id := w.submit("t")
		assert.Equal(t, []string{id}, w.ids())
	})
}

func ExampleNewQueue() {
	server := meshtest.New(meshtest.Options{})
	server.Submit(meshtest.Call{Agent: "worker", Tool: "fs.read", Params: map[string]any{"path": "/p/main.go"}})

	client, err := mesh.New(mesh.Options{
		URL:        "http://127.0.0.1:9090",
		HTTPClient: &http.Client{Transport: server.Transport()},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	queue := mesh.NewQueue(client, mesh.QueueOptions{Scopes: []string{"fs.*"}})
	ctx := context.Background()
	calls, err := queue.Next(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range calls {
		outcome, err := queue.Resolve(ctx, decision.Decision{
			ID: c.ID, Action: decision.Approve, Confidence: 1, Reasoning: "reading is fine", Expires: c.Expires,
		})
		fmt.Println(c.Tool, outcome.State, err)
	}
	fmt.Println(server.Approvals()[0].Status, "by", server.Approvals()[0].ResolvedBy)
	// Output:
	// fs.read sent <nil>
	// approved by supervisor:supervisor
}

func TestUnreadableApprovalsAreLoggedOnce(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{Scopes: []string{"a", "b"}}, func(w *world) {
		for range 3 {
			w.mesh.SetFault(meshtest.Fault{Body: `[7]`, Times: 1})
			w.mesh.SetFault(meshtest.Fault{Body: `[]`, Times: 1})
			assert.Empty(t, w.next())
		}
		assert.Equal(t, 1, strings.Count(w.log.String(), "cannot be read"))
	})
}
