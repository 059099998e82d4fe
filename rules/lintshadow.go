package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// shadowed finds rules all of whose calls an earlier rule decides.
func (l *linter) shadowed(r *rule) bool {
	earlier := l.earlier(r)
	if earlier < 0 {
		return false
	}
	by := l.rules[earlier]
	where := "rule '" + by.spec.Name + "'"
	if by.spec.Line > 0 {
		where += fmt.Sprintf(" on line %d", by.spec.Line)
	}
	instead := "remove one of the two"
	if by.action != r.action {
		instead = "put this rule first, or make the earlier one narrower"
	}
	l.add(r, FindingShadowed, "", where+" decides every call that this one would", instead)
	return true
}

// earlier returns the first rule that shadows r; -1 if there is none.
func (l *linter) earlier(r *rule) int {
	if l.same == nil {
		l.same = map[string]int{}
	}
	text := r.condition.write(false)
	first, seen := l.same[text]
	if !seen && decides(r) {
		l.same[text] = l.index
	}
	if seen && l.rules[first].covers(r) {
		return first
	}
	if l.index >= MaxShadowRules {
		return -1
	}
	for i, by := range l.rules[:l.index] {
		if by != nil && by.condition != nil && decides(by) && by.covers(r) {
			return i
		}
	}
	return -1
}

// decides reports whether a rule says something whenever its condition fits.
// An inferred approve may not hold for reasons of its own.
func decides(r *rule) bool { return r.action != decision.Approve || r.basis == decision.BasisOperator }

// covers reports whether r fits, or cannot be told, for every call for which
// the later one holds. It is careful: false may be wrong, true is not, links
// on the disk apart.
func (r *rule) covers(later *rule) bool {
	return implies(
		view{later.condition, reading{approve: later.action == decision.Approve}},
		view{r.condition, reading{approve: r.action == decision.Approve}})
}

// view is an expression as a rule reads it.
type view struct {
	*expression
	reading
}

func (v view) all() bool  { return v.join != joinNothing && (v.join == joinAll) != v.negated }
func (v view) leaf() bool { return v.join == joinNothing }

// plain is the view without "not" around it.
func (v view) plain() view {
	for v.join == joinNot {
		v = view{v.parts[0], v.not()}
	}
	return v
}

func (v view) each(test func(view) bool) (all, some bool) {
	all = true
	for _, part := range v.parts {
		holds := test(view{part, v.reading})
		all, some = all && holds, some || holds
	}
	return all, some
}

// implies reports whether b holds whenever a does.
func implies(a, b view) bool {
	a, b = a.plain(), b.plain()
	switch {
	case a.leaf() && b.leaf():
		return leafImplies(a, b)
	case !b.leaf() && b.all():
		all, _ := b.each(func(part view) bool { return implies(a, part) })
		return all
	case !a.leaf() && !a.all():
		all, _ := a.each(func(part view) bool { return implies(part, b) })
		return all
	}
	some := false
	if !a.leaf() {
		_, some = a.each(func(part view) bool { return implies(part, b) })
	}
	if !some && !b.leaf() {
		_, some = b.each(func(part view) bool { return implies(a, part) })
	}
	return some
}

func leafImplies(a, b view) bool {
	left, isText := a.expression.leaf.(Condition)
	right, both := b.expression.leaf.(Condition)
	// Below a "not" as well: an approve takes more to be outside.
	narrower := b.approve && !a.approve && !(both && right.readAlike())
	switch {
	case narrower || a.negated != b.negated || isText != both:
		return false
	case !isText:
		return a.expression.leaf.write(false) == b.expression.leaf.write(false)
	case !slices.Equal(left.path, right.path):
		return false
	case left.op == right.op && left.want == right.want && left.project == right.project && slices.Equal(left.members, right.members):
		return true
	}
	return !a.negated && !left.project && !right.project && left.within(right)
}

// readAlike reports whether an approve reads the condition as a deny does.
func (c Condition) readAlike() bool {
	return c.path[0] == "tool" && c.namesTool() && !c.isWaryPrefix()
}

// within reports whether all texts that c holds for are texts that other holds
// for, however an approve or a deny reads the two: to an approve a list
// "contains" only what equals an element.
func (c Condition) within(other Condition) bool {
	lists := !c.path.isText()
	fits := func(text string) bool {
		switch {
		case other.exact():
			return slices.Contains(other.texts(), text)
		case other.op == opStartsWith:
			return strings.HasPrefix(text, lower(other.want))
		case other.op == opContains:
			return text == lower(other.want) || !lists && strings.Contains(text, lower(other.want))
		}
		return false
	}
	switch {
	case c.exact():
		return !slices.ContainsFunc(c.texts(), func(text string) bool { return !fits(text) })
	case c.op == opStartsWith:
		return !other.exact() && !(lists && other.op == opContains) && fits(lower(c.want))
	case c.op == opContains:
		return other.op == opContains && fits(lower(c.want))
	}
	return false
}
