package backtest

import (
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

// reach is which rules a call came to, or would have come to.
type reach uint8

const (
	reachNone reach = iota // a guard, a gate, or a rule settled it, or it carries the injection flag
	reachHeld              // a rule held it for a person: only what lifts was asked
	reachOpen              // nothing had settled it yet
)

// reachOf reads from a decision how far its call came. What standing approvals
// and precedents settled came as far as they are.
func reachOf(d decision.Decision, timings map[string]float64) reach {
	_, rules := timings["rules"]
	_, provider := timings["provider"]
	switch {
	case d.InjectionRisk || !rules:
		return reachNone
	case provider, d.RuleMatched == memory.PrecedentSource:
		return reachOpen
	case strings.HasPrefix(d.RuleMatched, standingSource):
		return reachHeld // whether a rule held it is not recorded
	case d.Action != decision.Escalate || d.RuleMatched == memory.WordSource:
		return reachNone
	}
	switch d.Cause {
	case decision.CauseUnsettled:
		return reachOpen
	case decision.CauseRule, decision.CauseThreshold, decision.CauseOpaque:
		return reachHeld
	}
	return reachNone
}

// standingSource begins the name of a decision by a standing approval; its scope
// follows.
const standingSource = "standing:"

// left reports whether the call was left to a person.
func (c *call) left() bool {
	return c.known && (c.decision.Action == decision.Escalate || c.decision.Observed != nil)
}

// fate is what became of a call.
type fate uint8

const (
	fateSame    fate = iota // it was approved, by the supervisor or by others than people
	fateRefused             // by a person
	fateDenied              // by the supervisor, or by others than people
	fateSaved               // a person was asked, and approved it
	fateWaited              // nobody has answered
)

func (c *call) fate(people memory.People) fate {
	switch {
	case c.settled != nil && c.settled.Status == string(decision.ApprovalDenied):
		if people.Includes(c.settled.By) {
			return fateRefused
		}
		return fateDenied
	case c.settled != nil && c.settled.Status == string(decision.ApprovalApproved):
		if people.Includes(c.settled.By) {
			return fateSaved
		}
		return fateSame
	case c.left():
		return fateWaited
	case c.decision.Action == decision.Deny:
		return fateDenied
	}
	return fateSame
}
