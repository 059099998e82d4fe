package decision

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Limits of a call. A call over one of them is invalid: it is never judged on
// a part of itself.
const (
	// MaxParamsBytes bounds the parameters: the bytes of all names and texts
	// in them. Four times the largest file that agents write in practice.
	MaxParamsBytes = 4 << 20
	// MaxParamsDepth bounds the nesting of the parameters. Tool schemas stay
	// below ten levels.
	MaxParamsDepth = 64
	// MaxParamsValues bounds how many values the parameters hold.
	MaxParamsValues = 100_000
	// MaxNameBytes bounds the tool's, the agent's and every other name.
	MaxNameBytes = 512
	// MaxTraces bounds the recent activity that is kept, newest first. The
	// reference shows five to a model; a mesh sends ten.
	MaxTraces = 10
	// MaxGrants bounds the active grants that are kept.
	MaxGrants = 100
	// MaxUserMessages bounds the messages of the user that are kept, the last ones.
	MaxUserMessages = 50
	// MaxDoubts bounds the doubts that are kept, the first ones: one is enough.
	MaxDoubts = 10
)

// Call is one tool call of an agent that waits for a decision. Only Tool is
// required.
//
// Rules and providers get a pointer to a private copy and must not change it.
// The copy is normalised: every value in Params is a string, bool, nil,
// [json.Number], []any or map[string]any.
type Call struct {
	ID            string         `json:"id,omitempty"`             // the approval's id; a queue sets it, Evaluate makes one up
	Agent         string         `json:"agent_id,omitempty"`       // who asks
	Tool          string         `json:"tool"`                     // what it wants to run
	Params        map[string]any `json:"params"`                   // with which arguments
	PolicyRule    string         `json:"policy_rule,omitempty"`    // the level-0 rule that asked for a decision
	InjectionRisk bool           `json:"injection_risk,omitempty"` // the flag of the level below; never lifted

	// RecentTraces is what the agent did before, newest first, this call not
	// among them. Nil means that no history was supplied, which is not the
	// same as an agent without history.
	RecentTraces []Trace `json:"recent_traces,omitempty"`
	// ActiveGrants is what the agent was granted. Nil: not supplied.
	ActiveGrants []Grant `json:"active_grants,omitempty"`

	Created time.Time `json:"created_at,omitzero"` // when the agent asked
	Expires time.Time `json:"expires_at,omitzero"` // when nobody waits any more; zero: unknown

	Session         string   `json:"session_id,omitempty"`       // the agent's session or conversation
	TraceID         string   `json:"trace_id,omitempty"`         // the waiting call's own trace
	WorkingDir      string   `json:"working_dir,omitempty"`      // where relative paths start; empty: unknown
	ToolDescription string   `json:"tool_description,omitempty"` // untrusted
	UserMessages    []string `json:"user_messages,omitempty"`    // oldest first; untrusted

	// Doubts are what whoever asks knows to speak against taking the call for what
	// it shows, such as that its server calls the tool destructive. Each is a [Gap]
	// in its effects: it makes the call opaque, so that nothing inferred approves
	// it. One line each, in our own words.
	Doubts []string `json:"doubts,omitempty"`

	// Fault says why a queue could not read the call whole. Such a call is
	// escalated with [CauseInvalid]; no rule and no provider sees it.
	Fault string `json:"fault,omitempty"`

	analysis *analysis
}

// Trace is one earlier call of the same agent.
type Trace struct {
	TraceID        string         `json:"trace_id,omitempty"`
	SessionID      string         `json:"session_id,omitempty"`
	Tool           string         `json:"tool"`
	Params         map[string]any `json:"params,omitempty"`
	Policy         string         `json:"policy,omitempty"` // allow, deny, human_approval, …
	PolicyRule     string         `json:"policy_rule,omitempty"`
	StatusCode     int            `json:"status_code,omitempty"`
	Error          string         `json:"error,omitempty"`
	Timestamp      time.Time      `json:"timestamp,omitzero"`
	ApprovalID     string         `json:"approval_id,omitempty"`
	ApprovalStatus string         `json:"approval_status,omitempty"` // approved, denied, timeout
	ApprovedBy     string         `json:"approved_by,omitempty"`
}

// Grant is a temporary permission that an agent holds on a set of tools.
type Grant struct {
	ID        string    `json:"id,omitempty"`
	Agent     string    `json:"agent,omitempty"`
	Tools     string    `json:"tools"` // a glob
	ExpiresAt time.Time `json:"expires_at,omitzero"`
	Remaining string    `json:"remaining,omitempty"`
	GrantedBy string    `json:"granted_by,omitempty"`
}

// Normalize returns a deep copy of c whose Params hold JSON values only, with
// lists cut to their limits, or an error that says what is wrong with the
// call. Nil Params become an empty object. The error quotes no value.
func (c *Call) Normalize() (*Call, error) {
	out := *c
	out.analysis = nil
	var errs []error
	if strings.TrimSpace(c.Tool) == "" {
		errs = append(errs, errors.New("the call names no tool"))
	}
	for _, name := range []struct{ key, value string }{
		{"tool", c.Tool}, {"agent_id", c.Agent}, {"id", c.ID}, {"policy_rule", c.PolicyRule},
		{"session_id", c.Session}, {"trace_id", c.TraceID}, {"working_dir", c.WorkingDir},
	} {
		if err := checkName(name.value); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name.key, err))
		}
	}
	for _, doubt := range c.Doubts {
		if err := checkName(doubt); err != nil {
			errs = append(errs, fmt.Errorf("doubts: %w", err))
		}
	}
	params, err := normalizeParams(c.Params)
	if err != nil {
		errs = append(errs, fmt.Errorf("params: %w", err))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	out.Params = params
	out.RecentTraces = firstN(c.RecentTraces, MaxTraces)
	out.ActiveGrants = firstN(c.ActiveGrants, MaxGrants)
	out.Doubts = firstN(c.Doubts, MaxDoubts)
	if extra := len(c.UserMessages) - MaxUserMessages; extra > 0 {
		out.UserMessages = c.UserMessages[extra:]
	}
	return &out, nil
}

// checkName refuses what could make two names look like one, or break a line.
func checkName(name string) error {
	if len(name) > MaxNameBytes {
		return fmt.Errorf("longer than %d bytes", MaxNameBytes)
	}
	if !utf8.ValidString(name) {
		return errors.New("not valid utf-8")
	}
	if strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }) {
		return errors.New("holds a control character")
	}
	return nil
}

func firstN[T any](list []T, n int) []T {
	if len(list) > n {
		list = list[:n]
	}
	if list == nil {
		return nil
	}
	return append(make([]T, 0, len(list)), list...)
}

// Remaining returns how long somebody still waits for the decision, and false
// when that is not known. It is never negative.
func (c *Call) Remaining(now time.Time) (time.Duration, bool) {
	if c.Expires.IsZero() {
		return 0, false
	}
	return max(0, c.Expires.Sub(now)), true
}

// String names the call without its parameters, for logs.
func (c *Call) String() string { return fmt.Sprintf("%.64s %.64s by %.64s", c.ID, c.Tool, c.Agent) }
