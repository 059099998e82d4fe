package hook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
)

const (
	// DefaultTimeout bounds reading and judging one event. A rule takes
	// milliseconds; a model may take seconds, and the agent waits meanwhile.
	DefaultTimeout = 30 * time.Second
	// grace is how long a judge has to come back once its time is over, so that
	// its own account of that is told rather than ours.
	grace = time.Second
)

// Judge decides on calls. A supervisor is one, and so is a [Peer].
type Judge interface {
	Evaluate(ctx context.Context, c decision.Call) (decision.Decision, error)
}

// Waiter is the ability of a [Judge] to wait for the person to whom it left a
// call, by the id in Decision.Approval. Status approved must mean that the call
// may run now, once. Without it nobody is waited for.
type Waiter interface {
	Wait(ctx context.Context, approval string) (decision.Resolution, error)
}

// Options say how events are answered.
type Options struct {
	// Judge decides.
	Judge Judge
	// Agent is the agent's name for the judge. Empty: [DefaultAgent].
	Agent string
	// Timeout bounds reading and judging an event. 0 means [DefaultTimeout].
	Timeout time.Duration
	// Wait is how long a call that was left to a person is held until somebody
	// answers where the judge keeps it. 0: not at all. The host must wait longer
	// than Timeout and Wait together; see [Options.Longest].
	Wait time.Duration
	// Headless says that no person sits at the host, whatever an event says.
	Headless bool
	// Logger is told why an event was not judged, without anything of its
	// parameters. Nil: nobody is.
	Logger *slog.Logger
}

// Longest is how long an answer takes at most.
func (o Options) Longest() time.Duration {
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	longest := o.Timeout + grace
	if o.Wait > 0 {
		longest += o.Wait + grace
	}
	return longest
}

// Hook answers the events of a host. It may be used concurrently.
type Hook struct{ o Options }

// New makes a hook. The error says which option cannot be.
func New(o Options) (*Hook, error) {
	switch {
	case o.Judge == nil:
		return nil, errors.New("hook: Judge is missing")
	case o.Timeout < 0 || o.Wait < 0:
		return nil, errors.New("hook: Timeout and Wait must not be negative")
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return &Hook{o}, nil
}

// Serve reads one event from in, to its end, and writes the answer to out, and
// nothing else. Reading, too, has its time. The error is that of writing: then
// the host has heard nothing.
func (h *Hook) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	judging, cancel := context.WithTimeout(ctx, h.o.Timeout)
	defer cancel()
	a := h.guarded(ctx, func() Answer {
		data, err := readEvent(judging, in)
		if err != nil {
			return h.Fail(ctx, data, fmt.Errorf("reading the event: %w", err))
		}
		return h.answer(ctx, judging, data)
	})
	_, err := out.Write(a.AppendJSON(nil))
	return err
}

// guarded is do, and a denial where it panics: of a person nothing is known then.
func (h *Hook) guarded(ctx context.Context, do func() Answer) (a Answer) {
	defer func() {
		if p := recover(); p != nil {
			a = h.Fail(ctx, nil, panicked(p))
		}
	}()
	return do()
}

// Answer answers an event. It returns within [Options.Longest], whatever the
// judge does; one that does not heed its context is left behind.
func (h *Hook) Answer(ctx context.Context, event []byte) Answer {
	judging, cancel := context.WithTimeout(ctx, h.o.Timeout)
	defer cancel()
	return h.answer(ctx, judging, event)
}

// answer judges with the time of judging; who waits for a person has that of ctx.
func (h *Hook) answer(ctx, judging context.Context, event []byte) Answer {
	e, err := ParseEvent(event)
	if err != nil {
		return h.fail(ctx, &e, whyEvent, err)
	}
	d, err := inTime(judging, func(ctx context.Context) (decision.Decision, error) {
		return h.o.Judge.Evaluate(ctx, e.Call(h.o.Agent))
	})
	switch {
	case err != nil:
		return h.fail(ctx, &e, whyOf(err), err)
	case d.Action == decision.Approve:
		return allowed(named(&d, &e))
	case d.Action == decision.Deny:
		return denied(named(&d, &e))
	case d.Observed != nil && d.Cause == decision.CauseObserve:
		return Answer{}
	}
	return h.leave(ctx, named(&d, &e), &e)
}

// named fills in what the answer of a peer may lack.
func named(d *decision.Decision, e *Event) *decision.Decision {
	d.Tool = e.Tool
	if d.ID == "" {
		d.ID = e.ID()
	}
	return d
}

// leave is for a call that a person has to decide on: it waits for one, or says so.
func (h *Hook) leave(ctx context.Context, d *decision.Decision, e *Event) Answer {
	waiter, ok := h.o.Judge.(Waiter)
	if !ok || h.o.Wait == 0 || d.Approval == "" {
		return left(d, h.canAsk(e), "")
	}
	waiting, cancel := context.WithTimeout(ctx, h.o.Wait)
	defer cancel()
	r, err := inTime(waiting, func(ctx context.Context) (decision.Resolution, error) { return waiter.Wait(ctx, d.Approval) })
	switch {
	case err == nil && (r.Status == decision.ApprovalApproved || r.Status == decision.ApprovalDenied):
		return answered(d, r)
	case err == nil:
		d.Approval = "" // its time is over too: nobody can answer it any more
		return left(d, h.canAsk(e), "nobody answered in time")
	case isOver(err):
		return left(d, h.canAsk(e), "nobody answered in time")
	}
	h.o.Logger.ErrorContext(ctx, "waiting for a person failed", "approval", oneline.Clean(d.Approval, decision.MaxNameBytes), "error", err)
	var status peerStatus
	if errors.As(err, &status) { // it was used up or forgotten: nobody waits there
		d.Approval = ""
	}
	a := left(d, h.canAsk(e), "waiting for a person failed: "+whyOf(err))
	a.Failed = true
	return a
}

// isOver reports whether a wait ended for nothing but its time.
func isOver(err error) bool {
	var failed *Unjudged
	return errors.Is(err, context.DeadlineExceeded) && !errors.As(err, &failed)
}

func (h *Hook) canAsk(e *Event) bool { return !h.o.Headless && e.CanAsk() }

// Fail answers for an event that cannot be judged because of err, such as a
// config that cannot be read. event may be incomplete. Where it is nil nothing is
// known of a person, and the call is denied. err is logged and not shown to the
// host.
func (h *Hook) Fail(ctx context.Context, event []byte, err error) Answer {
	e, broken := ParseEvent(event)
	if broken != nil {
		e = Event{Mode: e.Mode}
	}
	if event == nil {
		e.Mode = modeUnreadable
	}
	why := "the supervisor is not set up as it should be, or the host did not send the event"
	var said *Unjudged
	if errors.As(err, &said) {
		why = said.Why
	}
	return h.fail(ctx, &e, why, err)
}

func (h *Hook) fail(ctx context.Context, e *Event, why string, err error) Answer {
	h.o.Logger.ErrorContext(ctx, "a call was not judged", "tool", toolName(e.Tool), "call", oneline.Clean(e.ID(), decision.MaxNameBytes), "error", err)
	return failed(e, h.canAsk(e), why)
}
