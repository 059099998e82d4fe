package rules

import (
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/decision"
)

// value is what a field holds in one call.
type value struct {
	kind   valueKind
	text   string         // of kindText
	number float64        // of kindNumber
	list   []any          // of kindList
	object map[string]any // of kindObject
}

type valueKind uint8

const (
	kindMissing valueKind = iota // not there, null, or not supplied
	kindText                     // a text, a number as it was written, true or false
	kindNumber                   // a number that was computed
	kindList
	kindObject
)

// valueOf reads a value of a call's parameters.
func valueOf(v any) value {
	if text, ok := scalar(v); ok {
		return value{kind: kindText, text: text}
	}
	switch v := v.(type) {
	case []any:
		return value{kind: kindList, list: v}
	case map[string]any:
		return value{kind: kindObject, object: v}
	}
	return value{}
}

// present makes an empty text of the call itself a missing one: the zero value
// of those fields means unknown.
func present(text string) value {
	if text == "" {
		return value{}
	}
	return value{kind: kindText, text: text}
}

func flag(is bool) value {
	if is {
		return value{kind: kindText, text: "true"}
	}
	return value{kind: kindText, text: "false"}
}

func listOf[T any](elements []T, text func(T) string) value {
	if elements == nil {
		return value{}
	}
	values := make([]any, len(elements))
	for i, e := range elements {
		values[i] = text(e)
	}
	return value{kind: kindList, list: values}
}

func traceTool(t decision.Trace) string  { return t.Tool }
func grantTools(g decision.Grant) string { return g.Tools }

// walk follows names through objects. Only maps are walked, so nothing but
// data can be reached.
func walk(params map[string]any, path []string) any {
	if len(path) == 0 {
		return params
	}
	at := params
	for _, name := range path[:len(path)-1] {
		next, ok := at[name].(map[string]any)
		if !ok {
			return nil
		}
		at = next
	}
	return at[path[len(path)-1]]
}

// scalar returns a text, number or truth value as text, a number as it was
// written. Everything else has no text.
func scalar(value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case json.Number:
		return string(v), true
	case bool:
		if v {
			return "true", true
		}
		return "false", true
	}
	return "", false
}

// isWhole reports whether every value in a list, however deep, has a text.
func isWhole(list []any) bool {
	for _, v := range list {
		if inner, ok := v.([]any); ok {
			if !isWhole(inner) {
				return false
			}
		} else if _, ok := scalar(v); !ok {
			return false
		}
	}
	return true
}

// lower folds case. No character outside ASCII becomes one inside: the Kelvin
// sign is not the letter k, and the name of one tool not that of another.
func lower(text string) string {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return strings.Map(lowerRune, text)
		}
	}
	return strings.ToLower(text)
}

func lowerRune(r rune) rune {
	if folded := unicode.ToLower(r); r < utf8.RuneSelf || folded >= utf8.RuneSelf {
		return folded
	}
	return r
}
