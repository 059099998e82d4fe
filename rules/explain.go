package rules

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

const (
	// maxShownBytes bounds a value of the call in an explanation.
	maxShownBytes = 80
	// maxShownCondition bounds the condition beside it.
	maxShownCondition = 200
	// maxShownComparisons bounds the comparisons of one condition.
	maxShownComparisons = 8
)

// Explain shows every rule: whether it holds, what its condition saw, and why
// it could not be told or must not hold. Of a "when" condition it shows which
// comparisons are true, false, missing something, or cannot be told. Settled
// marks the rule that decides. Rules after that one are shown as if it were
// not there.
func (s *Set) Explain(ctx context.Context, c *decision.Call) []decision.Step {
	at := s.look(ctx, c)
	defer s.done(at)
	steps := make([]decision.Step, 0, len(s.rules))
	decided := false
	for _, r := range s.rules {
		holds, err := r.holds(at)
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
func (s *Set) detail(r *rule, at *sight) string {
	if r.condition == nil {
		return "holds for every call"
	}
	if r.spec.When != "" {
		return s.whenDetail(r, at)
	}
	c := r.condition.leaf.(Condition)
	condition := c.String()
	if c.path.isSecret() {
		condition = c.path.String() + " " + string(c.op) + " …"
	}
	return fmt.Sprintf("%s; %s %s%s", cut(condition, maxShownCondition), c.path, s.shown(c.path, at), s.decidingCommand(r.comparisons[0], at))
}

// decidingCommand tells which command of a line a comparison rests on.
func (s *Set) decidingCommand(c compared, at *sight) string {
	d, ok := c.test.(decider)
	f := c.fields()[0]
	if !ok || f.isSecret() || f.read(at).kind == kindMissing {
		return ""
	}
	if text, found := d.deciding(at); found {
		return ", by its command " + s.quote(text)
	}
	return ""
}

// quote shows a text of the call.
func (s *Set) quote(text string) string {
	return strconv.Quote(cut(visible(s.redact(text)), maxShownBytes))
}

// whenDetail is the whole condition, then each comparison with its answer and
// the fields it read.
func (s *Set) whenDetail(r *rule, at *sight) string {
	parts := []string{cut(r.condition.write(true), maxShownCondition)}
	for i, c := range r.comparisons {
		if i == maxShownComparisons {
			parts = append(parts, fmt.Sprintf("and %d more", len(r.comparisons)-i))
			break
		}
		answer := c.answer(at)
		if len(r.comparisons) > 1 {
			answer = cut(c.write(true), maxShownCondition) + " is " + answer
		}
		var saw []string
		for _, f := range c.fields() {
			saw = append(saw, cut(f.source(), maxShownBytes)+" "+s.shown(f, at)+s.decidingCommand(c, at))
		}
		parts = append(parts, answer+" ("+strings.Join(saw, ", ")+")")
	}
	return strings.Join(parts, "; ")
}

// answer is what became of a comparison as it was written, without the "not"
// that may stand before it.
func (c compared) answer(at *sight) string {
	for _, f := range c.fields() {
		if !f.isEffect() && f.read(at).kind == kindMissing {
			return "missing"
		}
	}
	holds, err := c.test.holds(at)
	if err != nil {
		return "not to be told"
	}
	return strconv.FormatBool(holds != c.negated)
}

func (s *Set) shown(f field, at *sight) string {
	if f.isEffect() {
		return s.shownEffect(f, at)
	}
	switch v := f.read(at); {
	case v.kind == kindText && f.isSecret():
		return "is not shown"
	case v.kind == kindText:
		return "is " + s.quote(v.text)
	case v.kind == kindNumber:
		return "is " + strconv.FormatFloat(v.number, 'f', -1, 64)
	case v.kind == kindList:
		return fmt.Sprintf("is a list of %d", len(v.list))
	case v.kind == kindObject:
		return "is an object"
	}
	return "is missing"
}
