package rules

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

var (
	errNoNumber = errors.New("a value that is compared with a number is none")
	errNoLength = errors.New("a value whose length is asked for has none")
	errNoText   = errors.New("a value that is compared is no text")
	errNoList   = errors.New("a value that is looked through is no list and no object")
)

// numbers compares two numbers, as doubles. Whether they are equal is told only
// of numbers that a double tells from their neighbours.
type numbers struct {
	op          string // ==, !=, <, <=, >, >=
	left, right quantity
}

// quantity is a number of a call. It is false if something in it is missing. If
// it must be exact, one too large for that is no number.
type quantity interface {
	of(s *sight, exact bool) (float64, bool, error)
	fields() []field
	write() string
}

type numbersPredicate struct {
	numbers
	negated bool
}

func (c numbers) compile(r reading) predicate { return numbersPredicate{c, r.negated} }

func (p numbersPredicate) holds(s *sight) (bool, error) {
	exact := p.op == "==" || p.op == "!="
	left, known, err := p.left.of(s, exact)
	if err != nil || !known {
		return false, err
	}
	right, known, err := p.right.of(s, exact)
	if err != nil || !known {
		return false, err
	}
	if math.IsNaN(left) || math.IsNaN(right) {
		return false, errNoNumber
	}
	return compareNumbers(p.op, left, right) != p.negated, nil
}

func compareNumbers(op string, left, right float64) bool {
	switch op {
	case "==":
		return left == right
	case "!=":
		return left != right
	case "<":
		return left < right
	case "<=":
		return left <= right
	case ">":
		return left > right
	}
	return left >= right
}

func (c numbers) fields() []field   { return append(c.left.fields(), c.right.fields()...) }
func (c numbers) names(bool) naming { return namesNothing }

// weakness: how long a command is, or what number, says nothing about it.
func (c numbers) weakness(bool) weakness {
	if slices.ContainsFunc(c.fields(), field.isCode) {
		return weakCommand
	}
	return weakNothing
}

func (c numbers) write(masked bool) string {
	for _, f := range c.fields() {
		if masked && f.isSecret() {
			return f.source() + " " + c.op + " …"
		}
	}
	return c.left.write() + " " + c.op + " " + c.right.write()
}

type constant float64

func (c constant) of(*sight, bool) (float64, bool, error) { return float64(c), true, nil }
func (c constant) fields() []field                        { return nil }
func (c constant) write() string                          { return strconv.FormatFloat(float64(c), 'g', -1, 64) }

// amount is the number that a field holds, or a text that is one: tools take
// "5" for 5.
type amount struct{ path field }

func (a amount) of(s *sight, exact bool) (float64, bool, error) {
	switch v := a.path.read(s); v.kind {
	case kindMissing:
		return 0, false, nil
	case kindNumber:
		return v.number, true, nil
	case kindText:
		n, err := parseNumber(v.text)
		if err == nil && exact && !isExact(n) && v.text != largestExact {
			err = errNoNumber
		}
		return n, err == nil, err
	}
	return 0, false, errNoNumber
}

func (a amount) fields() []field { return []field{a.path} }
func (a amount) write() string   { return a.path.source() }

// largestExact is 2^53: up to it a double holds every integer. The next one
// reads as the same double.
const largestExact = "9007199254740992"

// isExact reports whether a double is that of one integer only.
func isExact(n float64) bool { return math.Abs(n) < 1<<53 }

// parseNumber reads the numbers of JSON, none of the other spellings of Go.
func parseNumber(text string) (float64, error) {
	if strings.Trim(text, "0123456789+-.eE") != "" || text == "" {
		return 0, errNoNumber
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, errNoNumber // the error of strconv quotes the value
	}
	return n, nil
}

// length is how many characters, elements or names a value has.
type length struct{ path field }

func (l length) of(s *sight, _ bool) (float64, bool, error) {
	switch v := l.path.read(s); v.kind {
	case kindMissing:
		return 0, false, nil
	case kindText:
		return float64(utf8.RuneCountInString(v.text)), true, nil
	case kindList:
		return float64(len(v.list)), true, nil
	case kindObject:
		return float64(len(v.object)), true, nil
	}
	return 0, false, errNoLength
}

func (l length) fields() []field { return []field{l.path} }
func (l length) write() string   { return "len(" + l.path.source() + ")" }

// result is a sum, a difference or a product.
type result struct {
	op          string // + - *
	left, right quantity
}

func (r result) of(s *sight, exact bool) (float64, bool, error) {
	left, known, err := r.left.of(s, exact)
	if err != nil || !known {
		return 0, false, err
	}
	right, known, err := r.right.of(s, exact)
	if err != nil || !known {
		return 0, false, err
	}
	n := left * right
	switch r.op {
	case "+":
		n = left + right
	case "-":
		n = left - right
	}
	if exact && !isExact(n) {
		return 0, false, errNoNumber
	}
	return n, true, nil
}

func (r result) fields() []field { return append(r.left.fields(), r.right.fields()...) }

// write has brackets only where the parser needs them: a long chain must not
// nest deeper than what was read.
func (r result) write() string {
	if r.isNegation() {
		return "-" + bracketed(r.right, true)
	}
	left, isResult := r.left.(result)
	lower := isResult && r.op == "*" && left.op != "*" && !left.isNegation()
	right, isResult := r.right.(result)
	return bracketed(r.left, lower) + " " + r.op + " " +
		bracketed(r.right, isResult && !right.isNegation() && (r.op == "*" || right.op != "*"))
}

// isNegation reports whether the result is a quantity with a sign before it.
func (r result) isNegation() bool { return r.op == "-" && r.left == quantity(constant(0)) }

func bracketed(q quantity, needed bool) string {
	if _, isResult := q.(result); isResult && needed {
		return "(" + q.write() + ")"
	}
	return q.write()
}
