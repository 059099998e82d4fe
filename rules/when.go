package rules

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/parser/lexer"
)

// Limits of a "when" condition beside [MaxConditionBytes]. They hold before
// the text is parsed, since the parser recurses without a limit of its own.
const (
	// MaxWhenTokens bounds the words and signs.
	MaxWhenTokens = 1000
	// MaxWhenNesting bounds how deep brackets nest. People read four.
	MaxWhenNesting = 32
	// MaxWhenSigns bounds "not", "!" and "-" in a row.
	MaxWhenSigns = 4
)

// When is one parsed condition in the language of expressions. It comes from
// [ParseWhen]; the zero value is of no use.
type When struct{ root *expression }

// ParseWhen reads a condition as an expression: comparisons joined by and, or
// and not.
//
//	tool == "fs.write" and params.path starts_with project_dir
//	not agent_known or agent_rate > 30
//	"force" in params or len(params.to) > 3
//
// It is the language of expr-lang without what could run long or mean two
// things. A comparison with something that the call does not have does not
// hold, and neither does its negation. The words of classic conditions
// (starts_with, equals, …) are understood. Its error is a [*SyntaxError].
func ParseWhen(text string) (When, error) {
	source, err := newWhenSource(text)
	if err != nil {
		return When{}, err
	}
	tree, err := parser.Parse(source.rewritten)
	if err != nil {
		return When{}, source.parseFault(err)
	}
	root, err := source.condition(tree.Node)
	if err != nil {
		return When{}, err
	}
	// The shapes are right; the types of what is compared may not be.
	if _, err := expr.Compile(source.rewritten, vocabulary...); err != nil {
		return When{}, source.parseFault(err)
	}
	return When{root}, nil
}

// String writes the condition in its normal form, which [ParseWhen] reads as
// the same condition.
func (w When) String() string { return w.root.write(false) }

// fields of a call with the types that they are checked against.
type fields struct {
	ID             string         `expr:"id"`
	Agent          string         `expr:"agent_id"`
	Tool           string         `expr:"tool"`
	Params         map[string]any `expr:"params"`
	PolicyRule     string         `expr:"policy_rule"`
	InjectionRisk  bool           `expr:"injection_risk"`
	RecentTraces   any            `expr:"recent_traces"`
	ActiveGrants   any            `expr:"active_grants"`
	ProjectDirs    any            `expr:"project_dirs"`
	Session        string         `expr:"session_id"`
	WorkingDir     string         `expr:"working_dir"`
	AgentKnown     bool           `expr:"agent_known"`
	AgentRate      float64        `expr:"agent_rate"`
	Remaining      float64        `expr:"remaining"`
	Granted        bool           `expr:"granted"`
	ParamsRedacted bool           `expr:"params_redacted"`
	ProjectDir     string         `expr:"project_dir"`
}

// vocabulary is what an expression may be made of, as far as the library
// checks it.
var vocabulary = []expr.Option{
	expr.Env(fields{}), expr.AsBool(), expr.DisableAllBuiltins(),
	expr.EnableBuiltin("len"), expr.EnableBuiltin("lower"),
	expr.Function("inside", func(...any) (any, error) { return false, nil }, new(func(any, string) bool)),
	expr.MaxNodes(MaxWhenTokens * 2),
}

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
	word := s.text[at.Offset : at.Offset+at.Length]
	if word == "=" {
		at.Msg = "a comparison is written ==: double the sign"
	} else if near, ok := closest(word, whenOperators); ok && near != word {
		at.Msg = fmt.Sprintf("unknown operator %.40q: did you mean %s?", word, near)
	}
	return at
}

var whenOperators = []string{"starts_with", "ends_with", "equals", "not_equals", "contains", "matches", "in", "and", "or", "not"}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return cut(visible(line), 200)
}
