package rules

import (
	"errors"
	"slices"

	"github.com/flux7-go/supervisor/decision"
)

var (
	errCode        = errors.New("a rule on a command that names no tool does not approve: name the tool")
	errCommandPart = errors.New("how long a command is, or what it is not, does not approve: compare how it starts, or the whole command with ==")
)

// judge finds out what the rule rests on. It is the operator's word if it
// names tools, or approves everything, which had to be confirmed. What looks
// at effects, at parts of a command or at the text of a path is inferred.
func (r *rule) judge() {
	if r.condition == nil {
		if r.spec.AllowAll {
			r.basis = decision.BasisOperator
		}
		return
	}
	weakness, named := r.condition.weakness(false), r.condition.names(false) != namesNothing
	if named && weakness == weakNothing || r.spec.Action != decision.Approve && named {
		r.basis = decision.BasisOperator
	}
	if r.spec.Action != decision.Approve || r.basis == decision.BasisOperator {
		return
	}
	switch {
	case weakness == weakCommand && named:
		r.forbidden = errCommandPart
	case weakness == weakCommand || !named && r.readsWholeCommand():
		r.forbidden = errCode
	case named && weakness == weakSegments:
		r.objects = overreach
	case named && weakness == weakEffects:
		r.objects = unseen
	default:
		r.objects = objection
	}
}

// readsCode reports whether the rule looks at a command.
func (r *rule) readsCode() bool {
	for leaf := range r.condition.leaves {
		if slices.ContainsFunc(leaf.fields(), field.isCode) {
			return true
		}
	}
	return false
}

// readsWholeCommand reports whether the rule looks at a command otherwise than
// command by command.
func (r *rule) readsWholeCommand() bool {
	return slices.ContainsFunc(r.comparisons, func(c compared) bool {
		return slices.ContainsFunc(c.fields(), field.isCode) && c.comparison.weakness(c.negated) != weakSegments
	})
}
