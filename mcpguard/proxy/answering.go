package proxy

import (
	"context"
	"sync"
	"time"
)

// flushTimeout bounds the wait for the answers to calls under way, once the server
// behind is gone: the SDK sends none on a connection that is being closed.
const flushTimeout = 5 * time.Second

// answering counts the calls that have no answer yet.
type answering struct {
	mu   sync.Mutex
	open int
	idle chan struct{} // closed when open is 0 again; nil: nobody waits
}

// begin counts a call until its context ends, which the SDK sees to after it has
// sent the answer.
func (a *answering) begin(ctx context.Context) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.open++
	context.AfterFunc(ctx, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.open--; a.open == 0 && a.idle != nil {
			close(a.idle)
			a.idle = nil
		}
	})
}

// wait waits until every call has its answer, or for flushTimeout.
func (a *answering) wait() {
	a.mu.Lock()
	if a.open == 0 {
		a.mu.Unlock()
		return
	}
	if a.idle == nil {
		a.idle = make(chan struct{})
	}
	idle := a.idle
	a.mu.Unlock()
	select {
	case <-idle:
	case <-time.After(flushTimeout):
	}
}
