package memory

import (
	"context"

	"github.com/flux7-go/supervisor/decision"
)

// Explain implements [decision.Explainer]: a step when people said something
// about the call, none otherwise.
func (r *wordRule) Explain(ctx context.Context, c *decision.Call) []decision.Step {
	v, settled := r.Evaluate(ctx, c)
	if !settled {
		return nil
	}
	return []decision.Step{step(v, settled)}
}

// Explain implements [decision.Explainer]: one step, also when there are too
// few precedents or the call is of a kind that they never approve.
func (p *precedents) Explain(ctx context.Context, c *decision.Call) []decision.Step {
	v, settled := p.Evaluate(ctx, c)
	if settled {
		return []decision.Step{step(v, settled)}
	}
	detail := "too few approvals by people of calls like this one, or a refusal"
	switch why := unfit(c.Effects(ctx), p.opts.Writes); {
	case c.InjectionRisk:
		detail = "the call carries the injection flag"
	case why != "":
		detail = "precedents never approve such a call: " + why
	case len(v.Notes) > 0:
		detail = v.Notes[0]
	}
	return []decision.Step{{Name: PrecedentSource, Detail: detail}}
}

func step(v decision.Verdict, settled bool) decision.Step {
	return decision.Step{Name: v.Source, Matched: true, Action: &v.Action, Settled: settled, Detail: v.Reasoning}
}
