package adminhttp

import (
	"context"
	"time"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
)

// shownApproval is an approval as the supervisor protocol shows it, with further
// members for the page.
type shownApproval struct {
	ID            string                    `json:"id"`
	Agent         string                    `json:"agent_id"`
	Session       string                    `json:"session_id"`
	Tool          string                    `json:"tool"`
	Params        any                       `json:"params"` // without their secrets, as in the journal
	Masked        bool                      `json:"masked"` // some were taken out
	PolicyRule    string                    `json:"policy_rule"`
	InjectionRisk bool                      `json:"injection_risk"`
	Status        supervisor.ApprovalStatus `json:"status"`
	CreatedAt     string                    `json:"created_at"`
	Until         string                    `json:"until"`
	Remaining     string                    `json:"remaining,omitempty"` // while it waits

	// Of one that was settled.
	ResolvedBy string  `json:"resolved_by,omitempty"`
	ResolvedAt string  `json:"resolved_at,omitempty"`
	Confidence float64 `json:"confidence,omitempty"`

	// Reasoning is why the call waits; of one that was settled, the answer's.
	Reasoning string         `json:"reasoning"`
	Cause     decision.Cause `json:"cause"`
	Decision  *entry         `json:"decision"`
	Options   []option       `json:"options"` // what an approve could say; empty: it was settled
}

// detailedApproval is one approval with its context.
type detailedApproval struct {
	shownApproval
	RecentTraces []decision.Trace `json:"recent_traces"`
	ActiveGrants []decision.Grant `json:"active_grants"`
}

// second writes a time in whole seconds.
func second(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func (h *Handler) shown(a *supervisor.Approval) shownApproval {
	params, masked := redact.Value(a.Call.Params)
	left := a.Decision
	left.Approval = a.ID
	s := shownApproval{
		ID: a.ID, Agent: a.Call.Agent, Session: a.Call.Session, Tool: a.Call.Tool, Params: params, Masked: masked,
		PolicyRule: a.Call.PolicyRule, InjectionRisk: a.Call.InjectionRisk, Status: a.Status,
		CreatedAt: second(a.CreatedAt), Until: second(a.Until),
		Reasoning: left.Reasoning, Cause: left.Cause, Decision: &entry{decision: light(&left)}, Options: []option{},
	}
	if a.Status == supervisor.ApprovalPending {
		s.Remaining = max(0, a.Until.Sub(h.opts.Now())).Truncate(time.Second).String()
	}
	if r := a.Resolution; r != nil {
		s.ResolvedBy, s.ResolvedAt, s.Reasoning, s.Confidence = r.By, second(r.At), r.Reasoning, r.Confidence
		s.Decision.outcome = &decision.Outcome{State: decision.OutcomeSettled, By: r.By, Status: string(r.Status), At: r.At, Detail: r.Reasoning}
	}
	return s
}

func (h *Handler) detailed(ctx context.Context, a *supervisor.Approval, lasts time.Duration) detailedApproval {
	d := detailedApproval{shownApproval: h.shown(a), RecentTraces: []decision.Trace{}, ActiveGrants: []decision.Grant{}}
	for _, t := range a.Call.RecentTraces {
		if params, ok := redactedParams(t.Params); ok {
			t.Params = params
		}
		t.Error = redact.Text(t.Error)
		d.RecentTraces = append(d.RecentTraces, t)
	}
	d.ActiveGrants = append(d.ActiveGrants, a.Call.ActiveGrants...)
	if a.Status == supervisor.ApprovalPending {
		d.Options = h.options(ctx, a, lasts, true)
	}
	return d
}

// redactedParams are parameters without their secrets; false: there are none.
func redactedParams(params map[string]any) (map[string]any, bool) {
	if params == nil {
		return nil, false
	}
	masked, _ := redact.Value(params)
	out, ok := masked.(map[string]any)
	return out, ok
}
