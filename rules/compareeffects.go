package rules

import (
	"fmt"
	"strconv"

	"github.com/flux7-go/supervisor/decision"
)

// effectFlag compares a field of the effects that is true or false.
type effectFlag struct {
	path field
	want bool
}

type effectFlagPredicate struct {
	effectFlag
	negated bool
}

func (c effectFlag) compile(r reading) predicate { return effectFlagPredicate{c, r.negated} }

// holds counts what is seen. That something is not there is only told of a
// call that is seen whole.
func (p effectFlagPredicate) holds(s *sight) (bool, error) {
	e := s.effects()
	is := p.path.isSeen(e)
	if !is && e.Opaque() {
		return false, notTold(p.path, e)
	}
	return is == (p.want != p.negated), nil
}

// isSeen reports whether an effect makes the field true.
func (f field) isSeen(e decision.Effects) bool {
	if f[1] == effectOpaque {
		return e.Opaque()
	}
	for i := range e.List {
		if f.shows(&e.List[i]) {
			return true
		}
	}
	return false
}

// notTold says why a field of the effects of an opaque call cannot be told.
func notTold(f field, e decision.Effects) error {
	return fmt.Errorf("%s cannot be told: %s", f, unseen(e))
}

func (c effectFlag) fields() []field        { return []field{c.path} }
func (c effectFlag) names(bool) naming      { return namesNothing }
func (c effectFlag) weakness(bool) weakness { return weakEffects }
func (c effectFlag) write(bool) string      { return c.path.source() + " == " + strconv.FormatBool(c.want) }

// effectList compares a field of the effects that is a list. As with other
// lists, one text that fits is enough to deny or escalate, and to approve all
// must fit; to approve, what is not seen may be one that does not.
type effectList struct {
	Condition
	some bool // one text is enough in an approve too: "text" in effects.zone
}

type effectListPredicate struct {
	path    field
	test    test
	all     bool
	negated bool
}

func (c effectList) compile(r reading) predicate {
	p := effectListPredicate{path: c.path, all: r.sure() && !c.some, negated: r.negated}
	switch {
	case c.op == opMatches:
		p.test = patternTest(c.Condition)
	case c.op == opContains && !r.sure():
		p.test = containsTest(c.Condition)
	default:
		p.test = textTest(c.Condition)
	}
	return p
}

func (p effectListPredicate) holds(s *sight) (bool, error) {
	e := s.effects()
	list := p.path.sightings(e)
	var unclear error
	for _, at := range list {
		fits, err := p.test(s, at.text, true)
		switch {
		case err != nil:
			unclear = err
		case fits != p.all: // settled, whatever is not seen
			return fits != p.negated, nil
		}
	}
	if unclear == nil && e.Opaque() {
		unclear = notTold(p.path, e)
	}
	fits := p.all && len(list) > 0
	return fits != p.negated && unclear == nil, unclear
}

func (c effectList) names(bool) naming      { return namesNothing }
func (c effectList) weakness(bool) weakness { return weakEffects }

func (c effectList) write(masked bool) string {
	if c.some {
		return strconv.Quote(c.want) + " in " + c.path.source()
	}
	return c.Condition.write(masked)
}
