package decision

import (
	"encoding/json"
	"time"
)

// The ways by which a call reaches the supervisor, as Decision.Via and the
// journal name them.
const (
	ViaEvaluate = "evaluate" // Supervisor.Evaluate, POST /evaluate, the command line
	ViaMesh     = "mesh"     // a queue, through Supervisor.Run
)

// Decision is the outcome of judging one call, with its evidence.
type Decision struct {
	ID         string // the call's id
	Action     Action
	Status     Status  // how it came about, where standing approvals or a supervisor decided; else empty
	Confidence float64 // 0 to 1
	Reasoning  string  // for people; one line
	// RuleMatched names who decided: a rule, a provider's label, or a fixed
	// name such as "injection-risk". Empty: nobody.
	RuleMatched string
	Evaluator   any   // provenance of the provider that answered; nil for rules
	Cause       Cause // set exactly when Action is Escalate
	// Observed is what was judged in observe mode, where nothing acts on it;
	// nil otherwise. Whoever asks gets such a decision with the action Escalate.
	// The journal, the store and the sinks get it with the action that was judged.
	Observed    *Action
	Fingerprint string
	Evidence    Evidence
	// Approval is the id under which the call waits for a person; see [Approvals].
	// Empty: it does not wait in a store of our own.
	Approval string

	Agent         string
	Tool          string
	PolicyRule    string
	InjectionRisk bool
	Session       string
	Via           string
	Time          time.Time     // when it was decided
	Elapsed       time.Duration // how long deciding took
	Expires       time.Time     // of the call; zero: unknown
	Quoted        []string      // fragments of Reasoning that come from the call; see Verdict.Quoted
}

// Evidence is what a decision rests on. It is written under the same
// top-level keys in the journal, in the answer of /evaluate and by --json.
type Evidence struct {
	Rule       *RuleRef
	Violations []Violation // rules of the project that the call's content breaks
	Links      []Link
	Answers    any
	Limits     any
	Effects    []Effect // nil also if nobody looked: see [Call.Effects]
	Opaque     []Gap    // why the call was not seen whole; nil if it was, or if nobody looked
	Precedents []string
	Timings    map[string]float64 // milliseconds a stage
	Signals    map[string]float64
	Notes      []string
}

// EvidenceJSON is the wire form of [Evidence]. Every key is always present but
// violations, which is there when there are any.
type EvidenceJSON struct {
	Rule       *RuleRef           `json:"rule"`
	Violations []Violation        `json:"violations,omitempty"`
	Links      []Link             `json:"links"`
	Answers    any                `json:"answers"`
	Limits     any                `json:"limits"`
	Effects    []Effect           `json:"effects"`
	Opaque     []Gap              `json:"opaque"`
	Precedents []string           `json:"precedents"`
	Signals    map[string]float64 `json:"signals"`
	Timings    map[string]float64 `json:"timings"`
	Notes      []string           `json:"notes"`
}

// JSON returns the wire form of e.
func (e Evidence) JSON() EvidenceJSON {
	return EvidenceJSON{
		Rule: e.Rule, Violations: e.Violations, Links: orEmpty(e.Links), Answers: e.Answers, Limits: e.Limits,
		Effects: orEmpty(e.Effects), Opaque: e.Opaque, Precedents: orEmpty(e.Precedents),
		Signals: orEmptyMap(e.Signals), Timings: orEmptyMap(e.Timings), Notes: orEmpty(e.Notes),
	}
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func orEmptyMap(m map[string]float64) map[string]float64 {
	if m == nil {
		return map[string]float64{}
	}
	return m
}

// decisionJSON is the answer of POST /evaluate.
type decisionJSON struct {
	ID           string  `json:"id"`
	Decision     Action  `json:"decision"`
	Confidence   float64 `json:"confidence"`
	Reasoning    string  `json:"reasoning"`
	RuleMatched  *string `json:"rule_matched"`
	Evaluator    any     `json:"evaluator"`
	EvaluationMS int64   `json:"evaluation_ms"`
	Cause        Cause   `json:"cause"`
	Observed     *Action `json:"observed,omitempty"` // in observe mode only
	Status       Status  `json:"approval_status,omitempty"`
	Fingerprint  string  `json:"fingerprint"`
	Approval     string  `json:"approval,omitempty"` // where the call waits for a person
	EvidenceJSON
}

// MarshalJSON writes the decision in the shape of POST /evaluate, with the
// evidence beside the reference's keys.
func (d Decision) MarshalJSON() ([]byte, error) {
	return d.AppendJSON(make([]byte, 0, usualDecisionBytes))
}

// AppendJSON appends what MarshalJSON returns.
func (d Decision) AppendJSON(b []byte) ([]byte, error) {
	j := decisionJSON{
		ID: d.ID, Decision: d.Action, Confidence: d.Confidence, Reasoning: d.Reasoning,
		Evaluator: d.Evaluator, EvaluationMS: d.Elapsed.Milliseconds(),
		Cause: d.Cause, Observed: d.Observed, Status: d.Status, Fingerprint: d.Fingerprint, Approval: d.Approval, EvidenceJSON: d.Evidence.JSON(),
	}
	if rule := d.RuleMatched; rule != "" { // a copy: a pointer into d would take all of it to the heap
		j.RuleMatched = &rule
	}
	return j.encode(b)
}

// UnmarshalJSON reads what MarshalJSON writes. An absent or unknown
// "decision" is an error, so that a foreign answer cannot read as a decision.
func (d *Decision) UnmarshalJSON(data []byte) error {
	var wire struct {
		decisionJSON
		Decision *Action `json:"decision"`
	}
	if err := json.Unmarshal(data, &wire); err != nil {
		return err
	}
	if wire.Decision == nil {
		return Errorf(CauseUnreadable, "answer holds no decision")
	}
	e := wire.EvidenceJSON
	*d = Decision{
		ID: wire.ID, Action: *wire.Decision, Confidence: wire.Confidence, Reasoning: wire.Reasoning,
		Evaluator: wire.Evaluator, Cause: wire.Cause, Observed: wire.Observed, Status: wire.Status, Fingerprint: wire.Fingerprint, Approval: wire.Approval,
		Elapsed: time.Duration(wire.EvaluationMS) * time.Millisecond,
		Evidence: Evidence{
			Rule: e.Rule, Violations: e.Violations, Links: e.Links, Answers: e.Answers, Limits: e.Limits, Effects: e.Effects, Opaque: e.Opaque,
			Precedents: e.Precedents, Signals: e.Signals, Timings: e.Timings, Notes: e.Notes,
		},
	}
	if wire.RuleMatched != nil {
		d.RuleMatched = *wire.RuleMatched
	}
	return nil
}

// RuleMatchedOrNil returns RuleMatched as the wire has it: null when nobody decided.
func (d Decision) RuleMatchedOrNil() *string {
	if d.RuleMatched == "" {
		return nil
	}
	return &d.RuleMatched
}
