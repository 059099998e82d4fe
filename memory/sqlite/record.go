package sqlite

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// record is a decision as it is kept: all of it, where the wire form of
// [decision.Decision] leaves out what its receiver knows.
type record struct {
	ID            string           `json:"id"`
	Action        decision.Action  `json:"decision"`
	Status        decision.Status  `json:"approval_status,omitempty"`
	Confidence    float64          `json:"confidence"`
	Reasoning     string           `json:"reasoning,omitempty"`
	RuleMatched   string           `json:"rule_matched,omitempty"`
	Evaluator     any              `json:"evaluator,omitempty"`
	Cause         decision.Cause   `json:"cause,omitempty"`
	Observed      *decision.Action `json:"observed,omitempty"`
	Fingerprint   string           `json:"fingerprint,omitempty"`
	Approval      string           `json:"approval,omitempty"`
	Agent         string           `json:"agent_id,omitempty"`
	Tool          string           `json:"tool,omitempty"`
	PolicyRule    string           `json:"policy_rule,omitempty"`
	InjectionRisk bool             `json:"injection_risk,omitempty"`
	Session       string           `json:"session_id,omitempty"`
	Via           string           `json:"via,omitempty"`
	Time          time.Time        `json:"time,omitzero"`
	Elapsed       time.Duration    `json:"elapsed_ns,omitempty"`
	Expires       time.Time        `json:"expires_at,omitzero"`
	Quoted        []string         `json:"quoted,omitempty"`
	Evidence      evidence         `json:"evidence,omitzero"`
}

// evidence is [decision.Evidence] with only the keys that hold something.
type evidence struct {
	Rule       *decision.RuleRef    `json:"rule,omitempty"`
	Violations []decision.Violation `json:"violations,omitempty"`
	Links      []decision.Link      `json:"links,omitempty"`
	Answers    any                  `json:"answers,omitempty"`
	Limits     any                  `json:"limits,omitempty"`
	Effects    []decision.Effect    `json:"effects,omitempty"`
	Opaque     []decision.Gap       `json:"opaque,omitempty"`
	Precedents []string             `json:"precedents,omitempty"`
	Timings    map[string]float64   `json:"timings,omitempty"`
	Signals    map[string]float64   `json:"signals,omitempty"`
	Notes      []string             `json:"notes,omitempty"`
}

func marshalDecision(d decision.Decision) (string, error) {
	body, err := json.Marshal(record{
		ID: d.ID, Action: d.Action, Status: d.Status, Confidence: d.Confidence, Reasoning: d.Reasoning, RuleMatched: d.RuleMatched, Evaluator: d.Evaluator,
		Cause: d.Cause, Observed: d.Observed, Fingerprint: d.Fingerprint, Approval: d.Approval, Agent: d.Agent, Tool: d.Tool, PolicyRule: d.PolicyRule,
		InjectionRisk: d.InjectionRisk, Session: d.Session, Via: d.Via, Time: d.Time, Elapsed: d.Elapsed, Expires: d.Expires,
		Quoted: d.Quoted, Evidence: evidence(d.Evidence),
	})
	return string(body), err
}

func unmarshalDecision(body string) (decision.Decision, error) {
	var r record
	if err := json.Unmarshal([]byte(body), &r); err != nil {
		return decision.Decision{}, err
	}
	return decision.Decision{
		ID: r.ID, Action: r.Action, Status: r.Status, Confidence: r.Confidence, Reasoning: r.Reasoning, RuleMatched: r.RuleMatched, Evaluator: r.Evaluator,
		Cause: r.Cause, Observed: r.Observed, Fingerprint: r.Fingerprint, Approval: r.Approval, Agent: r.Agent, Tool: r.Tool, PolicyRule: r.PolicyRule,
		InjectionRisk: r.InjectionRisk, Session: r.Session, Via: r.Via, Time: r.Time, Elapsed: r.Elapsed, Expires: r.Expires,
		Quoted: r.Quoted, Evidence: decision.Evidence(r.Evidence),
	}, nil
}

// unmarshalExactly keeps numbers as they were written, as the parameters of a
// call have them.
func unmarshalExactly(body string, into any) error {
	dec := json.NewDecoder(bytes.NewBufferString(body))
	dec.UseNumber()
	return dec.Decode(into)
}
