// Package astruletest has a grammar for tests that need syntax trees and no
// cgo. It reads a little of JavaScript, and nothing else in the world.
package astruletest

import (
	"context"
	"slices"

	"github.com/flux7-go/supervisor/rules/code/astrule"
)

// Grammar reads statements, blocks, let, if, function, calls, members, binary
// expressions, arrays, names, numbers, strings and comments, with the names
// that tree-sitter's grammar of JavaScript has for them. It calls itself
// javascript. The zero value is ready.
type Grammar struct{}

// kinds are the names of the kinds, punctuation last. A kind's number is its
// place, from 1.
func kinds() []string {
	return []string{
		"program", "expression_statement", "statement_block", "lexical_declaration", "variable_declarator",
		"function_declaration", "formal_parameters", "if_statement", "else_clause", "call_expression", "arguments",
		"member_expression", "property_identifier", "binary_expression", "array", "parenthesized_expression",
		"identifier", "number", "string", "comment",
		"(", ")", "{", "}", "[", "]", ",", ";", ".", "+", "-", "*", "=", "==", "<", ">", "let", "if", "else", "function",
	}
}

const punctuation = "("

func fields() []string {
	return []string{"name", "value", "parameters", "body", "condition", "consequence", "alternative", "function", "arguments", "object", "property", "left", "operator", "right"}
}

// Language is javascript.
func (Grammar) Language() string { return "javascript" }

// Kind returns the number of a named kind.
func (Grammar) Kind(name string) (uint16, bool) {
	if name == "ERROR" {
		return astrule.ErrorKind, true
	}
	all := kinds()
	i := slices.Index(all[:slices.Index(all, punctuation)], name)
	return uint16(i + 1), i >= 0
}

// Field returns the number of a field.
func (Grammar) Field(name string) (uint16, bool) {
	i := slices.Index(fields(), name)
	return uint16(i + 1), i >= 0
}

// Parse reads a text. What it cannot read becomes an error node.
func (Grammar) Parse(ctx context.Context, source []byte) (*astrule.Tree, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := &parser{source: source, kinds: map[string]uint16{}, fields: fields()}
	for i, name := range kinds() {
		p.kinds[name] = uint16(i + 1)
	}
	return astrule.NewTree(source, p.program())
}
