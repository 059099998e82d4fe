package astrule

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

// compileExpression compiles a regular expression. Rust's engine, for which
// rules are written, reads some things that Go's does not, or reads otherwise:
// those are refused, since the rule would mean something else.
func compileExpression(text string) (*regexp.Regexp, error) {
	if wrong := readOtherwise(text); wrong != "" {
		return nil, errors.New(wrong)
	}
	expression, err := regexp.Compile(text)
	var detail *syntax.Error
	switch {
	case err == nil:
		return expression, nil
	case !errors.As(err, &detail):
		return nil, errors.New("is not a regular expression")
	case detail.Code == syntax.ErrInvalidPerlOp:
		return nil, errors.New("has a group that only other engines read, such as look-around or the flag x: say it with all, any and not")
	case detail.Code == syntax.ErrInvalidRepeatSize:
		return nil, errors.New("repeats more than 1000 times: repeat less")
	}
	return nil, fmt.Errorf("is not a regular expression: %s", detail.Code)
}

// readOtherwise finds what Go compiles without complaint and takes for
// something else than Rust does.
func readOtherwise(text string) string {
	class := false
	for i := 0; i < len(text); i++ {
		rest := text[i:]
		switch {
		case text[i] == '\\':
			if wrong := escapedOtherwise(rest); wrong != "" {
				return wrong
			}
			i++
		case class && text[i] == ']':
			class = false
		case class && strings.HasPrefix(rest, "[:"):
			i += max(1, strings.Index(rest, ":]")+1)
		case class && text[i] == '[':
			return `has a set within a set, which only Rust's engine reads: write \[ for the character, or one set`
		case class && (strings.HasPrefix(rest, "&&") || strings.HasPrefix(rest, "--") || strings.HasPrefix(rest, "~~")):
			return "combines sets with " + rest[:2] + ", which only Rust's engine reads: write one set"
		case text[i] == '[':
			class = true
			if strings.HasPrefix(text[i+1:], "^") {
				i++
			}
			if strings.HasPrefix(text[i+1:], "]") {
				i++ // first in a set it is a character
			}
		}
	}
	return ""
}

// escapedOtherwise is readOtherwise for a backslash and what follows it.
func escapedOtherwise(rest string) string {
	if len(rest) < 2 {
		return ""
	}
	switch {
	case rest[1] == '<' || rest[1] == '>':
		return `has \< or \>, which is the edge of a word in Rust's engine only: write \b`
	case strings.HasPrefix(rest, `\b{`):
		return `has \b{…}, which only Rust's engine reads: write \b`
	case rest[1] == 'Q' || rest[1] == 'C':
		return `has \Q or \C, which Rust's engine does not read: escape the characters one by one`
	}
	return ""
}
