package provider_test

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider"
)

// keyed is a fake whose requests are identical for calls of one tool.
type keyed struct{ *fake }

func (keyed) RequestKey(c *decision.Call) (string, bool) {
	if c.Tool == "panic" {
		panic("no key")
	}
	return c.Tool, c.Tool != "own"
}

func keyedLink(b behaviour) (provider.Link, *fake) {
	f := &fake{name: "a", judge: b}
	return provider.Link{Provider: keyed{f}}, f
}

func TestIdenticalRequestsAreSentOnce(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		tools []string
		want  int32
	}{
		"same key":        {[]string{"x", "x", "x"}, 1},
		"other key":       {[]string{"x", "x", "y"}, 2},
		"own request":     {[]string{"own", "own"}, 2},
		"a panicking key": {[]string{"panic", "panic"}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				l, f := keyedLink(after(time.Second, answers(decision.Approve)))
				c := chainOf(t, l)
				var all sync.WaitGroup
				for _, tool := range tt.tools {
					all.Go(func() {
						v, err := c.Judge(t.Context(), &decision.Call{Tool: tool})
						assert.NoError(t, err)
						assert.Equal(t, decision.Approve, v.Action)
						assert.Equal(t, "[a] fine", v.Reasoning)
					})
				}
				all.Wait()
				assert.Equal(t, tt.want, f.asked.Load())
				_, err := c.Judge(t.Context(), &decision.Call{Tool: "x"})
				require.NoError(t, err)
				assert.Equal(t, tt.want+1, f.asked.Load(), "an answer is not kept")
			})
		})
	}
}

func TestWithoutAKeyNothingIsShared(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := link("a", after(time.Second, answers(decision.Approve)))
		c := chainOf(t, l)
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() { round(t, c) })
		}
		all.Wait()
		assert.Equal(t, 3, asked(l))
	})
}

func TestACancelEndsASharedRequestOnlyWhenAllHaveLeft(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan error, 1)
		l, f := keyedLink(func(ctx context.Context, _ *decision.Call) (decision.Verdict, error) {
			select {
			case <-ctx.Done():
				ended <- ctx.Err()
				return decision.Verdict{}, ctx.Err()
			case <-time.After(20 * time.Second):
				return decision.Verdict{Action: decision.Deny, Confidence: 1}, nil
			}
		})
		c := mustChain(t, provider.Options{Failures: 1, Links: []provider.Link{l}})
		var all sync.WaitGroup
		judge := func(ctx context.Context, want error) {
			all.Go(func() {
				_, err := c.Judge(ctx, call)
				assert.ErrorIs(t, err, want)
			})
			synctest.Wait()
		}
		first, leave := context.WithCancel(t.Context())
		judge(first, context.Canceled)
		judge(t.Context(), nil)
		leave() // the one who began it
		all.Wait()
		assert.Empty(t, ended)

		first, leave = context.WithCancel(t.Context())
		second, leaveToo := context.WithCancel(t.Context())
		judge(first, context.Canceled)
		judge(second, context.Canceled)
		leave()
		synctest.Wait()
		assert.Empty(t, ended)
		leaveToo()
		synctest.Wait()
		assert.Len(t, ended, 1, "now nobody waits")
		assert.Equal(t, int32(2), f.asked.Load())
		assert.Equal(t, "ok", c.LinkHealth()[0].State, "and nobody is blamed")
		all.Wait()
	})
}

func TestACallInAHurryBeginsNothingThatOthersJoin(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, f := keyedLink(after(10*time.Second, answers(decision.Deny)))
		c := mustChain(t, provider.Options{Failures: 1, Links: []provider.Link{l}})
		hurry, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		var all sync.WaitGroup
		all.Go(func() {
			_, err := c.Judge(hurry, call)
			assert.Equal(t, decision.CauseTimeout, decision.CauseOf(err))
		})
		synctest.Wait()
		assert.Equal(t, []string{"a answered"}, round(t, c))
		all.Wait()
		assert.Equal(t, int32(2), f.asked.Load())

		all.Go(func() { assert.Equal(t, []string{"a answered"}, round(t, c)) })
		synctest.Wait()
		brief, cancelBrief := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancelBrief()
		_, err := c.Judge(brief, call)
		assert.Equal(t, decision.CauseTimeout, decision.CauseOf(err), "it joins and leaves")
		all.Wait()
		assert.Equal(t, int32(3), f.asked.Load())
		assert.Equal(t, "ok", c.LinkHealth()[0].State)
	})
}

func TestASharedFailureIsCountedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, _ := keyedLink(after(time.Second, fails(errDown)))
		c := chainOf(t, l)
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() { assert.Equal(t, []string{"a failed unavailable"}, round(t, c)) })
		}
		all.Wait()
		assert.Equal(t, 1, c.LinkHealth()[0].ConsecutiveFailures)
	})
}

func TestRequestsInFlightAreLimitedPerLink(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := link("a", after(time.Second, answers(decision.Deny)))
		a.MaxInFlight = 3
		c := chainOf(t, a, link("b", answers(decision.Deny)))
		var mu sync.Mutex
		count := map[string]int{}
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				s := round(t, c)[0]
				mu.Lock()
				defer mu.Unlock()
				count[s]++
			})
		}
		all.Wait()
		assert.Equal(t, map[string]int{"a answered": 3, "a failed overload": 7}, count)
		assert.Equal(t, "ok", c.LinkHealth()[0].State)
		assert.Equal(t, []string{"a answered"}, round(t, c))
	})
}

func TestAProviderThatEndsItsGoroutineHasFailed(t *testing.T) {
	t.Parallel()
	c := chainOf(t, link("a", func(context.Context, *decision.Call) (decision.Verdict, error) {
		runtime.Goexit()
		return decision.Verdict{}, nil
	}))
	assert.Equal(t, []string{"a failed panic"}, round(t, c))
}

// TestManyCallsAtOnce is for the race detector.
func TestManyCallsAtOnce(t *testing.T) {
	t.Parallel()
	a, _ := keyedLink(inTurn(fails(errDown), answers(decision.Deny), passes, panics, fails(openingError{errPlain, time.Nanosecond}), answers(decision.Approve)))
	a.MaxInFlight = 4
	c := mustChain(t, provider.Options{Failures: 2, Cooldown: time.Nanosecond, Links: []provider.Link{a, link("b", answers(decision.Escalate))}})
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			for i := range 50 {
				if i%7 == 0 {
					go cancel()
				}
				_, _ = c.Judge(ctx, call)
				c.LinkHealth()
			}
		})
	}
	all.Wait()
}

func TestARequestThatAllHaveLeftIsNotJoined(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, f := keyedLink(inTurn(deaf(time.Hour), answers(decision.Deny)))
		c := chainOf(t, l)
		assert.Equal(t, []string{"a failed timeout"}, round(t, c))
		assert.Equal(t, []string{"a answered"}, round(t, c))
		assert.Equal(t, int32(2), f.asked.Load())
		time.Sleep(time.Hour) // let it end
	})
}
