package otel

import (
	"slices"

	"github.com/flux7-go/supervisor/decision"
)

// Who decided, in the words of measuring (package bench). A closed set.
const (
	deciderGuard    = "guard"    // a guard or a gate
	deciderRule     = "rule"     // the operator's rules, a person's word, …
	deciderProvider = "provider" // a link of the provider answered
	deciderNobody   = "nobody"   // nothing settled the call, or what was to settle it failed
)

// deciderOf tells it from the evidence. Guards and gates settle before the
// rules are timed; the injection flag is a guard, wherever it was met.
func deciderOf(d *decision.Decision) string {
	has := func(s decision.LinkState) bool {
		return slices.ContainsFunc(d.Evidence.Links, func(l decision.Link) bool { return l.State == s })
	}
	_, ruled := d.Evidence.Timings[stageRules]
	switch {
	case has(decision.LinkAnswered):
		return deciderProvider
	case d.Cause == decision.CauseUnsettled, d.Action == decision.Escalate && has(decision.LinkFailed):
		return deciderNobody
	case d.Evidence.Rule != nil, ruled && d.Cause != decision.CauseInjection:
		return deciderRule
	}
	return deciderGuard
}

// knownAction reads an unknown action as everybody else does.
func knownAction(a decision.Action) decision.Action {
	if a > decision.Deny {
		return decision.Escalate
	}
	return a
}

// knownCause returns the cause if it is one of the vocabulary, and else
// [OtherName]: in metrics every cause is a series of its own.
func knownCause(c decision.Cause) string {
	switch c {
	case decision.CauseNone, decision.CauseRule, decision.CauseUnsettled, decision.CauseJudged, decision.CauseThreshold,
		decision.CauseOpaque, decision.CauseInjection, decision.CauseSelf, decision.CausePaused, decision.CauseExpired,
		decision.CauseTier, decision.CauseOverload, decision.CauseTimeout, decision.CauseUnavailable, decision.CauseUnreadable,
		decision.CauseRefused, decision.CauseRecord, decision.CauseInvalid, decision.CauseObserve, decision.CausePanic:
		return string(c)
	}
	return OtherName
}

func knownState(s decision.LinkState) string {
	switch s {
	case decision.LinkAnswered, decision.LinkPassed, decision.LinkFailed, decision.LinkSkipped:
		return string(s)
	}
	return OtherName
}
