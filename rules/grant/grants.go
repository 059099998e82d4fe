package grant

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules/standing"
)

const (
	// MaxOpen bounds the grants that are remembered until they end; at the limit
	// no further one is given.
	MaxOpen = 1000
	// MaxWaiting bounds the approves that are not known to be sent yet; one beyond
	// it opens no grant.
	MaxWaiting = 10_000
	// creator begins the name of who made a standing approval; the rule follows.
	creator = "rule:"
)

// The states of a grant, as [Options.Tell] has them.
const (
	stateOpened  = "opened"
	stateFailed  = "failed"
	stateRevoked = "revoked"
)

// Options sets up [Grants]. All fields but Logger and Now are required.
type Options struct {
	// Duration is how long the approves of a rule may be repeated. 0: not.
	Duration func(rule string) time.Duration
	// Granter is who takes grants. Nil: there is none at the moment.
	Granter func() decision.Granter
	// Standing is where standing approvals are made. Nil: there is none.
	Standing func() *standing.Set
	// Tell hears what became of grants; fields are JSON values without secrets.
	Tell func(ctx context.Context, fields map[string]any)
	// Logger gets what an operator should see. Nil: nothing is logged.
	Logger *slog.Logger
	// Now is the clock. Nil means [time.Now].
	Now func() time.Time
}

// Grants gives and revokes the grants of rules. It is a [decision.Sink], to be
// told of every event in order. [Grants.Concerns] may be called concurrently.
type Grants struct {
	opts Options

	mu      sync.Mutex
	waiting map[string]approved // by the id of the call: approves that are not known to be sent
	open    []opened            // oldest first
}

var _ decision.Sink = (*Grants)(nil)

// approved is an approve of a rule that grants.
type approved struct {
	decision decision.Decision
	call     decision.Call
	duration time.Duration
}

// opened is a grant in force.
type opened struct {
	approved
	kind  string // mesh or standing
	id    string
	until time.Time
}

// The kinds of grant.
const (
	kindMesh     = "mesh"
	kindStanding = "standing"
)

// New makes the sink.
func New(o Options) *Grants {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Grants{opts: o, waiting: map[string]approved{}}
}

// Concerns reports whether an event may give a grant or end one. It is fast:
// what it refuses need not be told.
func (g *Grants) Concerns(e decision.Event) bool {
	switch {
	case e.Type == decision.EventPaused:
		return g.busy()
	case e.Decision == nil:
		return false
	case e.Type == decision.EventOutcome:
		// The approve itself may still wait to be told.
		d := e.Decision
		return refused(e) || d.Action == decision.Approve && g.opts.Duration(d.RuleMatched) > 0 || g.busy()
	case e.Type != decision.EventDecision:
		return false
	case e.Decision.Action == decision.Deny:
		return true
	}
	return g.grants(e) > 0
}

// busy reports whether there is anything to end, or to wait for.
func (g *Grants) busy() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.open)+len(g.waiting) > 0
}

// grants is for how long a decision may be repeated: only what a rule of the
// operator approved by itself, and not in observe mode.
func (g *Grants) grants(e decision.Event) time.Duration {
	d := e.Decision
	if d.Action != decision.Approve || d.Observed != nil || e.Call == nil || d.Evidence.Rule == nil || d.Evidence.Rule.Name != d.RuleMatched {
		return 0
	}
	return g.opts.Duration(d.RuleMatched)
}

// refused reports an outcome by which somebody refused a call.
func refused(e decision.Event) bool {
	return e.Type == decision.EventOutcome && e.Outcome != nil && e.Outcome.Status == string(decision.ApprovalDenied)
}

// Record implements [decision.Sink]. An error says that a grant could not be
// revoked; telling it again tries again.
func (g *Grants) Record(ctx context.Context, e decision.Event) error {
	if e.Type == decision.EventPaused {
		// A mesh does not ask about what is granted, and now people decide.
		return g.end(ctx, "judging is paused", func(o opened) bool { return o.kind == kindMesh })
	}
	d := e.Decision
	switch {
	case d == nil:
	case refused(e):
		return g.refuse(ctx, d, "a call was refused by "+e.Outcome.By)
	case e.Type == decision.EventOutcome:
		g.sent(ctx, d, e.Outcome)
	case e.Type == decision.EventDecision && d.Action == decision.Deny && d.Observed == nil:
		return g.refuse(ctx, d, "a call was denied by "+d.RuleMatched)
	case e.Type == decision.EventDecision:
		if duration := g.grants(e); duration > 0 {
			g.approve(ctx, approved{decision: *d, call: *e.Call, duration: duration})
		}
	}
	return nil
}

// approve opens a grant at once where the caller has its answer already; a
// queue's host has to get it first.
func (g *Grants) approve(ctx context.Context, a approved) {
	if a.decision.Via != decision.ViaMesh {
		g.give(ctx, a)
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.waiting) >= MaxWaiting {
		g.opts.Logger.WarnContext(ctx, "too many approves wait to be sent: one opens no grant", "limit", MaxWaiting)
		return
	}
	g.waiting[a.decision.ID] = a
}

// sent opens the grant of an approve that arrived, and forgets one that never
// will.
func (g *Grants) sent(ctx context.Context, d *decision.Decision, o *decision.Outcome) {
	if o == nil || o.State == decision.OutcomeUnsent {
		return
	}
	g.mu.Lock()
	a, waits := g.waiting[d.ID]
	delete(g.waiting, d.ID)
	g.mu.Unlock()
	if waits && o.State == decision.OutcomeSent && d.Action == decision.Approve && d.Fingerprint == a.decision.Fingerprint {
		g.give(ctx, a)
	}
}
