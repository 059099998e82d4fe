package rules

import "github.com/flux7-go/supervisor/decision"

// unseen says that the call may do more than is seen; empty if it is seen
// whole. Like its siblings it quotes nothing of the call.
func unseen(e decision.Effects) string {
	switch {
	case len(e.Gaps) > 0:
		return "what the call does is not seen whole: " + e.Gaps[0].Reason
	case !e.Covered:
		return "what the call does is not seen whole"
	}
	return ""
}

// objection says why an inferred approve that names no tool must not hold for
// a call with these effects; empty if nothing speaks against it.
func objection(e decision.Effects) string {
	if why := unseen(e); why != "" {
		return why
	}
	if len(e.List) == 0 {
		return "the call has no known effect"
	}
	// What an effect is says more than what speaks against it.
	for _, objects := range []func(*decision.Effect) string{objectionTo, doubt} {
		for i := range e.List {
			if why := objects(&e.List[i]); why != "" {
				return why
			}
		}
	}
	return ""
}

// doubt says what speaks against an effect of a kind that is routine.
func doubt(e *decision.Effect) string {
	switch {
	case len(e.Sends) > 0:
		return "the call sends local data"
	case e.Concern != "":
		return "something speaks against the effect " + string(e.Kind)
	}
	return ""
}

func objectionTo(e *decision.Effect) string {
	inProject := e.Zone == decision.ZoneProject
	switch e.Kind {
	case decision.Reads, decision.Creates, decision.Overwrites, decision.ExecutesProject:
		if !inProject {
			return "the call " + string(e.Kind) + " outside the project"
		}
	case decision.Executes:
		// Where a program lies says nothing; the other effects tell what it does.
		if e.Zone == decision.ZoneRemote {
			return "the call executes on another machine"
		}
	case decision.Network:
		if e.Zone != decision.ZoneNone {
			return "the call has the effect network"
		}
	default:
		return "the call has the effect " + string(e.Kind)
	}
	return ""
}

// overreach says what goes beyond the word of an operator who named a tool and
// how its commands may start. Reading anywhere, the network, secrets, acts
// outside, and stopping things are what such a command is for. To write or
// delete outside the project is not, nor what harms wherever it happens, nor
// to send data in a call that reads a secret.
func overreach(e decision.Effects) string {
	if why := unseen(e); why != "" {
		return why
	}
	secret, sends := false, false
	for i := range e.List {
		effect := &e.List[i]
		switch effect.Kind {
		case decision.Reads, decision.Executes, decision.ExecutesProject, decision.Disrupts:
		case decision.Network, decision.External:
			sends = sends || len(effect.Sends) > 0
		case decision.Secrets:
			secret = true
		case decision.Creates, decision.Overwrites, decision.Deletes:
			if effect.Zone != decision.ZoneProject {
				return "the call " + string(effect.Kind) + " outside the project"
			}
		default:
			return "the call has the effect " + string(effect.Kind)
		}
	}
	if secret && sends {
		return "the call reads a secret and sends data"
	}
	return ""
}
