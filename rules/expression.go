package rules

import (
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// expression is a condition as it was parsed: one comparison, or several that
// are joined. A classic condition is an expression of one comparison.
type expression struct {
	join  joint
	parts []*expression // of all and any two or more, of not one
	leaf  comparison
}

type joint uint8

const (
	joinNothing joint = iota // a leaf
	joinAll
	joinAny
	joinNot
)

// comparison is one thing that a condition compares.
type comparison interface {
	// compile returns what holds if the comparison does or, when the reading
	// is negated, if it does not.
	compile(r reading) predicate
	fields() []field
	// names tells how far a call for which the comparison holds (does not
	// hold, if negated) is one of a tool that the comparison names.
	names(negated bool) naming
	// weakness says what the comparison may not do in a rule that approves.
	weakness(negated bool) weakness
	// write writes the comparison as [ParseWhen] reads it; without constants
	// that may be secret if masked.
	write(masked bool) string
}

// reading is how an expression is understood. A rule that approves is read
// narrowly and one that denies or escalates widely, and below a "not" it is
// the other way about: what is not surely inside is outside.
type reading struct {
	approve bool
	negated bool
	scope   *effect.Scope
}

func (r reading) sure() bool { return r.approve != r.negated }

func (r reading) not() reading {
	r.negated = !r.negated
	return r
}

// predicate is a compiled condition, classic or not. An error says why it
// cannot be told whether it holds. What is missing in a call makes a
// comparison, and also its negation, not hold.
type predicate interface {
	holds(s *sight) (bool, error)
}

// compile pushes negations down to the comparisons. It tells each of them, in
// order, to seen.
func (e *expression) compile(r reading, seen func(comparison, reading, predicate)) predicate {
	switch e.join {
	case joinNot:
		return e.parts[0].compile(r.not(), seen)
	case joinNothing:
		p := e.leaf.compile(r)
		seen(e.leaf, r, p)
		return p
	}
	parts := make([]predicate, len(e.parts))
	for i, part := range e.parts {
		parts[i] = part.compile(r, seen)
	}
	slices.SortStableFunc(parts, dearLast)
	if (e.join == joinAll) != r.negated {
		return conjunction(parts)
	}
	return disjunction(parts)
}

// conjunction holds if all parts hold. One that surely does not counts more
// than one that cannot be told.
type conjunction []predicate

func (c conjunction) holds(s *sight) (bool, error) {
	var unclear error
	for _, part := range c {
		switch holds, err := part.holds(s); {
		case err != nil:
			unclear = err
		case !holds:
			return false, nil
		}
	}
	return unclear == nil, unclear
}

// disjunction holds if one part holds. One that surely does counts more than
// one that cannot be told.
type disjunction []predicate

func (d disjunction) holds(s *sight) (bool, error) {
	var unclear error
	for _, part := range d {
		switch holds, err := part.holds(s); {
		case err != nil:
			unclear = err
		case holds:
			return true, nil
		}
	}
	return false, unclear
}

// naming is how far a condition says which tools it is about.
type naming uint8

const (
	namesNothing naming = iota
	namesByPart         // by how the name starts, or by what is in it
	namesOutright
)

// names is the least naming on every way in which the expression can hold.
func (e *expression) names(negated bool) naming {
	switch {
	case e.join == joinNothing:
		return e.leaf.names(negated)
	case e.join == joinNot:
		return e.parts[0].names(!negated)
	}
	levels := make([]naming, len(e.parts))
	for i, part := range e.parts {
		levels[i] = part.names(negated)
	}
	if (e.join == joinAll) != negated {
		return slices.Max(levels)
	}
	return slices.Min(levels)
}

// weakness is what a comparison may not do in a rule that approves. The
// greatest counts for the whole expression.
type weakness uint8

const (
	weakNothing weakness = iota
	// weakEffects looks at effects: the rule is inferred, and with a tool that
	// it names approves what is seen whole.
	weakEffects
	// weakSegments looks at each command of a command line: the rule is
	// inferred, and with a tool that it names approves what [overreach] lets be.
	weakSegments
	// weakPathText looks at the text of a path, not at where it leads: the
	// rule is inferred, whatever tool it names.
	weakPathText
	// weakCommand looks at something else about a command, which says nothing
	// about what it does: the rule approves nothing.
	weakCommand
)

func (e *expression) weakness(negated bool) weakness {
	switch e.join {
	case joinNothing:
		return e.leaf.weakness(negated)
	case joinNot:
		return e.parts[0].weakness(!negated)
	}
	most := weakNothing
	for _, part := range e.parts {
		most = max(most, part.weakness(negated))
	}
	return most
}

func (e *expression) needs() decision.Need {
	need := decision.NeedNothing
	for leaf := range e.leaves {
		for _, f := range leaf.fields() {
			need |= f.needs()
		}
	}
	return need
}

// leaves yields every comparison, in order.
func (e *expression) leaves(yield func(comparison) bool) {
	e.walk(yield)
}

func (e *expression) walk(yield func(comparison) bool) bool {
	if e.join == joinNothing {
		return yield(e.leaf)
	}
	for _, part := range e.parts {
		if !part.walk(yield) {
			return false
		}
	}
	return true
}

// write writes the expression in its normal form.
func (e *expression) write(masked bool) string {
	switch e.join {
	case joinNothing:
		return e.leaf.write(masked)
	case joinNot:
		return "not (" + e.parts[0].write(masked) + ")"
	}
	word := " and "
	if e.join == joinAny {
		word = " or "
	}
	texts := make([]string, len(e.parts))
	for i, part := range e.parts {
		texts[i] = part.write(masked)
		if part.join == joinAny { // and binds tighter than or
			texts[i] = "(" + texts[i] + ")"
		}
	}
	return strings.Join(texts, word)
}
