package rules

import (
	"slices"

	"github.com/expr-lang/expr/ast"
)

// condition makes an expression of a parsed tree. What is not listed here is
// not part of the language.
func (s *whenSource) condition(n ast.Node) (*expression, error) {
	switch n := n.(type) {
	case *ast.UnaryNode:
		if n.Operator != "not" && n.Operator != "!" {
			break
		}
		part, err := s.condition(n.Node)
		return &expression{join: joinNot, parts: []*expression{part}}, err
	case *ast.BinaryNode:
		switch n.Operator {
		case "and", "&&":
			return s.join(joinAll, n)
		case "or", "||":
			return s.join(joinAny, n)
		}
		e, err := s.comparison(n)
		if err != nil {
			return nil, err
		}
		return s.onEffects(n, e)
	case *ast.IdentifierNode:
		f, err := s.field(n)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(truths, f[0]) {
			return nil, s.faultAt(n.Location(), "%s stands alone: compare it with something", f[0])
		}
		return leaf(Condition{path: f, op: opEqualsSign, want: "true", truth: true}), nil
	case *ast.CallNode:
		e, err := s.inside(n)
		if err != nil {
			return nil, err
		}
		return s.onEffects(n, e)
	case *ast.BoolNode:
		return nil, s.faultAt(n.Location(), "a constant is no condition: leave it out for a rule that always holds")
	case *ast.MemberNode:
		if isEffectNode(n) {
			return s.effectAlone(n)
		}
		return nil, s.faultAt(n.Location(), "a parameter stands alone: compare it, for example with == true")
	}
	return nil, s.foreign(n)
}

// truths are the fields that are true or false, and may stand alone.
var truths = []string{"injection_risk", "agent_known", "granted", "params_redacted"}

func leaf(c comparison) *expression { return &expression{leaf: c} }

// join makes one expression of a chain of the same word.
func (s *whenSource) join(as joint, n *ast.BinaryNode) (*expression, error) {
	e := &expression{join: as}
	for _, side := range []ast.Node{n.Left, n.Right} {
		part, err := s.condition(side)
		if err != nil {
			return nil, err
		}
		if part.join == as {
			e.parts = append(e.parts, part.parts...)
		} else {
			e.parts = append(e.parts, part)
		}
	}
	return e, nil
}

// foreign is the fault of what the library parses and a condition must not
// hold.
func (s *whenSource) foreign(n ast.Node) error {
	what := "this"
	switch n := n.(type) {
	case *ast.BuiltinNode:
		what = n.Name + "()"
	case *ast.CallNode:
		if name, ok := n.Callee.(*ast.IdentifierNode); ok {
			what = cut(name.Value, 40) + "()"
		}
	case *ast.BinaryNode:
		what = n.Operator
	case *ast.UnaryNode:
		what = n.Operator
	case *ast.ConditionalNode:
		what = "a choice by ? or if"
	case *ast.SequenceNode, *ast.VariableDeclaratorNode:
		what = "a variable or a list of steps"
	case *ast.ChainNode:
		what = "?."
	}
	if n == nil {
		return &SyntaxError{Length: len(s.text), Msg: "condition is no expression"}
	}
	return s.faultAt(n.Location(), "%s is not part of a condition here: compare fields with constants and join comparisons by and, or, not", what)
}
