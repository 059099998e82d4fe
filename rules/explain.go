package rules

import (
	"context"
	"fmt"

	"github.com/flux7-go/supervisor/decision"
)

const (
	// maxShownBytes bounds a value of the call in an explanation.
	maxShownBytes = 80
	// maxShownCondition bounds the condition beside it.
	maxShownCondition = 200
)

// Explain shows every rule: whether it holds, what its condition saw, and why
// it could not be told or must not hold. Settled marks the one that decides.
// Rules after that one are shown as if it were not there.
func (s *Set) Explain(ctx context.Context, c *decision.Call) []decision.Step {
	at := sight{call: c, scope: s.scope}
	steps := make([]decision.Step, 0, len(s.rules))
	decided := false
	for _, r := range s.rules {
		holds, err := r.holds(ctx, at)
		step := decision.Step{Stage: "rule", Name: r.spec.Name, Matched: holds, Detail: s.detail(r, at)}
		if err != nil {
			step.Detail += "; " + err.Error()
		}
		action, speaks := r.spec.Action, holds
		if err != nil && action != decision.Approve && !holds {
			action, speaks = decision.Escalate, true
		}
		if speaks {
			step.Action = &action
			step.Settled = !decided && r.settles()
			decided = true
		}
		steps = append(steps, step)
	}
	return steps
}

// detail is the condition and what it saw.
func (s *Set) detail(r *rule, at sight) string {
	if r.spec.CatchAll {
		return "holds for every call"
	}
	condition := r.condition.String()
	if r.condition.isSecret() {
		condition = r.condition.field() + " " + string(r.condition.op) + " …"
	}
	return fmt.Sprintf("%s; %s %s", cut(condition, maxShownCondition), r.condition.field(), s.shown(r.condition, at))
}

func (s *Set) shown(c Condition, at sight) string {
	value := c.value(at.call, at.scope)
	text, isText := scalar(value)
	if isText && c.isSecret() {
		return "is not shown"
	}
	if isText {
		return fmt.Sprintf("is %q", cut(visible(s.redact(text)), maxShownBytes))
	}
	switch v := value.(type) {
	case []any:
		return fmt.Sprintf("is a list of %d", len(v))
	case map[string]any:
		return "is an object"
	}
	return "is missing"
}
