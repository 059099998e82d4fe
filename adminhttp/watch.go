package adminhttp

import (
	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
)

// observe takes an event of the supervisor. It is called while a call is
// judged, several times at once, and does nothing that takes long.
func (h *Handler) observe(e supervisor.Event) {
	switch {
	case e.Type == decision.EventDecision && e.Decision != nil:
		kept := h.recent.add(e.Decision, e.Call)
		h.metrics.decided(e.Decision)
		h.events.publish("decision", kept)
		h.tellOfApproval(e.Decision.Approval, decision.ApprovalPending)
	case e.Type == decision.EventOutcome && e.Decision != nil && e.Outcome != nil:
		if kept := h.recent.settle(e.Decision.ID, *e.Outcome); kept != nil {
			h.events.publish("outcome", kept)
		}
		if e.Decision.Approval != "" {
			h.metrics.answered(decision.ApprovalStatus(e.Outcome.Status))
			h.tellOfApproval(e.Decision.Approval, decision.ApprovalStatus(e.Outcome.Status))
		}
	case e.Type == decision.EventPausedCall && e.Decision != nil:
		h.metrics.pausedCalls.Add(1)
		h.events.publish("paused_call", &entry{decision: light(e.Decision)})
		h.tellOfApproval(e.Decision.Approval, decision.ApprovalPending)
	default:
		h.events.publish(string(e.Type), happened{Type: string(e.Type), Timestamp: stamp(e.Time), Fields: e.Fields})
	}
}

// happened is an event that is about no call.
type happened struct {
	Type      string         `json:"type"`
	Timestamp string         `json:"timestamp"`
	Fields    map[string]any `json:"fields"`
}

// tellOfApproval tells that a call waits for a person, or was settled.
func (h *Handler) tellOfApproval(id string, status decision.ApprovalStatus) {
	if id != "" {
		h.events.publish("approval", approvalEvent{ID: id, Status: status})
	}
}

// approvalEvent is one of the stream's "approval" events.
type approvalEvent struct {
	ID     string                  `json:"id"`
	Status decision.ApprovalStatus `json:"status"` // empty: the store forgot it
}
