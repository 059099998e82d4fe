package decision

import (
	"encoding/json"
	"time"
)

// record is a decision as stores keep it: all of it, where the answer of POST
// /evaluate leaves out what its receiver knows, and only the keys that hold
// something.
type record struct {
	ID            string         `json:"id"`
	Action        Action         `json:"decision"`
	Status        Status         `json:"approval_status,omitempty"`
	Confidence    float64        `json:"confidence"`
	Reasoning     string         `json:"reasoning,omitempty"`
	RuleMatched   string         `json:"rule_matched,omitempty"`
	Evaluator     any            `json:"evaluator,omitempty"`
	Cause         Cause          `json:"cause,omitempty"`
	Observed      *Action        `json:"observed,omitempty"`
	Fingerprint   string         `json:"fingerprint,omitempty"`
	Approval      string         `json:"approval,omitempty"`
	Agent         string         `json:"agent_id,omitempty"`
	Tool          string         `json:"tool,omitempty"`
	PolicyRule    string         `json:"policy_rule,omitempty"`
	InjectionRisk bool           `json:"injection_risk,omitempty"`
	Session       string         `json:"session_id,omitempty"`
	Via           string         `json:"via,omitempty"`
	Time          time.Time      `json:"time,omitzero"`
	Elapsed       time.Duration  `json:"elapsed_ns,omitempty"`
	Expires       time.Time      `json:"expires_at,omitzero"`
	Quoted        []string       `json:"quoted,omitempty"`
	Evidence      evidenceRecord `json:"evidence,omitzero"`
}

// evidenceRecord is [Evidence] as it stands in a record.
type evidenceRecord struct {
	Rule       *RuleRef           `json:"rule,omitempty"`
	Violations []Violation        `json:"violations,omitempty"`
	Links      []Link             `json:"links,omitempty"`
	Answers    any                `json:"answers,omitempty"`
	Limits     any                `json:"limits,omitempty"`
	Effects    []Effect           `json:"effects,omitempty"`
	Opaque     []Gap              `json:"opaque,omitempty"`
	Precedents []string           `json:"precedents,omitempty"`
	Timings    map[string]float64 `json:"timings,omitempty"`
	Signals    map[string]float64 `json:"signals,omitempty"`
	Notes      []string           `json:"notes,omitempty"`
}

// AppendRecord appends the whole decision as JSON, for a [Store] to keep;
// [ParseRecord] reads it. MarshalJSON is for who asked instead, and leaves out
// what they know: the agent, the tool, the time.
//
// The error is that of a value that has no JSON: a number that is not finite, or
// what a provider put into Evaluator, Answers or Limits.
func (d *Decision) AppendRecord(b []byte) ([]byte, error) {
	w := encoder{buf: b}
	w.record(recordOf(d))
	return w.buf, w.err
}

func recordOf(d *Decision) *record {
	return &record{
		ID: d.ID, Action: d.Action, Status: d.Status, Confidence: d.Confidence, Reasoning: d.Reasoning, RuleMatched: d.RuleMatched, Evaluator: d.Evaluator,
		Cause: d.Cause, Observed: d.Observed, Fingerprint: d.Fingerprint, Approval: d.Approval, Agent: d.Agent, Tool: d.Tool, PolicyRule: d.PolicyRule,
		InjectionRisk: d.InjectionRisk, Session: d.Session, Via: d.Via, Time: d.Time, Elapsed: d.Elapsed, Expires: d.Expires,
		Quoted: d.Quoted, Evidence: evidenceRecord(d.Evidence),
	}
}

// ParseRecord reads what [Decision.AppendRecord] wrote. Evaluator, Answers and
// Limits come back as the JSON values that they were written as.
func ParseRecord(data []byte) (Decision, error) {
	var r record
	if err := json.Unmarshal(data, &r); err != nil {
		return Decision{}, err
	}
	return Decision{
		ID: r.ID, Action: r.Action, Status: r.Status, Confidence: r.Confidence, Reasoning: r.Reasoning, RuleMatched: r.RuleMatched, Evaluator: r.Evaluator,
		Cause: r.Cause, Observed: r.Observed, Fingerprint: r.Fingerprint, Approval: r.Approval, Agent: r.Agent, Tool: r.Tool, PolicyRule: r.PolicyRule,
		InjectionRisk: r.InjectionRisk, Session: r.Session, Via: r.Via, Time: r.Time, Elapsed: r.Elapsed, Expires: r.Expires,
		Quoted: r.Quoted, Evidence: Evidence(r.Evidence),
	}, nil
}
