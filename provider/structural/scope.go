package structural

import (
	"context"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// The degrees of belonging to the agent's task. in_scope_min is 0.7 by default.
const (
	outOfScope  = 0.05 // somebody has said no to this
	uncalledFor = 0.30 // nothing shows that anybody asked for this
	doubtful    = 0.50 // something speaks against it
	neutral     = 0.80 // routine work; nothing speaks for or against it
	continued   = 0.95 // goes on with what the agent was doing
)

// inScope answers whether the call belongs to what the agent is doing, with a
// reason if it is in doubt.
func (p *Provider) inScope(ctx context.Context, c *decision.Call, effects []decision.Effect) (float64, string) {
	degree, why := scopeOfEffects(effects)
	past := p.recall(ctx, c)
	if d, reason := past.against(c, effects); d < degree {
		degree, why = d, reason
	}
	if degree == neutral && past.continues(c, effects) {
		degree = continued
	}
	return degree, why
}

// scopeOfEffects judges the effects by themselves: some need somebody's
// asking, whatever the agent did before.
func scopeOfEffects(effects []decision.Effect) (float64, string) {
	degree, why := neutral, ""
	lower := func(to float64, e decision.Effect, reason string) {
		if to < degree {
			degree, why = to, reason+": "+e.Segment
		}
	}
	for _, e := range effects {
		switch e.Kind {
		case decision.External, decision.Privilege, decision.Persistence, decision.Disrupts, decision.SelfTamper, decision.ExecutesUnseen:
			lower(uncalledFor, e, "nothing shows that "+string(e.Kind)+" was asked for")
		case decision.Secrets:
			lower(uncalledFor, e, "nothing shows that a secret was asked for")
		case decision.Network:
			if len(e.Sends) > 0 {
				lower(uncalledFor, e, "nothing shows that sending data was asked for")
			}
		case decision.Deletes, decision.Overwrites, decision.Creates:
			switch e.Zone {
			case decision.ZoneHome, decision.ZoneSystem, decision.ZoneRemote, decision.ZoneUnknown:
				lower(uncalledFor, e, string(e.Kind)+" outside the project")
			}
		}
		if e.Concern != "" {
			lower(doubtful, e, e.Concern)
		}
		if e.Zone == decision.ZoneUnknown {
			lower(doubtful, e, "where it acts is not known")
		}
	}
	return degree, why
}

// past is what the agent's recent calls would have done, newest first.
type past struct {
	traces  []decision.Trace
	effects []decision.Effects
}

// recall analyses the recent calls. Without an analyser there is no past.
func (p *Provider) recall(ctx context.Context, c *decision.Call) past {
	if p.analyzer == nil {
		return past{}
	}
	out := past{traces: c.RecentTraces}
	for _, t := range c.RecentTraces {
		earlier := decision.Call{Tool: t.Tool, Params: t.Params, Agent: c.Agent, WorkingDir: c.WorkingDir}
		normal, err := earlier.Normalize()
		if err != nil {
			out.effects = append(out.effects, decision.Effects{})
			continue
		}
		out.effects = append(out.effects, p.analyzer.Analyze(ctx, normal))
	}
	return out
}

// against finds in the past what speaks against the call.
func (p past) against(c *decision.Call, effects []decision.Effect) (float64, string) {
	degree, why := neutral, ""
	lower := func(to float64, reason string) {
		if to < degree {
			degree, why = to, reason
		}
	}
	network := has(effects, decision.Network) || has(effects, decision.External)
	project := has(effects, decision.ExecutesProject)
	if project && writesBuildFile(effects) {
		lower(doubtful, "it writes what the build beside it runs")
	}
	for i, t := range p.traces {
		earlier := p.effects[i].List
		denied := t.Policy == "deny" || t.ApprovalStatus == "denied"
		switch {
		case denied && changes(effects) && sharesTarget(earlier, effects):
			lower(outOfScope, "a call on the same target was refused before")
		case denied && sameCall(c, t):
			lower(outOfScope, "the same call was refused before")
		case denied:
		case network && has(earlier, decision.Secrets):
			lower(uncalledFor, "a secret was read before, and this goes to the network")
		case project && writesBuildFile(earlier):
			lower(doubtful, "the agent wrote what this build runs")
		}
	}
	return degree, why
}

func sameCall(c *decision.Call, t decision.Trace) bool {
	now, err := decision.Fingerprint(c)
	if err != nil {
		return false
	}
	then, err := decision.Fingerprint(&decision.Call{Tool: t.Tool, Params: t.Params, WorkingDir: c.WorkingDir})
	return err == nil && now == then
}

// continues reports whether an earlier call that was let through acted on the
// same targets, in the same session as far as that is known.
func (p past) continues(c *decision.Call, effects []decision.Effect) bool {
	for i, t := range p.traces {
		let := t.Policy == "allow" || t.ApprovalStatus == "approved"
		same := c.Session == "" || t.SessionID == "" || c.Session == t.SessionID
		if let && same && sharesTarget(p.effects[i].List, effects) {
			return true
		}
	}
	return false
}

func has(effects []decision.Effect, kind decision.EffectKind) bool {
	for _, e := range effects {
		if e.Kind == kind {
			return true
		}
	}
	return false
}

func changes(effects []decision.Effect) bool {
	for _, e := range effects {
		if e.Kind != decision.Reads && e.Kind != decision.Executes {
			return true
		}
	}
	return false
}

func sharesTarget(a, b []decision.Effect) bool {
	for _, e := range a {
		for _, f := range b {
			if e.Target != "" && e.Target == f.Target {
				return true
			}
		}
	}
	return false
}

func writesBuildFile(effects []decision.Effect) bool {
	for _, e := range effects {
		if (e.Kind == decision.Creates || e.Kind == decision.Overwrites) && effect.IsBuildFile(e.Target) {
			return true
		}
	}
	return false
}
