package supervisor_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

func TestWhatPeopleDecideIsRecorded(t *testing.T) {
	t.Parallel()
	for mode, o := range map[supervisor.OutcomeState]supervisor.Options{supervisor.OutcomeLeft: plainRules, supervisor.OutcomeObserved: observing} {
		inLoop(t, loopOptions{supervisor: o}, func(t *testing.T, l *loop) {
			approved, denied, nobody := l.submit("ask"), l.submit("ask"), l.submit("ask")
			l.after(time.Minute)
			assert.Equal(t, 3, l.sup.Status().Watched)
			require.NoError(t, l.mesh.ResolveAs(approved, "approve", "person:ada"))
			require.NoError(t, l.mesh.ResolveAs(denied, "deny", "person:bob"))
			at := time.Now()
			l.after(10 * time.Second)
			assert.Equal(t, 1, l.sup.Status().Watched)
			l.after(10 * time.Minute)
			assert.Zero(t, l.sup.Status().Watched)
			for id, want := range map[string]supervisor.Outcome{
				approved: {State: supervisor.OutcomeSettled, Status: "approved", By: "person:ada", At: at.UTC()},
				denied:   {State: supervisor.OutcomeSettled, Status: "denied", By: "person:bob", At: at.UTC()},
			} {
				require.Equal(t, []supervisor.OutcomeState{mode, supervisor.OutcomeSettled}, l.outcomes(id), "once")
				assert.Equal(t, want, *l.lastOutcome(id).Outcome)
				assert.Equal(t, l.decisions(id)[0].Fingerprint, l.lastOutcome(id).Decision.Fingerprint)
			}
			assert.Equal(t, "timeout", l.lastOutcome(nobody).Outcome.Status)
		})
	}
}

func (l *loop) lastOutcome(id string) supervisor.Event {
	var last supervisor.Event
	for _, e := range l.journal.of(decision.EventOutcome) {
		if e.Decision.ID == id {
			last = e
		}
	}
	require.NotNil(l.t, last.Outcome)
	return last
}

// What was judged again and settled by us is no word of a person.
func TestACallThatIsJudgedAgainIsNotWatchedForTheOldDecision(t *testing.T) {
	t.Parallel()
	inLoop(t, loopOptions{supervisor: observing}, func(t *testing.T, l *loop) {
		yes := l.submit("yes")
		l.after(10 * time.Second)
		require.NoError(t, l.sup.Swap(plainRules))
		l.after(time.Minute)
		assert.Equal(t, []supervisor.OutcomeState{supervisor.OutcomeObserved, supervisor.OutcomeSent}, l.outcomes(yes))
		assert.Zero(t, l.sup.Status().Watched)
	})
}

func TestAMeshThatIsDownIsAskedAgain(t *testing.T) {
	t.Parallel()
	inLoop(t, loopOptions{supervisor: plainRules}, func(t *testing.T, l *loop) {
		ask := l.submit("ask")
		l.after(10 * time.Second)
		require.NoError(t, l.mesh.ResolveAs(ask, "approve", "person:ada"))
		l.mesh.SetFault(meshtest.Fault{Reset: true})
		l.after(8 * time.Hour)
		assert.Equal(t, []supervisor.OutcomeState{supervisor.OutcomeLeft}, l.outcomes(ask))
		l.mesh.ClearFaults()
		l.after(time.Minute)
		assert.Equal(t, []supervisor.OutcomeState{supervisor.OutcomeLeft, supervisor.OutcomeSettled}, l.outcomes(ask))
	})
}

// observer is a queue whose answers about people are made up.
type observer struct {
	listed
	answers map[string]supervisor.Outcome
	err     error

	observing sync.Mutex
	asked     [][]supervisor.Decision
}

func (q *observer) Resolve(ctx context.Context, d supervisor.Decision) (supervisor.Outcome, error) {
	_, err := q.listed.Resolve(ctx, d)
	return supervisor.Outcome{State: supervisor.OutcomeLeft}, err
}

func (q *observer) Outcomes(_ context.Context, left []supervisor.Decision) (map[string]supervisor.Outcome, error) {
	q.observing.Lock()
	defer q.observing.Unlock()
	q.asked = append(q.asked, slices.Clone(left))
	return q.answers, q.err
}

func TestAWatchEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := &observer{err: errors.New("no table approvals"), answers: map[string]supervisor.Outcome{"1": {}, "stranger": {State: supervisor.OutcomeSettled}}}
		q.calls = []supervisor.Call{{ID: "1", Tool: "ask"}, {ID: "2", Tool: "ask", Expires: time.Now().Add(time.Hour)}}
		events := &recorder{}
		s := mustNew(t, supervisor.Options{Journal: events, Rules: []supervisor.Rule{byTool{}}})
		ctx, cancel := context.WithTimeout(t.Context(), 48*time.Hour)
		defer cancel()
		require.NoError(t, s.Run(ctx, q))
		var ends []string
		for _, e := range events.of(decision.EventOutcome) {
			ends = append(ends, e.Decision.ID+" "+string(e.Outcome.State))
		}
		assert.ElementsMatch(t, []string{"1 left", "2 left", "1 forgotten", "2 forgotten"}, ends)
		asked := len(q.asked)
		assert.InDelta(t, 25*3600/5, asked, 5, "not for ever")
	})
}

func TestAQueueThatCannotTellIsNotWatched(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := mustNew(t, plainRules)
		q := &listed{calls: []supervisor.Call{{ID: "1", Tool: "ask"}}}
		runOnce(t, s, q)
		assert.Len(t, q.resolved, 1)
		assert.Zero(t, s.Status().Watched)
	})
}

// leftovers is a journal that remembers what was left.
type leftovers struct {
	recorder
	left []supervisor.Decision
	err  error
}

func (l *leftovers) Left(context.Context) ([]supervisor.Decision, error) { return l.left, l.err }

func TestWhatIsWatchedIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		events := &leftovers{err: errDiskFull} // what was found before the error counts
		for i := range supervisor.MaxWatched + 5 {
			events.left = append(events.left, supervisor.Decision{ID: fmt.Sprint(i), Time: time.Now()})
		}
		s := mustNew(t, supervisor.Options{Journal: events, Rules: []supervisor.Rule{byTool{}}})
		q := &observer{}
		q.calls = []supervisor.Call{{ID: "one more", Tool: "ask"}}
		ctx, cancel := context.WithTimeout(t.Context(), 6*time.Second)
		defer cancel()
		require.NoError(t, s.Run(ctx, q))
		assert.Len(t, q.resolved, 1)
		for _, asked := range q.asked {
			require.Equal(t, supervisor.MaxWatched, len(asked))
			for _, d := range asked {
				require.NotContains(t, []string{"0", "4", "one more"}, d.ID, "the newest of the earlier ones")
			}
		}
	})
}

// A process that was killed, over a real socket and a real file: what people
// decided while nobody looked is found at the next start, once.
func TestAStartLearnsWhatPeopleDecidedMeanwhile(t *testing.T) {
	t.Parallel()
	server, err := meshtest.NewServer(meshtest.Options{})
	require.NoError(t, err)
	t.Cleanup(server.Close)
	path := filepath.Join(t.TempDir(), "j.jsonl")
	settled := server.Submit(meshtest.Call{Agent: "a", Tool: "yes"})
	waits := server.Submit(meshtest.Call{Agent: "a", Tool: "ask"})
	leftWithoutOutcome(t, path, settled)
	require.NoError(t, server.ResolveAs(settled, "deny", "person:ada"))

	for range 2 {
		runUntil(t, server, path, func(outcomes map[string][]decision.OutcomeState) bool {
			return len(outcomes[settled]) > 0 && len(outcomes[waits]) > 0
		})
	}
	outcomes := outcomesOf(t, path)
	assert.Equal(t, []decision.OutcomeState{decision.OutcomeSettled}, outcomes[settled], "once, though there were two starts")
	assert.Equal(t, decision.OutcomeObserved, outcomes[waits][0])
	a, _ := server.Approval(waits)
	assert.Equal(t, meshtest.StatusPending, a.Status)
}

// leftWithoutOutcome writes what a process that was killed right after its
// decision leaves behind.
func leftWithoutOutcome(t *testing.T, path, id string) {
	t.Helper()
	j, err := journal.Open(path, journal.Options{})
	require.NoError(t, err)
	judged := decision.Approve
	d := decision.Decision{ID: id, Action: judged, Observed: &judged, Agent: "a", Tool: "yes", Via: decision.ViaMesh, Time: time.Now()}
	require.NoError(t, j.Append(t.Context(), decision.Event{Decision: &d, Call: &decision.Call{ID: id, Tool: "yes"}}))
	require.NoError(t, j.Close())
}

// runUntil runs a supervisor in observe mode until its journal has what is
// wanted.
func runUntil(t *testing.T, server *meshtest.Server, path string, enough func(map[string][]decision.OutcomeState) bool) {
	t.Helper()
	j, err := journal.Open(path, journal.Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, j.Close()) }()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	tap := supervisor.SinkFunc(func(context.Context, supervisor.Event) error {
		if enough(outcomesOf(t, path)) {
			cancel()
		}
		return nil
	})
	s := mustNew(t, supervisor.Options{Journal: j, Rules: []supervisor.Rule{byTool{}}, Observe: true, Sinks: []supervisor.Sink{tap}})
	client, err := mesh.New(mesh.Options{URL: server.URL})
	require.NoError(t, err)
	t.Cleanup(client.CloseIdleConnections)
	require.NoError(t, s.Run(ctx, mesh.NewQueue(client, mesh.QueueOptions{Interval: 10 * time.Millisecond})))
}

func outcomesOf(t *testing.T, path string) map[string][]decision.OutcomeState {
	t.Helper()
	outcomes := map[string][]decision.OutcomeState{}
	file, err := os.Open(path)
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	_, err = journal.Read(context.WithoutCancel(t.Context()), file, func(r journal.Record) error {
		if r.Type == decision.EventOutcome {
			outcomes[r.ApprovalID] = append(outcomes[r.ApprovalID], r.Outcome)
		}
		return nil
	})
	require.NoError(t, err)
	return outcomes
}
