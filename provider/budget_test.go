package provider_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider"
)

// limited is a link that records how long it may take.
func limited(name string, timeout time.Duration, given *[]time.Duration, then behaviour) provider.Link {
	l := link(name, func(ctx context.Context, c *decision.Call) (decision.Verdict, error) {
		deadline, _ := ctx.Deadline()
		*given = append(*given, time.Until(deadline))
		return then(ctx, c)
	})
	l.Timeout = timeout
	return l
}

func TestEachLinkGetsItsShareOfTheBudget(t *testing.T) {
	t.Parallel()
	const s = time.Second
	for name, tt := range map[string]struct {
		budget   time.Duration
		timeouts []time.Duration
		does     behaviour
		want     []time.Duration
	}{
		"enough for all":                 {60 * s, []time.Duration{30 * s, 20 * s}, hangs, []time.Duration{30 * s, 20 * s}},
		"too little: equal shares":       {60 * s, []time.Duration{90 * s, 90 * s, 90 * s}, hangs, []time.Duration{20 * s, 20 * s, 20 * s}},
		"a short one leaves the rest":    {60 * s, []time.Duration{90 * s, 5 * s}, hangs, []time.Duration{55 * s, 5 * s}},
		"what is not used is handed on":  {60 * s, []time.Duration{90 * s, 90 * s}, fails(errDown), []time.Duration{30 * s, 60 * s}},
		"a single one gets all":          {60 * s, []time.Duration{90 * s}, hangs, []time.Duration{60 * s}},
		"no link more than its timeout":  {600 * s, []time.Duration{3 * s, 4 * s}, hangs, []time.Duration{3 * s, 4 * s}},
		"the default is the reference's": {0, []time.Duration{0, 0}, hangs, []time.Duration{30 * s, 30 * s}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var given []time.Duration
				o := provider.Options{Budget: tt.budget}
				for _, timeout := range tt.timeouts {
					o.Links = append(o.Links, limited("a", timeout, &given, tt.does))
				}
				_, err := mustChain(t, o).Judge(t.Context(), call)
				require.Error(t, err)
				assert.Equal(t, tt.want, given)
			})
		})
	}
}

func TestALinkThatIsLeftOutIsKeptNoTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var first, second []time.Duration
		c := mustChain(t, provider.Options{Budget: time.Minute, Failures: 1, Links: []provider.Link{
			limited("a", time.Hour, &first, fails(ignoredError{errDown})), limited("b", time.Hour, &second, fails(errDown)),
		}})
		round(t, c)
		round(t, c)
		assert.Equal(t, []time.Duration{30 * time.Second, time.Minute}, first)
	})
}

func TestTheCallersDeadlineCoversTheChainAndTheAccountComesBefore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := mustChain(t, provider.Options{Failures: 1, Links: []provider.Link{link("a", hangs), link("b", hangs)}})
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		v, err := c.Judge(ctx, call)
		require.NoError(t, ctx.Err(), "it ends before the caller's clock does")
		assert.Equal(t, decision.CauseTimeout, decision.CauseOf(err))
		assert.Equal(t, []string{"a failed timeout", "b failed timeout"}, states(v))
		assert.Equal(t, []string{
			"a: no answer within 4.95s, its share of the time that the call still had",
			"b: no answer within 4.95s, its share of the time that the call still had",
		}, v.Notes)
		for _, h := range c.LinkHealth() {
			assert.Equal(t, "ok", h.State, "a call in a hurry is not the link's fault")
		}
	})
}

func TestWhoseClockFired(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := link("a", hangs)
		a.Timeout = 20 * time.Second
		c := mustChain(t, provider.Options{Failures: 1, Budget: 30 * time.Second, Links: []provider.Link{a, link("b", hangs), link("c", answers(decision.Deny))}})
		v, err := c.Judge(t.Context(), call)
		require.NoError(t, err)
		assert.Equal(t, []string{
			"a: no answer within 10s, its share of the budget of the chain",
			"b: no answer within 10s, its share of the budget of the chain",
		}, v.Notes)
		assert.Equal(t, []string{"a failed timeout", "b failed timeout", "c answered"}, states(v))

		v, err = c.Judge(t.Context(), call)
		require.NoError(t, err)
		assert.Equal(t, []string{"a skipped", "b failed timeout", "c answered"}, states(v))
		one := chainOf(t, a)
		_, err = one.Judge(t.Context(), call)
		require.EqualError(t, err, "a: no answer within its own timeout of 20s")
	})
}

// TestOnlyALinkThatHadItsTimeIsBlamed has the first link use up the budget.
func TestOnlyALinkThatHadItsTimeIsBlamed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := mustChain(t, provider.Options{Failures: 1, Budget: 45 * time.Second, Cooldown: time.Hour, Links: []provider.Link{
			link("a", inTurn(hangs, fails(ignoredError{errDown}))), link("b", hangs),
		}})
		round(t, c)
		assert.Equal(t, "skipped", c.LinkHealth()[0].State, "it had 22.5 of 22.5 s")
		assert.Equal(t, "ok", c.LinkHealth()[1].State, "it had 22.5 s, of 30 that it usually has")
		round(t, c)
		assert.Equal(t, "skipped", c.LinkHealth()[1].State, "now it had all of them")
	})
}

func TestALinkThatIgnoresItsContextIsLeftBehind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		deaf := link("a", func(context.Context, *decision.Call) (decision.Verdict, error) {
			<-release
			return decision.Verdict{Action: decision.Approve, Confidence: 1}, nil
		})
		deaf.MaxInFlight = 2
		c := mustChain(t, provider.Options{Failures: 9, Links: []provider.Link{deaf, link("b", answers(decision.Deny))}})
		for range 2 {
			assert.Equal(t, []string{"a failed timeout", "b answered"}, round(t, c))
		}
		assert.Equal(t, []string{"a failed overload", "b answered"}, round(t, c), "what was left behind holds its place")
		assert.Equal(t, 2, c.LinkHealth()[0].ConsecutiveFailures, "and an overload is not counted")
		close(release)
		synctest.Wait()
		assert.Equal(t, []string{"a answered"}, round(t, c))
	})
}

func TestACallInAHurryDoesNotBlameALinkThatIsDeaf(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := mustChain(t, provider.Options{Failures: 1, Links: []provider.Link{link("a", deaf(time.Hour))}})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := c.Judge(ctx, call)
		assert.Equal(t, decision.CauseTimeout, decision.CauseOf(err))
		assert.Equal(t, "ok", c.LinkHealth()[0].State)
		time.Sleep(time.Hour) // let it end
	})
}

func TestNoLinkIsAskedWhenNoTimeIsLeft(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := link("a", answers(decision.Approve))
		ctx, cancel := context.WithTimeout(t.Context(), 0)
		defer cancel()
		v, err := chainOf(t, a).Judge(ctx, call)
		assert.Equal(t, decision.CauseTimeout, decision.CauseOf(err))
		assert.Equal(t, []string{"a failed timeout"}, states(v))
		synctest.Wait()
		assert.Zero(t, asked(a))
	})
}
