package supervisor_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

// loop is a supervisor that runs on a mesh, in virtual time.
type loop struct {
	t       *testing.T
	mesh    *meshtest.Mesh
	sup     *supervisor.Supervisor
	journal *recorder
	stop    func()
}

type loopOptions struct {
	mesh       meshtest.Options
	supervisor supervisor.Options
	queue      mesh.QueueOptions
}

// inLoop runs test in a synctest bubble with a running loop.
func inLoop(t *testing.T, o loopOptions, test func(t *testing.T, l *loop)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		l := &loop{t: t, mesh: meshtest.New(o.mesh), journal: &recorder{}}
		o.supervisor.Journal = l.journal
		l.sup = mustNew(t, o.supervisor)
		client, err := mesh.New(mesh.Options{URL: "http://mesh.test", HTTPClient: &http.Client{Transport: l.mesh.Transport()}})
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- l.sup.Run(ctx, mesh.NewQueue(client, o.queue)) }()
		l.stop = sync.OnceFunc(func() {
			cancel()
			require.NoError(t, <-ended)
		})
		defer l.stop()
		test(t, l)
	})
}

// after lets virtual time pass.
func (l *loop) after(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (l *loop) submit(tool string) string {
	return l.mesh.Submit(meshtest.Call{Agent: "maple-bot", Tool: tool, Params: map[string]any{}})
}

func (l *loop) status(id string) string {
	a, ok := l.mesh.Approval(id)
	require.True(l.t, ok)
	return a.Status
}

// decisions returns the journaled decisions on one call.
func (l *loop) decisions(id string) []supervisor.Decision {
	var list []supervisor.Decision
	for _, e := range l.journal.of("") {
		if e.Decision.ID == id {
			list = append(list, *e.Decision)
		}
	}
	return list
}

// outcomes returns the journaled outcomes of one call.
func (l *loop) outcomes(id string) []supervisor.OutcomeState {
	var list []supervisor.OutcomeState
	for _, e := range l.journal.of(decision.EventOutcome) {
		if e.Decision.ID == id {
			list = append(list, e.Outcome.State)
		}
	}
	return list
}

// byTool approves, denies or hands on, by the name of the tool, and reads
// nothing that the list does not carry.
type byTool struct{}

func (byTool) Needs() supervisor.Need { return supervisor.NeedNothing }

func (byTool) Evaluate(_ context.Context, c *supervisor.Call) (supervisor.Verdict, bool) {
	switch c.Tool {
	case "yes":
		return approveWord("yes"), true
	case "no":
		return denyWord("no"), true
	case "ask":
		return escalateWord("ask"), true
	}
	return supervisor.Verdict{}, false
}

var plainRules = supervisor.Options{Rules: []supervisor.Rule{byTool{}}}

func TestRunSettlesWhatWaits(t *testing.T) {
	t.Parallel()
	inLoop(t, loopOptions{supervisor: plainRules}, func(t *testing.T, l *loop) {
		yes, no, ask := l.submit("yes"), l.submit("no"), l.submit("ask")
		l.after(3 * time.Second)
		assert.Equal(t, "approved", l.status(yes))
		assert.Equal(t, "denied", l.status(no))
		assert.Equal(t, "pending", l.status(ask))
		a, _ := l.mesh.Approval(yes)
		assert.Equal(t, "supervisor:supervisor", a.ResolvedBy, "the mesh must never take us for a person")
		assert.Equal(t, []supervisor.OutcomeState{supervisor.OutcomeSent}, l.outcomes(yes))
		assert.Equal(t, []supervisor.OutcomeState{supervisor.OutcomeLeft}, l.outcomes(ask))
		st := l.sup.Status()
		assert.Equal(t, [3]int{1, 1, 1}, [3]int{st.Decisions.Approved, st.Decisions.Denied, st.Decisions.Escalated})
		assert.True(t, st.Mesh.Reachable)
		for _, a := range l.mesh.Approvals() {
			assert.Zero(t, l.mesh.Count(http.MethodGet, "/approvals/"+a.ID), "nobody needed the detail")
		}
		l.after(30 * time.Second)
		assert.Len(t, l.decisions(ask), 1, "N2: an escalated call is not judged again")
	})
}

func TestN1TheSameCallUnderTwoScopesIsJudgedOnce(t *testing.T) {
	t.Parallel()
	inLoop(t, loopOptions{supervisor: plainRules, queue: mesh.QueueOptions{Scopes: []string{"a*", "*k"}}}, func(t *testing.T, l *loop) {
		id := l.submit("ask")
		l.after(10 * time.Second)
		assert.Len(t, l.decisions(id), 1)
	})
}

func TestN3AMeshThatFailsAndRecovers(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]meshtest.Fault{
		"500":   {Status: 500},
		"html":  {Status: 200, Body: "<html>", Header: http.Header{"Content-Type": {"text/html"}}},
		"reset": {Reset: true},
		"hang":  {Hang: true},
		"401":   {Status: 401},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inLoop(t, loopOptions{supervisor: plainRules}, func(t *testing.T, l *loop) {
				l.after(time.Second)
				fault.Route, fault.Method = "/approvals", http.MethodGet
				l.mesh.SetFault(fault)
				id := l.submit("yes")
				l.after(70 * time.Second)
				st := l.sup.Status()
				assert.False(t, st.Mesh.Reachable)
				assert.NotEmpty(t, st.Mesh.Error)
				assert.Equal(t, "pending", l.status(id))
				l.mesh.ClearFaults()
				l.after(70 * time.Second)
				assert.True(t, l.sup.Status().Mesh.Reachable)
				assert.Equal(t, "approved", l.status(id))
			})
		})
	}
}

func TestN4WhatDidNotArriveIsNotRecordedAsApproved(t *testing.T) {
	t.Parallel()
	t.Run("409: somebody else was first", func(t *testing.T) {
		t.Parallel()
		inLoop(t, loopOptions{supervisor: plainRules}, func(t *testing.T, l *loop) {
			l.mesh.SetFault(meshtest.Fault{Route: "/approvals/*/approve", Latency: 3 * time.Second, Times: 1})
			id := l.submit("yes")
			l.after(time.Second) // the approve is on its way
			require.NoError(t, l.mesh.ResolveAs(id, "deny", "person:ada"))
			l.after(5 * time.Second)
			assert.Equal(t, []supervisor.OutcomeState{supervisor.OutcomeLost}, l.outcomes(id))
			st := l.sup.Status()
			assert.Zero(t, st.Decisions.Approved)
			assert.Equal(t, 1, st.Decisions.Lost)
		})
	})
	t.Run("500: it is sent again until it arrives, and judged once", func(t *testing.T) {
		t.Parallel()
		inLoop(t, loopOptions{supervisor: plainRules}, func(t *testing.T, l *loop) {
			l.mesh.SetFault(meshtest.Fault{Route: "/approvals/*/approve", Status: 500})
			id := l.submit("yes")
			l.after(20 * time.Second)
			assert.Equal(t, []supervisor.OutcomeState{supervisor.OutcomeUnsent}, l.outcomes(id))
			assert.Equal(t, 1, l.sup.Status().Unsent)
			assert.Zero(t, l.sup.Status().Decisions.Approved)
			l.mesh.ClearFaults()
			l.after(10 * time.Second)
			assert.Equal(t, "approved", l.status(id))
			assert.Equal(t, []supervisor.OutcomeState{supervisor.OutcomeUnsent, supervisor.OutcomeSent}, l.outcomes(id))
			assert.Len(t, l.decisions(id), 1)
			assert.Zero(t, l.sup.Status().Unsent)
		})
	})
	t.Run("500 until nobody waits", func(t *testing.T) {
		t.Parallel()
		inLoop(t, loopOptions{supervisor: plainRules}, func(t *testing.T, l *loop) {
			l.mesh.SetFault(meshtest.Fault{Route: "/approvals/*/approve", Status: 500})
			id := l.submit("yes")
			l.after(6 * time.Minute)
			assert.Equal(t, []supervisor.OutcomeState{supervisor.OutcomeUnsent, supervisor.OutcomeLost}, l.outcomes(id), "the clock was first")
			assert.Equal(t, "timeout", l.status(id))
			assert.Equal(t, [2]int{0, 1}, [2]int{l.sup.Status().Decisions.Approved, l.sup.Status().Decisions.Lost})
		})
	})
	t.Run("the answer was lost, not the decision", func(t *testing.T) {
		t.Parallel()
		inLoop(t, loopOptions{supervisor: plainRules}, func(t *testing.T, l *loop) {
			l.mesh.SetFault(meshtest.Fault{Route: "/approvals/*/approve", Reset: true, AfterHandling: true, Times: 1})
			id := l.submit("yes")
			l.after(5 * time.Second)
			assert.Equal(t, []supervisor.OutcomeState{supervisor.OutcomeSent}, l.outcomes(id))
			assert.Equal(t, 1, l.mesh.Count(http.MethodPost, "/approvals/"+id), "it was not sent twice")
		})
	})
}

func TestN5WhilePausedTheMeshIsNotRead(t *testing.T) {
	t.Parallel()
	inLoop(t, loopOptions{supervisor: plainRules}, func(t *testing.T, l *loop) {
		l.after(time.Second)
		require.NoError(t, l.sup.Pause(t.Context(), "person:ada"))
		synctest.Wait()
		before := l.mesh.Count(http.MethodGet, "/approvals")
		id := l.submit("yes")
		l.after(time.Minute)
		assert.Equal(t, before, l.mesh.Count(http.MethodGet, "/approvals"))
		assert.Equal(t, "pending", l.status(id))
		require.NoError(t, l.sup.Resume(t.Context(), "person:ada"))
		l.after(3 * time.Second)
		assert.Equal(t, "approved", l.status(id))
	})
}

func TestN6ACallWithoutParams(t *testing.T) {
	t.Parallel()
	inLoop(t, loopOptions{supervisor: plainRules}, func(t *testing.T, l *loop) {
		id := l.mesh.Submit(meshtest.Call{Agent: "maple-bot", Tool: "yes"})
		l.after(3 * time.Second)
		assert.Equal(t, "approved", l.status(id))
		assert.Equal(t, map[string]any{}, l.journal.of("")[0].Call.Params)
	})
}

func TestN8AStopFinishesWhatWasBegun(t *testing.T) {
	t.Parallel()
	slow := judgeFunc(func(ctx context.Context, _ *supervisor.Call) (supervisor.Verdict, error) {
		select {
		case <-time.After(4 * time.Second):
			return denyWord("slow"), nil
		case <-ctx.Done():
			return supervisor.Verdict{}, ctx.Err()
		}
	})
	t.Run("within the drain timeout", func(t *testing.T) {
		t.Parallel()
		inLoop(t, loopOptions{supervisor: supervisor.Options{Provider: slow, Concurrency: 2}}, func(t *testing.T, l *loop) {
			ids := []string{l.submit("a"), l.submit("b"), l.submit("c")}
			l.after(3 * time.Second)
			l.stop()
			for _, id := range ids {
				assert.Equal(t, "denied", l.status(id))
				assert.Equal(t, []supervisor.OutcomeState{supervisor.OutcomeSent}, l.outcomes(id))
			}
		})
	})
	t.Run("beyond it the call stays in the queue", func(t *testing.T) {
		t.Parallel()
		inLoop(t, loopOptions{supervisor: supervisor.Options{Provider: slow, DrainTimeout: time.Second}}, func(t *testing.T, l *loop) {
			id := l.submit("a")
			l.after(time.Second)
			l.stop()
			assert.Equal(t, "pending", l.status(id))
			assert.Empty(t, l.decisions(id))
		})
	})
}

func TestAtMostNAtOnceWithoutABarrier(t *testing.T) {
	t.Parallel()
	var now, most atomic.Int32
	var release chan struct{} // made in the bubble, so that waiting for it lets time pass
	p := judgeFunc(func(_ context.Context, c *supervisor.Call) (supervisor.Verdict, error) {
		most.Store(max(most.Load(), now.Add(1)))
		defer now.Add(-1)
		if c.Tool == "slow" {
			<-release
		}
		return denyWord("p"), nil
	})
	inLoop(t, loopOptions{supervisor: supervisor.Options{Provider: p, Concurrency: 3}}, func(t *testing.T, l *loop) {
		release = make(chan struct{})
		slow := l.submit("slow")
		l.after(3 * time.Second)
		for range 20 {
			l.submit("quick")
		}
		l.after(6 * time.Second)
		denied := 0
		for _, a := range l.mesh.Approvals() {
			if a.Status == "denied" {
				denied++
			}
		}
		assert.Equal(t, 20, denied, "a slow call does not hold up later ones")
		assert.Equal(t, "pending", l.status(slow))
		assert.LessOrEqual(t, most.Load(), int32(3))
		close(release)
	})
}

func TestTheMostUrgentCallComesFirst(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var order []string
	p := judgeFunc(func(_ context.Context, c *supervisor.Call) (supervisor.Verdict, error) {
		mu.Lock()
		defer mu.Unlock()
		order = append(order, c.Tool)
		return denyWord("p"), nil
	})
	inLoop(t, loopOptions{supervisor: supervisor.Options{Provider: p, Concurrency: 1}}, func(t *testing.T, l *loop) {
		for tool, timeout := range map[string]time.Duration{"3": 90 * time.Second, "1": 30 * time.Second, "2": time.Minute} {
			l.mesh.Submit(meshtest.Call{Agent: "a", Tool: tool, Timeout: timeout})
		}
		l.after(5 * time.Second)
		assert.Equal(t, []string{"1", "2", "3"}, order)
	})
}

func TestTheDetailIsFetchedOnceAndOnlyWhenNeeded(t *testing.T) {
	t.Parallel()
	reads := supervisor.RuleFunc(func(_ context.Context, c *supervisor.Call) (supervisor.Verdict, bool) {
		return denyWord(fmt.Sprint(len(c.RecentTraces))), c.RecentTraces != nil
	})
	o := supervisor.Options{Rules: []supervisor.Rule{byTool{}, reads, reads}}
	inLoop(t, loopOptions{supervisor: o}, func(t *testing.T, l *loop) {
		yes, other := l.submit("yes"), l.submit("other")
		l.after(3 * time.Second)
		assert.Zero(t, l.mesh.Count(http.MethodGet, "/approvals/"+yes))
		assert.Equal(t, 1, l.mesh.Count(http.MethodGet, "/approvals/"+other))
		require.Len(t, l.decisions(other), 1)
		assert.Equal(t, "1", l.decisions(other)[0].RuleMatched, "the other call is history, the call itself is not")
	})
}

func TestADetailThatFailsEscalatesAndIsTriedAgain(t *testing.T) {
	t.Parallel()
	needsAll := settles(approveWord("x"))
	inLoop(t, loopOptions{supervisor: supervisor.Options{Rules: []supervisor.Rule{needsAll}}}, func(t *testing.T, l *loop) {
		l.mesh.SetFault(meshtest.Fault{Route: "/approvals/*", Method: http.MethodGet, Status: 500})
		id := l.submit("t")
		l.after(10 * time.Second)
		require.Len(t, l.decisions(id), 1)
		assert.Equal(t, supervisor.CauseUnavailable, l.decisions(id)[0].Cause)
		l.mesh.ClearFaults()
		l.after(40 * time.Second)
		assert.Equal(t, "approved", l.status(id))
	})
}

func TestTheInjectionFlagOfTheDetailCounts(t *testing.T) {
	t.Parallel()
	inLoop(t, loopOptions{supervisor: supervisor.Options{Rules: []supervisor.Rule{settles(approveWord("x"))}}}, func(t *testing.T, l *loop) {
		l.mesh.SetFault(meshtest.Fault{Route: "/approvals/*", Method: http.MethodGet, Latency: time.Second})
		id := l.submit("t")
		l.after(100 * time.Millisecond) // listed without the flag, the detail is on its way
		l.mesh.SetInjectionRisk(id, true)
		l.after(5 * time.Second)
		require.Len(t, l.decisions(id), 1)
		assert.Equal(t, supervisor.CauseInjection, l.decisions(id)[0].Cause)
		assert.Equal(t, "pending", l.status(id))
	})
}

func TestAnOutageIsNotForEver(t *testing.T) {
	t.Parallel()
	var down atomic.Bool
	p := judgeFunc(func(_ context.Context, c *supervisor.Call) (supervisor.Verdict, error) {
		if down.Load() {
			return supervisor.Verdict{}, errors.New("down")
		}
		return denyWord("model"), nil
	})
	t.Run("the next answer tells that it is over", func(t *testing.T) {
		inLoop(t, loopOptions{supervisor: supervisor.Options{Provider: p}}, func(t *testing.T, l *loop) {
			down.Store(true)
			first := l.submit("a")
			l.after(5 * time.Second)
			require.Len(t, l.decisions(first), 1)
			down.Store(false)
			l.submit("b")
			l.after(5 * time.Second)
			assert.Equal(t, "denied", l.status(first))
		})
	})
	t.Run("a probe tells that it is over", func(t *testing.T) {
		inLoop(t, loopOptions{supervisor: supervisor.Options{Provider: p}}, func(t *testing.T, l *loop) {
			down.Store(true)
			id := l.submit("a")
			l.after(95 * time.Second)
			assert.Len(t, l.decisions(id), 1, "while it lasts the call is not judged again and again")
			down.Store(false)
			l.after(35 * time.Second)
			assert.Equal(t, "denied", l.status(id))
		})
	})
}

// TestAProbeSaysThatItIsOne has a provider that judges nothing for a probe, and
// whose pass then says that it is back.
func TestAProbeSaysThatItIsOne(t *testing.T) {
	t.Parallel()
	var down atomic.Bool
	var judged atomic.Int64
	p := judgeFunc(func(ctx context.Context, _ *supervisor.Call) (supervisor.Verdict, error) {
		switch {
		case down.Load():
			return supervisor.Verdict{}, errors.New("down")
		case decision.IsProbe(ctx):
			return supervisor.Verdict{}, supervisor.ErrPass
		}
		judged.Add(1)
		return denyWord("model"), nil
	})
	inLoop(t, loopOptions{supervisor: supervisor.Options{Provider: p}}, func(t *testing.T, l *loop) {
		down.Store(true)
		id := l.submit("a")
		l.after(35 * time.Second)
		assert.Equal(t, "pending", l.status(id))
		down.Store(false)
		l.after(35 * time.Second)
		assert.Equal(t, "denied", l.status(id))
		assert.EqualValues(t, 1, judged.Load())
	})
}

func TestAProviderIsToldWhoHandedTheCallOn(t *testing.T) {
	t.Parallel()
	var heard supervisor.Verdict
	p := judgeFunc(func(ctx context.Context, _ *supervisor.Call) (supervisor.Verdict, error) {
		heard, _ = decision.HandedOn(ctx)
		return denyWord("model"), nil
	})
	evaluate(t, mustNew(t, supervisor.Options{Provider: p, Rules: []supervisor.Rule{handsOn(escalateWord("default"))}}), call)
	assert.Equal(t, "default", heard.Source)
	evaluate(t, mustNew(t, supervisor.Options{Provider: p}), call)
	assert.Equal(t, "no rule matched", heard.Reasoning)
}

func TestEscalatedCallsAreJudgedAgainAfterASwapAndAResume(t *testing.T) {
	t.Parallel()
	inLoop(t, loopOptions{supervisor: plainRules}, func(t *testing.T, l *loop) {
		id := l.submit("ask")
		l.after(3 * time.Second)
		require.NoError(t, l.sup.Pause(t.Context(), "x"))
		require.NoError(t, l.sup.Resume(t.Context(), "x"))
		l.after(3 * time.Second)
		assert.Len(t, l.decisions(id), 2)
		require.NoError(t, l.sup.Swap(supervisor.Options{Rules: []supervisor.Rule{settles(denyWord("new"))}}))
		l.after(3 * time.Second)
		assert.Equal(t, "denied", l.status(id))
	})
}

func TestAFullDiskTurnsApprovalsIntoEscalationsAndRecovers(t *testing.T) {
	t.Parallel()
	inLoop(t, loopOptions{supervisor: plainRules}, func(t *testing.T, l *loop) {
		l.journal.fail(errDiskFull)
		yes, no := l.submit("yes"), l.submit("no")
		l.after(5 * time.Second)
		assert.Equal(t, "pending", l.status(yes))
		assert.Equal(t, "denied", l.status(no), "a refusal needs no record to be safe")
		assert.False(t, l.sup.Status().Journal.OK)
		l.journal.fail(nil)
		l.after(65 * time.Second)
		assert.Equal(t, "approved", l.status(yes))
		assert.True(t, l.sup.Status().Journal.OK)
		assert.NotEmpty(t, l.journal.of(decision.EventRecovered))
	})
}

// listed is a queue that returns calls once and takes every decision.
type listed struct {
	mu       sync.Mutex
	calls    []supervisor.Call
	resolved []supervisor.Decision
	err      error
	nexts    int
}

func (q *listed) Next(ctx context.Context) ([]supervisor.Call, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.nexts++
	if q.err != nil {
		return nil, q.err
	}
	calls := q.calls
	q.calls = nil
	if calls == nil {
		q.mu.Unlock()
		<-ctx.Done()
		q.mu.Lock()
	}
	return calls, nil
}

func (q *listed) Resolve(_ context.Context, d supervisor.Decision) (supervisor.Outcome, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.resolved = append(q.resolved, d)
	return supervisor.Outcome{State: supervisor.OutcomeSent}, nil
}

func TestACallThatCannotBeReadIsEscalatedAndRecorded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		journal := &recorder{}
		s := mustNew(t, supervisor.Options{Journal: journal, Rules: []supervisor.Rule{settles(approveWord("all"))}})
		q := &listed{calls: []supervisor.Call{
			{ID: "1", Tool: "t", Fault: "params hold a duplicate key"},
			{ID: "2", Tool: ""},
			{ID: "3", Tool: "t", Params: map[string]any{"x": "\xff"}},
			{ID: "4", Tool: "t"},
		}}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.Run(ctx, q) }()
		synctest.Wait()
		cancel()
		require.NoError(t, <-ended)
		require.Len(t, q.resolved, 4)
		slices.SortFunc(q.resolved, func(a, b supervisor.Decision) int { return slices.Compare([]byte(a.ID), []byte(b.ID)) })
		for _, d := range q.resolved[:3] {
			assert.Equal(t, supervisor.Escalate, d.Action, d.ID)
			assert.Equal(t, supervisor.CauseInvalid, d.Cause, d.ID)
		}
		assert.Equal(t, supervisor.Approve, q.resolved[3].Action)
		assert.Len(t, journal.of(""), 4)
	})
}

func TestAQueueThatFailsAtOnceIsNotSpunOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := mustNew(t, supervisor.Options{})
		q := &listed{err: errors.New("broken")}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		go func() {
			time.Sleep(5 * time.Second)
			assert.Equal(t, "broken", s.Status().Mesh.Error)
		}()
		require.NoError(t, s.Run(ctx, q))
		assert.LessOrEqual(t, q.nexts, 11)
		require.Error(t, s.Run(t.Context(), nil))
	})
}
