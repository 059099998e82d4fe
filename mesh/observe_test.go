package mesh_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

func (w *world) outcomes(left ...decision.Decision) map[string]decision.Outcome {
	w.Helper()
	outcomes, err := w.queue.Outcomes(w.Context(), left)
	require.NoError(w, err)
	return outcomes
}

// leave escalates everything that is listed and new.
func (w *world) leave() (left []decision.Decision) {
	w.Helper()
	for _, c := range w.next() {
		d := decide(c, decision.Escalate)
		require.Equal(w, decision.OutcomeLeft, w.resolve(d).State)
		left = append(left, d)
	}
	return left
}

func (w *world) details() int { return w.mesh.Count(http.MethodGet, "/approvals/") }

func TestOutcomesSayWhoHowAndWhen(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{Timeout: 3 * time.Minute}, mesh.QueueOptions{}, func(w *world) {
		approved, denied, late, waits := w.submit("t"), w.submit("t"), w.submit("t", living(time.Minute)), w.submit("t")
		left := w.leave()
		require.Empty(w, w.outcomes(left...))
		require.Zero(w, w.details(), "what was listed as pending need not be read")

		require.NoError(w, w.mesh.ResolveAs(approved, "approve", "person:ada"))
		require.NoError(w, w.mesh.ResolveAs(denied, "deny", "person:bob\x1b[2J"))
		settled := time.Now().UTC()
		require.Empty(w, w.outcomes(left...), "the list does not show it yet")
		w.next()
		assert.Equal(w, map[string]decision.Outcome{
			approved: {State: decision.OutcomeSettled, Status: "approved", By: "person:ada", At: settled},
			denied:   {State: decision.OutcomeSettled, Status: "denied", By: "person:bob [2J", At: settled},
		}, w.outcomes(left...))
		assert.Equal(w, 2, w.details())

		time.Sleep(time.Minute + 10*time.Second) // nobody polls: its own time tells that it is over
		outcome := w.outcomes(left...)[late]
		assert.Equal(w, decision.OutcomeSettled, outcome.State)
		assert.Equal(w, "timeout", outcome.Status)
		assert.Empty(w, outcome.By)
		assert.NotContains(w, w.outcomes(left...), waits)
	})
}

func TestOutcomesOfCallsThatAnEarlierProcessLeft(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		settled, waits := w.submit("t"), w.submit("t")
		require.NoError(w, w.mesh.ResolveAs(settled, "deny", "person:ada"))
		outcomes := w.outcomes(decision.Decision{ID: settled}, decision.Decision{ID: waits}, decision.Decision{ID: "feedfeedfeedfeed"})
		assert.Equal(w, "denied", outcomes[settled].Status)
		assert.NotContains(w, outcomes, waits)
		assert.Equal(w, decision.OutcomeForgotten, outcomes["feedfeedfeedfeed"].State, "a mesh that was restarted without storage")
	})
}

func TestOneApprovalThatCannotBeReadHoldsUpNoOthers(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		bad, good := w.submit("t"), w.submit("t")
		for _, id := range []string{bad, good} {
			require.NoError(w, w.mesh.ResolveAs(id, "approve", "person:ada"))
		}
		w.mesh.SetFault(meshtest.Fault{Route: "/approvals/" + bad, Body: `{"id":5}`})
		outcomes, err := w.queue.Outcomes(w.Context(), []decision.Decision{{ID: bad}, {ID: ""}, {ID: good}})
		require.Error(w, err)
		assert.NotContains(w, outcomes, bad, "asked about again")
		assert.NotContains(w, outcomes, "")
		assert.Equal(w, "approved", outcomes[good].Status)
		w.mesh.ClearFaults()
		assert.Contains(w, w.outcomes(decision.Decision{ID: bad}), bad)
	})
}

func TestOutcomesAreBounded(t *testing.T) {
	t.Parallel()
	left := make([]decision.Decision, mesh.MaxLookups+100)
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		for i := range left {
			left[i].ID = w.submit("t")
			require.NoError(w, w.mesh.ResolveAs(left[i].ID, "deny", "person:ada"))
		}
		assert.Len(w, w.outcomes(left...), mesh.MaxLookups)
		assert.Equal(w, mesh.MaxLookups, w.details())
	})
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		w.mesh.SetFault(meshtest.Fault{Status: http.StatusForbidden})
		_, err := w.queue.Outcomes(w.Context(), left)
		require.Error(w, err)
		assert.Less(w, w.details(), 20, "a mesh that refuses is not asked for each")
	})
}

func TestFewLookupsAtOnce(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{})
	var now, most atomic.Int32
	client := newClient(t, m, func(o *mesh.Options) {
		inner := o.HTTPClient.Transport
		o.HTTPClient = &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			n := now.Add(1)
			defer now.Add(-1)
			for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
			}
			return inner.RoundTrip(r)
		})}
	})
	left := make([]decision.Decision, 100)
	for i := range left {
		left[i].ID = m.Submit(meshtest.Call{Agent: "a", Tool: "t"})
		require.NoError(t, m.ResolveAs(left[i].ID, "approve", "person:ada"))
	}
	outcomes, err := mesh.NewQueue(client, mesh.QueueOptions{}).Outcomes(t.Context(), left)
	require.NoError(t, err)
	assert.Len(t, outcomes, 100)
	assert.LessOrEqual(t, most.Load(), int32(4))
}
