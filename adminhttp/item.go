package adminhttp

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
)

// item is a decision as it is shown: the reference's keys first, then ours.
type item struct {
	Timestamp     string          `json:"timestamp"`
	ApprovalID    string          `json:"approval_id"`
	Agent         string          `json:"agent_id"`
	Tool          string          `json:"tool"`
	Decision      string          `json:"decision"` // approved, denied or escalated
	RuleMatched   *string         `json:"rule_matched"`
	Reasoning     string          `json:"reasoning"`
	Confidence    float64         `json:"confidence"`
	EvaluationMS  int64           `json:"evaluation_ms"`
	Evaluator     any             `json:"evaluator"`
	Via           string          `json:"via"`
	InjectionRisk bool            `json:"injection_risk"`
	Cause         decision.Cause  `json:"cause"`
	Observed      bool            `json:"observed"` // judged in observe mode: nothing acted on it
	Status        decision.Status `json:"approval_status,omitempty"`
	Fingerprint   string          `json:"fingerprint"`
	Approval      string          `json:"approval"` // under which the call waits, or waited, for a person here; empty: it does not
	PolicyRule    string          `json:"policy_rule"`
	Session       string          `json:"session_id"`
	ExpiresAt     *string         `json:"expires_at"` // null: unknown
	Outcome       *outcome        `json:"outcome"`    // null: not known yet, or nothing was sent
	decision.EvidenceJSON
}

// outcome is what became of a decision.
type outcome struct {
	State      decision.OutcomeState `json:"state"`
	ResolvedBy string                `json:"resolved_by"`
	Status     string                `json:"status"`
	ResolvedAt *string               `json:"resolved_at"`
	Detail     string                `json:"detail"`
}

// opened is one decision with its call.
type opened struct {
	item
	// Params are the call's parameters without their secrets; null: they are not
	// kept, see the journal.
	Params     any    `json:"params"`
	WorkingDir string `json:"working_dir"`
	// Journal are the journal's lines about the call, oldest first.
	Journal []journalLine `json:"journal"`
}

// journalLine is a line of the journal, as it is written.
type journalLine struct {
	File string `json:"file"`
	Seq  uint64 `json:"seq"`  // 0: the line is not chained
	Hash string `json:"hash"` // empty: the line is not chained
	Line string `json:"line"`
}

// stamp writes a time as the reference's records have it.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000-07:00") }

func stampOrNil(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	s := stamp(t)
	return &s
}

// item is the entry as it is shown.
func (e *entry) item() item {
	d := e.decision
	shown := item{
		Timestamp: stamp(d.Time), ApprovalID: d.ID, Agent: d.Agent, Tool: d.Tool, Decision: d.Action.Past(),
		RuleMatched: d.RuleMatchedOrNil(), Reasoning: d.Reasoning, Confidence: d.Confidence,
		EvaluationMS: d.Elapsed.Milliseconds(), Evaluator: d.Evaluator, Via: d.Via, InjectionRisk: d.InjectionRisk,
		Cause: d.Cause, Observed: d.Observed != nil, Status: d.Status, Fingerprint: d.Fingerprint, Approval: d.Approval, PolicyRule: d.PolicyRule,
		Session: d.Session, ExpiresAt: stampOrNil(d.Expires), EvidenceJSON: d.Evidence.JSON(),
	}
	if o := e.outcome; o != nil {
		shown.Outcome = &outcome{
			State: o.State, ResolvedBy: o.By, Status: o.Status, ResolvedAt: stampOrNil(o.At), Detail: o.Detail,
		}
	}
	return shown
}

// opened is the entry with its call.
func (e *entry) opened() opened {
	shown := opened{item: e.item(), WorkingDir: redact.Text(e.dir), Journal: []journalLine{}}
	if e.params != nil {
		shown.Params, _ = redact.Value(e.params)
	}
	return shown
}

// MarshalJSON writes the entry as it is shown. Evidence of a part that has no
// JSON form, such as a NaN, is left out, so that one decision does not hide the
// others.
func (e *entry) MarshalJSON() ([]byte, error) {
	shown := e.item()
	data, err := json.Marshal(shown)
	if err == nil {
		return data, nil
	}
	note := fmt.Sprintf("the evidence cannot be shown: %T", err)
	shown.Evaluator, shown.EvidenceJSON = nil, decision.Evidence{Notes: []string{note}}.JSON()
	return json.Marshal(shown)
}
