package provider_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider"
)

// round judges once and returns the states of the links.
func round(t *testing.T, c *provider.Chain) []string {
	t.Helper()
	v, _ := c.Judge(t.Context(), call)
	return states(v)
}

func TestK3ALinkIsLeftOutForTheCooldown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := mustChain(t, provider.Options{Failures: 2, Cooldown: 90 * time.Second, Links: []provider.Link{
			link("a", fails(errDown)), link("b", answers(decision.Deny)),
		}})
		assert.Equal(t, []string{"a failed unavailable", "b answered"}, round(t, c))
		assert.Equal(t, []string{"a failed unavailable", "b answered"}, round(t, c))
		assert.Equal(t, []string{"a skipped", "b answered"}, round(t, c))
		v, err := c.Judge(t.Context(), call)
		require.NoError(t, err)
		assert.Equal(t, "[b, a skipped] fine", v.Reasoning)
		time.Sleep(89 * time.Second)
		assert.Equal(t, []string{"a skipped", "b answered"}, round(t, c))
		time.Sleep(2 * time.Second)
		assert.Equal(t, []string{"a failed unavailable", "b answered"}, round(t, c))
		assert.Equal(t, []string{"a skipped", "b answered"}, round(t, c), "one failed probe opens it again")
	})
}

func TestTheCooldownRunsOnTheInjectedClock(t *testing.T) {
	t.Parallel()
	now := time.Unix(1000, 0)
	c := mustChain(t, provider.Options{Failures: 1, Now: func() time.Time { return now }, Links: []provider.Link{link("a", inTurn(fails(errDown), answers(decision.Deny)))}})
	assert.Equal(t, []string{"a failed unavailable"}, round(t, c))
	now = now.Add(provider.DefaultCooldown - time.Second)
	assert.Equal(t, []string{"a skipped"}, round(t, c))
	now = now.Add(time.Second)
	assert.Equal(t, []string{"a answered"}, round(t, c))
}

func TestK4AnAnswerEndsARow(t *testing.T) {
	t.Parallel()
	ok := answers(decision.Deny)
	c := mustChain(t, provider.Options{Failures: 2, Links: []provider.Link{link("a", inTurn(fails(errDown), ok, fails(errDown), ok))}})
	for range 2 {
		assert.Equal(t, []string{"a failed unavailable"}, round(t, c))
		assert.Equal(t, []string{"a answered"}, round(t, c))
	}
}

func TestK7TheHealthOfALink(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := link("a:x", inTurn(fails(errDown), fails(errDown), fails(decision.Errorf(decision.CauseRefused, "no")), answers(decision.Deny)))
		a.Detail = "x"
		c := mustChain(t, provider.Options{Failures: 2, Cooldown: 90 * time.Second, Links: []provider.Link{a}})
		health := func() decision.LinkHealth { return c.LinkHealth()[0] }
		assert.Equal(t, decision.LinkHealth{Name: "a", Detail: "x", State: "ok"}, health())
		round(t, c)
		assert.Equal(t, decision.LinkHealth{Name: "a", Detail: "x", State: "failing", ConsecutiveFailures: 1, Cause: decision.CauseUnavailable}, health())
		round(t, c)
		time.Sleep(49600 * time.Millisecond)
		assert.Equal(t, decision.LinkHealth{
			Name: "a", Detail: "x", State: "skipped", SkippedFor: 40400 * time.Millisecond, Cause: decision.CauseUnavailable,
		}, health())
		time.Sleep(time.Minute)
		assert.Equal(t, "failing", health().State, "until it answers")
		round(t, c)
		assert.Equal(t, decision.CauseRefused, health().Cause)
		time.Sleep(2 * time.Minute)
		round(t, c)
		assert.Equal(t, decision.LinkHealth{Name: "a", Detail: "x", State: "ok"}, health())
	})
}

func TestOneCallAtATimeTriesALinkThatWasLeftOut(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := link("a", inTurn(fails(errDown), after(time.Second, answers(decision.Deny))))
		c := mustChain(t, provider.Options{Failures: 1, Cooldown: time.Minute, Links: []provider.Link{a, link("b", answers(decision.Deny))}})
		round(t, c)
		time.Sleep(time.Minute + time.Nanosecond)
		var skipped int
		var mu sync.Mutex
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				if round(t, c)[0] == "a skipped" {
					mu.Lock()
					defer mu.Unlock()
					skipped++
				}
			})
		}
		all.Wait()
		assert.Equal(t, 9, skipped)
		assert.Equal(t, 2, asked(a))
		assert.Equal(t, []string{"a answered"}, round(t, c), "the answer closed it")
	})
}

func TestAProbeThatSaysNothingLetsTheNextOneTry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := link("a", inTurn(fails(errDown), passes, fails(ignoredError{errDown}), answers(decision.Deny)))
		c := mustChain(t, provider.Options{Failures: 1, Cooldown: time.Minute, Links: []provider.Link{a}})
		round(t, c)
		time.Sleep(2 * time.Minute)
		assert.Equal(t, []string{"a passed"}, round(t, c))
		assert.Equal(t, []string{"a failed unavailable"}, round(t, c))
		assert.Equal(t, []string{"a answered"}, round(t, c))
	})
}

func TestNoCooldown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := mustChain(t, provider.Options{Failures: 1, Cooldown: provider.NoCooldown, Links: []provider.Link{link("a", fails(errDown))}})
		for range 5 {
			assert.Equal(t, []string{"a failed unavailable"}, round(t, c))
			time.Sleep(time.Millisecond)
		}
	})
}

func TestWhatTheBreakerCounts(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		does  behaviour
		state string // of the link after one round, at one failure
		wait  time.Duration
	}{
		"a failure":            {fails(errPlain), "skipped", provider.DefaultCooldown},
		"a panic":              {panics, "skipped", provider.DefaultCooldown},
		"no verdict":           {unknownAction, "skipped", provider.DefaultCooldown},
		"a pass":               {passes, "ok", 0},
		"an error to ignore":   {fails(fmt.Errorf("status 400: %w", ignoredError{errPlain})), "ok", 0},
		"one that opens":       {fails(fmt.Errorf("status 402: %w", openingError{errPlain, time.Hour})), "skipped", time.Hour},
		"one that opens short": {fails(openingError{errPlain, time.Second}), "skipped", provider.DefaultCooldown},
		"one that opens long":  {fails(openingError{errPlain, 1 << 62}), "skipped", provider.MaxOpen},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := mustChain(t, provider.Options{Failures: 1, Links: []provider.Link{link("a", tt.does)}})
				round(t, c)
				assert.Equal(t, tt.state, c.LinkHealth()[0].State)
				assert.Equal(t, tt.wait, c.LinkHealth()[0].SkippedFor)
			})
		})
	}
}

func TestAnErrorThatOpensDoesSoAtOnceAndOnlyForItself(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := link("a", inTurn(fails(openingError{errPlain, time.Hour}), answers(decision.Deny), fails(openingError{errPlain, 0}), fails(errPlain), fails(errPlain)))
		c := chainOf(t, a)
		round(t, c)
		assert.Equal(t, time.Hour, c.LinkHealth()[0].SkippedFor)
		time.Sleep(time.Hour + 1)
		round(t, c)
		for n := 1; n < provider.DefaultFailures; n++ {
			round(t, c)
			assert.Equal(t, n, c.LinkHealth()[0].ConsecutiveFailures)
		}
		round(t, c)
		assert.Equal(t, provider.DefaultCooldown, c.LinkHealth()[0].SkippedFor)
	})
}

func TestALateResultDoesNotCount(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := link("a", inTurn(after(10*time.Second, answers(decision.Deny)), fails(errDown)))
		c := mustChain(t, provider.Options{Failures: 1, Cooldown: time.Minute, Links: []provider.Link{a}})
		var all sync.WaitGroup
		all.Go(func() { assert.Equal(t, []string{"a answered"}, round(t, c)) })
		synctest.Wait()
		assert.Equal(t, []string{"a failed unavailable"}, round(t, c))
		all.Wait()
		assert.Equal(t, "skipped", c.LinkHealth()[0].State, "an answer from before the failure")
	})
}

func TestACallersCancelCountsForNobody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := link("b", answers(decision.Approve))
		c := mustChain(t, provider.Options{Failures: 1, Links: []provider.Link{link("a", hangs), b}})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		v, err := c.Judge(ctx, call)
		require.ErrorIs(t, err, context.Canceled)
		assert.Empty(t, v.Links)
		assert.Zero(t, asked(b))
		_, err = c.Judge(ctx, call)
		require.ErrorIs(t, err, context.Canceled)
		assert.Equal(t, "ok", c.LinkHealth()[0].State)
	})
}

func TestBreakersOutliveTheirChain(t *testing.T) {
	t.Parallel()
	var kept provider.Breakers
	build := func(o provider.Options, identity string) *provider.Chain {
		a := link("a", fails(errDown))
		a.Identity = identity
		o.Links, o.Breakers = []provider.Link{a}, &kept
		o.Failures = max(1, o.Failures)
		return mustChain(t, o)
	}
	first := build(provider.Options{}, "same")
	round(t, first)
	require.Equal(t, "skipped", first.LinkHealth()[0].State)
	state := func(c *provider.Chain) string { return c.LinkHealth()[0].State }
	assert.Equal(t, "ok", state(build(provider.Options{}, "same")), "not in force yet")

	kept.Keep(first)
	second := build(provider.Options{}, "same")
	assert.Equal(t, "skipped", state(second))
	assert.Equal(t, "ok", state(build(provider.Options{}, "other")))
	assert.Equal(t, "ok", state(build(provider.Options{}, "")))
	assert.Equal(t, "ok", state(build(provider.Options{Failures: 2}, "same")), "other settings")
	assert.Equal(t, "skipped", state(build(provider.Options{}, "same")), "a chain that never came into force changes nothing")

	kept.Keep(build(provider.Options{}, "other"))
	assert.Equal(t, "ok", state(build(provider.Options{}, "same")), "dropped with its link")
	kept.Keep(second)
	kept.Keep(nil)
	assert.Equal(t, "ok", state(build(provider.Options{}, "same")))
}

func TestTheLogTellsOfLinksAndKeepsSecrets(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		c := mustChain(t, provider.Options{
			Failures: 1, Cooldown: time.Minute, Logger: slog.New(slog.NewTextHandler(&log, nil)),
			Links: []provider.Link{link("a", inTurn(panics, answers(decision.Deny))), link("b", passes)},
		})
		round(t, c)
		time.Sleep(time.Hour)
		round(t, c)
		for _, said := range []string{"a link of the chain panicked", "a link of the chain did not answer", "left out after failures", "for=1m0s", "answers again"} {
			assert.Equal(t, 1, strings.Count(log.String(), said), "%s in %s", said, log.String())
		}
		assert.NotContains(t, log.String(), "secret-of-the-panic")
		assert.NotContains(t, log.String(), "link=b", "a pass is nothing to tell")
	})
}

// TestASingleProviderIsNotReportedTwice leaves its failure to who asks the
// chain: a supervisor logs what it gets.
func TestASingleProviderIsNotReportedTwice(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	c := mustChain(t, provider.Options{
		Single: true, Logger: slog.New(slog.NewTextHandler(&log, nil)),
		Links: []provider.Link{link("a", fails(errors.New("down")))},
	})
	_, err := c.Judge(t.Context(), call)
	require.Error(t, err)
	assert.Empty(t, log.String())
}

type sick struct{ *fake }

func (sick) LinkHealth() []decision.LinkHealth {
	return []decision.LinkHealth{{State: "ok"}, {State: "failing", Detail: "not linked", Cause: decision.CauseUnavailable}}
}

func TestAProviderMayReportItsOwnHealth(t *testing.T) {
	t.Parallel()
	c := chainOf(t, provider.Link{Provider: sick{&fake{name: "a", judge: passes}}, Detail: "m"})
	assert.Equal(t, decision.LinkHealth{Name: "a", State: "failing", Detail: "not linked", Cause: decision.CauseUnavailable}, c.LinkHealth()[0])
}
