package supervisor

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/flux7-go/supervisor/decision/effect"
)

// Version is the version of the library, as status reports it.
const Version = "0.1.0"

// Defaults and limits of [Options].
const (
	// DefaultConfidenceThreshold is the reference's.
	DefaultConfidenceThreshold = 0.8
	// DefaultConcurrency is how many calls of a queue are judged at once, the
	// reference's batch size.
	DefaultConcurrency = 10
	// DefaultBudget bounds one asking of the provider, all links together. A
	// mesh waits 300 s by default; a person should have most of that.
	DefaultBudget = time.Minute
	// DefaultMaxInFlight bounds the calls that wait for the provider at once.
	DefaultMaxInFlight = 64
	// DefaultDrainTimeout is how long Run goes on with what it has begun after
	// its context ended. systemd kills after 90 s by default.
	DefaultDrainTimeout = 15 * time.Second
	// MaxConcurrency bounds Concurrency and MaxInFlight.
	MaxConcurrency = 10_000
)

// NoThreshold as ConfidenceThreshold lets every confidence pass.
const NoThreshold = -1

// OpaquePolicy says what a decision model may do with a call that could not be
// seen whole. The zero value is OpaqueJudge, the default of the config.
type OpaquePolicy uint8

// The policies.
const (
	OpaqueJudge    OpaquePolicy = iota // a decision model may approve it
	OpaqueEscalate                     // it goes to a person
)

// Options is what a [Supervisor] is made of. The zero Options is valid and
// approves nothing: every call escalates.
type Options struct {
	// Agents say how the calls of single agents are judged, at most [MaxAgents].
	// An agent that none names is of [TierSupervised], without a supervisor.
	Agents []AgentPolicy

	// Analyzer tells what a call would do. Nil: every call is opaque, and
	// nothing inferred approves it.
	Analyzer Analyzer

	// Approvals are where calls of [Supervisor.Evaluate] that are escalated wait
	// for a person; see [Supervisor.Wait]. Those of [Supervisor.Run] wait in their
	// queue. Nil: nobody is asked, that is the caller's. With package memory's
	// Approvals around a store, what people answer is remembered.
	Approvals Approvals

	// ApprovalTimeout is how long such a call waits, or less when less remains of
	// it; then it counts as denied. 0 means [DefaultApprovalTimeout].
	ApprovalTimeout time.Duration

	// Budget bounds one asking of the Provider in time; less is given when
	// less remains of the call. 0 means [DefaultBudget].
	Budget time.Duration

	// Concurrency is how many calls of a queue [Supervisor.Run] judges at
	// once. 0 means [DefaultConcurrency].
	Concurrency int

	// ConfidenceThreshold is the confidence below which an approve or a deny
	// becomes an escalate; equal passes. 0 means [DefaultConfidenceThreshold],
	// [NoThreshold] turns it off.
	ConfidenceThreshold float64

	// DrainTimeout is how long [Supervisor.Run] goes on with what it has begun
	// after its context ended. 0 means [DefaultDrainTimeout].
	DrainTimeout time.Duration

	// Gates deny, escalate or pass, before anything that could approve; an
	// approve of theirs counts as a pass, and nothing lifts what they say.
	// All of them are asked; a deny wins.
	Gates []Rule

	// Grants says for how long the agent may repeat what a rule approved, by the
	// rule's name: at most [MaxGrant]. Where Run's queue takes grants and nothing
	// depends on the tool's parameters it is a grant there; else it is a standing
	// approval of exactly that call, if Rules has a standing.Set with a store.
	// Either ends with the first refusal of that agent and tool. What a later Swap
	// says counts, but nil at the start means that nothing is ever granted.
	Grants map[string]time.Duration

	// Journal records every decision before it is given. Nil: nothing is
	// recorded. When it fails, an approve becomes an escalate.
	Journal Journal

	// Logger gets what an operator should see. Nil: nothing is logged. No
	// parameter value is ever logged.
	Logger *slog.Logger

	// MaxInFlight bounds the calls that wait for the Provider at once; beyond
	// it a call escalates with cause overload. 0 means [DefaultMaxInFlight].
	MaxInFlight int

	// Now is the clock. Nil means [time.Now].
	Now func() time.Time

	// Observe has every call judged and recorded, and none settled: each is left
	// to a person, so that what would be decided can be held against what people
	// decide. See [Supervisor.Evaluate] and [Supervisor.Run].
	Observe bool

	// Opaque says whether a decision model may approve an opaque call.
	Opaque OpaquePolicy

	// PauseFile remembers a pause: it is there as long as judging is paused, and
	// a supervisor that finds it begins paused. Empty: a restart ends a pause.
	PauseFile string

	// Protect lists the supervisor's own files: its config, its packs, its
	// journal. Absolute paths; an entry may be a directory, or a pattern of
	// [filepath.Match]. A call with a path parameter that resolves to one is
	// denied, and so is one that Analyzer sees change one, or move or delete a
	// directory that holds one; one that names it elsewhere, or writes under a
	// pattern that may be its name, escalates. The directory .supervisor is always protected.
	Protect []string

	// Provider judges what no rule settles. Nil: a person does.
	Provider Provider

	// Rules settle calls or hand them on, in this order. By convention: the
	// operator's rule set, people's words, standing approvals, precedents.
	Rules []Rule

	// Scope tells where paths lead, for the guard of Protect. Nil: only
	// absolute paths are understood.
	Scope *effect.Scope

	// Sinks are told of events after the fact. Each has a queue of its own; a
	// slow one delays nobody, and one that is too far behind loses the oldest.
	Sinks []Sink

	// Store keeps decisions for look-up, after the fact, as a Sink does; a
	// [memory.Store] before they are given.
	Store Store

	// Tracer follows the judging of each call. Nil: nobody does.
	Tracer Tracer
}

// withDefaults returns a copy with every zero field at its default.
func (o Options) withDefaults() Options {
	if o.ApprovalTimeout == 0 {
		o.ApprovalTimeout = DefaultApprovalTimeout
	}
	if o.Budget == 0 {
		o.Budget = DefaultBudget
	}
	if o.Concurrency == 0 {
		o.Concurrency = DefaultConcurrency
	}
	switch o.ConfidenceThreshold {
	case 0:
		o.ConfidenceThreshold = DefaultConfidenceThreshold
	case NoThreshold:
		o.ConfidenceThreshold = 0
	}
	if o.DrainTimeout == 0 {
		o.DrainTimeout = DefaultDrainTimeout
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.MaxInFlight == 0 {
		o.MaxInFlight = DefaultMaxInFlight
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// validate reports every fault of an o that has its defaults.
func (o Options) validate() error {
	var errs []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	check(o.ApprovalTimeout >= MinApprovalTimeout && o.ApprovalTimeout <= MaxApprovalTimeout,
		"ApprovalTimeout must be %s to %s, or 0 for %s", MinApprovalTimeout, MaxApprovalTimeout, DefaultApprovalTimeout)
	check(o.Budget > 0, "Budget must be positive, or 0 for %s", DefaultBudget)
	check(o.Concurrency > 0 && o.Concurrency <= MaxConcurrency, "Concurrency must be 1 to %d, or 0 for %d", MaxConcurrency, DefaultConcurrency)
	check(!math.IsNaN(o.ConfidenceThreshold) && o.ConfidenceThreshold >= 0 && o.ConfidenceThreshold <= 1,
		"ConfidenceThreshold must be 0 to 1, or NoThreshold")
	check(o.DrainTimeout > 0, "DrainTimeout must be positive, or 0 for %s", DefaultDrainTimeout)
	check(o.MaxInFlight > 0 && o.MaxInFlight <= MaxConcurrency, "MaxInFlight must be 1 to %d, or 0 for %d", MaxConcurrency, DefaultMaxInFlight)
	check(o.Opaque <= OpaqueEscalate, "Opaque must be OpaqueJudge or OpaqueEscalate")
	for _, rule := range slices.Sorted(maps.Keys(o.Grants)) {
		check(o.Grants[rule] > 0 && o.Grants[rule] <= MaxGrant, "Grants[%.64q] must be more than 0 and at most %s", rule, MaxGrant)
	}
	check(len(o.Agents) <= MaxAgents, "Agents must be at most %d", MaxAgents)
	for i, a := range o.Agents {
		if err := a.validate(); err != nil {
			errs = append(errs, fmt.Errorf("Agents[%d]: %w", i, err))
		}
	}
	for i, g := range o.Gates {
		check(g != nil, "Gates[%d] is nil", i)
	}
	for i, r := range o.Rules {
		check(r != nil, "Rules[%d] is nil", i)
	}
	for i, s := range o.Sinks {
		check(s != nil, "Sinks[%d] is nil", i)
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("supervisor options: %w", err)
	}
	return nil
}
