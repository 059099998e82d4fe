package rules

import (
	"slices"
	"strconv"
)

// sameText compares two fields as texts, without regard to letter case.
type sameText struct {
	left, right field
	differ      bool // holds if they are not the same
}

type sameTextPredicate struct {
	sameText
	negated bool
}

func (c sameText) compile(r reading) predicate { return sameTextPredicate{c, r.negated} }

func (p sameTextPredicate) holds(s *sight) (bool, error) {
	left, right := p.left.read(s), p.right.read(s)
	if left.kind == kindMissing || right.kind == kindMissing {
		return false, nil
	}
	if left.kind != kindText || right.kind != kindText {
		return false, errNoText
	}
	same := lower(left.text) == lower(right.text)
	return same != (p.differ != p.negated), nil
}

func (c sameText) fields() []field   { return []field{c.left, c.right} }
func (c sameText) names(bool) naming { return namesNothing }
func (c sameText) weakness(bool) weakness {
	if c.left.isCode() || c.right.isCode() {
		return weakCommand
	}
	return weakNothing
}

func (c sameText) write(bool) string {
	op := " == "
	if c.differ {
		op = " != "
	}
	return c.left.source() + op + c.right.source()
}

// holding looks for a text in a list, or for a name in an object. In lists in
// a list too where a rule that denies or escalates asks; to approve, an inner
// list cannot be told.
type holding struct {
	want  string
	where field
}

type holdingPredicate struct {
	holding
	sure    bool
	negated bool
}

func (c holding) compile(r reading) predicate { return holdingPredicate{c, r.sure(), r.negated} }

func (p holdingPredicate) holds(s *sight) (bool, error) {
	v := p.where.read(s)
	found := false
	switch v.kind {
	case kindMissing:
		return false, nil
	case kindObject:
		_, found = v.object[p.want]
	case kindList:
		found = inList(v.list, lower(p.want))
		if p.sure && slices.ContainsFunc(v.list, isList) || !found && !isWhole(v.list) {
			return false, errNotWhole
		}
	default:
		return false, errNoList
	}
	return found != p.negated, nil
}

// inList reports whether a text in a list, however deep, is want.
func inList(list []any, want string) bool {
	return slices.ContainsFunc(list, func(element any) bool {
		if inner, ok := element.([]any); ok {
			return inList(inner, want)
		}
		text, ok := scalar(element)
		return ok && equalFold(text, want)
	})
}

func isList(v any) bool {
	_, ok := v.([]any)
	return ok
}

func (c holding) fields() []field   { return []field{c.where} }
func (c holding) names(bool) naming { return namesNothing }
func (c holding) weakness(bool) weakness {
	if c.where.isCode() {
		return weakCommand
	}
	return weakNothing
}

func (c holding) write(masked bool) string {
	if masked && c.where.isSecret() {
		return "… in " + c.where.source()
	}
	return strconv.Quote(c.want) + " in " + c.where.source()
}
