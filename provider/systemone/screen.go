package systemone

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/internal/redact"
	"github.com/flux7-go/supervisor/internal/strictjson"
)

// withheldMark stands in the place of a parameter that [Options.Redact] names, as
// in the reference.
const withheldMark = "[redacted]"

// screen keeps back what must not leave the machine. It changes nothing that it
// is given.
type screen struct {
	withheld map[string]bool // in lower case
}

func newScreen(names []string) screen {
	s := screen{withheld: make(map[string]bool, len(names))}
	for _, n := range names {
		s.withheld[strings.ToLower(n)] = true
	}
	return s
}

// text masks the secrets in one text.
func (s screen) text(text string) string { return redact.Text(text) }

// clean returns a value as plain JSON, without the parameters that are withheld
// and with its secrets masked. It looks at whole texts, so it comes before
// anything is cut: half a secret is not recognised.
func (s screen) clean(v any) (any, error) {
	v, err := plain(v)
	if err != nil {
		return nil, err
	}
	if len(s.withheld) > 0 {
		v, _ = s.withhold(v)
	}
	masked, _ := redact.Value(v)
	return masked, nil
}

// withhold replaces the values of named members at every depth. What holds none
// is shared with the result.
func (s screen) withhold(v any) (out any, changed bool) {
	switch v := v.(type) {
	case []any:
		return s.withholdList(v)
	case map[string]any:
		return s.withholdObject(v)
	}
	return v, false
}

func (s screen) withholdList(in []any) (any, bool) {
	out, changed := in, false
	for i, e := range in {
		clean, c := s.withhold(e)
		if !c {
			continue
		}
		if !changed {
			out, changed = slices.Clone(in), true
		}
		out[i] = clean
	}
	return out, changed
}

func (s screen) withholdObject(in map[string]any) (any, bool) {
	out, changed := in, false
	for k, e := range in {
		clean, c := s.withhold(e)
		if s.withheld[strings.ToLower(k)] {
			clean, c = withheldMark, true
		}
		if !c {
			continue
		}
		if !changed {
			out, changed = maps.Clone(in), true
		}
		out[k] = clean
	}
	return out, changed
}

// plain returns v made of JSON's own types only. Calls that passed a supervisor
// are; what else a program gives, structs and typed lists, could hide secrets
// from everything that looks at texts.
func plain(v any) (any, error) {
	if v == nil {
		return map[string]any{}, nil
	}
	if isPlain(v, 0) {
		return v, nil
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, errors.New("is not a json value")
	}
	out, err := strictjson.Decode(text, strictjson.Limits{Bytes: maxValueBytes, Depth: maxValueDepth})
	if err != nil {
		return nil, err
	}
	if object, ok := v.(map[string]any); ok && object == nil {
		return map[string]any{}, nil
	}
	return out, nil
}

// isPlain reports a value that can be written as it is. One that is not is
// encoded and read again, which finds out what is wrong with it.
func isPlain(v any, depth int) bool {
	if depth > maxValueDepth {
		return false
	}
	switch v := v.(type) {
	case nil, bool:
		return true
	case string:
		return utf8.ValidString(v)
	case json.Number:
		return json.Valid([]byte(v))
	case float64:
		return !math.IsNaN(v) && !math.IsInf(v, 0)
	case []any:
		return v != nil && !slices.ContainsFunc(v, func(e any) bool { return !isPlain(e, depth+1) })
	case map[string]any:
		for k, e := range v {
			if !utf8.ValidString(k) || !isPlain(e, depth+1) {
				return false
			}
		}
		return v != nil
	}
	return false
}
