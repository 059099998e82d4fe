package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"
)

// whenSource is the text of a condition, and what the parser gets to see.
type whenSource struct {
	text      string
	rewritten string
	// offsets has, for each character of rewritten and for its end, the byte
	// of text that it comes from.
	offsets []int
}

// classicWords are operators of classic conditions and what the parser knows
// them as.
var classicWords = map[string]string{
	string(opStartsWith): "startsWith", string(opEndsWith): "endsWith",
	string(opEquals): "==", string(opNotEquals): "!=",
}

func newWhenSource(text string) (*whenSource, error) {
	list, err := tokens(text)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, whole(text, nil).fault("condition is empty: write a comparison, or leave it out for a catch-all")
	}
	s := &whenSource{text: text}
	s.add(text, 0)
	s.offsets = append(s.offsets, len(text))
	lexed, err := lexer.Lex(file.NewSource(text))
	if err != nil {
		return nil, s.parseFault(err)
	}
	if err := s.checkSize(lexed); err != nil {
		return nil, err
	}
	s.rewrite(lexed)
	return s, nil
}

// add appends text that stands at a byte of the source.
func (s *whenSource) add(text string, at int) {
	s.rewritten += text
	for i := range text {
		s.offsets = append(s.offsets, at+i)
	}
}

// rewrite puts the parser's words in place of the classic ones, except where
// they are names.
func (s *whenSource) rewrite(lexed []lexer.Token) {
	was := s.offsets
	s.rewritten, s.offsets = "", nil
	done := 0
	for i, t := range lexed {
		word, known := classicWords[t.Value]
		isName := i > 0 && lexed[i-1].Is(lexer.Operator, ".", "?.")
		if !known || isName || t.Kind != lexer.Identifier {
			continue
		}
		s.add(s.text[was[done]:was[t.From]], was[done])
		for range utf8.RuneCountInString(word) {
			s.offsets = append(s.offsets, was[t.From])
		}
		s.rewritten += word
		done = t.To
	}
	s.add(s.text[was[done]:], was[done])
	s.offsets = append(s.offsets, len(s.text))
}

func (s *whenSource) checkSize(lexed []lexer.Token) error {
	depth, signs := 0, 0
	for i, t := range lexed {
		switch {
		case t.Is(lexer.Bracket, "(", "[", "{"):
			depth++
		case t.Is(lexer.Bracket):
			depth--
		}
		signs++
		if !t.Is(lexer.Operator, "not", "!", "-", "+") {
			signs = 0
		}
		switch {
		case i >= MaxWhenTokens:
			return s.faultAt(t.Location, "condition has more than %d words and signs: split it into several rules", MaxWhenTokens)
		case depth > MaxWhenNesting:
			return s.faultAt(t.Location, "brackets nest deeper than %d: split the condition into several rules", MaxWhenNesting)
		case signs > MaxWhenSigns:
			return s.faultAt(t.Location, "more than %d signs in a row: remove those that cancel out", MaxWhenSigns)
		}
	}
	return nil
}

// faultAt places a fault at characters of the rewritten text.
func (s *whenSource) faultAt(at file.Location, format string, args ...any) *SyntaxError {
	last := len(s.offsets) - 1
	from, to := min(max(at.From, 0), last), min(max(at.To, at.From+1, 0), last)
	start := s.offsets[from]
	end := max(s.offsets[to], start)
	return &SyntaxError{Offset: start, Length: end - start, Msg: fmt.Sprintf(format, args...)}
}

// parseFault is a fault that the library found, in our words where authors
// are likely to meet it.
func (s *whenSource) parseFault(err error) error {
	var fault *file.Error
	if !errors.As(err, &fault) {
		return &SyntaxError{Length: len(s.text), Msg: "condition is no expression: " + firstLine(err.Error())}
	}
	at := s.faultAt(fault.Location, "%s", "condition is no expression: "+firstLine(fault.Message))
	if slices.ContainsFunc(earlyEnds, func(says string) bool { return strings.HasPrefix(fault.Message, says) }) {
		return &SyntaxError{Offset: len(s.text), Msg: "the condition ends too early: write what is missing, or close what is open"}
	}
	if _, why, found := strings.Cut(fault.Message, ": strconv."); found {
		return s.numberFault(at, why)
	}
	word := s.text[at.Offset : at.Offset+at.Length]
	if word == "=" {
		at.Msg = "a comparison is written ==: double the sign"
	} else if near, ok := closest(word, whenOperators); ok && near != word {
		at.Msg = fmt.Sprintf("unknown operator %.40q: did you mean %s?", word, near)
	}
	return at
}

// earlyEnds are what the library says about a text that ends too early.
var earlyEnds = []string{"unexpected token EOF", "unexpected end of expression", "literal not terminated", "unclosed comment"}

// numberFault is the fault of a number that strconv does not read. The library
// places it at what comes after.
func (s *whenSource) numberFault(after *SyntaxError, why string) error {
	at := *after
	at.Msg = "the number is none: write digits, and a dot at most"
	if strings.HasSuffix(why, "value out of range") {
		at.Msg = "the number is too large to be compared as one: write it in quotes"
	}
	if parts := strings.Split(why, `"`); len(parts) == 3 {
		if start := strings.LastIndex(s.text[:at.Offset+at.Length], parts[1]); start >= 0 {
			at.Offset, at.Length = start, len(parts[1])
		}
	}
	return &at
}

var whenOperators = []string{"starts_with", "ends_with", "equals", "not_equals", "contains", "matches", "in", "and", "or", "not"}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return cut(visible(line), 200)
}
