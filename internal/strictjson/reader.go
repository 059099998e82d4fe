package strictjson

import (
	"encoding/json"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// decoder reads JSON that is valid UTF-8 without lone surrogates.
type decoder struct {
	data  []byte
	at    int // what is read next
	depth int // the most that is read; 0: no limit
}

func (d *decoder) syntax() error { return fmt.Errorf("%w near byte %d", ErrSyntax, d.at) }

func (d *decoder) skipSpace() {
	for d.at < len(d.data) {
		switch d.data[d.at] {
		case ' ', '\t', '\n', '\r':
			d.at++
		default:
			return
		}
	}
}

// next returns the first byte of what comes next; 0: nothing does.
func (d *decoder) next() byte {
	d.skipSpace()
	if d.at == len(d.data) {
		return 0
	}
	return d.data[d.at]
}

// skip skips one byte, if it comes next.
func (d *decoder) skip(c byte) bool {
	if d.next() != c {
		return false
	}
	d.at++
	return true
}

// value reads a value that lies in depth others.
func (d *decoder) value(depth int) (any, error) {
	switch c := d.next(); c {
	case '{', '[':
		if depth++; d.depth > 0 && depth > d.depth {
			return nil, fmt.Errorf("%w: at most %d levels are read", ErrTooDeep, d.depth)
		}
		d.at++
		if c == '[' {
			return d.array(depth)
		}
		return d.object(depth)
	case '"':
		return d.text()
	case 't':
		return true, d.literal("true")
	case 'f':
		return false, d.literal("false")
	case 'n':
		return nil, d.literal("null")
	}
	return d.number()
}

func (d *decoder) literal(word string) error {
	if end := d.at + len(word); end <= len(d.data) && string(d.data[d.at:end]) == word {
		d.at = end
		return nil
	}
	return d.syntax()
}

func (d *decoder) array(depth int) (any, error) {
	list := []any{}
	if d.skip(']') {
		return list, nil
	}
	for {
		v, err := d.value(depth)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		if d.skip(']') {
			return list, nil
		}
		if !d.skip(',') {
			return nil, d.syntax()
		}
	}
}

func (d *decoder) object(depth int) (any, error) {
	object := map[string]any{}
	if d.skip('}') {
		return object, nil
	}
	for {
		if err := d.member(object, depth); err != nil {
			return nil, err
		}
		if d.skip('}') {
			return object, nil
		}
		if !d.skip(',') {
			return nil, d.syntax()
		}
	}
}

// member reads a key and its value.
func (d *decoder) member(object map[string]any, depth int) error {
	if d.next() != '"' {
		return d.syntax()
	}
	key, err := d.text()
	if err != nil {
		return err
	}
	if _, again := object[key]; again {
		return fmt.Errorf("%w near byte %d", ErrDuplicateKey, d.at)
	}
	if !d.skip(':') {
		return d.syntax()
	}
	object[key], err = d.value(depth)
	return err
}

// number reads a number as it is written.
func (d *decoder) number() (any, error) {
	start := d.at
	if d.at < len(d.data) && d.data[d.at] == '-' {
		d.at++
	}
	whole := d.at
	if !d.digits() || d.data[whole] == '0' && d.at > whole+1 {
		return nil, d.syntax()
	}
	if d.at < len(d.data) && d.data[d.at] == '.' {
		if d.at++; !d.digits() {
			return nil, d.syntax()
		}
	}
	if d.at < len(d.data) && (d.data[d.at] == 'e' || d.data[d.at] == 'E') {
		d.at++
		if d.at < len(d.data) && (d.data[d.at] == '+' || d.data[d.at] == '-') {
			d.at++
		}
		if !d.digits() {
			return nil, d.syntax()
		}
	}
	return json.Number(d.data[start:d.at]), nil
}

// digits skips digits, and reports whether there were any.
func (d *decoder) digits() bool {
	start := d.at
	for d.at < len(d.data) && d.data[d.at] >= '0' && d.data[d.at] <= '9' {
		d.at++
	}
	return d.at > start
}

// text reads a string, whose first quote comes next.
func (d *decoder) text() (string, error) {
	d.at++
	start := d.at
	for ; d.at < len(d.data); d.at++ {
		switch c := d.data[d.at]; {
		case c == '"':
			d.at++
			return string(d.data[start : d.at-1]), nil
		case c == '\\':
			return d.escapedText(start)
		case c < ' ':
			return "", d.syntax()
		}
	}
	return "", d.syntax()
}

// escapedText goes on with a string from its first escape.
func (d *decoder) escapedText(start int) (string, error) {
	text := append([]byte(nil), d.data[start:d.at]...)
	for d.at < len(d.data) {
		switch c := d.data[d.at]; {
		case c == '"':
			d.at++
			return string(text), nil
		case c < ' ':
			return "", d.syntax()
		case c != '\\':
			text = append(text, c)
			d.at++
		default:
			r, ok := d.escape()
			if !ok {
				return "", d.syntax()
			}
			text = utf8.AppendRune(text, r)
		}
	}
	return "", d.syntax()
}

// shortEscapes are the escapes of two characters, and what they stand for.
var shortEscapes = map[byte]rune{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// escape reads an escape. A surrogate has its partner: see loneSurrogate.
func (d *decoder) escape() (rune, bool) {
	if d.at+1 == len(d.data) {
		return 0, false
	}
	if r, ok := shortEscapes[d.data[d.at+1]]; ok {
		d.at += 2
		return r, true
	}
	unit, ok := escapedUnit(d.data[d.at:])
	if !ok {
		return 0, false
	}
	d.at += 6
	if !utf16.IsSurrogate(unit) {
		return unit, true
	}
	low, ok := escapedUnit(d.data[d.at:])
	d.at += 6
	return utf16.DecodeRune(unit, low), ok
}
