package bench

import (
	"encoding/json"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Observation is a call that a person settled, with what a supervisor had
// decided on it: in observe mode, or when it left the call to the person, or
// when it came too late.
type Observation struct {
	// Case is the call. Its label is what the person decided.
	Case Case
	// Replayable says that the journal has the parameters whole. Without it the
	// case would be another call, and is in no set.
	Replayable bool

	Decided   decision.Action // by the supervisor
	Observed  bool            // in observe mode
	Rule      string          // who decided; empty: nobody
	Cause     decision.Cause  // of an escalation
	Reasoning string
	Limits    []decision.Limit // what a provider's answers were held against, if any

	By string    // the person
	At time.Time // when the person decided, else when that was recorded
}

// Observations are what a journal tells of people's decisions.
type Observations struct {
	List   []Observation // in the order in which people decided
	Counts JournalCounts
}

// JournalCounts says what became of the decisions of a journal.
type JournalCounts struct {
	Records    int `json:"records"`
	Unreadable int `json:"unreadable"` // records that are no JSON object of a journal
	Decisions  int `json:"decisions"`  // on calls of a queue; those of Evaluate have no outcome
	People     int `json:"people"`     // calls that a person settled
	Ours       int `json:"ours"`       // calls that the supervisor settled
	TimedOut   int `json:"timed_out"`  // calls that nobody settled in time
	Forgotten  int `json:"forgotten"`  // calls of which that cannot be learnt
	Waiting    int `json:"waiting"`    // calls that were left and have no outcome yet
	// Others counts the calls that somebody settled who is not known to be a
	// person, by the kind of the name: "agent:", "http:", …, and "(no kind)".
	Others map[string]int `json:"others"`
	// NotReplayable of People have parameters that the journal cut; they are in
	// no set.
	NotReplayable int `json:"not_replayable"`
	// Mismatched are outcomes of another call than the decision of their id.
	Mismatched int `json:"mismatched"`
	// Dropped are observations beyond [MaxObservations], and decisions that
	// waited while [MaxOpenBytes] of later ones were read: the oldest.
	Dropped int `json:"dropped"`
}

// Cases yields the calls that a person settled as a labelled set, for [Run] or
// [Export]. Those that the journal does not have whole are left out. Secrets in
// them are masked, as they are in a journal, which has no recent activity.
func (o *Observations) Cases() iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		for _, obs := range o.List {
			if obs.Replayable && !yield(obs.Case, nil) {
				return
			}
		}
	}
}

// resolverKinds are the beginnings of names by which a mesh, and what speaks to
// it, say what settled a call.
var resolverKinds = []string{"agent:", "auto:", "bot:", "halt:", "http:", "mcp:", "person:", "supervisor:", "system:"}

// kindOf names the kind of a resolver. The name itself could be anybody's text.
func kindOf(resolver string) string {
	i := slices.IndexFunc(resolverKinds, func(kind string) bool { return strings.HasPrefix(strings.ToLower(resolver), kind) })
	if i < 0 {
		return "(no kind)"
	}
	return resolverKinds[i]
}

// journalRecord is what is read of a record of a journal.
type journalRecord struct {
	Type        decision.EventType `json:"type"`
	Time        string             `json:"timestamp"`
	ID          string             `json:"approval_id"`
	Agent       string             `json:"agent_id"`
	Tool        string             `json:"tool"`
	Fingerprint string             `json:"fingerprint"`

	// Of decisions.
	Decision      string          `json:"decision"`
	Via           string          `json:"via"`
	Observed      bool            `json:"observed"`
	Rule          string          `json:"rule_matched"`
	Cause         decision.Cause  `json:"cause"`
	Reasoning     string          `json:"reasoning"`
	InjectionRisk bool            `json:"injection_risk"`
	PolicyRule    string          `json:"policy_rule"`
	Session       string          `json:"session_id"`
	Limits        json.RawMessage `json:"limits"`
	Call          *journalCall    `json:"call"`

	// Of outcomes.
	Outcome    decision.OutcomeState `json:"outcome"`
	ResolvedBy string                `json:"resolved_by"`
	Status     string                `json:"status"`
	ResolvedAt time.Time             `json:"resolved_at"`
}

type journalCall struct {
	Params     json.RawMessage `json:"params"`
	Replayable bool            `json:"replayable"`
	WorkingDir string          `json:"working_dir"`
	TraceID    string          `json:"trace_id"`
}

// observation is what the record of a decision says.
func (r *journalRecord) observation(set string, line int) Observation {
	obs := Observation{Observed: r.Observed, Rule: r.Rule, Cause: r.Cause, Reasoning: r.Reasoning}
	for _, a := range []decision.Action{decision.Approve, decision.Deny} {
		if r.Decision == a.Past() {
			obs.Decided = a
		}
	}
	if json.Unmarshal(r.Limits, &obs.Limits) != nil {
		obs.Limits = nil // another provider's own form
	}
	obs.Case = Case{
		ID: r.ID, Set: set, Line: line, Timestamp: r.Time, Policy: policyAsk, PolicyRule: r.PolicyRule,
		Call: decision.Call{
			Agent: r.Agent, Tool: r.Tool, Session: r.Session, InjectionRisk: r.InjectionRisk, RecentTraces: []decision.Trace{},
		},
	}
	if r.Call == nil {
		return obs
	}
	c := &obs.Case
	c.TraceID, c.Call.TraceID, c.Call.WorkingDir = r.Call.TraceID, r.Call.TraceID, r.Call.WorkingDir
	params, err := decision.ParseParams(r.Call.Params)
	c.Call.Params, obs.Replayable = params, err == nil && r.Call.Replayable
	return obs
}
