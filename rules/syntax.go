package rules

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SyntaxError says what is wrong with the text of a condition, and where.
type SyntaxError struct {
	Offset int // first byte of the text that is at fault
	Length int // how many bytes are at fault; 0 for an empty text
	Msg    string
}

// Error returns Msg: lower case, and it says what to write instead.
func (e *SyntaxError) Error() string { return e.Msg }

// token is a run of the text between white space.
type token struct {
	text   string
	offset int
}

func (t token) fault(format string, args ...any) *SyntaxError {
	return &SyntaxError{Offset: t.offset, Length: len(t.text), Msg: fmt.Sprintf(format, args...)}
}

// tokens splits text on white space. It refuses what nobody can see on a
// screen, since a rule must mean what its author reads.
func tokens(text string) ([]token, error) {
	if len(text) > MaxConditionBytes {
		return nil, &SyntaxError{
			Offset: MaxConditionBytes, Length: len(text) - MaxConditionBytes,
			Msg: fmt.Sprintf("condition is longer than %d bytes: split it into several rules", MaxConditionBytes),
		}
	}
	var list []token
	start := -1
	for i, r := range text {
		if bad, size := unprintable(text[i:], r); bad {
			return nil, token{text[i : i+size], i}.fault("condition holds a control or invalid character: remove it")
		}
		space := unicode.IsSpace(r)
		if space && start >= 0 {
			list = append(list, token{text[start:i], start})
			start = -1
		} else if !space && start < 0 {
			start = i
		}
	}
	if start >= 0 {
		list = append(list, token{text[start:], start})
	}
	return list, nil
}

// unprintable reports whether text starts with a control character that is no
// white space, a format character such as a zero-width space or a
// right-to-left override, or a byte that is not UTF-8.
func unprintable(text string, r rune) (bool, int) {
	if r == utf8.RuneError {
		if _, size := utf8.DecodeRuneInString(text); size == 1 {
			return true, 1
		}
	}
	hidden := unicode.IsControl(r) && !unicode.IsSpace(r) || unicode.Is(unicode.Cf, r)
	return hidden, utf8.RuneLen(r)
}

// whole is the text of all tokens as one, for faults of the whole condition.
func whole(text string, list []token) token {
	if len(list) == 0 {
		return token{text, 0}
	}
	return token{strings.TrimSpace(text), list[0].offset}
}
