package disclosure

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/internal/strictjson"
)

const (
	// MaxDepth bounds the nesting of a value that is shown. A deeper one is an
	// error.
	MaxDepth = 64
	// MaxValueBytes bounds a value, as JSON, before anything is cut: masking
	// looks at all of it.
	MaxValueBytes = 32 << 20
)

// plain returns v made of JSON's own types only. Calls that passed a supervisor
// are; what else a program gives, structs and typed lists, could hide secrets
// from everything that looks at texts. Nil is an empty object.
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
	out, err := strictjson.Decode(text, strictjson.Limits{Bytes: MaxValueBytes, Depth: MaxDepth})
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
	if depth > MaxDepth {
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
