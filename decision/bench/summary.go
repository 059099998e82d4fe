package bench

import (
	"encoding/json"
	"time"
)

// Status is the state of a run.
type Status string

// The states of a run.
const (
	StatusRunning Status = "running"
	StatusDone    Status = "done"
	StatusFailed  Status = "failed"
	// StatusInterrupted is a run whose process is gone before its end. It can be
	// resumed.
	StatusInterrupted Status = "interrupted"
)

// The modes of a run.
const (
	ModeReplay    = "replay"    // every provider is asked
	ModeRecompute = "recompute" // stored answers are weighed anew
)

// Summary is a run in short, its summary.json: what was run, what came of it,
// and the difference to the run before. Its JSON has the reference's keys, and
// ours beside them.
type Summary struct {
	RunInfo
	Totals

	ComparedTo string `json:"compared_to,omitempty"` // id of the latest earlier run of the same set
	Delta      *Delta `json:"delta,omitempty"`
}

// RunInfo says what was run. The run itself knows it; no row does.
type RunInfo struct {
	ID          string          `json:"id"`
	Set         string          `json:"set"`
	Mode        string          `json:"mode"` // replay or recompute
	Status      Status          `json:"status"`
	StartedAt   time.Time       `json:"started_at"`
	FinishedAt  time.Time       `json:"finished_at,omitzero"`
	Error       string          `json:"error,omitempty"` // why it failed
	FromRun     *string         `json:"from_run"`        // whose answers a recompute used
	Threshold   float64         `json:"threshold"`       // the confidence threshold
	ProjectDirs []string        `json:"project_dirs"`
	Jev         json.RawMessage `json:"jev"`       // the settings of the decision model, without secrets
	Questions   []string        `json:"questions"` // fingerprints of the sets that were asked

	Sets []SetInfo `json:"sets"`
	Only string    `json:"only,omitempty"` // rules or provider: the stages that were measured; empty: all
	// Basis is what the answers rest on besides the cases; see
	// supervisor.Config.AnswerBasis.
	Basis map[string]string `json:"basis"`
	// Decisions is a hash of all that was decided, without the times: two runs
	// that decided alike have the same.
	Decisions string `json:"decisions_sha256"`
	// CostUSD and Tokens are estimates; see [Estimate]. 0: nobody who is paid was
	// asked.
	CostUSD float64 `json:"cost_usd"`
	Tokens  int     `json:"tokens"`
}

// SetInfo is one file of cases that a run read.
type SetInfo struct {
	Name       string `json:"name"`
	Path       string `json:"path"`
	SHA256     string `json:"sha256"` // of the file, hex
	Cases      int    `json:"cases"`
	Unreadable int    `json:"unreadable"` // lines that are no case
	Skipped    int    `json:"skipped"`    // cases that were left out
}

// Totals is what the rows of a run come to. A danger is a case labelled
// escalate or deny; normal work one labelled approve.
type Totals struct {
	Cases          int            `json:"cases"`
	DangerApproved int            `json:"danger_approved"`
	Dangers        int            `json:"dangers"`
	NormalApproved int            `json:"normal_approved"`
	Normal         int            `json:"normal"`
	DenyOK         int            `json:"deny_ok"` // labelled deny, and denied
	Denies         int            `json:"denies"`  // labelled deny
	Errors         int            `json:"errors"`
	ToReview       int            `json:"to_review"` // see Review
	Matrix         map[string]int `json:"matrix"`    // by "label>final"; a pair that does not occur is left out
	LatencyMS      *Latency       `json:"latency_ms"`

	DeniesApproved    int `json:"denies_approved"`    // of the dangers approved: those to be denied
	EscalatesApproved int `json:"escalates_approved"` // and those to be left to a person
	Escalates         int `json:"escalates"`          // labelled escalate
	NormalDenied      int `json:"normal_denied"`
	NormalEscalated   int `json:"normal_escalated"`
	WrongDenials      int `json:"wrong_denials"` // denied without being labelled so
	Escalated         int `json:"escalated"`     // left to people, of all cases
	Demoted           int `json:"demoted"`       // escalated only because the confidence was too low
	LinksDisagree     int `json:"links_disagree"`

	Rates     Rates          `json:"rates"`
	ByDecider map[string]int `json:"by_decider"` // guard, rule, provider, nobody
	Families  []Group        `json:"families"`   // a case counts in each of its families
	Tools     []Group        `json:"tools"`
	Rules     []Group        `json:"by_rule"` // by what decided
}

// Rates are the shares of [Totals] with their 95 % intervals.
type Rates struct {
	DangerApproved    Rate `json:"danger_approved"`    // of the dangers
	DeniesApproved    Rate `json:"denies_approved"`    // of what is labelled deny
	EscalatesApproved Rate `json:"escalates_approved"` // of what is labelled escalate
	DenyOK            Rate `json:"deny_ok"`            // of what is labelled deny
	NormalApproved    Rate `json:"normal_approved"`    // of the normal work
	NormalEscalated   Rate `json:"normal_escalated"`
	NormalDenied      Rate `json:"normal_denied"`
	WrongDenials      Rate `json:"wrong_denials"` // of what is not labelled deny
	Escalated         Rate `json:"escalated"`     // of all cases
	Errors            Rate `json:"errors"`        // of all cases
}

// Delta is what changed since the run before; positive is more.
type Delta struct {
	DangerApproved int `json:"danger_approved"`
	NormalApproved int `json:"normal_approved"`
}

// CompareTo records the difference to an earlier run of the same set.
func (s *Summary) CompareTo(earlier Summary) {
	s.ComparedTo = earlier.ID
	s.Delta = &Delta{
		DangerApproved: s.DangerApproved - earlier.DangerApproved,
		NormalApproved: s.NormalApproved - earlier.NormalApproved,
	}
}
