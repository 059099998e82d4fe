package supervisor_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
)

// modelFunc is a provider with a name of its own.
type modelFunc struct {
	name string
	judgeFunc
}

func (m modelFunc) Name() string { return m.name }

func (modelFunc) Needs() supervisor.Need { return supervisor.NeedNothing }

// models makes a factory for each kind; each answers under "kind:test".
func models(kinds map[string]judgeFunc) supervisor.Parts {
	parts := supervisor.Parts{Journal: &recorder{}, Providers: map[string]supervisor.ProviderFactory{}}
	for kind, judge := range kinds {
		parts.Providers[kind] = func(*supervisor.Config, supervisor.ProviderConfig) (supervisor.Provider, error) {
			return modelFunc{kind + ":test", judge}, nil
		}
	}
	return parts
}

func says(v supervisor.Verdict, err error) judgeFunc {
	return func(context.Context, *supervisor.Call) (supervisor.Verdict, error) { return v, err }
}

var (
	dead      = says(supervisor.Verdict{}, errors.New("connection refused"))
	alive     = says(supervisor.Verdict{Action: supervisor.Approve, Confidence: 0.9, Reasoning: "fine", Basis: supervisor.BasisModel}, nil)
	unsure    = says(supervisor.Verdict{Action: supervisor.Approve, Confidence: 0.65, Reasoning: "perhaps", Basis: supervisor.BasisModel}, nil)
	passing   = says(supervisor.Verdict{}, supervisor.ErrPass)
	refusing  = says(supervisor.Verdict{}, decision.Errorf(supervisor.CauseRefused, "declined"))
	deadToo   = "evaluator: {chain: [{provider: jev}, {provider: ollama}], breaker_failures: 2}\n"
	chainRule = "rules: [{name: ask}]\n"
)

// assemble builds a supervisor from a config text.
func assemble(t *testing.T, config string, parts supervisor.Parts) *supervisor.Supervisor {
	t.Helper()
	cfg, err := supervisor.ParseConfig("test.yaml", []byte(config))
	require.NoError(t, err)
	s, err := supervisor.Build(cfg, parts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close(context.WithoutCancel(t.Context()))) })
	return s
}

func TestAChainOfADeadModelAndALiveOne(t *testing.T) {
	t.Parallel()
	s := assemble(t, deadToo, models(map[string]judgeFunc{"jev": dead, "ollama": alive}))
	for _, want := range []string{"[ollama, jev failed] fine", "[ollama, jev failed] fine", "[ollama, jev skipped] fine"} {
		d := evaluate(t, s, call)
		assert.Equal(t, want, d.Reasoning)
		assert.Equal(t, "ollama:test", d.RuleMatched)
		assert.Equal(t, supervisor.Approve, d.Action)
		require.Len(t, d.Evidence.Links, 2)
	}
	st := s.Status().Evaluator
	assert.Equal(t, "chain", st.Mode)
	assert.Equal(t, []supervisor.ProviderStatus{
		{Name: "jev", State: "skipped", SkippedForS: 300, Detail: "cloudflare"},
		{Name: "ollama", State: "ok", Detail: "qwen3:14b"},
	}, st.Providers)
}

func TestK7InTheStatus(t *testing.T) {
	t.Parallel()
	now := time.Unix(1000, 0)
	parts := models(map[string]judgeFunc{"jev": dead})
	parts.Now = func() time.Time { return now }
	s := assemble(t, "evaluator: {provider: jev, breaker_failures: 2, breaker_cooldown: 90}", parts)
	evaluate(t, s, call)
	assert.Equal(t, []supervisor.ProviderStatus{{Name: "jev", State: "failing", ConsecutiveFailures: 1, Detail: "cloudflare"}}, s.Status().Evaluator.Providers)
	evaluate(t, s, call)
	now = now.Add(49600 * time.Millisecond)
	assert.Equal(t, []supervisor.ProviderStatus{{Name: "jev", State: "skipped", SkippedForS: 40, Detail: "cloudflare"}}, s.Status().Evaluator.Providers)
}

func TestK5AChainThatFailsEscalatesAsTheReferenceDoes(t *testing.T) {
	t.Parallel()
	s := assemble(t, deadToo, models(map[string]judgeFunc{"jev": dead, "ollama": refusing}))
	d := evaluate(t, s, call)
	assert.Equal(t, supervisor.Escalate, d.Action)
	assert.Equal(t, "chain-fallback", d.RuleMatched)
	assert.Zero(t, d.Confidence)
	assert.Equal(t, "LLM evaluation failed, escalating to human", d.Reasoning)
	assert.Equal(t, supervisor.CauseRefused, d.Cause, "that of the last link that failed")
	require.Len(t, d.Evidence.Links, 2)
	assert.Equal(t, supervisor.CauseUnavailable, d.Evidence.Links[0].Cause)
}

func TestAChainThatPassesLeavesTheCallAsTheRulesLeftIt(t *testing.T) {
	t.Parallel()
	s := assemble(t, chainRule+deadToo, models(map[string]judgeFunc{"jev": passing, "ollama": passing}))
	d := evaluate(t, s, call)
	assert.Equal(t, supervisor.CauseUnsettled, d.Cause)
	assert.Equal(t, "ask", d.RuleMatched)
	require.Len(t, d.Evidence.Links, 2)
	assert.Equal(t, decision.LinkPassed, d.Evidence.Links[1].State)
}

func TestK6TheThresholdOfALinkCountsByPresence(t *testing.T) {
	t.Parallel()
	for entry, want := range map[string]struct {
		action    supervisor.Action
		reasoning string
	}{
		"{provider: jev}": {supervisor.Escalate, "LLM confidence 0.65 below threshold 0.8: [jev] perhaps"},
		"{provider: jev, confidence_threshold: 0.6}": {supervisor.Approve, "[jev] perhaps"},
		"{provider: jev, confidence_threshold: 0}":   {supervisor.Approve, "[jev] perhaps"},
	} {
		s := assemble(t, "evaluator: {chain: ["+entry+"]}", models(map[string]judgeFunc{"jev": unsure}))
		d := evaluate(t, s, call)
		assert.Equal(t, want.action, d.Action, entry)
		assert.Equal(t, want.reasoning, d.Reasoning)
		assert.Equal(t, "chain", s.Status().Evaluator.Mode, "a chain of one is a chain")
	}
}

func TestLinksOfOneKindAreToldApart(t *testing.T) {
	t.Parallel()
	s := assemble(t, "evaluator: {chain: [{provider: jev}, {provider: jev}, {provider: jev, name: night shift}, {provider: ollama}]}",
		models(map[string]judgeFunc{"jev": dead, "ollama": alive}))
	assert.Equal(t, "[ollama, jev failed, jev#2 failed, night shift failed] fine", evaluate(t, s, call).Reasoning)

	checkFaults(t, map[string]faultCase{
		"a name that reads as two": {"evaluator: {chain: [{name: 'a, b failed'}]}", "evaluator.chain[0].name: must be at most 64 bytes without commas"},
	})
}

func TestW21ASingleProviderHasABreakerAndKeepsItsLabel(t *testing.T) {
	t.Parallel()
	s := assemble(t, "evaluator: {provider: jev}", models(map[string]judgeFunc{"jev": dead}))
	for range 3 {
		d := evaluate(t, s, call)
		assert.Equal(t, "jev:test-fallback", d.RuleMatched)
		assert.Equal(t, decision.LinkFailed, d.Evidence.Links[0].State)
	}
	d := evaluate(t, s, call)
	assert.Equal(t, decision.LinkSkipped, d.Evidence.Links[0].State)
	assert.Equal(t, supervisor.CauseUnavailable, d.Cause, "judged again when it is back")
	assert.Equal(t, "single", s.Status().Evaluator.Mode)

	s = assemble(t, "evaluator: {provider: jev}", models(map[string]judgeFunc{"jev": alive}))
	d = evaluate(t, s, call)
	assert.Equal(t, "fine", d.Reasoning)
	assert.Equal(t, "jev:test", d.RuleMatched)
}

func TestAProviderOfPartsHasABreakerToo(t *testing.T) {
	t.Parallel()
	parts := models(nil)
	parts.Provider = dead
	s := assemble(t, "evaluator: {breaker_failures: 1}", parts)
	evaluate(t, s, call)
	assert.Equal(t, "skipped", s.Status().Evaluator.Providers[0].State)
	assert.Equal(t, "fake-fallback", evaluate(t, s, call).RuleMatched)
}

func TestAReloadKeepsTheBreakersOfLinksThatStay(t *testing.T) {
	t.Parallel()
	s := assemble(t, deadToo, models(map[string]judgeFunc{"jev": dead, "ollama": alive}))
	reload := func(config string) error {
		cfg, err := supervisor.ParseConfig("test.yaml", []byte(config))
		require.NoError(t, err)
		_, err = s.Reload(t.Context(), cfg)
		return err
	}
	state := func() string { return s.Status().Evaluator.Providers[0].State }
	evaluate(t, s, call)
	evaluate(t, s, call)
	require.Equal(t, "skipped", state())
	require.NoError(t, reload(chainRule+deadToo))
	assert.Equal(t, "skipped", state(), "the rules changed, the link did not")
	require.Error(t, reload("admin: {enabled: true}\n"+deadToo))
	assert.Equal(t, "skipped", state(), "a refused config changes nothing")
	require.NoError(t, reload("evaluator: {chain: [{provider: jev, timeout: 5}, {provider: ollama}], breaker_failures: 2}"))
	assert.Equal(t, "ok", state(), "another link")
	require.NoError(t, reload(deadToo))
	assert.Equal(t, "ok", state(), "what was removed is forgotten")
}

// TestANewKeyHasANewBreaker does not leave a link out for the key that it had.
func TestANewKeyHasANewBreaker(t *testing.T) {
	t.Parallel()
	s := assemble(t, deadToo, models(map[string]judgeFunc{"jev": dead, "ollama": alive}))
	evaluate(t, s, call)
	evaluate(t, s, call)
	require.Equal(t, "skipped", s.Status().Evaluator.Providers[0].State)
	cfg, err := supervisor.ParseConfig("test.yaml", []byte(deadToo))
	require.NoError(t, err)
	for _, secret := range []*supervisor.Secret{&cfg.Evaluator.Chain[0].Key, &cfg.Evaluator.Chain[0].Jev.Key, &cfg.Evaluator.Chain[0].Jev.Account} {
		*secret += "lantern-river"
		_, err = s.Reload(t.Context(), cfg)
		require.NoError(t, err)
		assert.Equal(t, "ok", s.Status().Evaluator.Providers[0].State)
		evaluate(t, s, call)
		evaluate(t, s, call)
		_, err = s.Reload(t.Context(), cfg)
		require.NoError(t, err)
		require.Equal(t, "skipped", s.Status().Evaluator.Providers[0].State, "the same key goes on")
		assert.NotContains(t, fmt.Sprintf("%+v", s.Status()), "lantern")
	}
}

func TestASlowChainAnswersWithinTheBudgetAndSaysWhoseClockItWas(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := judgeFunc(func(ctx context.Context, _ *supervisor.Call) (supervisor.Verdict, error) {
			<-ctx.Done()
			return supervisor.Verdict{}, ctx.Err()
		})
		parts := models(map[string]judgeFunc{"jev": slow, "ollama": slow})
		cfg, err := supervisor.ParseConfig("test.yaml", []byte("evaluator: {budget: 10s, chain: [{provider: jev, timeout: 2}, {provider: ollama}]}"))
		require.NoError(t, err)
		s, err := supervisor.Build(cfg, parts)
		require.NoError(t, err)
		defer func() { require.NoError(t, s.Close(context.WithoutCancel(t.Context()))) }()
		start := time.Now()
		d := evaluate(t, s, call)
		assert.LessOrEqual(t, time.Since(start), 10*time.Second)
		assert.Equal(t, supervisor.CauseTimeout, d.Cause)
		require.Len(t, d.Evidence.Links, 2, "the account comes in time")
		assert.Equal(t, []string{
			"jev: no answer within its own timeout of 2s",
			"ollama: no answer within 7.9s, its share of the budget of the chain",
		}, d.Evidence.Notes)

		hurry := call
		hurry.Expires = time.Now().Add(3 * time.Second)
		d = evaluate(t, s, hurry)
		assert.Equal(t, supervisor.CauseTimeout, d.Cause)
		assert.Contains(t, d.Evidence.Notes[1], "the time that the call still had")
	})
}

func TestAProviderThatCannotSayHowItIs(t *testing.T) {
	t.Parallel()
	s := mustNew(t, supervisor.Options{Provider: brokenReporter{alive}})
	assert.Empty(t, s.Status().Evaluator.Providers)
}

type brokenReporter struct{ judgeFunc }

func (brokenReporter) LinkHealth() []decision.LinkHealth { panic("broken") }

// inBubble builds and judges on virtual time.
func inBubble(t *testing.T, config string, parts supervisor.Parts, f func(*testing.T, *supervisor.Supervisor)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		cfg, err := supervisor.ParseConfig("test.yaml", []byte(config))
		require.NoError(t, err)
		s, err := supervisor.Build(cfg, parts)
		require.NoError(t, err)
		defer func() { require.NoError(t, s.Close(context.WithoutCancel(t.Context()))) }()
		f(t, s)
	})
}

// deafFor answers after a while, whatever the context says.
func deafFor(d time.Duration) judgeFunc {
	return func(ctx context.Context, c *supervisor.Call) (supervisor.Verdict, error) {
		time.Sleep(d) // in a bubble
		return alive(ctx, c)
	}
}

func TestACooldownOfZeroLeavesNoLinkOut(t *testing.T) {
	t.Parallel()
	config := "evaluator: {provider: jev, breaker_failures: 1, breaker_cooldown: 0}"
	inBubble(t, config, models(map[string]judgeFunc{"jev": dead}), func(t *testing.T, s *supervisor.Supervisor) {
		for range 3 {
			assert.Equal(t, decision.LinkFailed, evaluate(t, s, call).Evidence.Links[0].State)
			time.Sleep(time.Millisecond)
		}
	})
}

func TestAProviderOfPartsHasTheWholeBudget(t *testing.T) {
	t.Parallel()
	parts := models(nil)
	parts.Provider = deafFor(45 * time.Second)
	inBubble(t, "evaluator: {budget: 60s}", parts, func(t *testing.T, s *supervisor.Supervisor) {
		assert.Equal(t, supervisor.Approve, evaluate(t, s, call).Action)
	})
}

func TestALinkThatHangsHoldsItsPlace(t *testing.T) {
	t.Parallel()
	config := "evaluator: {provider: jev, timeout: 1, max_in_flight: 1}"
	inBubble(t, config, models(map[string]judgeFunc{"jev": deafFor(time.Hour)}), func(t *testing.T, s *supervisor.Supervisor) {
		assert.Equal(t, supervisor.CauseTimeout, evaluate(t, s, call).Cause)
		assert.Equal(t, supervisor.CauseOverload, evaluate(t, s, call).Cause)
		time.Sleep(time.Hour) // let it end
		assert.Equal(t, supervisor.CauseTimeout, evaluate(t, s, call).Cause)
		time.Sleep(time.Hour)
	})
}
