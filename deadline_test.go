package supervisor

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

func isDone(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return true
	default:
		return false
	}
}

// TestWithinEndsAsATimeoutDoes asks for Done in different moments, or never: the
// answers are those of context.WithTimeout.
func TestWithinEndsAsATimeoutDoes(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]func(ctx context.Context, cancel, cancelParent context.CancelFunc){
		"nothing":          func(context.Context, context.CancelFunc, context.CancelFunc) {},
		"the time":         func(context.Context, context.CancelFunc, context.CancelFunc) { time.Sleep(time.Minute) },
		"cancelled":        func(_ context.Context, cancel, _ context.CancelFunc) { cancel() },
		"by its parent":    func(_ context.Context, _, cancelParent context.CancelFunc) { cancelParent() },
		"twice":            func(_ context.Context, cancel, cancelParent context.CancelFunc) { cancel(); cancel(); cancelParent() },
		"late":             func(_ context.Context, cancel, _ context.CancelFunc) { time.Sleep(time.Hour); cancel() },
		"asked, then time": func(ctx context.Context, _, _ context.CancelFunc) { ctx.Done(); time.Sleep(time.Minute) },
		"asked, cancelled": func(ctx context.Context, cancel, _ context.CancelFunc) { ctx.Done(); cancel() },
		"asked, by parent": func(ctx context.Context, _, cancelParent context.CancelFunc) { ctx.Done(); cancelParent() },
	} {
		for _, askErrFirst := range []bool{true, false} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					type key struct{}
					outcome := func(with func(context.Context, time.Duration) (context.Context, context.CancelFunc)) []any {
						parent, cancelParent := context.WithCancel(context.WithValue(t.Context(), key{}, "value"))
						defer cancelParent()
						begun := time.Now()
						ctx, cancel := with(parent, time.Minute)
						defer cancel()
						at, ok := ctx.Deadline()
						step(ctx, cancel, cancelParent)
						synctest.Wait()
						var err error
						if askErrFirst {
							err = ctx.Err()
						}
						done := isDone(ctx)
						return []any{at.Sub(begun), ok, done, err, ctx.Err(), ctx.Value(key{})}
					}
					assert.Equal(t, outcome(context.WithTimeout), outcome(within))
				})
			})
		}
	}
}

// TestWithinHandsOn makes contexts of one: they end with it, and it needs no
// goroutine for them, which the bubble would wait for.
func TestWithinHandsOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := within(t.Context(), time.Minute)
		child, cancelChild := context.WithTimeout(ctx, time.Hour)
		defer cancelChild()
		at, _ := child.Deadline()
		assert.Equal(t, time.Minute, time.Until(at), "the earlier one")
		cancel()
		assert.Equal(t, context.Canceled, child.Err(), "at once")
	})
}

func TestWithinKeepsAnEarlierDeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		parent, cancelParent := context.WithTimeout(t.Context(), time.Second)
		defer cancelParent()
		ctx, cancel := within(parent, time.Minute)
		defer cancel()
		at, ok := ctx.Deadline()
		assert.True(t, ok)
		assert.Equal(t, time.Second, time.Until(at))
		time.Sleep(2 * time.Second)
		assert.Equal(t, context.DeadlineExceeded, ctx.Err())
		assert.True(t, isDone(ctx))
	})
}
