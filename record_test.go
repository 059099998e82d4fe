package supervisor_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

func TestWhatIsNotRecordedIsNotApproved(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		verdict supervisor.Verdict
		want    supervisor.Action
		cause   supervisor.Cause
	}{
		"approve": {approveWord("r"), supervisor.Escalate, supervisor.CauseRecord},
		"deny":    {denyWord("r"), supervisor.Deny, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			journal := &recorder{}
			journal.fail(errDiskFull)
			s := mustNew(t, supervisor.Options{Journal: journal, Rules: []supervisor.Rule{settles(tt.verdict)}})
			d := evaluate(t, s, call)
			assert.Equal(t, tt.want, d.Action)
			assert.Equal(t, tt.cause, d.Cause)
			assert.Equal(t, supervisor.JournalStatus{Enabled: true, Failures: 1, Lag: 1}, s.Status().Journal)
			evaluate(t, s, call)
			assert.Equal(t, supervisor.JournalStatus{Enabled: true, Failures: 2, Lag: 2}, s.Status().Journal)

			journal.fail(nil)
			assert.Equal(t, tt.verdict.Action, evaluate(t, s, call).Action, "it recovers by itself")
			assert.Equal(t, supervisor.JournalStatus{Enabled: true, OK: true, Failures: 2}, s.Status().Journal)
		})
	}
}

func TestAPanickingJournalIsAFailure(t *testing.T) {
	t.Parallel()
	journal := supervisor.JournalFunc(func(context.Context, supervisor.Event) error { panic("boom") })
	s := mustNew(t, supervisor.Options{Journal: journal, Rules: []supervisor.Rule{settles(approveWord("r"))}})
	assert.Equal(t, supervisor.CauseRecord, evaluate(t, s, call).Cause)
}

func TestTheDecisionIsRecordedBeforeItIsGiven(t *testing.T) {
	t.Parallel()
	journal := &recorder{}
	s := mustNew(t, supervisor.Options{Journal: journal, Rules: []supervisor.Rule{settles(approveWord("r"))}})
	d := evaluate(t, s, call)
	events := journal.of("")
	require.Len(t, events, 1)
	assert.Equal(t, d, *events[0].Decision)
	assert.Equal(t, decision.ViaEvaluate, events[0].Decision.Via)
	assert.Equal(t, call.Params, events[0].Call.Params)
}

// committing counts its uses.
type committing struct {
	supervisor.Rule
	commits atomic.Int32
	err     error
}

func (c *committing) Commit(context.Context, *supervisor.Call, supervisor.Verdict) error {
	c.commits.Add(1)
	return c.err
}

func TestCommit(t *testing.T) {
	t.Parallel()
	t.Run("counts an approve once, and nothing else", func(t *testing.T) {
		t.Parallel()
		approve, denies := &committing{Rule: settles(approveWord("a"))}, &committing{Rule: settles(denyWord("d"))}
		s := mustNew(t, supervisor.Options{Rules: []supervisor.Rule{approve, denies}})
		assert.Equal(t, supervisor.Approve, evaluate(t, s, call).Action)
		assert.EqualValues(t, 1, approve.commits.Load())
		s = mustNew(t, supervisor.Options{Rules: []supervisor.Rule{denies}})
		evaluate(t, s, call)
		assert.Zero(t, denies.commits.Load())
	})
	t.Run("an error escalates and is recorded so", func(t *testing.T) {
		t.Parallel()
		journal := &recorder{}
		rule := &committing{Rule: settles(approveWord("a")), err: errors.New("spent")}
		d := evaluate(t, mustNew(t, supervisor.Options{Rules: []supervisor.Rule{rule}, Journal: journal}), call)
		assert.Equal(t, supervisor.CauseRecord, d.Cause)
		assert.Equal(t, supervisor.Escalate, journal.of("")[0].Decision.Action)
	})
	t.Run("is not called by Explain and Trial", func(t *testing.T) {
		t.Parallel()
		rule := &committing{Rule: settles(approveWord("a"))}
		journal := &recorder{}
		s := mustNew(t, supervisor.Options{Rules: []supervisor.Rule{rule}, Journal: journal})
		_, err := s.Explain(t.Context(), call)
		require.NoError(t, err)
		d, err := s.Trial().Evaluate(t.Context(), call)
		require.NoError(t, err)
		assert.Equal(t, supervisor.Approve, d.Action)
		assert.Zero(t, rule.commits.Load())
		assert.Empty(t, journal.of(""))
		assert.Zero(t, s.Status().Decisions.Approved)
	})
	t.Run("of a demoted approve is not called", func(t *testing.T) {
		t.Parallel()
		v := approveWord("a")
		v.Confidence = 0.1
		rule := &committing{Rule: settles(v)}
		evaluate(t, mustNew(t, supervisor.Options{Rules: []supervisor.Rule{rule}}), call)
		assert.Zero(t, rule.commits.Load())
	})
}

func TestPause(t *testing.T) {
	t.Parallel()
	journal := &recorder{}
	asked := judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) { panic("not while paused") })
	s := mustNew(t, supervisor.Options{Journal: journal, Provider: asked})
	require.NoError(t, s.Pause(t.Context(), "person:ada"))
	require.NoError(t, s.Pause(t.Context(), "person:ada"), "pausing twice is no error")
	d := evaluate(t, s, call)
	// Row A6 with its ruling.
	assert.Equal(t, supervisor.Escalate, d.Action)
	assert.Equal(t, supervisor.CausePaused, d.Cause)
	assert.Zero(t, d.Confidence)
	assert.Empty(t, d.RuleMatched)
	assert.Empty(t, journal.of(""))
	assert.Len(t, journal.of(decision.EventPausedCall), 1)
	st := s.Status()
	assert.Equal(t, "paused", st.State)
	assert.Equal(t, "person:ada", st.PausedBy)
	assert.Zero(t, st.Decisions.Escalated)

	require.NoError(t, s.Resume(t.Context(), "person:ada"))
	require.NoError(t, s.Resume(t.Context(), "person:ada"))
	assert.Equal(t, supervisor.CausePanic, evaluate(t, s, call).Cause, "the provider is asked again")
	require.Len(t, journal.of(decision.EventPaused), 1)
	require.Len(t, journal.of(decision.EventResumed), 1)
}

// aStore is a store as others write it: not one that takes a decision at once.
type aStore struct{ supervisor.Store }

func TestSinksAndStoresAreToldAfterwards(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := aStore{memory.NewStore(memory.Options{})}
		var tries atomic.Int32
		flaky := supervisor.SinkFunc(func(context.Context, supervisor.Event) error {
			if tries.Add(1) < 3 {
				return errors.New("not yet")
			}
			return nil
		})
		hangs := supervisor.SinkFunc(func(ctx context.Context, _ supervisor.Event) error { <-ctx.Done(); return ctx.Err() })
		s, err := supervisor.New(supervisor.Options{Store: store, Sinks: []supervisor.Sink{flaky, hangs}})
		require.NoError(t, err)
		d := evaluate(t, s, call)
		time.Sleep(time.Second) // virtual
		synctest.Wait()
		assert.EqualValues(t, 3, tries.Load(), "a failed event is offered again")
		saved, err := store.Recent(t.Context(), supervisor.Query{})
		require.NoError(t, err)
		require.Len(t, saved, 1)
		assert.Equal(t, d.ID, saved[0].ID)

		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		require.Error(t, s.Close(ctx), "closing says that a sink did not take everything")
		require.NoError(t, s.Close(ctx))
	})
}

func TestAMemoryHasADecisionBeforeItIsGiven(t *testing.T) {
	t.Parallel()
	store := memory.NewStore(memory.Options{})
	s, err := supervisor.New(supervisor.Options{Store: store})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close(context.WithoutCancel(t.Context()))) }()
	for n := range 3 {
		d := evaluate(t, s, call)
		saved, err := store.Recent(t.Context(), supervisor.Query{})
		require.NoError(t, err)
		require.Len(t, saved, n+1)
		assert.Equal(t, d.ID, saved[0].ID)
		assert.Equal(t, d.Tool, saved[0].Tool)
	}
}

func TestASinkTooFarBehindLosesTheOldestAndDelaysNobody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var got atomic.Int32
		release := make(chan struct{})
		var first atomic.Pointer[string]
		sink := supervisor.SinkFunc(func(_ context.Context, e supervisor.Event) error {
			<-release
			if got.Add(1) == 2 { // the first was already being delivered
				first.Store(&e.Decision.ID)
			}
			return nil
		})
		s, err := supervisor.New(supervisor.Options{Sinks: []supervisor.Sink{sink}})
		require.NoError(t, err)
		c := call
		c.ID = "being delivered"
		evaluate(t, s, c)
		synctest.Wait()
		for i := range supervisor.OutboxSize + 5 {
			c.ID = "later"
			if i == 5 {
				c.ID = "sixth"
			}
			evaluate(t, s, c)
		}
		close(release)
		require.NoError(t, s.Close(t.Context()))
		assert.EqualValues(t, supervisor.OutboxSize+1, got.Load())
		assert.Equal(t, "sixth", *first.Load())
	})
}

func TestSwap(t *testing.T) {
	t.Parallel()
	journal := &recorder{}
	s := mustNew(t, supervisor.Options{Journal: journal, Rules: []supervisor.Rule{settles(approveWord("old"))}})
	require.Error(t, s.Swap(supervisor.Options{ConfidenceThreshold: 5}), "a bad set of options changes nothing")
	assert.Equal(t, "old", evaluate(t, s, call).RuleMatched)
	trial := s.Trial()
	require.NoError(t, s.Swap(supervisor.Options{Rules: []supervisor.Rule{settles(denyWord("new"))}}))
	assert.Equal(t, "new", evaluate(t, s, call).RuleMatched)
	assert.Len(t, journal.of(""), 2, "the journal goes on")
	d, err := trial.Evaluate(t.Context(), call)
	require.NoError(t, err)
	assert.Equal(t, "old", d.RuleMatched, "a trial keeps its snapshot")
}

func TestOptionsReportEveryFault(t *testing.T) {
	t.Parallel()
	_, err := supervisor.New(supervisor.Options{
		Budget: -1, Concurrency: -1, ConfidenceThreshold: 1.5, MaxInFlight: -1, DrainTimeout: -1, Opaque: 9,
		Gates: []supervisor.Rule{nil}, Rules: []supervisor.Rule{nil}, Sinks: []supervisor.Sink{nil},
	})
	for _, key := range []string{"Budget", "Concurrency", "ConfidenceThreshold", "MaxInFlight", "DrainTimeout", "Opaque", "Gates[0]", "Rules[0]", "Sinks[0]"} {
		require.ErrorContains(t, err, key)
	}
	_, err = supervisor.New(supervisor.Options{Protect: []string{"relative"}})
	require.ErrorContains(t, err, "absolute")
}

func TestTrialStages(t *testing.T) {
	t.Parallel()
	p := judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) { return denyWord("model"), nil })
	s := mustNew(t, supervisor.Options{Rules: []supervisor.Rule{settles(approveWord("rule"))}, Provider: p})
	for name, tt := range map[string]struct {
		options []supervisor.TrialOption
		want    string
	}{
		"all":      {nil, "rule"},
		"rules":    {[]supervisor.TrialOption{supervisor.TrialStages(supervisor.StageRules)}, "rule"},
		"provider": {[]supervisor.TrialOption{supervisor.TrialStages(supervisor.StageGuards, supervisor.StageProvider)}, "model"},
		"none":     {[]supervisor.TrialOption{supervisor.TrialStages()}, ""},
	} {
		d, err := s.Trial(tt.options...).Evaluate(t.Context(), call)
		require.NoError(t, err)
		assert.Equal(t, tt.want, d.RuleMatched, name)
	}
	_, err := s.Trial().Evaluate(t.Context(), supervisor.Call{})
	require.ErrorIs(t, err, supervisor.ErrInvalidCall)
}

func TestExplainShowsEveryStage(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	p := judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
		asked.Add(1)
		return denyWord("model"), nil
	})
	s := mustNew(t, supervisor.Options{
		Gates: []supervisor.Rule{handsOn(supervisor.Verdict{})}, Rules: []supervisor.Rule{settles(approveWord("one")), settles(denyWord("two"))}, Provider: p,
	})
	x, err := s.Explain(t.Context(), call)
	require.NoError(t, err)
	assert.Equal(t, supervisor.Approve, x.Decision.Action)
	var stages []string
	for _, step := range x.Steps {
		stages = append(stages, step.Stage)
	}
	assert.Equal(t, []string{"guard", "gate", "rule", "rule", "provider"}, stages)
	assert.Equal(t, "two", x.Steps[3].Name, "rules after the one that decided are shown too")
	assert.Zero(t, asked.Load())
	x, err = s.Explain(t.Context(), call, supervisor.AskProvider())
	require.NoError(t, err)
	assert.EqualValues(t, 1, asked.Load())
	assert.Equal(t, supervisor.Deny, *x.Steps[4].Action)
	assert.Equal(t, supervisor.Approve, x.Decision.Action, "asking on demand decides nothing")
}

func TestExplainWithoutAProvider(t *testing.T) {
	t.Parallel()
	p := judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
		t.Error("the provider was asked")
		return denyWord("model"), nil
	})
	s := mustNew(t, supervisor.Options{Rules: []supervisor.Rule{handsOn(supervisor.Verdict{})}, Provider: p})
	x, err := s.Explain(t.Context(), call, supervisor.SkipProvider())
	require.NoError(t, err)
	assert.Equal(t, supervisor.Escalate, x.Decision.Action)
	assert.Equal(t, "not asked again", x.Steps[len(x.Steps)-1].Detail)
}
