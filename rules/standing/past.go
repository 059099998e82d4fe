package standing

import "github.com/flux7-go/supervisor/decision"

// CoveredBefore reports whether a stored standing approval would have covered a
// call that was decided before, which is known by its decision: by the
// fingerprint, and by the effects that were recorded. Params are those of the
// call, whole; nil, they are not known. Its time and uses do not count, nor does
// what a standing approval never lifts: a deny, a gate, a guard. With clear false
// it may have covered it; nobody can tell.
func CoveredBefore(a decision.Standing, d decision.Decision, params map[string]any) (covered, clear bool) {
	switch {
	case a.Agent != d.Agent || a.Tool != d.Tool || d.InjectionRisk,
		a.Fingerprint != "" && a.Fingerprint != d.Fingerprint,
		a.Scope == decision.StandingSession && (a.Session == "" || a.Session != d.Session):
		return false, true
	case len(d.Evidence.Effects) == 0 && len(d.Evidence.Opaque) == 0:
		return false, false // it had none, or nobody looked
	}
	effects := decision.Effects{List: d.Evidence.Effects, Gaps: d.Evidence.Opaque, Covered: len(d.Evidence.Opaque) == 0}
	if Unfit(a, effects) != "" || outside(a, effects) != "" {
		return false, true
	}
	if len(a.Arguments) == 0 && (a.Fingerprint != "" || a.Signature != "") {
		return true, true
	}
	if params == nil {
		return false, false
	}
	pinned := a.Fingerprint != "" || a.Signature != "" || pinsCode(a.Arguments, &decision.Call{Tool: d.Tool, Params: params})
	return pinned && sameArguments(a.Arguments, params), true
}

// NeedsExact reports whether a call may only be approved for good together with
// what it was told: its tool or a parameter of it is run or interpreted. Params
// nil are not known, and count as such.
func NeedsExact(tool string, params map[string]any) bool {
	return params == nil || !pinsCode(nil, &decision.Call{Tool: tool, Params: params})
}
