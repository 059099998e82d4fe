package provider

import (
	"context"

	"github.com/flux7-go/supervisor/decision"
)

// Explain has every link explain how it looks at a call that can do so without
// being asked for a judgment. A link that panics leaves no step.
func (c *Chain) Explain(ctx context.Context, call *decision.Call) []decision.Step {
	var steps []decision.Step
	for _, l := range c.links {
		for _, step := range l.explain(ctx, call) {
			if !c.single {
				step.Name = l.Name
			}
			steps = append(steps, step)
		}
	}
	return steps
}

func (l *link) explain(ctx context.Context, call *decision.Call) (steps []decision.Step) {
	explainer, ok := l.Provider.(decision.Explainer)
	if !ok {
		return nil
	}
	defer func() {
		if recover() != nil {
			steps = nil // asking the link shows the panic
		}
	}()
	return explainer.Explain(ctx, call)
}
