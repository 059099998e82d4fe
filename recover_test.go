package supervisor_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
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

// forgetful is a journal of an earlier process that ended too early.
type forgetful struct {
	recorder
	unsettled []supervisor.Decision
	err       error
}

func (f *forgetful) Unsettled(context.Context) ([]supervisor.Decision, error) {
	return f.unsettled, f.err
}

func TestAStartSettlesWhatAnEarlierRunLeftUnclear(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := meshtest.New(meshtest.Options{})
		submit := func() string { return m.Submit(meshtest.Call{Agent: "a", Tool: "no"}) }
		arrived, lost, waits := submit(), submit(), submit()
		require.NoError(t, m.ResolveAs(arrived, "approve", "supervisor:supervisor"))
		require.NoError(t, m.ResolveAs(lost, "deny", "person:ada"))
		expires := time.Now().Add(time.Minute)
		journal := &forgetful{}
		for _, id := range []string{arrived, lost, waits, "feedfeedfeedfeed"} {
			journal.unsettled = append(journal.unsettled, supervisor.Decision{ID: id, Action: supervisor.Approve, Expires: expires})
		}
		client, err := mesh.New(mesh.Options{URL: "http://mesh.test", HTTPClient: &http.Client{Transport: m.Transport()}})
		require.NoError(t, err)
		m.SetFault(meshtest.Fault{Reset: true}) // the mesh comes up later
		s := mustNew(t, supervisor.Options{Journal: journal, Rules: []supervisor.Rule{byTool{}}})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.Run(ctx, mesh.NewQueue(client, mesh.QueueOptions{})) }()
		time.Sleep(10 * time.Second)
		m.ClearFaults()
		time.Sleep(10 * time.Second)
		cancel()
		require.NoError(t, <-ended)

		outcomes := map[string][]supervisor.OutcomeState{}
		for _, e := range journal.of(decision.EventOutcome) {
			outcomes[e.Decision.ID] = append(outcomes[e.Decision.ID], e.Outcome.State)
		}
		assert.Equal(t, map[string][]supervisor.OutcomeState{
			arrived:            {supervisor.OutcomeSent},
			lost:               {supervisor.OutcomeLost},
			"feedfeedfeedfeed": {supervisor.OutcomeLost},
			waits:              {supervisor.OutcomeFailed, supervisor.OutcomeSent}, // judged again, by the rules of now
		}, outcomes)
		a, _ := m.Approval(waits)
		assert.Equal(t, meshtest.StatusDenied, a.Status)
		assert.Zero(t, m.Count(http.MethodPost, "/approvals/"+arrived))
	})
}

// puzzling is a queue that does not know what became of anything.
type puzzling struct {
	listed
	mu    sync.Mutex
	asked int
	err   error
}

func (q *puzzling) Settled(context.Context, supervisor.Decision) (supervisor.Outcome, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.asked++
	return supervisor.Outcome{State: supervisor.OutcomeUnsent}, q.err
}

func TestARecoveryHoldsNobodyUpAndEnds(t *testing.T) {
	t.Parallel()
	for name, expires := range map[string]time.Duration{"when nobody waits any more": time.Minute, "after enough questions": 0} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				lost := supervisor.Decision{ID: "1", Action: supervisor.Approve}
				if expires > 0 {
					lost.Expires = time.Now().Add(expires)
				}
				journal := &forgetful{unsettled: []supervisor.Decision{lost}}
				q := &puzzling{err: errors.New("500"), listed: listed{calls: []supervisor.Call{{ID: "2", Tool: "no"}}}}
				s := mustNew(t, supervisor.Options{Journal: journal, Rules: []supervisor.Rule{byTool{}}})
				ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
				defer cancel()
				go func() {
					time.Sleep(time.Second)
					q.listed.mu.Lock()
					defer q.listed.mu.Unlock()
					assert.Len(t, q.resolved, 1, "the queue is served at once")
				}()
				require.NoError(t, s.Run(ctx, q))
				assert.Greater(t, q.asked, 10)
				assert.Less(t, q.asked, 70)
				outcomes := journal.of(decision.EventOutcome)
				require.Len(t, outcomes, 2)
				assert.Equal(t, supervisor.OutcomeFailed, outcomes[1].Outcome.State)
			})
		})
	}
}

func TestACallThatIsListedAgainIsClear(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		journal := &forgetful{unsettled: []supervisor.Decision{{ID: "1", Action: supervisor.Approve}}}
		q := &puzzling{err: errors.New("500"), listed: listed{calls: []supervisor.Call{{ID: "1", Tool: "no"}}}}
		runOnce(t, mustNew(t, supervisor.Options{Journal: journal, Rules: []supervisor.Rule{byTool{}}}), q)
		var states []supervisor.OutcomeState
		for _, e := range journal.of(decision.EventOutcome) {
			states = append(states, e.Outcome.State)
		}
		assert.Equal(t, []supervisor.OutcomeState{supervisor.OutcomeFailed, supervisor.OutcomeSent}, states)
		require.Len(t, q.resolved, 1)
		assert.Equal(t, supervisor.Deny, q.resolved[0].Action, "judged by the rules of now")
	})
}

func TestAJournalThatCannotBeSearchedStopsNobody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		journal := &forgetful{err: errDiskFull}
		s := mustNew(t, supervisor.Options{Journal: journal, Rules: []supervisor.Rule{byTool{}}})
		q := &puzzling{listed: listed{calls: []supervisor.Call{{ID: "2", Tool: "no"}}}}
		runOnce(t, s, q)
		assert.Len(t, q.resolved, 1)
	})
}
