package provider_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider"
)

// checked is a provider that can be checked.
type checked struct {
	label string
	check func(context.Context) error
}

func (c checked) Name() string                    { return c.label }
func (c checked) Check(ctx context.Context) error { return c.check(ctx) }
func (c checked) Judge(context.Context, *decision.Call) (decision.Verdict, error) {
	return decision.Verdict{}, decision.ErrPass
}

// unchecked cannot be.
type unchecked struct{}

func (unchecked) Name() string { return "plain" }
func (unchecked) Judge(context.Context, *decision.Call) (decision.Verdict, error) {
	return decision.Verdict{}, decision.ErrPass
}

func TestCheckAsksEveryLinkWithinItsTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		unset := errors.New("the key is not set")
		c, err := provider.NewChain(provider.Options{Links: []provider.Link{
			{Provider: checked{"a", func(context.Context) error { return unset }}, Name: "a", Detail: "m"},
			{Provider: unchecked{}, Name: "b"},
			{Provider: checked{"c", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }}, Name: "c", Timeout: time.Second},
			{Provider: checked{"d", func(context.Context) error { panic("x") }}, Name: "d"},
		}})
		require.NoError(t, err)
		start := time.Now()
		found := c.Check(t.Context())
		assert.Equal(t, time.Second, time.Since(start))
		assert.Equal(t, provider.Checked{Name: "a", Detail: "m", Err: unset}, found[0])
		assert.Equal(t, provider.Checked{Name: "b"}, found[1])
		require.ErrorIs(t, found[2].Err, context.DeadlineExceeded)
		assert.Equal(t, decision.CausePanic, decision.CauseOf(found[3].Err))
		for _, l := range c.LinkHealth() {
			assert.Equal(t, "ok", l.State, "a check is no call")
		}
	})
}
