// Package strictjson reads JSON that an untrusted party wrote. Unlike
// encoding/json it refuses what two readers could understand differently:
// duplicate keys, invalid UTF-8, lone surrogates and trailing data. It bounds
// size and depth, and it keeps every number as it was written.
package strictjson

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"
)

// Errors that [Decode] wraps, for [errors.Is]. None of them quotes the input.
var (
	ErrTooLarge      = errors.New("json is too large")
	ErrTooDeep       = errors.New("json is nested too deeply")
	ErrDuplicateKey  = errors.New("json object has a duplicate key")
	ErrInvalidUTF8   = errors.New("json is not valid utf-8")
	ErrLoneSurrogate = errors.New("json string has an unpaired surrogate escape")
	ErrTrailing      = errors.New("json is followed by other data")
	ErrSyntax        = errors.New("json is malformed")
)

// Limits bounds what [Decode] accepts. A zero field means no limit.
type Limits struct {
	Bytes int // length of the text
	Depth int // nesting of arrays and objects; a scalar has depth 0
}

// Decode reads exactly one JSON value. Objects become map[string]any, arrays
// []any, numbers [json.Number].
func Decode(data []byte, limits Limits) (any, error) {
	if limits.Bytes > 0 && len(data) > limits.Bytes {
		return nil, fmt.Errorf("%w: %d bytes, at most %d are read", ErrTooLarge, len(data), limits.Bytes)
	}
	if !utf8.Valid(data) {
		return nil, ErrInvalidUTF8
	}
	if loneSurrogate(data) {
		return nil, ErrLoneSurrogate
	}
	d := decoder{data: data, depth: limits.Depth}
	v, err := d.value(0)
	if err != nil {
		return nil, err
	}
	if d.skipSpace(); d.at < len(data) {
		return nil, fmt.Errorf("%w at byte %d", ErrTrailing, d.at)
	}
	return v, nil
}

// loneSurrogate reports a \uD800–\uDFFF escape without its partner, which
// encoding/json silently turns into U+FFFD: two different texts would then be
// judged as one.
func loneSurrogate(data []byte) bool {
	if bytes.IndexByte(data, '\\') < 0 {
		return false
	}
	for i := 0; i < len(data); i++ {
		if data[i] != '\\' {
			continue
		}
		unit, ok := escapedUnit(data[i:])
		switch {
		case !ok:
			i++ // a short escape; skip what it escapes, which may be a backslash
		case unit >= 0xDC00 && unit <= 0xDFFF:
			return true
		case unit >= 0xD800 && unit <= 0xDBFF:
			low, ok := escapedUnit(data[i+6:])
			if !ok || low < 0xDC00 || low > 0xDFFF {
				return true
			}
			i += 11
		default:
			i += 5
		}
	}
	return false
}

// escapedUnit reads a \uXXXX escape at the start of data.
func escapedUnit(data []byte) (unit rune, ok bool) {
	if len(data) < 6 || data[0] != '\\' || data[1] != 'u' {
		return 0, false
	}
	for _, c := range data[2:6] {
		unit <<= 4
		switch {
		case c >= '0' && c <= '9':
			unit |= rune(c - '0')
		case c >= 'a' && c <= 'f':
			unit |= rune(c-'a') + 10
		case c >= 'A' && c <= 'F':
			unit |= rune(c-'A') + 10
		default:
			return 0, false
		}
	}
	return unit, true
}
