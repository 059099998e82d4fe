package notify

import (
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// leavesToPerson reports whether an event is about a call that now waits for a
// person: one that was escalated, while judging is paused too, and every call in
// observe mode. Of one that came too late nobody is told.
func leavesToPerson(e decision.Event) bool {
	if e.Decision == nil || e.Type != decision.EventDecision && e.Type != decision.EventPausedCall {
		return false
	}
	left := e.Decision.Action == decision.Escalate || e.Decision.Observed != nil
	return left && e.Decision.Cause != decision.CauseExpired
}

// over reports whether the time of a call that waits until then is over.
func over(until, now time.Time) bool { return !until.IsZero() && !now.Before(until) }

// waitsAs is what the call waits under, so that people are told of it once
// however often it is judged. Empty: it cannot be told from others.
func waitsAs(d *decision.Decision) string {
	switch {
	case d.Approval != "":
		return "approval " + d.Approval
	case d.Via == decision.ViaMesh:
		return "queue " + d.ID
	}
	return ""
}
