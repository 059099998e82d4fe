package code

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/flux7-go/supervisor/rules/code/astrule"
)

// plainCall is a pattern that is nothing but a call of a function by its name.
var plainCall = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t]*(?:-[ \t]+)?pattern:[ \t]*["']?([A-Za-z_][A-Za-z0-9_]*)\(\$`)
})

// missedCalls returns the function of a rule that finds its plain calls and none
// of the other forms that JavaScript has; empty if there is none. It is the
// commonest rule that means more than it says.
func missedCalls(r *astrule.Rule) string {
	if !slices.Contains([]string{"javascript", "typescript", "tsx"}, r.Language) {
		return ""
	}
	call := plainCall().FindStringSubmatch(r.Text)
	if call == nil || strings.Contains(r.Text, call[1]+"?.(") || strings.Contains(r.Text, "."+call[1]) || strings.Contains(r.Text, "kind: call_expression") {
		return ""
	}
	return call[1]
}
