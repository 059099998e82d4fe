package decision

import (
	"context"
	"time"
)

// Rule settles calls by what they say, or hands them on.
//
// With settled true an approve or a deny ends judging, and an escalate holds
// the call for a person: only a later rule that is a [Lifter] may still settle
// it, and no provider is asked. With settled false the call is handed on; if
// nobody settles it, the last verdict that was handed on is the decision.
//
// A Rule must be safe for concurrent use, must not change the call, and must
// have no side effect. A panic escalates the call. Its abilities, found by
// type assertion, are [Needer], [Explainer], [Lifter] and [Committer].
type Rule interface {
	Evaluate(ctx context.Context, c *Call) (v Verdict, settled bool)
}

// RuleFunc is a function that is a [Rule].
type RuleFunc func(ctx context.Context, c *Call) (Verdict, bool)

// Evaluate calls f.
func (f RuleFunc) Evaluate(ctx context.Context, c *Call) (Verdict, bool) { return f(ctx, c) }

// Provider judges the calls that no rule settled.
//
// An error escalates the call with the cause that [CauseOf] finds; [ErrPass]
// says that the call is not this provider's to judge. A Provider must be safe
// for concurrent use, must not change the call, and must return soon after ctx
// is done. It may be a [Needer] and an [Explainer].
type Provider interface {
	Name() string
	Judge(ctx context.Context, c *Call) (Verdict, error)
}

// Need is the context that a part reads from a call besides what every queue
// lists.
type Need uint8

// The needs; a set of bits.
const (
	NeedNothing Need = 0
	NeedTraces  Need = 1 // Call.RecentTraces
	NeedGrants  Need = 2 // Call.ActiveGrants
)

// Needer is the ability of a Rule or Provider to say what it reads. Without it
// the part is taken to need everything, and a queue fetches the detail of each
// call that reaches it.
type Needer interface{ Needs() Need }

// NeedsOf returns what a Rule or Provider reads.
func NeedsOf(part any) Need {
	if n, ok := part.(Needer); ok {
		return n.Needs()
	}
	return NeedTraces | NeedGrants
}

// Lifter is the ability of a Rule to settle a call that an earlier rule holds
// for a person: a person's word, a standing approval. Without it a held call
// passes the rule by.
type Lifter interface{ Lifts() bool }

// Lifts reports whether a rule may settle a held call.
func Lifts(r Rule) bool {
	l, ok := r.(Lifter)
	return ok && l.Lifts()
}

// Committer is the ability of a Rule or Provider to count a use, or to spend a
// word that is good for one time. Commit is called once, when the part's own
// approve is final and before it is journaled; an error escalates the call
// with cause record. Without it nothing is counted.
type Committer interface {
	Commit(ctx context.Context, c *Call, v Verdict) error
}

// Step is one line of an explanation: what a stage, or one rule of it, saw.
type Step struct {
	Stage   string  `json:"stage"`            // guard, gate, rule, provider, …
	Name    string  `json:"name"`             // of the rule or provider
	Matched bool    `json:"matched"`          // it had something to say
	Action  *Action `json:"action,omitempty"` // what it said
	Settled bool    `json:"settled"`          // this step decided
	Detail  string  `json:"detail,omitempty"` // what it saw, for people
}

// Explainer is the ability of a Rule or Provider to show how it looks at a
// call, every rule of it, without deciding. Without it the part is explained
// by its verdict alone.
type Explainer interface {
	Explain(ctx context.Context, c *Call) []Step
}

// Store keeps decisions so that they can be looked up. Both methods must be
// safe for concurrent use, keep nothing of what they are given and give nothing
// of what they keep but copies, and fail when ctx has ended. Package
// memory/storetest tests all of it.
type Store interface {
	// Save keeps a decision as the newest. One of the same id is replaced.
	Save(ctx context.Context, d Decision) error
	// Recent returns matching decisions, newest first.
	Recent(ctx context.Context, q Query) ([]Decision, error)
}

// Journal records events durably and in order. Append returns when the event
// is recorded; it must be safe for concurrent use. When it fails, an approve
// is not given.
type Journal interface {
	Append(ctx context.Context, e Event) error
}

// JournalFunc is a function that is a [Journal].
type JournalFunc func(ctx context.Context, e Event) error

// Append calls f.
func (f JournalFunc) Append(ctx context.Context, e Event) error { return f(ctx, e) }

// Sink is told of events after they happened. It is called from one goroutine,
// in order; a failed event is tried again a bounded number of times.
type Sink interface {
	Record(ctx context.Context, e Event) error
}

// SinkFunc is a function that is a [Sink].
type SinkFunc func(ctx context.Context, e Event) error

// Record calls f.
func (f SinkFunc) Record(ctx context.Context, e Event) error { return f(ctx, e) }

// Picker is the ability of a Sink to say which events it wants, so that the
// others need not wait in its queue. Wants is called on the goroutine of the
// call that is judged, possibly several times at once, and must return at once.
// Without it a sink is told of everything.
type Picker interface{ Wants(e Event) bool }

// Tracer follows the judging of each call, for example as a span of a trace.
// Start is called when judging begins, with the context of the caller; what it
// returns is the context that the parts of the supervisor get, and the function
// that is called with the decision. Both must return at once and be safe for
// concurrent use.
type Tracer interface {
	Start(ctx context.Context, c *Call) (context.Context, func(Decision))
}

// Queue is where calls wait for decisions.
type Queue interface {
	// Next returns calls that were not returned before, each with an id of its
	// own, most urgent first. It
	// waits for the queue's own interval when there are none and may return an
	// empty list; an error means that the queue could not be read. It is never
	// called twice at a time.
	Next(ctx context.Context) ([]Call, error)
	// Resolve delivers the decision on a call that Next returned. It must be
	// safe for concurrent use. [OutcomeUnsent] asks to be called again with the
	// same decision; with every other state the queue is done with the call.
	Resolve(ctx context.Context, d Decision) (Outcome, error)
}

// Detailer is the ability of a Queue to fill in what its list leaves out. It is
// called at most once a call, before the first part that needs it. Without it
// the listed call is all there is.
type Detailer interface {
	Detail(ctx context.Context, c *Call) error
}

// Requeuer is the ability of a Queue to return escalated calls once more,
// those whose cause is among causes, or all of them when causes is empty.
// Without it an escalated call is not judged again.
type Requeuer interface {
	Requeue(causes ...Cause)
}

// Settler is the ability of a Queue to say what became of a decision that an
// earlier process may or may not have delivered: [OutcomeSent],
// [OutcomeLost], or [OutcomeUnsent] when the call still waits. Without it such
// decisions stay on record without an outcome.
type Settler interface {
	Settled(ctx context.Context, d Decision) (Outcome, error)
}

// Observer is the ability of a Queue to say what became of calls that it left
// for a person: the labels that a supervisor is measured by, and what people's
// decisions are remembered from. Without it, what people decide is not recorded.
type Observer interface {
	// Outcomes returns, by id, what became of those calls of the given decisions
	// that do not wait any more: [OutcomeSettled] with who, how and when, or
	// [OutcomeForgotten] when the queue will never know. The others are left
	// out, those that still wait and those that could not be looked up now; they
	// are asked about again. What comes with an error counts.
	//
	// It is called every few seconds while calls wait, with all of them, in no
	// order, also with those that an earlier process left; so it should look at
	// each call only when that may have been settled, and at a bounded number at
	// a time. It changes nothing, and is never called twice at a time.
	Outcomes(ctx context.Context, left []Decision) (map[string]Outcome, error)
}

// Recaller is the ability of a Journal to return the decisions that left a call
// to a person, of a queue, escalated or only observed, or in [Approvals], of
// which it knows nothing since, oldest first. Without it, what people decide about calls of an earlier
// process is not recorded.
type Recaller interface {
	Left(ctx context.Context) ([]Decision, error)
}

// Unsettler is the ability of a Journal to return the approvals and refusals of
// queues whose outcome it does not know, oldest first. Without it nothing is
// settled at start.
type Unsettler interface {
	Unsettled(ctx context.Context) ([]Decision, error)
}

// QueueHealth is the state of the connection to a queue.
type QueueHealth struct {
	URL       string    `json:"url,omitempty"`
	Reachable bool      `json:"reachable"`
	Error     string    `json:"error,omitempty"` // why not; no secrets
	Since     time.Time `json:"since,omitzero"`  // of the present state
	Waiting   int       `json:"waiting"`         // escalated calls that still wait for a person
}

// HealthReporter is the ability of a Queue to report its connection. Without
// it the result of the last Next is taken.
type HealthReporter interface {
	Health() QueueHealth
}
