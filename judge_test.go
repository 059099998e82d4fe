package supervisor_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
)

var call = supervisor.Call{Agent: "maple-bot", Tool: "q.z", Params: map[string]any{"path": "/a/b"}}

func flagged() supervisor.Call {
	c := call
	c.InjectionRisk = true
	return c
}

func TestZeroOptionsApproveNothing(t *testing.T) {
	t.Parallel()
	d := evaluate(t, mustNew(t, supervisor.Options{}), call)
	assert.Equal(t, supervisor.Escalate, d.Action)
	assert.Equal(t, supervisor.CauseUnsettled, d.Cause)
	assert.Equal(t, "no rule matched", d.Reasoning)
	assert.Empty(t, d.RuleMatched)
	assert.Zero(t, d.Confidence)
	assert.Regexp(t, `^eval-[0-9a-f]{16}$`, d.ID)
	assert.Len(t, d.Fingerprint, 64)
}

// TestOrder holds every pair of stages against the order that the package
// documentation promises.
func TestOrder(t *testing.T) {
	t.Parallel()
	approves := judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) { return approveWord("model"), nil })
	never := judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
		panic("the provider must not be asked")
	})
	type want struct {
		action  supervisor.Action
		matched string
		cause   supervisor.Cause
	}
	tests := map[string]struct {
		options supervisor.Options
		call    supervisor.Call
		want    want
	}{
		"a gate's approve is a pass": {
			supervisor.Options{Gates: []supervisor.Rule{settles(approveWord("gate"))}}, call,
			want{supervisor.Escalate, "", supervisor.CauseUnsettled},
		},
		"a gate's deny beats an approve rule": {
			supervisor.Options{Gates: []supervisor.Rule{settles(denyWord("gate"))}, Rules: []supervisor.Rule{settles(approveWord("rule"))}}, call,
			want{supervisor.Deny, "gate", ""},
		},
		"a later gate's deny beats an earlier gate's escalate": {
			supervisor.Options{Gates: []supervisor.Rule{settles(escalateWord("g1")), settles(denyWord("g2"))}}, call,
			want{supervisor.Deny, "g2", ""},
		},
		"nothing lifts a gate's escalate": {
			supervisor.Options{Gates: []supervisor.Rule{settles(escalateWord("gate"))}, Rules: []supervisor.Rule{lifting{settles(approveWord("person"))}}, Provider: never}, call,
			want{supervisor.Escalate, "gate", supervisor.CauseRule},
		},
		"the first rule that settles wins": {
			supervisor.Options{Rules: []supervisor.Rule{handsOn(escalateWord("hands-on")), settles(denyWord("deny")), settles(approveWord("approve"))}}, call,
			want{supervisor.Deny, "deny", ""},
		},
		"a held call is not approved by a later rule": {
			supervisor.Options{Rules: []supervisor.Rule{settles(escalateWord("hold")), settles(approveWord("approve"))}, Provider: never}, call,
			want{supervisor.Escalate, "hold", supervisor.CauseRule},
		},
		"a held call is lifted by a person's word": {
			supervisor.Options{Rules: []supervisor.Rule{settles(escalateWord("hold")), lifting{settles(approveWord("person"))}}, Provider: never}, call,
			want{supervisor.Approve, "person", ""},
		},
		"a deny is not lifted": {
			supervisor.Options{Rules: []supervisor.Rule{settles(denyWord("deny")), lifting{settles(approveWord("person"))}}}, call,
			want{supervisor.Deny, "deny", ""},
		},
		"the provider is asked when nothing settled": {
			supervisor.Options{Rules: []supervisor.Rule{handsOn(escalateWord("default"))}, Provider: approves}, call,
			want{supervisor.Approve, "model", ""},
		},
		"the last verdict that was handed on stands": {
			supervisor.Options{Rules: []supervisor.Rule{handsOn(escalateWord("one")), handsOn(supervisor.Verdict{Source: "two", Cause: supervisor.CauseUnsettled})}}, call,
			want{supervisor.Escalate, "two", supervisor.CauseUnsettled},
		},
		"R15: a flagged call escalates before an approve rule": {
			supervisor.Options{Rules: []supervisor.Rule{settles(approveWord("approve"))}, Provider: never}, flagged(),
			want{supervisor.Escalate, "injection-risk", supervisor.CauseInjection},
		},
		"a flagged call is still denied by a rule": {
			supervisor.Options{Rules: []supervisor.Rule{handsOn(escalateWord("x")), settles(denyWord("deny"))}}, flagged(),
			want{supervisor.Deny, "deny", ""},
		},
		"a flagged call is still denied by a gate": {
			supervisor.Options{Gates: []supervisor.Rule{settles(denyWord("gate"))}}, flagged(),
			want{supervisor.Deny, "gate", ""},
		},
		"nothing lifts a flagged call": {
			supervisor.Options{Rules: []supervisor.Rule{settles(escalateWord("hold")), lifting{settles(approveWord("person"))}}, Provider: never}, flagged(),
			want{supervisor.Escalate, "injection-risk", supervisor.CauseInjection},
		},
		"a flagged call without rules escalates as flagged": {
			supervisor.Options{Provider: never}, flagged(),
			want{supervisor.Escalate, "injection-risk", supervisor.CauseInjection},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := evaluate(t, mustNew(t, tt.options), tt.call)
			assert.Equal(t, tt.want, want{d.Action, d.RuleMatched, d.Cause})
		})
	}
}

func TestInjectionHasTheFixedWords(t *testing.T) {
	t.Parallel()
	d := evaluate(t, mustNew(t, supervisor.Options{}), flagged())
	assert.Equal(t, "injection risk detected by flux7-mesh", d.Reasoning)
	assert.InDelta(t, 1.0, d.Confidence, 0)
}

// TestThresholdOfRules is row R16 and its neighbours.
func TestThresholdOfRules(t *testing.T) {
	t.Parallel()
	verdict := func(a supervisor.Action, confidence float64) supervisor.Verdict {
		return supervisor.Verdict{Action: a, Confidence: confidence, Source: "r", Reasoning: "rule 'r' matched", Basis: supervisor.BasisOperator}
	}
	tests := map[string]struct {
		verdict supervisor.Verdict
		want    supervisor.Action
	}{
		"approve below":  {verdict(supervisor.Approve, 0.79), supervisor.Escalate},
		"approve at":     {verdict(supervisor.Approve, 0.80), supervisor.Approve},
		"deny below":     {verdict(supervisor.Deny, 0.79), supervisor.Escalate},
		"deny at":        {verdict(supervisor.Deny, 0.80), supervisor.Deny},
		"approve NaN":    {verdict(supervisor.Approve, math.NaN()), supervisor.Escalate},
		"unknown action": {verdict(supervisor.Action(7), 1), supervisor.Escalate},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := evaluate(t, mustNew(t, supervisor.Options{Rules: []supervisor.Rule{settles(tt.verdict)}}), call)
			assert.Equal(t, tt.want, d.Action)
			assert.Equal(t, "r", d.RuleMatched)
			if tt.want == supervisor.Escalate && !math.IsNaN(tt.verdict.Confidence) && tt.verdict.Action <= supervisor.Deny {
				assert.Equal(t, supervisor.CauseThreshold, d.Cause)
				assert.InDelta(t, tt.verdict.Confidence, d.Confidence, 0, "the recorded confidence stays the rule's")
				assert.Equal(t, "rule 'r' matched", d.Reasoning)
			}
		})
	}
	open := mustNew(t, supervisor.Options{ConfidenceThreshold: supervisor.NoThreshold, Rules: []supervisor.Rule{settles(verdict(supervisor.Approve, 0))}})
	assert.Equal(t, supervisor.Approve, evaluate(t, open, call).Action)
}

// TestNothingInferredApprovesAnOpaqueCall holds for every rule and provider,
// whatever it says itself.
func TestNothingInferredApprovesAnOpaqueCall(t *testing.T) {
	t.Parallel()
	tests := []struct {
		basis  supervisor.Basis
		opaque supervisor.OpaquePolicy
		want   supervisor.Action
	}{
		{supervisor.BasisCondition, supervisor.OpaqueJudge, supervisor.Escalate},
		{supervisor.BasisPrecedent, supervisor.OpaqueJudge, supervisor.Escalate},
		{supervisor.BasisStructural, supervisor.OpaqueJudge, supervisor.Escalate},
		{supervisor.BasisText, supervisor.OpaqueJudge, supervisor.Escalate},
		{supervisor.Basis(99), supervisor.OpaqueJudge, supervisor.Escalate},
		{supervisor.BasisModel, supervisor.OpaqueJudge, supervisor.Approve},
		{supervisor.BasisModel, supervisor.OpaqueEscalate, supervisor.Escalate},
		{supervisor.BasisOperator, supervisor.OpaqueEscalate, supervisor.Approve},
		{supervisor.BasisPerson, supervisor.OpaqueEscalate, supervisor.Approve},
		{supervisor.BasisStanding, supervisor.OpaqueEscalate, supervisor.Approve},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("basis %d, policy %d", tt.basis, tt.opaque), func(t *testing.T) {
			t.Parallel()
			v := approveWord("x")
			v.Basis = tt.basis
			asRule := supervisor.Options{Opaque: tt.opaque, Rules: []supervisor.Rule{settles(v)}}
			asProvider := supervisor.Options{Opaque: tt.opaque, Provider: judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) { return v, nil })}
			for _, o := range []supervisor.Options{asRule, asProvider} {
				d := evaluate(t, mustNew(t, o), call)
				assert.Equal(t, tt.want, d.Action)
				if tt.want == supervisor.Escalate {
					assert.Equal(t, supervisor.CauseOpaque, d.Cause)
					assert.NotEmpty(t, d.Evidence.Opaque)
				}
				o.Analyzer = seen(supervisor.Effect{Kind: decision.Reads, Zone: decision.ZoneProject})
				assert.Equal(t, supervisor.Approve, evaluate(t, mustNew(t, o), call).Action, "what is seen whole may be approved")
			}
		})
	}
}

func TestProviderFailuresEscalateWithTheirCause(t *testing.T) {
	t.Parallel()
	answer := func(v supervisor.Verdict, err error) judgeFunc {
		return func(context.Context, *supervisor.Call) (supervisor.Verdict, error) { return v, err }
	}
	confident := func(c float64) supervisor.Verdict {
		v := approveWord("fake")
		v.Confidence = c
		return v
	}
	tests := map[string]struct {
		provider  judgeFunc
		cause     supervisor.Cause
		matched   string
		reasoning string
	}{
		"down":       {answer(approveWord("x"), errors.New("refused")), supervisor.CauseUnavailable, "fake-fallback", "LLM evaluation failed, escalating to human"},
		"unreadable": {answer(supervisor.Verdict{}, decision.Errorf(supervisor.CauseUnreadable, "html")), supervisor.CauseUnreadable, "fake-fallback", "LLM evaluation failed, escalating to human"},
		"refused":    {answer(supervisor.Verdict{}, decision.Errorf(supervisor.CauseRefused, "no")), supervisor.CauseRefused, "fake-fallback", "LLM evaluation failed, escalating to human"},
		"deadline":   {answer(supervisor.Verdict{}, context.DeadlineExceeded), supervisor.CauseTimeout, "fake-fallback", "LLM evaluation failed, escalating to human"},
		"panic":      {func(context.Context, *supervisor.Call) (supervisor.Verdict, error) { panic("boom") }, supervisor.CausePanic, "fake-fallback", "LLM evaluation failed, escalating to human"},
		"NaN":        {answer(confident(math.NaN()), nil), supervisor.CauseUnreadable, "fake", "the provider's confidence is not between 0 and 1"},
		"above one":  {answer(confident(2), nil), supervisor.CauseUnreadable, "fake", "the provider's confidence is not between 0 and 1"},
		"negative":   {answer(confident(-1), nil), supervisor.CauseUnreadable, "fake", "the provider's confidence is not between 0 and 1"},
		"unsure":     {answer(confident(0.654), nil), supervisor.CauseThreshold, "fake", "LLM confidence 0.65 below threshold 0.8: said so"},
		"judged":     {answer(supervisor.Verdict{Confidence: 0.4, Reasoning: "hm"}, nil), supervisor.CauseJudged, "fake", "hm"},
		"passes":     {answer(supervisor.Verdict{}, supervisor.ErrPass), supervisor.CauseUnsettled, "", "no rule matched"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := evaluate(t, mustNew(t, supervisor.Options{Provider: tt.provider}), call)
			assert.Equal(t, supervisor.Escalate, d.Action)
			assert.Equal(t, tt.cause, d.Cause)
			assert.Equal(t, tt.matched, d.RuleMatched)
			assert.Equal(t, tt.reasoning, d.Reasoning)
			require.Len(t, d.Evidence.Links, 1, "every asking leaves a link")
			assert.Equal(t, "fake", d.Evidence.Links[0].Name)
			assert.False(t, math.IsNaN(d.Confidence))
		})
	}
}

func TestAVerdictsOwnThreshold(t *testing.T) {
	t.Parallel()
	own := 0.6
	v := approveWord("entry")
	v.Confidence, v.Threshold = 0.65, &own
	p := judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) { return v, nil })
	assert.Equal(t, supervisor.Approve, evaluate(t, mustNew(t, supervisor.Options{Provider: p}), call).Action)
}

func TestAProviderThatHangsIsLeftBehindAtTheBudget(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		hangs := judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
			<-release // ignores its context
			return approveWord("late"), nil
		})
		s := mustNew(t, supervisor.Options{Provider: hangs, Budget: 7 * time.Second, MaxInFlight: 1})
		start := time.Now()
		d := evaluate(t, s, call)
		assert.Equal(t, supervisor.CauseTimeout, d.Cause)
		assert.Equal(t, 7*time.Second, time.Since(start))

		d = evaluate(t, s, call)
		assert.Equal(t, supervisor.CauseOverload, d.Cause, "the hanging one still holds its place")
		close(release)
		synctest.Wait()
		assert.Equal(t, supervisor.Approve, evaluate(t, s, call).Action)
	})
}

func TestTheBudgetIsCutToWhatRemainsOfTheCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		waits := judgeFunc(func(ctx context.Context, _ *supervisor.Call) (supervisor.Verdict, error) {
			<-ctx.Done()
			return supervisor.Verdict{}, ctx.Err()
		})
		s := mustNew(t, supervisor.Options{Provider: waits})
		c := call
		c.Expires = time.Now().Add(3 * time.Second)
		start := time.Now()
		assert.Equal(t, supervisor.CauseTimeout, evaluate(t, s, c).Cause)
		assert.Equal(t, 3*time.Second, time.Since(start))

		d := evaluate(t, s, c)
		assert.Equal(t, supervisor.CauseExpired, d.Cause, "nobody waits any more")
	})
}

func TestAPanickingRuleEscalatesAndIsNotLifted(t *testing.T) {
	t.Parallel()
	panics := supervisor.RuleFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, bool) { panic("s3cret") })
	for name, o := range map[string]supervisor.Options{
		"rule": {Rules: []supervisor.Rule{panics, lifting{settles(approveWord("person"))}}},
		"gate": {Gates: []supervisor.Rule{panics}, Rules: []supervisor.Rule{settles(approveWord("rule"))}},
		"analyser": {
			Analyzer: supervisor.AnalyzerFunc(func(context.Context, *supervisor.Call) supervisor.Effects { panic("s3cret") }),
			Rules: []supervisor.Rule{supervisor.RuleFunc(func(ctx context.Context, c *supervisor.Call) (supervisor.Verdict, bool) {
				return supervisor.Verdict{Action: supervisor.Approve, Confidence: 1}, !c.Effects(ctx).Opaque()
			})},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := evaluate(t, mustNew(t, o), call)
			assert.Equal(t, supervisor.Escalate, d.Action)
			assert.Equal(t, supervisor.CausePanic, d.Cause)
			assert.NotContains(t, d.Reasoning, "s3cret")
		})
	}
}

func TestEvaluateRefusesAMalformedCall(t *testing.T) {
	t.Parallel()
	journal := &recorder{}
	s := mustNew(t, supervisor.Options{Journal: journal, Rules: []supervisor.Rule{settles(approveWord("all"))}})
	for _, c := range []supervisor.Call{{}, {Tool: "a\nb"}, {Tool: "t", Params: map[string]any{"x": make(chan int)}}} {
		d, err := s.Evaluate(t.Context(), c)
		require.ErrorIs(t, err, supervisor.ErrInvalidCall)
		assert.Equal(t, supervisor.Escalate, d.Action)
		assert.Equal(t, supervisor.CauseInvalid, d.Cause)
	}
	assert.Empty(t, journal.of(""))
}

func TestACancelledCallerGetsAnErrorAndLeavesNoRecord(t *testing.T) {
	t.Parallel()
	journal := &recorder{}
	ctx, cancel := context.WithCancel(t.Context())
	p := judgeFunc(func(ctx context.Context, _ *supervisor.Call) (supervisor.Verdict, error) {
		cancel()
		<-ctx.Done()
		return approveWord("x"), nil
	})
	d, err := mustNew(t, supervisor.Options{Provider: p, Journal: journal}).Evaluate(ctx, call)
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, supervisor.Escalate, d.Action)
	assert.Empty(t, journal.of(""))
}

func TestTheCallersMapIsNotTheOneThatIsJudged(t *testing.T) {
	t.Parallel()
	params := map[string]any{"path": "/safe"}
	mutates := supervisor.RuleFunc(func(_ context.Context, c *supervisor.Call) (supervisor.Verdict, bool) {
		params["path"] = "/etc/shadow" // as a caller on another goroutine might
		return approveWord("x"), c.Params["path"] == "/safe"
	})
	journal := &recorder{}
	d := evaluate(t, mustNew(t, supervisor.Options{Rules: []supervisor.Rule{mutates}, Journal: journal}), supervisor.Call{Tool: "t", Params: params})
	assert.Equal(t, supervisor.Approve, d.Action)
	assert.Equal(t, "/safe", journal.of("")[0].Call.Params["path"])
}

func TestWhyAProviderPassedIsToldToThePerson(t *testing.T) {
	t.Parallel()
	s := mustNew(t, supervisor.Options{Provider: findingNothing{}})
	d := evaluate(t, s, call)
	assert.Equal(t, supervisor.Escalate, d.Action)
	assert.Equal(t, supervisor.CauseUnsettled, d.Cause)
	assert.Equal(t, "no rule matched; it deletes: rm x", d.Reasoning)
	assert.Equal(t, []string{"rm x"}, d.Quoted)
	assert.Equal(t, "answers", d.Evidence.Answers)
}

// findingNothing is a provider that has seen something and passes.
type findingNothing struct{}

func (findingNothing) Name() string { return "passing" }
func (findingNothing) Judge(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
	return supervisor.Verdict{Reasoning: "it deletes: rm x", Quoted: []string{"rm x"}, Answers: "answers"}, supervisor.ErrPass
}
