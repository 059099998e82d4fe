package rules

import (
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
)

// isEffectNode reports whether a name is one of a field below effects, known
// or not.
func isEffectNode(n ast.Node) bool {
	member, ok := n.(*ast.MemberNode)
	for ok {
		n = member.Node
		member, ok = n.(*ast.MemberNode)
	}
	name, ok := n.(*ast.IdentifierNode)
	return ok && name.Value == effectsRoot
}

// effectField reads a name below effects.
func (s *whenSource) effectField(f field, name *ast.StringNode) (field, error) {
	if len(f) > 1 {
		return nil, s.faultAt(name.Location(), "%s has no fields of its own: compare it as a whole", f)
	}
	known := effectNames()
	if slices.Contains(known, name.Value) {
		return field{effectsRoot, name.Value}, nil
	}
	if near, ok := closest(name.Value, known); ok {
		return nil, s.faultAt(name.Location(), "there is no effect %.40q: did you mean effects.%s?", name.Value, near)
	}
	return nil, s.faultAt(name.Location(), "there is no effect %.40q: use one of %s", name.Value, strings.Join(known, ", "))
}

// effectAlone reads a field of the effects that stands without a comparison.
func (s *whenSource) effectAlone(n *ast.MemberNode) (*expression, error) {
	f, err := s.field(n)
	switch {
	case err != nil:
		return nil, err
	case f.isEffectList():
		return nil, s.faultAt(n.Location(), "%s stands alone: compare it with something", f)
	}
	return leaf(effectFlag{path: f, want: true}), nil
}

// onEffects makes a comparison of a field of the effects what it is: an answer
// about it may be yes, no, or not to be told.
func (s *whenSource) onEffects(n ast.Node, e *expression) (*expression, error) {
	for c := range e.leaves {
		for _, f := range c.fields() {
			if f.isEffect() {
				return s.effectLeaf(n, f, e.leaf)
			}
		}
	}
	return e, nil
}

// effectLeaf reads the comparison of a field of the effects; nil if it was
// made of several.
func (s *whenSource) effectLeaf(n ast.Node, f field, made comparison) (*expression, error) {
	c, isText := made.(Condition)
	switch held, isHeld := made.(holding); {
	case len(f) == 1:
		return nil, s.faultAt(n.Location(), "effects is no value: write one of its fields, such as effects.deletes")
	case !f.isEffectList():
		if isText && c.truth && c.op != opIn {
			return leaf(effectFlag{path: f, want: (c.want == "true") != c.negative()}), nil
		}
		return nil, s.faultAt(n.Location(), "%s is true or false: write it alone, or below not", f)
	case isHeld:
		c := Condition{path: f, op: opEqualsSign, want: held.want}
		return leaf(effectList{c, true}), s.knownZone(n, c)
	case !isText || c.truth || c.project || c.op == opInside:
		return nil, s.faultAt(n.Location(), "%s is a list of texts: compare it with texts", f)
	}
	return leaf(effectList{c, false}), s.knownZone(n, c)
}

// knownZone is the fault of a zone that there is not.
func (s *whenSource) knownZone(n ast.Node, c Condition) error {
	if c.path[1] != effectZone || !c.exact() && !c.negative() {
		return nil
	}
	for _, zone := range c.texts() {
		if slices.Contains(zoneNames, zone) {
			continue
		}
		if near, ok := closest(zone, zoneNames); ok {
			return s.faultAt(n.Location(), "there is no zone %.40q: did you mean %s?", zone, near)
		}
		return s.faultAt(n.Location(), "there is no zone %.40q: use one of %s", zone, strings.Join(zoneNames, ", "))
	}
	return nil
}
