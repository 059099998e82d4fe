package code

import (
	"fmt"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
)

// MaxViolations bounds the violations of a [Result].
const MaxViolations = 100

// Result is what became of holding content against the rules.
type Result struct {
	Path string // relative to the project
	// Passed says that the content may be written: no violation of severity
	// error, and nothing that could not be checked. In mode warn it is always
	// true.
	Passed     bool
	Violations []Violation // by line, at most [MaxViolations]
	More       int         // how many more there are
	// Unchecked are rules that the content could not be held against. With
	// [OnErrorWarn] they are notes instead.
	Unchecked []Unchecked
	// Notes are what an operator should know of a content that was checked:
	// syntax errors in it, rules that could not be reloaded.
	Notes []string
	// Base is the SHA-256 of the text that an edit was applied to, in hex;
	// empty without one.
	Base string
	mode Mode
}

// Unchecked is a rule that content could not be held against, and why.
type Unchecked struct {
	Rule   string         `json:"rule,omitempty"` // empty: all rules
	Cause  decision.Cause `json:"cause"`
	Reason string         `json:"reason"`
}

// Stale reports whether a file changed since an edit of it was checked. Whoever
// applies the edit asks before it writes, and has the edit checked again.
func (r Result) Stale(current []byte) bool { return r.Base != "" && r.Base != digest(string(current)) }

// maxBlocks bounds the violations of a rejection: an agent that has corrected
// them hears of the rest.
const maxBlocks = 30

// Rejection is what an agent is told of content that did not pass, in the form
// of a tool error; empty if it passed. It holds no control characters but line
// ends, and no more than some ten thousand characters.
func (r Result) Rejection() string {
	if r.Passed {
		return ""
	}
	var b strings.Builder
	errors := r.errors()
	if len(errors) > 0 {
		fmt.Fprintf(&b, "Error: File write rejected by project rules.\n\nViolations in %s:\n", oneline.Clean(r.Path, maxMessageBytes))
	} else {
		b.WriteString("Error: File write could not be checked against project rules.\n")
	}
	for _, v := range errors[:min(len(errors), maxBlocks)] {
		block(&b, v)
	}
	if more := max(0, len(errors)-maxBlocks) + r.More; more > 0 {
		fmt.Fprintf(&b, "\n  and %d more\n", more)
	}
	for _, u := range r.Unchecked[:min(len(r.Unchecked), maxBlocks)] {
		fmt.Fprintf(&b, "\n  ? %s\n", oneline.Clean(u.String(), maxMessageBytes))
	}
	if len(errors) > 0 {
		b.WriteString("\nFix these violations and try again.")
	} else {
		b.WriteString("\nThis is not a fault of the content: a person has to look.")
	}
	return b.String()
}

// errors are the violations that keep content from being written.
func (r Result) errors() []Violation {
	var list []Violation
	for _, v := range r.Violations {
		if v.Severity == string(SeverityError) {
			list = append(list, v)
		}
	}
	return list
}

// String names the rule and the reason.
func (u Unchecked) String() string {
	if u.Rule == "" {
		return u.Reason
	}
	return "[" + u.Rule + "] " + u.Reason
}

func block(b *strings.Builder, v Violation) {
	fmt.Fprintf(b, "\n  ✗ [%s] %s\n", oneline.Clean(v.Rule, maxMessageBytes), oneline.Clean(v.Message, maxMessageBytes))
	if v.Line > 0 {
		fmt.Fprintf(b, "    Line %d\n", v.Line)
	}
	if v.Advice != "" {
		fmt.Fprintf(b, "    → %s\n", oneline.Clean(v.Advice, maxMessageBytes))
	}
}
