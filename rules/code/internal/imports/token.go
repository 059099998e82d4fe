package imports

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

type kind uint8

const (
	sign  kind = iota // one character that is nothing else
	word              // a name or a number
	text              // a string; its value
	value             // an expression that is no string as it stands
)

// token is a piece of a file between blanks and comments.
type token struct {
	kind       kind
	text       string
	start, end int
	first      bool // of its line
}

func (t token) is(s string) bool { return t.text == s && (t.kind == sign || t.kind == word) }

func isWordStart(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || r == '$' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return unicode.IsLetter(r)
}

func isWordPart(r rune) bool {
	if r < utf8.RuneSelf {
		return isWordStart(r) || '0' <= r && r <= '9'
	}
	return isWordStart(r) || unicode.IsDigit(r) || unicode.In(r, unicode.Mn, unicode.Mc) || r == '\u200c' || r == '\u200d'
}

// wordAt reads a name or a number, with escapes such as \u0061 resolved, and
// returns where it ends.
func wordAt(src string, at int) (name string, end int) {
	var decoded strings.Builder
	escaped := false
	for end = at; end < len(src); {
		r, size := utf8.DecodeRuneInString(src[end:])
		if r == '\\' {
			r, size = unicodeEscape(src[end:])
			escaped = size > 0
		}
		if size == 0 || !isWordPart(r) {
			break
		}
		decoded.WriteRune(r)
		end += size
	}
	if escaped {
		return decoded.String(), end
	}
	return src[at:end], end
}

// unicodeEscape reads \u0061 or \u{61} and returns its length, 0 if it is none.
func unicodeEscape(src string) (rune, int) {
	digits, size := "", 0
	switch {
	case strings.HasPrefix(src, `\u{`):
		end := strings.IndexByte(src, '}')
		if end < 0 || end > len(`\u{`)+8 {
			return 0, 0
		}
		digits, size = src[3:end], end+1
	case strings.HasPrefix(src, `\u`) && len(src) >= 6:
		digits, size = src[2:6], 6
	}
	code, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || code > unicode.MaxRune {
		return 0, 0
	}
	return rune(code), size
}

// unescaped resolves the escapes of a string that all languages with C's
// strings have.
func unescaped(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for s != "" {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			break
		}
		b.WriteString(s[:i])
		r, size := escape(s[i:])
		if r >= 0 {
			b.WriteRune(r)
		}
		s = s[i+size:]
	}
	return b.String() + s
}

// escape reads one escape; a negative character is none, as a line that is
// continued.
func escape(s string) (rune, int) {
	if r, size := unicodeEscape(s); size > 0 {
		return r, size
	}
	switch c := s[1]; {
	case c == 'x' && len(s) >= 4:
		if code, err := strconv.ParseUint(s[2:4], 16, 8); err == nil {
			return rune(code), 4
		}
	case c == '\r' && strings.HasPrefix(s[2:], "\n"):
		return -1, 3
	case c == '\n' || c == '\r':
		return -1, 2
	case c >= '0' && c <= '7':
		end := 2
		for end < 4 && end < len(s) && s[end] >= '0' && s[end] <= '7' {
			end++
		}
		code, _ := strconv.ParseUint(s[1:end], 8, 16) // digits, see above
		return rune(code), end
	case strings.IndexByte("nrtbfv", c) >= 0:
		return rune("\n\r\t\b\f\v"[strings.IndexByte("nrtbfv", c)]), 2
	}
	r, size := utf8.DecodeRuneInString(s[1:])
	return r, 1 + size
}
