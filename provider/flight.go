package provider

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// errSkipped says that a link's breaker is open, or that another call tries
// the link just now.
var errSkipped = errors.New("the breaker is open")

// request is what is asked of one link.
type request[T any] struct {
	key string // calls with the same one share the request; empty: nobody does
	run func(context.Context) (T, error)
}

// group holds the requests of one link that calls may share. A request that
// nobody may share uses a group of its own.
type group[T any] struct {
	mu      sync.Mutex
	flights map[string]*flight[T]
}

// flight is one request on its way.
type flight[T any] struct {
	key    string // in its group; empty: not there
	start  time.Time
	slot   slot
	cancel context.CancelFunc
	report func(error) // to the breaker; only the first counts

	waiting int // calls that wait for it; the group's lock guards it

	done  chan struct{} // closed when value and err are set
	value T
	err   error
}

// ask sends a request, or joins the identical one that is on its way, and
// waits for it as long as the slot allows.
func ask[T any](ctx context.Context, c *Chain, l *link, g *group[T], r request[T], s slot) (T, error) {
	var none T
	f, err := g.join(ctx, c, l, r, s)
	if err != nil {
		return none, err
	}
	timer := time.NewTimer(s.given)
	defer timer.Stop()
	select {
	case <-f.done:
		return f.value, f.err
	case <-timer.C:
	case <-ctx.Done():
	}
	select {
	case <-f.done: // both at once: the answer counts
		return f.value, f.err
	default:
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		g.leave(f, errUncounted)
		return none, ctx.Err()
	}
	silence := error(errUncounted)
	if s.isWhole(time.Since(f.start)) {
		silence = s.silence()
	}
	g.leave(f, silence)
	return none, s.silence()
}

// join finds the identical request that is on its way, or sends one. Only a
// call that has the usual time for the link begins what others may join: they
// must not get an early end because its own time is short.
func (g *group[T]) join(ctx context.Context, c *Chain, l *link, r request[T], s slot) (*flight[T], error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if f := g.flights[r.key]; f != nil && r.key != "" {
		f.waiting++
		return f, nil
	}
	done, ok := l.state.breaker.allow()
	if !ok {
		return nil, errSkipped
	}
	if !l.state.places.Take(l.MaxInFlight) {
		done(errUncounted)
		return nil, decision.Errorf(decision.CauseOverload, "%d requests are in flight already", l.MaxInFlight)
	}
	var once sync.Once
	f := &flight[T]{start: time.Now(), slot: s, waiting: 1, done: make(chan struct{}), report: func(err error) {
		once.Do(func() { done(err); c.tellOf(l) })
	}}
	if r.key != "" && s.isWhole(s.given) {
		f.key = r.key
		if g.flights == nil {
			g.flights = map[string]*flight[T]{}
		}
		g.flights[f.key] = f
	}
	ctx, f.cancel = context.WithTimeoutCause(context.WithoutCancel(ctx), s.given, s.silence())
	go g.fly(ctx, c, l, r, f)
	return f, nil
}

// leave ends a request when the last call that waits for it goes, and tells
// the breaker why.
func (g *group[T]) leave(f *flight[T], outcome error) {
	g.mu.Lock()
	f.waiting--
	last := f.waiting == 0
	if last {
		g.forget(f)
	}
	g.mu.Unlock()
	if last {
		f.report(outcome)
		f.cancel()
	}
}

// forget takes a request out of its group. The group's lock is held.
func (g *group[T]) forget(f *flight[T]) {
	if f.key != "" && g.flights[f.key] == f {
		delete(g.flights, f.key)
	}
}

// fly runs a request to its end. Its place is taken until then.
func (g *group[T]) fly(ctx context.Context, c *Chain, l *link, r request[T], f *flight[T]) {
	defer l.state.places.GiveBack()
	defer f.cancel()
	f.err = decision.Errorf(decision.CausePanic, "the provider ended its goroutine")
	defer func() {
		if p := recover(); p != nil {
			c.logPanic(ctx, l, p)
			f.err = decision.Errorf(decision.CausePanic, "the provider panicked")
		}
		if f.err != nil && ctx.Err() != nil && decision.CauseOf(f.err) != decision.CausePanic {
			f.err = context.Cause(ctx) // whose clock it was, rather than what broke because of it
		}
		g.mu.Lock()
		g.forget(f)
		g.mu.Unlock()
		f.report(outcome(f.err, f.slot))
		close(f.done)
	}()
	f.value, f.err = r.run(ctx)
}

// outcome is what the breaker is told of a request that came back.
func outcome(err error, s slot) error {
	var ignorer BreakerIgnorer
	switch {
	case err == nil:
		return nil
	case errors.Is(err, decision.ErrPass):
		return errUncounted
	case errors.As(err, &ignorer) && ignorer.BreakerIgnores():
		return errUncounted
	case decision.CauseOf(err) == decision.CauseTimeout && !s.isWhole(s.given):
		return errUncounted
	}
	return err
}

// maxStackBytes bounds the stack that is logged of a panic.
const maxStackBytes = 4 << 10

// logPanic logs that a link panicked, and where. The panic's value is left out:
// it could hold a parameter.
func (c *Chain) logPanic(ctx context.Context, l *link, value any) {
	stack := debug.Stack()
	c.log.ErrorContext(ctx, "a link of the chain panicked",
		"link", l.Name, "panic", fmt.Sprintf("%T", value), "stack", string(stack[:min(len(stack), maxStackBytes)]))
}
