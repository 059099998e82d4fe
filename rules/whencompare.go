package rules

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"

	"github.com/expr-lang/expr/ast"
)

func (s *whenSource) comparison(n *ast.BinaryNode) (*expression, error) {
	switch n.Operator {
	case "==", "!=":
		return s.equality(n, n.Left, n.Right)
	case "<", "<=", ">", ">=":
		return s.numbers(n)
	case "in":
		return s.membership(n)
	case "startsWith", "endsWith", "contains", "matches":
		return s.texts(n)
	}
	return nil, s.foreign(n)
}

// texts reads the operators that compare a field with a constant text.
func (s *whenSource) texts(n *ast.BinaryNode) (*expression, error) {
	op := map[string]operator{"startsWith": opStartsWith, "endsWith": opEndsWith, "contains": opContains, "matches": opMatches}[n.Operator]
	f, err := s.field(n.Left)
	if err != nil {
		return nil, err
	}
	if isProjectDir(n.Right) && op == opStartsWith {
		return leaf(Condition{path: f, op: op, want: projectDir, project: true}), nil
	}
	want, err := s.constant(n.Right)
	if err != nil {
		return nil, err
	}
	if want == "" {
		return nil, s.faultAt(n.Right.Location(), "%s with an empty text always holds: write a text", op)
	}
	c := Condition{path: f, op: op, want: want}
	if op == opMatches {
		if c.pattern, err = compilePattern(want); err != nil {
			return nil, s.faultAt(n.Right.Location(), "%s", firstLine(err.Error()))
		}
	}
	return leaf(c), nil
}

// compilePattern compiles a pattern that does not take long on any text. Like
// every comparison it is without regard to letter case.
func compilePattern(pattern string) (*regexp.Regexp, error) {
	text := "(?i:" + pattern + ")"
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("the pattern is no regular expression: %w", err)
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, fmt.Errorf("the pattern is no regular expression: %w", err)
	}
	if len(program.Inst) > maxPatternSteps {
		return nil, fmt.Errorf("the pattern has %d steps, more than %d: repeat less, or split it into several rules", len(program.Inst), maxPatternSteps)
	}
	return regexp.Compile(text)
}

func isProjectDir(n ast.Node) bool {
	name, ok := n.(*ast.IdentifierNode)
	return ok && name.Value == projectDir
}

// constant reads a text in quotes.
func (s *whenSource) constant(n ast.Node) (string, error) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, nil
	case *ast.IdentifierNode:
		if n.Value == projectDir {
			return "", s.faultAt(n.Location(), "project_dir goes with starts_with, or in inside(params.path, project_dir)")
		}
		if !isField(n.Value) {
			return "", s.faultAt(n.Location(), "text stands in quotes: write %.40q", n.Value)
		}
	}
	return "", s.faultAt(n.Location(), "compare with a constant text, in quotes")
}

// isField reports whether a name alone is a field.
func isField(name string) bool { return slices.Contains(roots, name) || slices.Contains(signals, name) }

// equality reads == and != by what stands on their sides.
func (s *whenSource) equality(n *ast.BinaryNode, left, right ast.Node) (*expression, error) {
	if isConstant(left) && !isConstant(right) {
		left, right = right, left
	}
	switch r := right.(type) {
	case *ast.StringNode, *ast.BoolNode:
		f, err := s.field(left)
		if err != nil {
			return nil, err
		}
		text, isText := r.(*ast.StringNode)
		if isText {
			return leaf(Condition{path: f, op: operator(n.Operator), want: text.Value}), nil
		}
		want := flag(r.(*ast.BoolNode).Value).text
		return leaf(Condition{path: f, op: operator(n.Operator), want: want, truth: true}), nil
	case *ast.NilNode:
		return nil, s.faultAt(r.Location(), `nothing equals nil: write "name" in params to ask whether it is there`)
	case *ast.IdentifierNode:
		if !isField(r.Value) {
			_, err := s.constant(r)
			return nil, err
		}
	}
	if isFieldNode(left) && isFieldNode(right) {
		return s.twoFields(n, left, right)
	}
	return s.numbers(n)
}

func (s *whenSource) twoFields(n *ast.BinaryNode, left, right ast.Node) (*expression, error) {
	l, err := s.field(left)
	if err != nil {
		return nil, err
	}
	r, err := s.field(right)
	if err != nil {
		return nil, err
	}
	return leaf(sameText{left: l, right: r, differ: n.Operator == "!="}), nil
}

func isConstant(n ast.Node) bool {
	switch n.(type) {
	case *ast.StringNode, *ast.BoolNode, *ast.NilNode, *ast.IntegerNode, *ast.FloatNode:
		return true
	}
	return false
}

// membership reads "field in [constants]" and "constant in field".
func (s *whenSource) membership(n *ast.BinaryNode) (*expression, error) {
	list, ok := n.Right.(*ast.ArrayNode)
	if !ok {
		want, err := s.constant(n.Left)
		if err != nil {
			return nil, err
		}
		f, err := s.field(n.Right)
		if err != nil {
			return nil, err
		}
		return leaf(holding{want: want, where: f}), nil
	}
	if len(list.Nodes) == 0 {
		return nil, s.faultAt(n.Location(), "in has an empty list: write what may be equal")
	}
	f, err := s.field(n.Left)
	if err != nil {
		return nil, err
	}
	c := Condition{path: f, op: opIn}
	for _, element := range list.Nodes {
		if err := s.inexact(element); err != nil {
			return nil, err
		}
		if _, err := s.quantity(element); err == nil {
			return s.numberIn(f, list)
		}
		name, err := s.constant(element)
		if err != nil {
			return nil, err
		}
		c.members = append(c.members, lower(name))
	}
	return leaf(c), nil
}

// inside reads inside(field, directory).
func (s *whenSource) inside(n *ast.CallNode) (*expression, error) {
	name, ok := n.Callee.(*ast.IdentifierNode)
	if !ok || name.Value != "inside" {
		return nil, s.foreign(n)
	}
	if len(n.Arguments) != 2 {
		return nil, s.faultAt(name.Location(), "inside takes a field and a directory: inside(params.path, project_dir)")
	}
	f, err := s.field(n.Arguments[0])
	if err != nil {
		return nil, err
	}
	if isProjectDir(n.Arguments[1]) {
		return leaf(Condition{path: f, op: opInside, want: projectDir, project: true}), nil
	}
	dir, err := s.constant(n.Arguments[1])
	if err != nil {
		return nil, err
	}
	if !isAnchored(dir) {
		return nil, s.faultAt(n.Arguments[1].Location(), "the directory is not absolute: start it with / or ~/")
	}
	return leaf(Condition{path: f, op: opInside, want: dir}), nil
}
