package rules

import (
	"regexp"
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
		return s.comparison(n)
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
		return s.inside(n)
	case *ast.BoolNode:
		return nil, s.faultAt(n.Location(), "a constant is no condition: leave it out for a rule that always holds")
	case *ast.MemberNode:
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
		// Like every comparison, without regard to letter case.
		if c.pattern, err = regexp.Compile("(?i:" + want + ")"); err != nil {
			return nil, s.faultAt(n.Right.Location(), "the pattern is no regular expression: %s", firstLine(err.Error()))
		}
	}
	return leaf(c), nil
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

// numberIn makes a list of numbers one comparison each.
func (s *whenSource) numberIn(f field, list *ast.ArrayNode) (*expression, error) {
	e := &expression{join: joinAny}
	for _, element := range list.Nodes {
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
		return constant(n.Value), nil
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

func (s *whenSource) signed(n *ast.UnaryNode) (quantity, error) {
	of, err := s.quantity(n.Node)
	if number, ok := of.(constant); ok && n.Operator == "-" {
		return -number, err
	}
	if n.Operator == "+" {
		return of, err
	}
	return result{op: "-", left: constant(0), right: of}, err
}

func (s *whenSource) result(n *ast.BinaryNode) (quantity, error) {
	left, err := s.quantity(n.Left)
	if err != nil {
		return nil, err
	}
	right, err := s.quantity(n.Right)
	return result{op: n.Operator, left: left, right: right}, err
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
	case isField(n.Value):
		return field{n.Value}, nil
	case n.Value == projectDir:
		return nil, s.faultAt(n.Location(), "project_dir stands on the right: params.path starts_with project_dir")
	}
	known := append(slices.Clone(roots), signals...)
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
	if f[0] != "params" {
		return nil, s.faultAt(n.Location(), "%s has no fields of its own: compare it as a whole", f[0])
	}
	return append(f, name.Value), nil
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
