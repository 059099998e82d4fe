package memory

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
)

const (
	// MaxAwaited is how many calls a sink of [Observe] remembers until somebody
	// settles them; the oldest is forgotten. A refusal of a forgotten one is
	// known by its fingerprint and effects, no longer by its words.
	MaxAwaited = 10_000
	// maxResolver bounds the name of a resolver that is kept.
	maxResolver = 200
)

// Observer is the sink that [Observe] returns.
type Observer struct {
	store  decision.Words
	people atomic.Pointer[People]

	mu    sync.Mutex
	calls map[string]awaited // by the id of the call
	order []string           // oldest first
}

// awaited is what is known of a call that its decision does not tell.
type awaited struct {
	fingerprint string
	like        []string
}

// Observe returns the sink that remembers what people decide, from the outcomes
// of calls that were left to them or that they settled first. What was decided
// by the supervisor itself, also in observe mode, is nobody's word; neither is a
// call that nobody answered in time. What is answered in a store of our own is
// left to [Approvals].
//
// An approval is kept when a person gave it. A refusal is kept whoever gave it,
// since it ends precedents. A word gets the id of its approval, so that one
// call makes one word however often its outcome is told.
func Observe(store decision.Words, people People) *Observer {
	o := &Observer{store: store, calls: map[string]awaited{}}
	o.SetPeople(people)
	return o
}

// SetPeople changes whose approvals are kept from now on. It is safe for
// concurrent use.
func (o *Observer) SetPeople(people People) { o.people.Store(&people) }

// Wants implements [decision.Picker]: a call that the supervisor settled for the
// program that asked it waits for nobody's word. Calls of queues may be settled
// by a person first, whatever was decided.
func (o *Observer) Wants(e decision.Event) bool {
	switch e.Type {
	case decision.EventDecision:
		d := e.Decision
		return d != nil && (d.Via != decision.ViaEvaluate || d.Action == decision.Escalate || d.Observed != nil)
	case decision.EventOutcome:
		return true
	}
	return false
}

// Record implements [decision.Sink].
func (o *Observer) Record(ctx context.Context, e decision.Event) error {
	switch {
	case e.Decision == nil || e.Decision.ID == "" || e.Decision.Approval != "":
	case e.Type == decision.EventDecision && e.Call != nil:
		o.await(ctx, e.Call, *e.Decision)
	case e.Type == decision.EventOutcome && e.Outcome != nil:
		return o.outcome(ctx, e)
	}
	return nil
}

// await remembers the likeness of a call; what its effects were is known by now.
func (o *Observer) await(ctx context.Context, c *decision.Call, d decision.Decision) {
	known := awaited{fingerprint: d.Fingerprint, like: decision.Likeness(c, c.Effects(ctx))}
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, again := o.calls[d.ID]; !again {
		o.order = append(o.order, d.ID)
	}
	o.calls[d.ID] = known
	for len(o.order) > MaxAwaited {
		delete(o.calls, o.order[0])
		o.order = o.order[1:]
	}
}

func (o *Observer) outcome(ctx context.Context, e decision.Event) error {
	d, outcome := e.Decision, e.Outcome
	if outcome.State != decision.OutcomeSettled && outcome.State != decision.OutcomeLost || d.Fingerprint == "" {
		return nil
	}
	w := decision.Word{
		ID: d.ID, Agent: d.Agent, Session: d.Session, Tool: d.Tool, Fingerprint: d.Fingerprint,
		By: oneline.Clean(outcome.By, maxResolver), Time: settledAt(e),
	}
	switch outcome.Status {
	case string(decision.ApprovalApproved):
		if !o.people.Load().Includes(outcome.By) {
			return nil
		}
		w.Action = decision.Approve
	case string(decision.ApprovalDenied):
		w.Action = decision.Deny
	default:
		return nil
	}
	effects := recorded(d.Evidence)
	w.Signature = signature(effects)
	w.Like = o.likeOf(d)
	if w.Like == nil {
		w.Like = decision.LikeEffects(d.Agent, effects)
	}
	if err := o.store.SaveWord(ctx, w); err != nil {
		return fmt.Errorf("keeping what was decided about approval %.64s: %w", d.ID, err)
	}
	return nil
}

// likeOf returns the likeness of the call of a decision. A call that was judged
// again under the same id with other parameters is another one.
func (o *Observer) likeOf(d *decision.Decision) []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if known, ok := o.calls[d.ID]; ok && known.fingerprint == d.Fingerprint {
		return known.like
	}
	return nil
}

func settledAt(e decision.Event) time.Time {
	if !e.Outcome.At.IsZero() {
		return e.Outcome.At
	}
	return e.Time
}

// recorded are the effects that a decision shows. Without any, nobody can tell
// whether the call had none or nobody looked.
func recorded(e decision.Evidence) decision.Effects {
	return decision.Effects{List: e.Effects, Gaps: e.Opaque, Covered: len(e.Effects) > 0}
}
