package notify

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Webhook tells an address of each call that waits for a person, once a call. It
// is a [decision.Sink]; a supervisor calls it after the decision, again when it
// fails, and for a bounded number of times. All methods are safe for concurrent
// use.
//
// More than Options.PerMinute is not told one by one: the calls are counted, and
// the next message, or one of its own half a minute later, says how many of them
// still wait. Nobody is told of a call for which nobody waits any more. An answer of 410
// ends the webhook until it is made anew; other answers of 300 to 499 but 408, 425
// and 429 drop the message; both are logged. Retry-After is kept, up to a quarter
// of an hour.
type Webhook struct {
	opts    Options
	target  target
	client  *http.Client
	gone    atomic.Bool
	settled settledCalls

	turn chan struct{} // held by whoever sends; guards what follows
	told
	pace     pace
	paid     string    // the message that has been let through, while it is tried
	leave    time.Time // the receiver asked to be left alone until then
	dropped  int       // messages that the receiver refused
	withheld withheld
	silent   int // of those, all that there ever were
	summary  *time.Timer
	tries    int // of the summary
	closed   bool
}

var (
	_ decision.Sink   = (*Webhook)(nil)
	_ decision.Picker = (*Webhook)(nil)
)

// NewWebhook makes a webhook. The error names every fault of the options and
// quotes neither the URL nor a secret. Nothing is sent, and no name is looked up.
func NewWebhook(o Options) (*Webhook, error) {
	t, err := parseTarget(o.URL, o.AllowPrivate)
	if err != nil {
		return nil, fmt.Errorf("webhook options: URL: %w", err)
	}
	o = o.withDefaults(t)
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("webhook options: %w", err)
	}
	return &Webhook{
		opts: o, target: t, client: o.client(t), turn: make(chan struct{}, 1), pace: newPace(o.PerMinute, burst),
	}, nil
}

// Wants implements [decision.Picker]: calls that are left to a person. It notes from
// outcomes which of them nobody waits for any more, so it is to see every event.
func (w *Webhook) Wants(e decision.Event) bool {
	w.settled.note(e)
	return !w.gone.Load() && leavesToPerson(e)
}

// errClosed says that nothing is sent any more.
var errClosed = errors.New("the webhook is closed")

// Record tells of an event that [Webhook.Wants], and does nothing with any other.
// An error asks to be called again with the same event.
func (w *Webhook) Record(ctx context.Context, e decision.Event) error {
	if !w.Wants(e) {
		return nil
	}
	if err := w.begin(ctx); err != nil {
		return err
	}
	defer w.end()
	if w.closed {
		return errClosed
	}
	waits, id := waitsAs(e.Decision), messageID(e.Decision)
	if w.has(waits) {
		return nil
	}
	if err := w.leaveAlone(ctx); err != nil {
		return err
	}
	now := w.opts.Now()
	switch {
	case over(e.Decision.Expires, now), w.settled.has(waits):
		return nil
	case w.paid != id && !w.pace.take(now):
		w.add(waits)
		w.withhold(waits, e.Decision)
		return nil
	}
	w.paid = id
	n := noticeOf(e, w.link(e))
	n.Withheld = w.withheld.waiting(now, &w.settled)
	if err := w.settle(w.send(ctx, id, typePending, n)); err != nil {
		return fmt.Errorf("%s: %w", w.opts.Name, err)
	}
	w.add(waits)
	return nil
}

// begin takes the turn to send; a turn that is free, also when ctx has ended.
func (w *Webhook) begin(ctx context.Context) error {
	select {
	case w.turn <- struct{}{}:
		return nil
	default:
	}
	select {
	case w.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *Webhook) end() { <-w.turn }

// leaveAlone waits as long as the receiver asked for.
func (w *Webhook) leaveAlone(ctx context.Context) error {
	wait := w.leave.Sub(w.opts.Now())
	if wait <= 0 {
		return nil
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%s: the receiver asked to be left alone for another %s: %w", w.opts.Name, wait.Round(time.Second), ctx.Err())
	}
}

// link asks for the address of a page; one that is too long is none.
func (w *Webhook) link(e decision.Event) string {
	if link := w.opts.Link(e); len(link) <= maxLink {
		return link
	}
	return ""
}

// settle reads how sending went. What another try cannot cure ends here.
func (w *Webhook) settle(err error) error {
	var refused refusal
	switch {
	case errors.Is(err, errGone):
		w.gone.Store(true)
		w.opts.Logger.Error("a webhook is gone: nobody is told there any more", "webhook", w.opts.Name)
	case errors.As(err, &refused):
		if w.dropped++; w.dropped == 1 || w.dropped%1000 == 0 {
			w.opts.Logger.Error("a webhook refuses messages: they are dropped", "webhook", w.opts.Name, "dropped", w.dropped, "error", err)
		}
	case err != nil:
		return err
	default:
		w.withheld, w.tries = withheld{}, 0 // the message has told it
	}
	return nil
}
