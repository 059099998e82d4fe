package rules

import (
	"errors"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// sight is what a test may look at.
type sight struct {
	call  *decision.Call
	scope *effect.Scope
}

func (s sight) locate(text string) effect.Location {
	return s.scope.Locate(text, s.call.WorkingDir)
}

// test compares one text with the value of a condition. An element is a text
// that is one of a list. An error says why it cannot be told.
type test func(s sight, text string, element bool) (bool, error)

func never(sight, string, bool) (bool, error) { return false, nil }

// textTest compares as text, without regard to letter case.
func textTest(c Condition) test {
	want := lower(c.want)
	compare := func(text string, element bool) bool { return false }
	switch c.op {
	case opEquals, opEqualsSign:
		compare = func(text string, _ bool) bool { return text == want }
	case opNotEquals, opNotSign:
		compare = func(text string, _ bool) bool { return text != want }
	case opStartsWith:
		compare = func(text string, _ bool) bool { return strings.HasPrefix(text, want) }
	case opContains:
		compare = func(text string, element bool) bool {
			return text == want || !element && strings.Contains(text, want)
		}
	case opIn:
		names := members(want)
		compare = func(text string, _ bool) bool { return slices.Contains(names, text) }
	}
	return func(_ sight, text string, element bool) (bool, error) {
		return compare(lower(text), element), nil
	}
}

var errNotWhole = errors.New("a value of the list is no text")

// anyOf is how a condition that denies or escalates reads a value: one text
// that fits is enough, however deep in a list. What cannot be told counts only
// if nothing fits.
func anyOf(t test, s sight, value any, element bool) (bool, error) {
	if text, ok := scalar(value); ok {
		return t(s, text, element)
	}
	var unclear error
	values, _ := value.([]any)
	for _, v := range values {
		fits, err := anyOf(t, s, v, true)
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
func allOf(t test, s sight, value any) (bool, error) {
	if text, ok := scalar(value); ok {
		return t(s, text, false)
	}
	values, _ := value.([]any)
	for _, v := range values {
		text, ok := scalar(v)
		if !ok {
			return false, errNotWhole
		}
		if fits, err := t(s, text, true); !fits {
			return false, err
		}
	}
	return len(values) > 0, nil
}
