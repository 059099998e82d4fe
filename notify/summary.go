package notify

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// withhold counts a call that is not told of by itself, and sees to it that
// people are told how many there were, also when no message follows.
func (w *Webhook) withhold(waits string, d *decision.Decision) {
	w.withheld.add(waits, d)
	if w.silent++; w.silent == 1 || w.silent%1000 == 0 {
		w.opts.Logger.Warn("more calls wait for people than a webhook tells of: they are counted and told together",
			"webhook", w.opts.Name, "withheld", w.silent)
	}
	w.arm()
}

// arm has the summary sent after its pause.
func (w *Webhook) arm() {
	if w.summary == nil && !w.closed {
		w.summary = time.AfterFunc(summaryPause, w.summarize)
	}
}

// summarize tells how many calls nobody was told of, unless a message has.
func (w *Webhook) summarize() {
	w.turn <- struct{}{} // whoever has it gives it back: all that is done with it is bounded
	defer w.end()
	w.summary = nil
	count := w.withheld.waiting(w.opts.Now(), &w.settled)
	if count == 0 || w.closed || w.gone.Load() {
		return
	}
	if w.opts.Now().Before(w.leave) || w.tellWithheld(context.Background(), count) != nil {
		if w.tries++; w.tries < summaryTries {
			w.arm()
		}
	}
}

// tellWithheld sends the summary of so many calls. Its error asks for another try.
func (w *Webhook) tellWithheld(ctx context.Context, count int) error {
	n := notice{together: true, Withheld: count, Link: w.link(decision.Event{})}
	return w.settle(w.send(ctx, "msg_"+rand.Text(), typeWithheld, n))
}

// Close sends what is to be told of calls that were withheld, within the time of
// ctx, and nothing afterwards. A second Close does nothing.
func (w *Webhook) Close(ctx context.Context) error {
	if err := w.begin(ctx); err != nil {
		return err
	}
	defer w.end()
	if w.closed {
		return nil
	}
	w.closed = true
	if w.summary != nil {
		w.summary.Stop()
	}
	defer w.client.CloseIdleConnections()
	count := w.withheld.waiting(w.opts.Now(), &w.settled)
	if count == 0 || w.gone.Load() {
		return nil
	}
	if err := w.tellWithheld(ctx, count); err != nil {
		return errors.New(w.opts.Name + ": people were not told of calls that wait: " + err.Error())
	}
	return nil
}
