package rules

import (
	"slices"

	"github.com/expr-lang/expr/ast"
)

func isFieldNode(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.IdentifierNode, *ast.MemberNode:
		return true
	case *ast.BuiltinNode:
		return n.Name == "lower"
	}
	return false
}

// field reads a field of a call. lower() around it changes nothing, since no
// comparison regards letter case.
func (s *whenSource) field(n ast.Node) (field, error) {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return s.root(n)
	case *ast.MemberNode:
		return s.member(n)
	case *ast.BuiltinNode:
		if n.Name == "lower" && len(n.Arguments) == 1 {
			return s.field(n.Arguments[0])
		}
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return nil, s.faultAt(n.Location(), "a constant stands where a field must: write the field first")
	}
	return nil, s.foreign(n)
}

func (s *whenSource) root(n *ast.IdentifierNode) (field, error) {
	switch {
	case isField(n.Value) || n.Value == effectsRoot:
		return field{n.Value}, nil
	case n.Value == projectDir:
		return nil, s.faultAt(n.Location(), "project_dir stands on the right: params.path starts_with project_dir")
	}
	known := append(append(slices.Clone(roots), signals...), effectsRoot)
	if near, ok := closest(n.Value, known); ok {
		return nil, s.faultAt(n.Location(), "unknown field %.40q: did you mean %s?", n.Value, near)
	}
	return nil, s.faultAt(n.Location(), "unknown field %.40q: use params.NAME or a field of the call", n.Value)
}

func (s *whenSource) member(n *ast.MemberNode) (field, error) {
	name, ok := n.Property.(*ast.StringNode)
	if !ok || n.Optional || n.Method {
		return nil, s.faultAt(n.Location(), "a parameter is named by a word or a text in brackets, and a list is compared as a whole")
	}
	f, err := s.field(n.Node)
	if err != nil {
		return nil, err
	}
	if f.isEffect() {
		return s.effectField(f, name)
	}
	if f[0] != "params" {
		return nil, s.faultAt(n.Location(), "%s has no fields of its own: compare it as a whole", f[0])
	}
	return append(f, name.Value), nil
}
