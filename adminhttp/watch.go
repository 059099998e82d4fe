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
		kept := h.recent.add(*e.Decision, e.Call)
		h.metrics.decided(e.Decision)
		h.events.publish("decision", kept)
	case e.Type == decision.EventOutcome && e.Decision != nil && e.Outcome != nil:
		if kept := h.recent.settle(e.Decision.ID, *e.Outcome); kept != nil {
			h.events.publish("outcome", kept)
		}
	case e.Type == decision.EventPausedCall && e.Decision != nil:
		h.metrics.pausedCalls.Add(1)
		h.events.publish("paused_call", &entry{decision: light(*e.Decision)})
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
