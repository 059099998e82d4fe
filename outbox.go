package supervisor

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Limits of what waits to be delivered after the fact.
const (
	// OutboxSize is how many events wait for one Store or Sink. Beyond it the
	// oldest is dropped, counted and logged; the journal has it.
	OutboxSize = 10_000
	// outboxTries is how often one event is offered before it is dropped.
	outboxTries = 8
	// outboxPause is the wait after the first failure; it doubles to
	// outboxMaxPause.
	outboxPause    = 100 * time.Millisecond
	outboxMaxPause = 10 * time.Second
	// outboxTimeout bounds one delivery.
	outboxTimeout = 30 * time.Second
	// outboxGrace is how long a delivery may take to notice that it was
	// cancelled.
	outboxGrace = time.Second
)

// outbox delivers events to one store or sink, in order, from a goroutine of
// its own.
type outbox struct {
	name    string
	log     *slog.Logger
	accept  func(Event) (Event, bool)
	deliver func(context.Context, Event) error
	cancel  context.CancelFunc
	done    chan struct{}

	mu      sync.Mutex
	waiting []Event
	wake    chan struct{} // holds a token when waiting has something new
	closing bool
	dropped int
}

func newOutbox(name string, log *slog.Logger, accept func(Event) (Event, bool), deliver func(context.Context, Event) error) *outbox {
	ctx, cancel := context.WithCancel(context.Background())
	o := &outbox{
		name: name, log: log, accept: accept, deliver: deliver, cancel: cancel,
		done: make(chan struct{}), wake: make(chan struct{}, 1),
	}
	go o.run(ctx)
	return o
}

// add never waits.
func (o *outbox) add(e Event) {
	e, ok := o.accept(e)
	if !ok {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closing {
		return
	}
	if len(o.waiting) >= OutboxSize {
		o.waiting = o.waiting[1:]
		if o.dropped++; o.dropped == 1 || o.dropped%1000 == 0 {
			o.log.Error("a store or sink is too far behind: the oldest event was dropped", "to", o.name, "dropped", o.dropped)
		}
	}
	o.waiting = append(o.waiting, e)
	o.signal()
}

// lost returns how many events were dropped.
func (o *outbox) lost() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.dropped
}

func (o *outbox) signal() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// take returns the next event, or false when there is none; last says that
// there will be no more.
func (o *outbox) take() (e Event, ok, last bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.waiting) == 0 {
		o.waiting = nil
		return Event{}, false, o.closing
	}
	e = o.waiting[0]
	o.waiting[0] = Event{}
	o.waiting = o.waiting[1:]
	return e, true, false
}

func (o *outbox) run(ctx context.Context) {
	defer close(o.done)
	for {
		e, ok, last := o.take()
		switch {
		case last || ctx.Err() != nil:
			return
		case ok:
			o.offer(ctx, e)
		default:
			select {
			case <-o.wake:
			case <-ctx.Done():
			}
		}
	}
}

// offer delivers one event, with retries.
func (o *outbox) offer(ctx context.Context, e Event) {
	pause := outboxPause
	for try := 1; ; try++ {
		err := safely(func() error {
			ctx, cancel := within(ctx, outboxTimeout)
			defer cancel()
			return o.deliver(ctx, e)
		})
		if err == nil || ctx.Err() != nil {
			return
		}
		if try == outboxTries {
			o.log.Error("a store or sink did not take an event: it was dropped", "to", o.name, "tries", try, "error", err)
			o.mu.Lock()
			o.dropped++
			o.mu.Unlock()
			return
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
		pause = min(2*pause, outboxMaxPause)
	}
}

// close waits until everything is delivered, or until ctx is done.
func (o *outbox) close(ctx context.Context) error {
	o.mu.Lock()
	o.closing = true
	o.signal()
	o.mu.Unlock()
	var err error
	select {
	case <-o.done:
	case <-ctx.Done():
		o.mu.Lock()
		err = fmt.Errorf("closing the %s: %d events were not delivered: %w", o.name, len(o.waiting), ctx.Err())
		o.mu.Unlock()
	}
	o.cancel()
	select {
	case <-o.done:
	case <-time.After(outboxGrace): // it ignores its context; leave it behind
	}
	return err
}
