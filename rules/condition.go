package rules

import (
	"regexp"
	"slices"
	"strings"
)

// MaxConditionBytes bounds the text of one condition. Forty times the longest
// in the reference's own configuration.
const MaxConditionBytes = 4 << 10

// operator is how a field is compared with a value.
type operator string

const (
	opEquals     operator = "equals"
	opEqualsSign operator = "=="
	opNotEquals  operator = "not_equals"
	opNotSign    operator = "!="
	opStartsWith operator = "starts_with"
	opContains   operator = "contains"
	opIn         operator = "in"

	// These are written in "when" conditions only.
	opEndsWith operator = "ends_with"
	opMatches  operator = "matches"
	opInside   operator = "inside"
)

// operators in the order in which messages list them.
var operators = []string{"equals", "==", "not_equals", "!=", "starts_with", "contains", "in"}

// projectDir is the value of starts_with that stands for every project
// directory. It is case-sensitive.
const projectDir = "project_dir"

// Condition is one parsed condition: a field, an operator and a value. It
// comes from [ParseCondition]; the zero value is of no use.
type Condition struct {
	path    field
	op      operator
	want    string
	members []string       // of opIn, in lower case
	project bool           // want stands for every project directory
	truth   bool           // want is true or false, and was no text
	pattern *regexp.Regexp // of opMatches
}

// ParseCondition reads one classic condition: the elements of a field, an
// operator, a value, set apart by white space.
//
//	tool in vault.read, vault.list
//	params.path starts_with project_dir
//	params meta owner != zoe
//
// The first token that is an operator splits the text. Tokens before it are
// joined with dots, tokens after it with one blank. There is no quoting, no
// "and" and no "or". Its error is a [*SyntaxError]: an empty text, no operator,
// no value, a field that a call does not have, a text over
// [MaxConditionBytes], an invisible character.
func ParseCondition(text string) (Condition, error) {
	list, err := tokens(text)
	if err != nil {
		return Condition{}, err
	}
	if len(list) == 0 {
		return Condition{}, whole(text, list).fault("condition is empty: write a field, an operator and a value, or leave it out for a catch-all")
	}
	at := slices.IndexFunc(list, func(t token) bool { return slices.Contains(operators, t.text) })
	switch {
	case at < 0:
		return Condition{}, noOperator(text, list)
	case at == 0:
		return Condition{}, list[0].fault("condition starts with the operator %s: write a field before it", list[0].text)
	case list[at-1].text == "not":
		return Condition{}, list[at-1].fault("there is no operator \"not %s\": write not_equals or !=, or another field", list[at].text)
	}
	path, err := parseField(list[:at])
	if err != nil {
		return Condition{}, err
	}
	value, err := parseValue(list[at], list[at+1:])
	if err != nil {
		return Condition{}, err
	}
	c := Condition{path: path, op: operator(list[at].text), want: value, project: value == projectDir}
	if c.op == opIn {
		c.members = members(lower(value))
	}
	return c, nil
}

// noOperator points at a token that was probably meant as one, if there is one.
func noOperator(text string, list []token) error {
	for _, t := range list[1:] {
		if near, ok := closest(t.text, operators); ok {
			return t.fault("unknown operator %.40q: did you mean %s?", t.text, near)
		}
	}
	return whole(text, list).fault("condition has no operator: use one of %s", strings.Join(operators, ", "))
}

func parseValue(op token, list []token) (string, error) {
	if len(list) == 0 {
		return "", op.fault("%s has no value: write what to compare with after it", op.text)
	}
	words := make([]string, len(list))
	for i, t := range list {
		words[i] = t.text
	}
	value := strings.Join(words, " ")
	if operator(op.text) == opIn && len(members(value)) == 0 {
		return "", list[0].fault("in has no names: write them with commas between")
	}
	return value, nil
}

// members splits the value of "in". Blanks around a name and empty names do
// not count.
func members(value string) []string {
	var names []string
	for name := range strings.SplitSeq(value, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// String writes the condition in its normal form, which [ParseCondition] reads
// as the same condition.
func (c Condition) String() string {
	return c.path.String() + " " + string(c.op) + " " + c.want
}

// negative reports whether the condition holds for what its value is not.
func (c Condition) negative() bool { return c.op == opNotEquals || c.op == opNotSign }

// exact reports whether the condition holds for whole values only.
func (c Condition) exact() bool { return c.op == opEquals || c.op == opEqualsSign || c.op == opIn }

// namesTool reports whether an approve with this condition is the operator's
// word about tools that it names.
func (c Condition) namesTool() bool {
	if len(c.path) != 1 || c.path[0] != "tool" || c.project {
		return false
	}
	return c.exact() || c.op == opStartsWith || c.op == opContains
}
