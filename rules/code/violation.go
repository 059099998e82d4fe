package code

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/flux7-go/supervisor/decision"
)

// Violation is a place where content breaks a rule.
type Violation = decision.Violation

// The tiers of rules.
const (
	TierTree  = 1 // syntax trees
	TierText  = 2 // regular expressions and imports
	TierJudge = 3 // semantic rules
)

// place says where a rule is written.
func place(r *rule) string { return fmt.Sprintf("%s:%d", r.file, r.line) }

func sortViolations(list []Violation) {
	slices.SortStableFunc(list, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Rule, b.Rule))
	})
}
