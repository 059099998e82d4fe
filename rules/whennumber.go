package rules

import (
	"strconv"

	"github.com/expr-lang/expr/ast"
)

// numberIn makes a list of numbers one comparison each.
func (s *whenSource) numberIn(f field, list *ast.ArrayNode) (*expression, error) {
	e := &expression{join: joinAny}
	for _, element := range list.Nodes {
		if err := s.inexact(element); err != nil {
			return nil, err
		}
		number, err := s.quantity(element)
		if _, ok := number.(constant); err != nil || !ok {
			return nil, s.faultAt(element.Location(), "a list holds constants: all texts, or all numbers")
		}
		e.parts = append(e.parts, leaf(numbers{op: "==", left: amount{f}, right: number}))
	}
	if len(e.parts) == 1 {
		return e.parts[0], nil
	}
	return e, nil
}

func (s *whenSource) numbers(n *ast.BinaryNode) (*expression, error) {
	left, err := s.quantity(n.Left)
	if err != nil {
		return nil, err
	}
	right, err := s.quantity(n.Right)
	if err != nil {
		return nil, err
	}
	c := numbers{op: n.Operator, left: left, right: right}
	if len(c.fields()) == 0 {
		return nil, s.faultAt(n.Location(), "two constants are compared: compare a field of the call")
	}
	return leaf(c), nil
}

func (s *whenSource) quantity(n ast.Node) (quantity, error) {
	switch n := n.(type) {
	case *ast.IntegerNode:
		return constant(n.Value), s.inexact(n)
	case *ast.FloatNode:
		return constant(n.Value), nil
	case *ast.UnaryNode:
		if n.Operator == "-" || n.Operator == "+" {
			return s.signed(n)
		}
	case *ast.BinaryNode:
		if n.Operator == "+" || n.Operator == "-" || n.Operator == "*" {
			return s.result(n)
		}
	case *ast.BuiltinNode:
		if n.Name == "len" && len(n.Arguments) == 1 {
			f, err := s.field(n.Arguments[0])
			return length{f}, err
		}
	case *ast.IdentifierNode, *ast.MemberNode:
		f, err := s.field(n)
		return amount{f}, err
	case *ast.StringNode:
		return nil, s.faultAt(n.Location(), "a text is compared as a number: remove the quotes, or use == or starts_with")
	}
	return nil, s.foreign(n)
}

// inexact is the fault of a whole number that a double does not hold: it would
// be compared as another one.
func (s *whenSource) inexact(n ast.Node) error {
	if sign, ok := n.(*ast.UnaryNode); ok {
		n = sign.Node
	}
	whole, ok := n.(*ast.IntegerNode)
	if !ok || strconv.FormatFloat(float64(whole.Value), 'f', 0, 64) == strconv.Itoa(whole.Value) {
		return nil
	}
	return s.faultAt(whole.Location(), "the number is too large to be compared as one: write it in quotes")
}

func (s *whenSource) signed(n *ast.UnaryNode) (quantity, error) {
	of, err := s.quantity(n.Node)
	if err != nil || n.Operator == "+" {
		return of, err
	}
	return negated(of), nil
}

// negated is the quantity with a sign before it. Two signs cancel out.
func negated(of quantity) quantity {
	switch of := of.(type) {
	case constant:
		return -of
	case result:
		if of.isNegation() {
			return of.right
		}
	}
	return result{op: "-", left: constant(0), right: of}
}

func (s *whenSource) result(n *ast.BinaryNode) (quantity, error) {
	left, err := s.quantity(n.Left)
	if err != nil {
		return nil, err
	}
	right, err := s.quantity(n.Right)
	if err != nil {
		return nil, err
	}
	r := result{op: n.Operator, left: left, right: right}
	if r.isNegation() {
		return negated(right), nil
	}
	return r, nil
}
