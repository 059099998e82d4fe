package supervisor

import (
	"context"
	"sync"
	"time"
)

// within is [context.WithTimeout] for a callee that seldom waits: the timer is
// made when it asks for Done. Each decision is given to the journal and to the
// sinks with such a context, and they have mostly taken it before. Until somebody
// asks for Done, an end is noticed by whoever asks for Err, and its cause may be
// that of the parent.
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
	err   error // once it has ended, as far as anybody has noticed
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

// state is Err under the lock. An error stays what it is.
func (c *untimed) state() error {
	switch {
	case c.err != nil:
	case c.timed != nil:
		c.err = c.timed.Err()
	case c.Context.Err() != nil:
		c.err = c.Context.Err()
	case !time.Now().Before(c.at):
		c.err = context.DeadlineExceeded
	}
	return c.err
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
