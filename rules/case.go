package rules

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// Case is a call and what the rules should make of it: a test that stands
// beside the rules.
type Case struct {
	// Call is the call; only its tool is required.
	Call decision.Call
	// Expect is the action that should come out. A call that no rule settles
	// is escalated.
	Expect decision.Action
	// Rule is the rule that should speak. Empty: any, or none.
	Rule string
	// File, Line and Column say where the case is written. They may be zero.
	File         string
	Line, Column int
}

// Failure is a case that came out otherwise.
type Failure struct {
	Index int // of the case
	Case  Case
	Got   decision.Action
	Rule  string // the rule that spoke; empty if none did
	Msg   string // what differs, and why if the rules say; one line, with no value of the call
}

// String is the failure as one line, with its place.
func (f Failure) String() string {
	if f.Case.File == "" {
		return fmt.Sprintf("case %d: %s", f.Index+1, f.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", f.Case.File, f.Case.Line, f.Case.Column, f.Msg)
}

// Test judges the calls and returns the cases that failed, in order. The
// analyser tells what the calls would do, as in a supervisor; without one no
// inferred approve holds. Other stages of a supervisor have no part in it.
func (s *Set) Test(ctx context.Context, cases []Case, analyzer decision.Analyzer) []Failure {
	var failures []Failure
	for i, c := range cases {
		f := s.test(ctx, c, analyzer)
		if f.Msg != "" {
			f.Index, f.Case = i, c
			failures = append(failures, f)
		}
	}
	return failures
}

// test judges one case. The failure has no Msg if it passed.
func (s *Set) test(ctx context.Context, c Case, analyzer decision.Analyzer) Failure {
	if c.Rule != "" && !slices.ContainsFunc(s.specs, func(spec Spec) bool { return spec.Name == c.Rule }) {
		return Failure{Msg: fmt.Sprintf("there is no rule '%.80s': correct the name", visible(c.Rule))}
	}
	call, err := c.Call.Normalize()
	if err != nil {
		return Failure{Msg: "the call is invalid: " + oneLine(err.Error())}
	}
	v, settled := s.Evaluate(ctx, call.WithAnalyzer(analyzer))
	f := Failure{Got: v.Action, Rule: v.Source}
	if !settled {
		f.Got = decision.Escalate
	}
	if f.Got == c.Expect && (c.Rule == "" || c.Rule == f.Rule) {
		return f
	}
	f.Msg = fmt.Sprintf("%.80s: expected %s, got %s", visible(c.Call.Tool), by(c.Expect, c.Rule), by(f.Got, fallback(f.Rule, "no rule")))
	if len(v.Notes) > 0 {
		f.Msg += "; " + strings.Join(v.Notes, "; ")
	}
	return f
}

func by(action decision.Action, rule string) string {
	switch rule {
	case "":
		return action.String()
	case "no rule":
		return action.String() + " by no rule"
	}
	return action.String() + " by rule '" + rule + "'"
}
