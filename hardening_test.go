package supervisor_test

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
)

// The parts that panic where nobody expects it.
type (
	panicsInLifts   struct{ supervisor.Rule }
	panicsInNeeds   struct{ supervisor.Rule }
	panicsInExplain struct{ supervisor.Rule }
)

func (panicsInLifts) Lifts() bool                                                   { panic("boom") }
func (panicsInNeeds) Needs() supervisor.Need                                        { panic("boom") }
func (panicsInExplain) Explain(context.Context, *supervisor.Call) []supervisor.Step { panic("boom") }

func TestAPanicAnywhereEscalates(t *testing.T) {
	t.Parallel()
	inferred := approveWord("x")
	inferred.Basis = supervisor.BasisCondition
	hold, approve := settles(escalateWord("hold")), settles(approveWord("x"))
	for name, o := range map[string]supervisor.Options{
		"analyser": {
			Analyzer: supervisor.AnalyzerFunc(func(context.Context, *supervisor.Call) supervisor.Effects { panic("boom") }),
			Rules:    []supervisor.Rule{settles(inferred)},
		},
		"lifts": {Rules: []supervisor.Rule{hold, panicsInLifts{approve}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := evaluate(t, mustNew(t, o), call)
			assert.Equal(t, supervisor.Escalate, d.Action)
			assert.Equal(t, supervisor.CausePanic, d.Cause)
		})
	}
	s := mustNew(t, supervisor.Options{Rules: []supervisor.Rule{panicsInExplain{approve}}})
	x, err := s.Explain(t.Context(), call)
	require.NoError(t, err)
	assert.Equal(t, "panic", x.Steps[1].Name)
}

// panicsInHealth is a queue that cannot say how it is.
type panicsInHealth struct{ listed }

func (*panicsInHealth) Health() supervisor.QueueHealth { panic("boom") }

func TestAQueueThatPanicsIsNotReachable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := mustNew(t, supervisor.Options{})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.Run(ctx, &panicsInHealth{}) }()
		synctest.Wait()
		st := s.Status()
		require.NotNil(t, st.Mesh)
		assert.False(t, st.Mesh.Reachable)
		assert.Contains(t, st.Mesh.Error, "panicked")
		cancel()
		require.NoError(t, <-ended)
	})
}

// detailing is a queue of given calls that has details to tell.
type detailing struct {
	listed
	fill    func(*supervisor.Call) error
	details atomic.Int32
}

func (q *detailing) Detail(_ context.Context, c *supervisor.Call) error {
	q.details.Add(1)
	return q.fill(c)
}

// runOnce runs a supervisor over a queue until everything that can happen at
// once has happened.
func runOnce(t *testing.T, s *supervisor.Supervisor, q supervisor.Queue) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, q) }()
	synctest.Wait()
	cancel()
	require.NoError(t, <-ended)
}

func TestTheDetailComesBeforeTheFirstPartThatNeedsIt(t *testing.T) {
	t.Parallel()
	readsTraces := supervisor.RuleFunc(func(_ context.Context, c *supervisor.Call) (supervisor.Verdict, bool) {
		return denyWord("saw"), len(c.RecentTraces) == 1
	})
	asProvider := judgeFunc(func(_ context.Context, c *supervisor.Call) (supervisor.Verdict, error) {
		if len(c.RecentTraces) == 1 {
			return denyWord("saw"), nil
		}
		return supervisor.Verdict{}, supervisor.ErrPass
	})
	for name, o := range map[string]supervisor.Options{
		"gate":     {Gates: []supervisor.Rule{readsTraces}},
		"rule":     {Rules: []supervisor.Rule{readsTraces}},
		"provider": {Provider: asProvider},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				q := &detailing{listed: listed{calls: []supervisor.Call{{ID: "1", Tool: "t"}}}, fill: func(c *supervisor.Call) error {
					c.RecentTraces = []supervisor.Trace{{Tool: "before"}}
					return nil
				}}
				runOnce(t, mustNew(t, o), q)
				require.Len(t, q.resolved, 1)
				assert.Equal(t, "saw", q.resolved[0].RuleMatched)
				assert.EqualValues(t, 1, q.details.Load())
			})
		})
	}
	t.Run("a part that panics over it", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			q := &detailing{listed: listed{calls: []supervisor.Call{{ID: "1", Tool: "t"}}}, fill: func(*supervisor.Call) error { return nil }}
			runOnce(t, mustNew(t, supervisor.Options{Rules: []supervisor.Rule{panicsInNeeds{settles(approveWord("x"))}}}), q)
			require.Len(t, q.resolved, 1)
			assert.Equal(t, supervisor.CausePanic, q.resolved[0].Cause)
		})
	})
}

func TestNoProviderIsAskedWhenTheDetailBringsTheFlag(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
			t.Error("the provider was asked")
			return approveWord("x"), nil
		})
		q := &detailing{listed: listed{calls: []supervisor.Call{{ID: "1", Tool: "t"}}}, fill: func(c *supervisor.Call) error {
			c.InjectionRisk = true
			return nil
		}}
		runOnce(t, mustNew(t, supervisor.Options{Provider: asked}), q)
		require.Len(t, q.resolved, 1)
		assert.Equal(t, supervisor.CauseInjection, q.resolved[0].Cause)
	})
}

func TestWhatARuleSaysIsHeldAgainstEveryCheck(t *testing.T) {
	t.Parallel()
	verdict := func(change func(*supervisor.Verdict)) []supervisor.Rule {
		v := approveWord("x")
		change(&v)
		return []supervisor.Rule{settles(v)}
	}
	weak := denyWord("weak")
	weak.Confidence = 0.5
	for name, tt := range map[string]struct {
		options supervisor.Options
		call    supervisor.Call
		want    supervisor.Action
		cause   supervisor.Cause
	}{
		"an approve that calls itself a panic":   {supervisor.Options{Rules: verdict(func(v *supervisor.Verdict) { v.Cause = supervisor.CausePanic })}, flagged(), supervisor.Escalate, supervisor.CauseInjection},
		"a confidence above one":                 {supervisor.Options{Rules: verdict(func(v *supervisor.Verdict) { v.Confidence = 7 })}, call, supervisor.Escalate, supervisor.CauseUnreadable},
		"an infinite confidence":                 {supervisor.Options{Rules: verdict(func(v *supervisor.Verdict) { v.Confidence = math.Inf(1) })}, call, supervisor.Escalate, supervisor.CauseUnreadable},
		"a negative one, threshold off":          {supervisor.Options{ConfidenceThreshold: supervisor.NoThreshold, Rules: verdict(func(v *supervisor.Verdict) { v.Confidence = -1 })}, call, supervisor.Escalate, supervisor.CauseUnreadable},
		"a weak deny of a gate before a strong":  {supervisor.Options{Gates: []supervisor.Rule{settles(weak), settles(denyWord("strong"))}}, call, supervisor.Deny, ""},
		"a weak deny of a gate alone is no pass": {supervisor.Options{Gates: []supervisor.Rule{settles(weak)}, Rules: []supervisor.Rule{settles(approveWord("x"))}}, call, supervisor.Escalate, supervisor.CauseThreshold},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := evaluate(t, mustNew(t, tt.options), tt.call)
			assert.Equal(t, tt.want, d.Action)
			assert.Equal(t, tt.cause, d.Cause)
		})
	}
}

func TestACallThatCouldNotBeReadIsNotJudged(t *testing.T) {
	t.Parallel()
	s := mustNew(t, supervisor.Options{Rules: []supervisor.Rule{settles(approveWord("x"))}})
	c := call
	c.Fault = "half of it is missing"
	d, err := s.Evaluate(t.Context(), c)
	require.ErrorIs(t, err, supervisor.ErrInvalidCall)
	assert.Equal(t, supervisor.Escalate, d.Action)
	_, err = s.Trial().Evaluate(t.Context(), c)
	require.ErrorIs(t, err, supervisor.ErrInvalidCall)
	_, err = s.Explain(t.Context(), c)
	require.ErrorIs(t, err, supervisor.ErrInvalidCall)
}

func TestAnApproveThatComesTooLateIsNone(t *testing.T) {
	t.Parallel()
	slow := supervisor.RuleFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, bool) {
		time.Sleep(3 * time.Second) // virtual; it ignores its context
		return approveWord("slow"), true
	})
	synctest.Test(t, func(t *testing.T) {
		rule := &committing{Rule: slow}
		journal := &contextual{}
		s := mustNew(t, supervisor.Options{Rules: []supervisor.Rule{rule}, Journal: journal})
		c := call
		c.Expires = time.Now().Add(2 * time.Second)
		assert.Equal(t, supervisor.CauseExpired, evaluate(t, s, c).Cause)

		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		d, err := s.Evaluate(ctx, call)
		require.NoError(t, err)
		assert.Equal(t, supervisor.CauseTimeout, d.Cause)
		assert.Zero(t, rule.commits.Load(), "no use is counted")
		assert.Equal(t, []error{nil, nil}, journal.seen, "it is on record although its caller's time is over")
	})
}

// contextual is a journal that notes the state of the context it is given.
type contextual struct{ seen []error }

func (c *contextual) Append(ctx context.Context, _ supervisor.Event) error {
	c.seen = append(c.seen, ctx.Err())
	return nil
}

func TestPlacesAreCountedOverSwapsAndNotByTrials(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		var waiting atomic.Int32
		hangs := judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
			waiting.Add(1)
			<-release
			return denyWord("x"), nil
		})
		o := supervisor.Options{Provider: hangs, MaxInFlight: 1, Budget: time.Second}
		s := mustNew(t, o)
		_, err := s.Trial().Evaluate(t.Context(), call)
		require.NoError(t, err)
		assert.Equal(t, supervisor.CauseTimeout, evaluate(t, s, call).Cause, "a trial takes no place of a live call")
		for range 5 {
			require.NoError(t, s.Swap(o))
			assert.Equal(t, supervisor.CauseOverload, evaluate(t, s, call).Cause)
		}
		assert.EqualValues(t, 2, waiting.Load())
		close(release)
	})
}

func TestSinksHearWhatWasGivenAlsoWhenTheJournalFails(t *testing.T) {
	t.Parallel()
	heard := make(chan supervisor.Decision, 1)
	journal := &recorder{}
	journal.fail(errDiskFull)
	s := mustNew(t, supervisor.Options{
		Journal: journal, Rules: []supervisor.Rule{settles(approveWord("x"))},
		Sinks: []supervisor.Sink{supervisor.SinkFunc(func(_ context.Context, e supervisor.Event) error {
			heard <- *e.Decision
			return nil
		})},
	})
	evaluate(t, s, call)
	d := <-heard
	assert.Equal(t, supervisor.Escalate, d.Action)
	assert.Equal(t, supervisor.CauseRecord, d.Cause)
}

func TestReloadKeepsTheJournalOfTheStartOutOfReach(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	config := func(journal, mesh string) *supervisor.Config {
		cfg, err := supervisor.ParseConfig("test.yaml", []byte(rulesOnly+"decision_log: "+filepath.Join(dir, journal)+
			"\nmesh: {url: 'http://"+mesh+"'}\nrules: [{name: w, condition: tool equals Write, action: approve}]"))
		require.NoError(t, err)
		return cfg
	}
	s, err := supervisor.Build(config("a.jsonl", "one"), supervisor.Parts{})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close(context.WithoutCancel(t.Context()))) }()
	for range 2 {
		restart, err := s.Reload(t.Context(), config("b.jsonl", "two"))
		require.NoError(t, err)
		assert.Equal(t, []string{"mesh", "decision_log"}, restart)
		for _, journal := range []string{"a.jsonl", "b.jsonl"} {
			d := evaluate(t, s, supervisor.Call{Tool: "Write", Params: map[string]any{"file_path": filepath.Join(dir, journal)}})
			assert.Equal(t, supervisor.Deny, d.Action, journal)
		}
	}
}

func TestAReloadIsInForceAlsoWhenTheJournalFails(t *testing.T) {
	t.Parallel()
	journal := &recorder{}
	parse := func(text string) *supervisor.Config {
		cfg, err := supervisor.ParseConfig("test.yaml", []byte(rulesOnly+text))
		require.NoError(t, err)
		return cfg
	}
	s, err := supervisor.Build(parse("rules: [{name: a, action: deny}]"), supervisor.Parts{Journal: journal})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close(context.WithoutCancel(t.Context()))) }()
	journal.fail(errDiskFull)
	_, err = s.Reload(t.Context(), parse("rules: [{name: b, action: deny}]"))
	require.NoError(t, err)
	assert.Equal(t, "b", evaluate(t, s, call).RuleMatched)
}

func TestAThresholdOfZeroInTheConfigLetsEverythingPass(t *testing.T) {
	t.Parallel()
	s, _ := build(t, "evaluator: {provider: none, confidence_threshold: 0}\nrules: [{name: a, condition: tool equals q.z, action: approve, confidence: 0}]", supervisor.Parts{})
	assert.Equal(t, supervisor.Approve, evaluate(t, s, call).Action)
}

// unready is a queue whose decisions do not arrive.
type unready struct {
	listed
	tries atomic.Int32
}

func (q *unready) Resolve(context.Context, supervisor.Decision) (supervisor.Outcome, error) {
	q.tries.Add(1)
	return supervisor.Outcome{State: supervisor.OutcomeUnsent}, errors.New("not now")
}

func manyCalls(n int, expires time.Time) []supervisor.Call {
	calls := make([]supervisor.Call, n)
	for i := range calls {
		calls[i] = supervisor.Call{ID: string(rune('a'+i%26)) + time.Duration(i).String(), Tool: "yes", Expires: expires}
	}
	return calls
}

func TestUnsentDecisionsAreBoundedAndGivenUpWhenNobodyWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		journal := &recorder{}
		o := plainRules
		o.Journal = journal
		s := mustNew(t, o)
		q := &unready{listed: listed{calls: manyCalls(supervisor.MaxUnsent+7, time.Now().Add(time.Minute))}}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.Run(ctx, q) }()
		time.Sleep(time.Second)
		synctest.Wait()
		assert.Equal(t, supervisor.MaxUnsent, s.Status().Unsent)
		assert.Equal(t, 7, s.Status().Decisions.Failed)
		time.Sleep(20 * time.Second)
		assert.Greater(t, q.tries.Load(), int32(3*supervisor.MaxUnsent), "they are tried again and again")
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.Zero(t, s.Status().Unsent)
		assert.Equal(t, supervisor.MaxUnsent+7, s.Status().Decisions.Failed)
		cancel()
		require.NoError(t, <-ended)
	})
}

func TestTheBacklogIsServedMostUrgentFirstAndBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := time.Now()
		var mu sync.Mutex
		var order []string
		one := supervisor.RuleFunc(func(_ context.Context, c *supervisor.Call) (supervisor.Verdict, bool) {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, c.ID)
			return denyWord("x"), true
		})
		s := mustNew(t, supervisor.Options{Rules: []supervisor.Rule{one}, Concurrency: 1})
		q := &listed{calls: []supervisor.Call{
			{ID: "unknown", Tool: "t"},
			{ID: "late", Tool: "t", Expires: now.Add(3 * time.Minute)},
			{ID: "aged", Tool: "t", Created: now.Add(-4 * time.Minute)},
			{ID: "soon", Tool: "t", Expires: now.Add(30 * time.Second)},
			{ID: "same, older", Tool: "t", Expires: now.Add(3 * time.Minute), Created: now.Add(-time.Second)},
		}}
		q.calls[1].Created = now
		runOnce(t, s, q)
		assert.Equal(t, []string{"soon", "aged", "same, older", "late", "unknown"}, order)
	})
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		p := judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
			<-release
			return denyWord("x"), nil
		})
		s := mustNew(t, supervisor.Options{Provider: p, Concurrency: 1, Budget: time.Hour})
		q := &endless{}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.Run(ctx, q) }()
		synctest.Wait()
		assert.EqualValues(t, 11, q.nexts.Load(), "a full backlog stops the reading")
		assert.Equal(t, supervisor.MaxBacklog+999, s.Status().Backlog)
		close(release)
		cancel()
		require.NoError(t, <-ended)
	})
}

// endless is a queue with a thousand new calls at every reading.
type endless struct{ nexts atomic.Int32 }

func (q *endless) Next(context.Context) ([]supervisor.Call, error) {
	q.nexts.Add(1)
	return manyCalls(1000, time.Time{}), nil
}

func (*endless) Resolve(context.Context, supervisor.Decision) (supervisor.Outcome, error) {
	return supervisor.Outcome{State: supervisor.OutcomeSent}, nil
}

func TestAStopLeavesBehindWhatIgnoresIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		stuck := supervisor.RuleFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, bool) {
			<-release
			return supervisor.Verdict{}, false
		})
		s := mustNew(t, supervisor.Options{Rules: []supervisor.Rule{stuck}, DrainTimeout: 2 * time.Second})
		start := time.Now()
		runOnce(t, s, &listed{calls: []supervisor.Call{{ID: "1", Tool: "t"}}})
		assert.Equal(t, 3*time.Second, time.Since(start), "the drain timeout and a second's grace")
		close(release)
	})
}

func TestACallThatCanNeverBeReadIsNotPaidForAgainAndAgain(t *testing.T) {
	t.Parallel()
	var hard atomic.Int32
	p := judgeFunc(func(_ context.Context, c *supervisor.Call) (supervisor.Verdict, error) {
		if c.Tool == "hard" {
			hard.Add(1)
			return supervisor.Verdict{}, decision.Errorf(supervisor.CauseUnreadable, "half an answer")
		}
		return denyWord("easy"), nil
	})
	inLoop(t, loopOptions{supervisor: supervisor.Options{Provider: p}}, func(t *testing.T, l *loop) {
		l.submit("hard")
		for range 100 {
			l.submit("easy")
			l.after(2 * time.Second)
		}
		assert.LessOrEqual(t, hard.Load(), int32(12), "in 200 s: a few times, and the probes")
		assert.Greater(t, hard.Load(), int32(1), "but it is judged again")
	})
}

func TestAUseThatCannotBeCountedIsNoTroubleOfTheJournal(t *testing.T) {
	t.Parallel()
	rule := &committing{Rule: byTool{}, err: errors.New("spent")}
	inLoop(t, loopOptions{supervisor: supervisor.Options{Rules: []supervisor.Rule{rule}}}, func(t *testing.T, l *loop) {
		id := l.submit("yes")
		l.after(4 * time.Minute)
		assert.Equal(t, "pending", l.status(id))
		assert.Empty(t, l.journal.of(decision.EventRecovered))
		assert.LessOrEqual(t, len(l.decisions(id)), 5)
	})
}

func TestASwapDuringJudgingIsNotMissed(t *testing.T) {
	t.Parallel()
	slow := judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
		time.Sleep(5 * time.Second) // virtual
		return escalateWord("unsure"), nil
	})
	inLoop(t, loopOptions{supervisor: supervisor.Options{Provider: slow}}, func(t *testing.T, l *loop) {
		id := l.submit("x")
		l.after(3 * time.Second)
		require.NoError(t, l.sup.Swap(supervisor.Options{Rules: []supervisor.Rule{settles(denyWord("new"))}}))
		l.after(10 * time.Second)
		assert.Equal(t, "denied", l.status(id))
	})
}

func TestALowerConcurrencyIsInForceAfterASwap(t *testing.T) {
	t.Parallel()
	var now, most atomic.Int32
	p := judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
		most.Store(max(most.Load(), now.Add(1)))
		defer now.Add(-1)
		time.Sleep(time.Second) // virtual
		return denyWord("p"), nil
	})
	inLoop(t, loopOptions{supervisor: supervisor.Options{Provider: p, Concurrency: 5}}, func(t *testing.T, l *loop) {
		for range 30 {
			l.submit("x")
		}
		l.after(1500 * time.Millisecond)
		assert.EqualValues(t, 5, most.Load())
		require.NoError(t, l.sup.Swap(supervisor.Options{Provider: p, Concurrency: 1}))
		l.after(2 * time.Second)
		most.Store(0)
		l.after(5 * time.Second)
		assert.EqualValues(t, 1, most.Load())
	})
}
