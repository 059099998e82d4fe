package rules

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/decision"
)

const (
	// MaxRules bounds a set.
	MaxRules = 100_000
	// MaxDescriptionBytes bounds a description, which is part of the reasoning.
	MaxDescriptionBytes = 1 << 10
)

// Spec is one rule as its author wrote it.
type Spec struct {
	// Name is who decided, in records. It is required, and no two rules of a
	// set have the same.
	Name string
	// Condition is what [ParseCondition] reads, When what [ParseWhen] reads.
	// One of the two is given, and neither with CatchAll.
	Condition string
	When      string
	// CatchAll makes the rule hold for every call. A catch-all escalate hands
	// the call on instead of holding it.
	CatchAll bool
	// Action is what happens when the rule holds.
	Action decision.Action
	// Confidence, 0 to 1, is that of the verdict.
	Confidence float64
	// Description is told with the verdict. White space in it, line breaks
	// included, counts as one blank.
	Description string
	// AllowAll confirms that a catch-all approve is meant to approve every call
	// that reaches it. It is a fault on any other rule.
	AllowAll bool
	// Grant is how long the agent may repeat what an approve rule let it do.
	// The set gives no grants; its user does. 0: none.
	Grant time.Duration
	// File, Line and Column say where the rule is written. They may be zero.
	File         string
	Line, Column int
}

// SpecError is one fault of one rule.
type SpecError struct {
	Rule         string // its name, or its number from 1 where it has none
	File         string
	Line, Column int
	Err          error // a [*SyntaxError] if the condition does not parse
}

// Error names the place, the rule and the fault.
func (e *SpecError) Error() string {
	if e.File == "" {
		return fmt.Sprintf("rule %s: %v", e.Rule, e.Err)
	}
	return fmt.Sprintf("%s:%d:%d: rule %s: %v", e.File, e.Line, e.Column, e.Rule, e.Err)
}

// Unwrap returns the fault.
func (e *SpecError) Unwrap() error { return e.Err }

// fault places err at the rule, the index-th of its set.
func (s Spec) fault(index int, err error) error {
	name := fmt.Sprintf("'%.80s'", s.Name)
	if checkName(s.Name) != nil {
		name = fmt.Sprint(index + 1)
	}
	return &SpecError{Rule: name, File: s.File, Line: s.Line, Column: s.Column, Err: err}
}

// faults returns everything that is wrong with the rule by itself, apart from
// the text of its condition.
func (s Spec) faults() []error {
	var errs []error
	if err := checkName(s.Name); err != nil {
		errs = append(errs, err)
	}
	if err := checkDescription(s.Description); err != nil {
		errs = append(errs, err)
	}
	if !(s.Confidence >= 0 && s.Confidence <= 1) {
		errs = append(errs, fmt.Errorf("confidence is %v: write a number from 0 to 1", s.Confidence))
	}
	switch s.Action {
	case decision.Approve, decision.Deny, decision.Escalate:
	default:
		errs = append(errs, fmt.Errorf("unknown action %d: use approve, deny or escalate", s.Action))
	}
	openDoor := s.CatchAll && s.Action == decision.Approve
	switch {
	case openDoor && !s.AllowAll:
		errs = append(errs, errors.New("a rule without a condition approves every call: add a condition, or allow_all: true if that is meant"))
	case !openDoor && s.AllowAll:
		errs = append(errs, errors.New("allow_all is for an approve without a condition: remove it"))
	}
	switch {
	case s.CatchAll && (s.Condition != "" || s.When != ""):
		errs = append(errs, errors.New("a catch-all has no condition: remove one of the two"))
	case s.Condition != "" && s.When != "":
		errs = append(errs, errors.New("condition and when exclude each other: write both as one when"))
	}
	switch {
	case s.Grant < 0:
		errs = append(errs, fmt.Errorf("grant is %v: write a time that is not negative", s.Grant))
	case s.Grant > 0 && s.Action != decision.Approve:
		errs = append(errs, errors.New("grant belongs to a rule that approves: remove it"))
	}
	return errs
}

func checkName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return errors.New("the rule has no name: give it one")
	case len(name) > decision.MaxNameBytes:
		return fmt.Errorf("name is longer than %d bytes: shorten it", decision.MaxNameBytes)
	case strings.ContainsFunc(name, breaksLine) || !utf8.ValidString(name):
		return errors.New("name holds a control or invalid character: remove it")
	}
	return nil
}

func checkDescription(text string) error {
	switch {
	case len(text) > MaxDescriptionBytes:
		return fmt.Errorf("description is longer than %d bytes: shorten it", MaxDescriptionBytes)
	case strings.ContainsFunc(oneLine(text), breaksLine) || !utf8.ValidString(text):
		return errors.New("description holds a control or invalid character: remove it")
	}
	return nil
}

// oneLine makes each run of white space one blank.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// breaksLine reports characters that end a line or are not seen in one. The
// two joiners are part of how some languages and emoji are written.
func breaksLine(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	hidden := unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) && r != nonJoiner && r != joiner
	return hidden || unicode.IsControl(r)
}
