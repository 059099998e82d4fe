package journal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// appendText writes s as a JSON text in ASCII. Invalid UTF-8 becomes U+FFFD.
func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, '\\', 'n')
		case r == '\t':
			b = append(b, '\\', 't')
		case r >= ' ' && r < 0x7f:
			b = append(b, byte(r))
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			b = appendEscape(appendEscape(b, high), low)
		default:
			b = appendEscape(b, r)
		}
	}
	return append(b, '"')
}

func appendEscape(b []byte, unit rune) []byte {
	return append(b, '\\', 'u', hexDigits[unit>>12&15], hexDigits[unit>>8&15], hexDigits[unit>>4&15], hexDigits[unit&15])
}

// appendFloat writes f as encoding/json does, but for a second digit of small
// exponents; a NaN or an infinity, which JSON does not have, as null.
func appendFloat(b []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(b, "null"...)
	}
	format := byte('f')
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(b, f, format, -1, 64)
}

// appendValue writes a plain JSON value, keys in order of their bytes.
func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case bool:
		return strconv.AppendBool(b, v)
	case string:
		return appendText(b, v)
	case float64:
		return appendFloat(b, v)
	case json.Number:
		if !isNumber(string(v)) {
			return appendText(b, string(v))
		}
		return append(b, v...)
	case []any:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(b, item)
		}
		return append(b, ']')
	case map[string]any:
		b = append(b, '{')
		for i, key := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendText(b, key), ':')
			b = appendValue(b, v[key])
		}
		return append(b, '}')
	}
	return append(b, "null"...)
}

func isNumber(s string) bool {
	return s != "" && (s[0] == '-' || s[0] >= '0' && s[0] <= '9') && s[len(s)-1] > ' ' && json.Valid([]byte(s))
}

// maxPlainDepth bounds the nesting of values that are taken as they are. A
// deeper one goes through encoding/json, which notices cycles.
const maxPlainDepth = 100

// plain returns v as a value of JSON's own types, by way of its JSON form
// where it is not one already.
func plain(v any) (any, error) {
	if isPlain(v, 0) {
		return v, nil
	}
	data, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("a %T is not a json value", v)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var out any
	if err := d.Decode(&out); err != nil {
		return nil, fmt.Errorf("a %T is not a json value", v)
	}
	return out, nil
}

func isPlain(v any, depth int) bool {
	if depth > maxPlainDepth {
		return false
	}
	switch v := v.(type) {
	case nil, bool, string, json.Number, float64:
		return true
	case []any:
		for _, item := range v {
			if !isPlain(item, depth+1) {
				return false
			}
		}
		return true
	case map[string]any:
		for _, item := range v {
			if !isPlain(item, depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// cutText shortens s to at most limit bytes and an ellipsis, between runes.
func cutText(s string, limit int) (text string, cut bool) {
	if len(s) <= limit {
		return s, false
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit] + "…", true
}
