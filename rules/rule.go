package rules

import (
	"errors"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// rule is a Spec, compiled. It does not change.
type rule struct {
	// What is read for every call that finds the rule stands side by side.
	test       predicate // nil for a catch-all
	action     decision.Action
	basis      decision.Basis
	paths      bool // it rests on where a path leads
	quotesPath bool
	keyed      bool                          // the index holds the rule
	forbidden  error                         // why an approve must not hold though its condition fits
	objects    func(decision.Effects) string // or what of a call's effects is; nil: nothing
	reasoning  string                        // of a verdict that quotes nothing
	ref        decision.RuleRef
	confidence float64

	spec        Spec
	condition   *expression // nil for a catch-all
	comparisons []compared
	keys        []key
}

// compared is one comparison of a rule, as it was compiled.
type compared struct {
	comparison
	reading
	test predicate
}

// compile returns the rule and all its faults. With faults the rule is of no
// use beyond its spec.
func compile(spec Spec, scope *effect.Scope) (*rule, []error) {
	r := &rule{
		spec: spec, action: spec.Action, confidence: spec.Confidence,
		ref: decision.RuleRef{Name: spec.Name, File: spec.File, Line: spec.Line},
	}
	faults := spec.faults()
	if !spec.CatchAll {
		condition, err := parse(spec)
		if err != nil {
			return r, append(faults, err)
		}
		r.condition = condition
		as := reading{approve: spec.Action == decision.Approve, scope: scope}
		r.test = condition.compile(as, func(c comparison, as reading, p predicate) {
			r.comparisons = append(r.comparisons, compared{c, as, p})
		})
		r.keys, r.keyed = condition.keys(as)
	}
	r.judge()
	r.paths = r.restsOnPaths()
	r.phrase()
	return r, faults
}

func parse(spec Spec) (*expression, error) {
	if spec.When != "" {
		when, err := ParseWhen(spec.When)
		return when.root, err
	}
	condition, err := ParseCondition(spec.Condition)
	return leaf(condition), err
}

// phrase prepares what the rule says when it holds.
func (r *rule) phrase() {
	r.reasoning = "rule '" + r.spec.Name + "' matched"
	if description := oneLine(r.spec.Description); description != "" {
		r.reasoning += "; " + description
	}
	r.quotesPath = strings.Contains(r.spec.When, "params.path")
	if r.spec.When == "" && r.condition != nil {
		r.quotesPath = strings.Contains(r.text(), "params.path")
	}
}

// text is the condition in its normal form, in the language it was written in.
func (r *rule) text() string {
	if c, ok := r.condition.leaf.(Condition); ok && r.spec.When == "" {
		return c.String()
	}
	return r.condition.write(false)
}

// settles reports whether the rule, when it holds, ends judging.
func (r *rule) settles() bool { return r.test != nil || r.action != decision.Escalate }

// holds reports whether the rule decides. An error says why it could not be
// told or, of an approve, why it must not hold although its condition fits.
func (r *rule) holds(s *sight) (bool, error) {
	if fits, err := r.fits(s); !fits || err != nil {
		return false, err
	}
	return r.may(s)
}

// fits reports whether the condition holds.
func (r *rule) fits(s *sight) (bool, error) {
	if r.test == nil {
		return true, nil
	}
	return r.test.holds(s)
}

// may reports whether a rule whose condition fits may decide. The error says
// why it may not.
func (r *rule) may(s *sight) (bool, error) {
	switch {
	case r.action != decision.Approve:
		return true, nil
	case r.forbidden != nil:
		return false, r.forbidden
	}
	if r.objects != nil {
		// Asked last: to analyse a call is dear beside a comparison.
		if why := r.objects(s.effects()); why != "" {
			return false, errors.New(why)
		}
	}
	err := r.standsOnGround(s)
	return err == nil, err
}
