package bench

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/internal/redact"
)

const (
	// maxTextRunes bounds every text of a case that may leave, as in the
	// reference.
	maxTextRunes = 2000
	// truncated is what a text that was cut ends with.
	truncated = " [truncated]"
	// maxSettleRounds bounds how often a text is masked and cut anew. What does
	// not settle, which no ordinary text does, is masked whole.
	maxSettleRounds = 8
)

// cleanText returns s with its secrets masked, then cut.
func cleanText(s string) string { return settle(s, maxTextRunes, truncated) }

// cleanParams returns parameters with the secrets in their names and values
// masked, then every name and text cut. It does not change params.
func cleanParams(params map[string]any) map[string]any {
	var v any = params
	for range maxSettleRounds {
		masked, wasMasked := redact.Value(v)
		short, wasCut := shortenValue(masked)
		if v = short; wasMasked || wasCut {
			continue
		}
		if object, ok := v.(map[string]any); ok {
			return object
		}
	}
	return textParams(redact.Mask)
}

// textParams are parameters of which only a text is known.
func textParams(text string) map[string]any { return map[string]any{traceText: text} }

// settle returns s masked and cut to limit characters, such that masking and
// cutting it again changes nothing. More is what a cut text ends with. A cut
// that falls into a mask, or makes of a text what looks like a secret, is moved
// forward.
func settle(s string, limit int, more string) string {
	s = redact.Text(s)
	for room := limit; room > 0; room -= len(redact.Mask) {
		short := shorten(s, room, limit, more)
		if redact.Text(short) == short {
			return short
		}
		if limit-room >= maxSettleRounds*len(redact.Mask) {
			break
		}
	}
	return redact.Mask
}

// shorten cuts s to room characters with more after them. A text that fits
// into limit, or was cut before, stays.
func shorten(s string, room, limit int, more string) string {
	runes := utf8.RuneCountInString(s)
	if room == limit && (runes <= limit || strings.HasSuffix(s, more) && runes <= limit+utf8.RuneCountInString(more)) {
		return s
	}
	return cutRunes(s, room) + more
}

// shortenValue cuts every text and name of a JSON value, and reports whether it
// changed any.
func shortenValue(v any) (short any, changed bool) {
	switch v := v.(type) {
	case string:
		s := cleanText(v)
		return s, s != v
	case json.Number: // which may have any number of digits
		if utf8.RuneCountInString(string(v)) > maxTextRunes {
			return cleanText(string(v)), true
		}
	case []any:
		return shortenList(v)
	case map[string]any:
		return shortenObject(v)
	}
	return v, false
}

func shortenList(list []any) (short any, changed bool) {
	out := slices.Clone(list)
	for i, v := range list {
		var c bool
		out[i], c = shortenValue(v)
		changed = changed || c
	}
	return out, changed
}

func shortenObject(object map[string]any) (short any, changed bool) {
	out := make(map[string]any, len(object))
	for _, name := range slices.Sorted(maps.Keys(object)) {
		v, c := shortenValue(object[name])
		key := cleanText(name)
		for _, taken := out[key]; taken && key != name; _, taken = out[key] {
			key = "'" + key // two long names may become one
		}
		out[key] = v
		changed = changed || c || key != name
	}
	return out, changed
}

// encode writes v as compact JSON that is read as it is written: <, > and &
// stay.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
