// Package storetest is what every [decision.Store] has to do, as a test.
//
// A store's own tests call [Run]; they need no other test of what is in here:
//
//	func TestStore(t *testing.T) {
//		storetest.Run(t, storetest.Options{New: func(t *testing.T, now func() time.Time) decision.Store {
//			return open(t, t.TempDir(), now)
//		}})
//	}
package storetest

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision"
)

// Options say how the suite gets a store.
type Options struct {
	// New opens an empty store with room for a thousand entries of each kind,
	// whose clock is now. It registers what there is to close with t.Cleanup. It
	// is called for every part of the suite; the parts run in parallel.
	New func(t *testing.T, now func() time.Time) decision.Store
	// Reopen opens what a store keeps a second time, as another process would,
	// while the store is still open and after its process was killed. Nil: the
	// store keeps nothing beyond itself.
	Reopen func(t *testing.T, s decision.Store, now func() time.Time) decision.Store
	// Tight opens an empty store with room for so many entries of each kind, which
	// behaves at its limits as the store of package memory does. Nil: that is not tested.
	Tight func(t *testing.T, now func() time.Time, limit int) decision.Store
}

// noon is when each part of the suite begins.
var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// clock stands still until it is set forward.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) forward(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(by)
}

// bench is a store under test. Other is the same store, or the second opening of
// it where it has one, so that each part also tests what is shared.
type bench[S any] struct {
	store, other S
	clock        *clock
	options      Options
}

// Run tests a store: decisions, and each ability that it has.
func Run(t *testing.T, o Options) {
	t.Helper()
	run(t, o, "decisions", decisions)
	run(t, o, "words", words)
	run(t, o, "standing approvals", standings)
	run(t, o, "approvals", approvals)
	if o.Tight != nil {
		t.Run("bounds", func(t *testing.T) {
			t.Parallel()
			bounds(t, o)
		})
	}
}

// run runs the parts of one ability, where the store has it.
func run[S any](t *testing.T, o Options, ability string, parts map[string]func(t *testing.T, b bench[S])) {
	t.Helper()
	t.Run(ability, func(t *testing.T) {
		t.Parallel()
		for name, part := range parts {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				c := &clock{at: noon}
				opened := o.New(t, c.now)
				able, ok := opened.(S)
				if !ok {
					t.Skipf("the store does not keep %s", ability)
				}
				b := bench[S]{store: able, other: able, clock: c, options: o}
				if o.Reopen != nil {
					b.other = o.Reopen(t, opened, c.now).(S)
				}
				part(t, b)
			})
		}
	})
}

// racers is how many try at once where one may succeed.
const racers = 20

// race has both openings of a store try something at once and returns how often
// it succeeded.
func race[S any](t *testing.T, b bench[S], try func(s S, racer int) (bool, error)) int {
	t.Helper()
	var group sync.WaitGroup
	won := make(chan bool, racers)
	for n := range racers {
		s := b.store
		if n%2 == 1 {
			s = b.other
		}
		group.Go(func() {
			ok, err := try(s, n)
			assert.NoError(t, err)
			won <- ok
		})
	}
	group.Wait()
	close(won)
	count := 0
	for ok := range won {
		if ok {
			count++
		}
	}
	return count
}

// ended is a context that has ended.
func ended(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

// sameTime compares moments; a store may return another location.
func sameTime(t *testing.T, want, got time.Time, what string) {
	t.Helper()
	assert.True(t, want.Equal(got), "%s: want %s, got %s", what, want, got)
}
