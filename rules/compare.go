package rules

import (
	"errors"
	"fmt"
	"slices"
)

// test compares one text with the value of a condition. An element is a text
// that is one of a list. An error says why it cannot be told.
type test func(s *sight, text string, element bool) (bool, error)

func never(*sight, string, bool) (bool, error) { return false, nil }

// textTest compares as text, without regard to letter case. A list contains
// its elements, not parts of them: that is how an approve reads it.
func textTest(c Condition) test {
	want := lower(c.want)
	switch c.op {
	case opEquals, opEqualsSign:
		return func(_ *sight, text string, _ bool) (bool, error) { return equalFold(text, want), nil }
	case opNotEquals, opNotSign:
		return func(_ *sight, text string, _ bool) (bool, error) { return !equalFold(text, want), nil }
	case opStartsWith:
		return func(_ *sight, text string, _ bool) (bool, error) { return prefixFold(text, want), nil }
	case opEndsWith:
		return func(_ *sight, text string, _ bool) (bool, error) { return suffixFold(text, want), nil }
	case opContains:
		return func(_ *sight, text string, element bool) (bool, error) {
			return equalFold(text, want) || !element && containsFold(text, want), nil
		}
	case opIn:
		return func(_ *sight, text string, _ bool) (bool, error) {
			return slices.ContainsFunc(c.members, func(name string) bool { return equalFold(text, name) }), nil
		}
	}
	return never
}

const (
	// maxPatternText bounds the texts that a pattern is tried on. Time grows
	// with the text times the steps of the pattern.
	maxPatternText = 64 << 10
	// maxPatternSteps bounds the instructions that a pattern compiles to:
	// counted repeats in one another make thousands of a few letters. At the
	// bound, on the longest text, the worst pattern takes some hundred
	// milliseconds; patterns that people write have under a hundred steps.
	maxPatternSteps = 1000
)

var errPatternText = fmt.Errorf("the text is longer than %d bytes, which a pattern is not tried on", maxPatternText)

func patternTest(c Condition) test {
	return func(_ *sight, text string, _ bool) (bool, error) {
		if len(text) > maxPatternText {
			return false, errPatternText
		}
		return c.pattern.MatchString(text), nil
	}
}

var errNotWhole = errors.New("a value of the list is no text")

// anyOf is how a condition that denies or escalates reads a value: one text
// that fits is enough, however deep in a list. What cannot be told, an object
// in a list too, counts only if nothing fits.
func anyOf(t test, s *sight, v value) (bool, error) {
	if v.kind == kindText {
		return t(s, v.text, false)
	}
	return anyElement(t, s, v.list)
}

func anyElement(t test, s *sight, list []any) (bool, error) {
	var unclear error
	for _, v := range list {
		fits, err := false, error(nil)
		if text, ok := scalar(v); ok {
			fits, err = t(s, text, true)
		} else if inner, ok := v.([]any); ok {
			fits, err = anyElement(t, s, inner)
		} else if v != nil {
			err = errNotWhole
		}
		if fits {
			return true, nil
		}
		if err != nil {
			unclear = err
		}
	}
	return false, unclear
}

// allOf is how a condition that approves reads a value: each text of a list
// must fit, and there must be one.
func allOf(t test, s *sight, v value) (bool, error) {
	if v.kind == kindText {
		return t(s, v.text, false)
	}
	for _, element := range v.list {
		text, ok := scalar(element)
		if !ok {
			return false, errNotWhole
		}
		if fits, err := t(s, text, true); !fits {
			return false, err
		}
	}
	return len(v.list) > 0, nil
}
