package supervisor

import (
	"context"
	"sync"
	"time"
)

// within is [context.WithTimeout] for a callee that seldom waits: the timer is
// made when it asks for Done. Each decision is given to the journal and to the
// store with such a context, and both have mostly taken it before.
func within(parent context.Context, d time.Duration) (ctx context.Context, cancel context.CancelFunc) {
	c := &untimed{Context: parent, at: time.Now().Add(d)}
	return c, c.end
}

// untimed is a context with a deadline and, until somebody asks for Done,
// without a timer. It is safe for concurrent use.
type untimed struct {
	context.Context
	at time.Time

	mu    sync.Mutex
	timed context.Context // nil: nobody has asked
	stop  context.CancelFunc
	err   error // set by end
}

func (c *untimed) Deadline() (time.Time, bool) {
	if at, ok := c.Context.Deadline(); ok && at.Before(c.at) {
		return at, true
	}
	return c.at, true
}

func (c *untimed) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timed == nil {
		c.timed, c.stop = context.WithDeadline(c.Context, c.at)
		if c.err != nil {
			c.stop()
		}
	}
	return c.timed.Done()
}

func (c *untimed) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state()
}

// state is Err under the lock.
func (c *untimed) state() error {
	switch {
	case c.err != nil:
		return c.err
	case c.timed != nil:
		return c.timed.Err()
	case c.Context.Err() != nil:
		return c.Context.Err()
	case !time.Now().Before(c.at):
		return context.DeadlineExceeded
	}
	return nil
}

// Value is also that of the timed context, by which package context recognises
// its own: a context made of this one then needs no goroutine.
func (c *untimed) Value(key any) any {
	c.mu.Lock()
	timed := c.timed
	c.mu.Unlock()
	if timed != nil {
		return timed.Value(key)
	}
	return c.Context.Value(key)
}

func (c *untimed) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err = c.state(); c.err == nil {
		c.err = context.Canceled
	}
	if c.stop != nil {
		c.stop()
	}
}
