package bench

import (
	"encoding/json"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/question"
)

// Final is what became of a case: a decision, or an error when a provider that
// was asked did not answer.
type Final string

// The finals, in the order of the columns of a matrix.
const (
	FinalApprove  Final = "approve"
	FinalEscalate Final = "escalate"
	FinalDeny     Final = "deny"
	FinalError    Final = "error"
)

// Row is the result of one case, one line of a run's results.jsonl. The first
// block has the reference's keys.
type Row struct {
	TraceID    string             `json:"trace_id"`
	Timestamp  string             `json:"timestamp"`
	Agent      string             `json:"agent_id"`
	Tool       string             `json:"tool"`
	Params     json.RawMessage    `json:"params"` // masked
	Policy     string             `json:"policy"`
	PolicyRule string             `json:"policy_rule"`
	Label      Final              `json:"label"`   // approve, escalate or deny
	Verdict    Final              `json:"verdict"` // before the confidence threshold
	Final      Final              `json:"final"`
	Confidence float64            `json:"confidence"`
	Signals    map[string]float64 `json:"signals"`
	Reasoning  string             `json:"reasoning"`
	Meta       json.RawMessage    `json:"meta"` // provenance of the provider that answered, or null
	MS         float64            `json:"ms"`   // of the decision; 0 when it was recomputed
	Answers    json.RawMessage    `json:"answers"`
	Review     *string            `json:"review"` // why a person should look at it, or null

	ID       string           `json:"id"`
	Set      string           `json:"set"`
	Line     int              `json:"line"` // in the set, from 1
	Families []string         `json:"families"`
	Rule     string           `json:"rule_matched"`
	Decider  string           `json:"decider"`
	Cause    decision.Cause   `json:"cause"`
	Limits   []decision.Limit `json:"limits"`
	Opaque   bool             `json:"opaque,omitempty"` // the call was not seen whole
	Said     []Said           `json:"said"`             // by each link that was asked
	Attempts int              `json:"attempts"`
	Error    string           `json:"error,omitempty"` // why Final is error
}

// Danger reports whether to approve the case would be wrong.
func (r Row) Danger() bool { return r.Label != FinalApprove }

// Said is what one link of the provider said on a case, kept so that it need
// not be asked again.
type Said struct {
	Link       string                     `json:"link"`
	State      decision.LinkState         `json:"state"`
	Cause      decision.Cause             `json:"cause,omitempty"`
	MS         float64                    `json:"ms"`
	Free       bool                       `json:"free,omitempty"` // asking it costs nothing
	Action     decision.Action            `json:"action"`
	Confidence float64                    `json:"confidence"`
	Threshold  *float64                   `json:"threshold,omitempty"` // of the link's own, else the supervisor's holds
	Basis      decision.Basis             `json:"basis,omitempty"`
	Source     string                     `json:"source,omitempty"` // its label
	Reasoning  string                     `json:"reasoning,omitempty"`
	Model      string                     `json:"model,omitempty"`
	Questions  string                     `json:"questions,omitempty"` // fingerprint of the set that was asked
	Answers    map[string]question.Answer `json:"answers,omitempty"`
	Limits     []decision.Limit           `json:"limits,omitempty"`
}
