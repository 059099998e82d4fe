package rules

import (
	"context"
	"errors"

	"github.com/flux7-go/supervisor/decision"
)

// rule is a Spec, compiled. It does not change.
type rule struct {
	spec      Spec
	ref       decision.RuleRef
	condition Condition // zero for a catch-all
	test      test      // nil for a catch-all
}

// compile returns the rule and all its faults. With faults the rule is of no
// use beyond its spec.
func compile(spec Spec) (*rule, []error) {
	r := &rule{spec: spec, ref: decision.RuleRef{Name: spec.Name, File: spec.File, Line: spec.Line}}
	faults := spec.faults()
	if spec.CatchAll {
		return r, faults
	}
	condition, err := ParseCondition(spec.Condition)
	if err != nil {
		return r, append(faults, err)
	}
	r.condition = condition
	r.test = waryTest(condition)
	if spec.Action == decision.Approve {
		r.test = sureTest(condition)
	}
	return r, faults
}

// settles reports whether the rule, when it holds, ends judging.
func (r *rule) settles() bool { return !r.spec.CatchAll || r.spec.Action != decision.Escalate }

var errCode = errors.New("a condition on the text of a command does not approve: name the tool")

// holds reports whether the rule decides. An error says why it could not be
// told or, of an approve, why it must not hold although its condition fits.
func (r *rule) holds(ctx context.Context, at sight) (bool, error) {
	if r.spec.CatchAll {
		return true, nil
	}
	value := r.condition.value(at.call, at.scope)
	if r.spec.Action != decision.Approve {
		return anyOf(r.test, at, value, false)
	}
	fits, err := allOf(r.test, at, value)
	if !fits || err != nil || r.basis() == decision.BasisOperator {
		return fits && err == nil, err
	}
	if r.condition.isCode() {
		return false, errCode
	}
	// Asked last: to analyse a call is dear beside a comparison.
	if why := objection(at.call.Effects(ctx)); why != "" {
		return false, errors.New(why)
	}
	return true, nil
}

// basis is the operator's word for a rule that names tools, and for an approve
// of everything, which had to be confirmed.
func (r *rule) basis() decision.Basis {
	if r.spec.CatchAll && r.spec.AllowAll || !r.spec.CatchAll && r.condition.namesTool() {
		return decision.BasisOperator
	}
	return decision.BasisCondition
}
