package standing

import "github.com/flux7-go/supervisor/decision"

// Unfit says why no stored standing approval may cover calls with such effects;
// empty: one may. What is opaque or destructive never is. What reaches others,
// by mail or by a publication, and what runs the project's code, is only where
// the approval says which, by the fingerprint or arguments; what reaches a host
// also by a signature or hosts, but for a plain search.
func Unfit(a decision.Standing, e decision.Effects) string {
	if e.Opaque() {
		return "what the call does cannot be seen whole"
	}
	for _, one := range e.List {
		if destructive(one) {
			return "the call is destructive: " + string(one.Kind)
		}
		exact := a.Fingerprint != "" || len(a.Arguments) > 0
		if one.Kind == decision.External && !exact {
			return "the call reaches others, and the approval does not say with what"
		}
		if one.Kind == decision.ExecutesProject && !exact {
			return "the call runs code of the project, and the approval does not say which"
		}
		if exact || a.Signature != "" {
			continue
		}
		switch plainSearch := searches(a.Tool) && len(one.Sends) == 0; {
		case one.Concern != "":
			return "something speaks against it: " + one.Concern
		case leaves(one) && len(a.Hosts) == 0 && !plainSearch, len(one.Sends) > 0 && len(a.Hosts) == 0:
			return "the call reaches another machine, and the approval does not say which"
		}
	}
	return ""
}

// destructive reports whether nobody should say yes to an effect in advance.
func destructive(e decision.Effect) bool {
	switch e.Kind {
	case decision.Deletes, decision.Disrupts, decision.Privilege, decision.Persistence, decision.SelfTamper,
		decision.Injection, decision.ExecutesUnseen, decision.Secrets:
		return true
	case decision.Creates, decision.Overwrites:
		return e.Irreversible || e.Zone != decision.ZoneProject && e.Zone != decision.ZoneTemp
	case decision.External:
		return false // see Unfit
	}
	return e.Irreversible
}
