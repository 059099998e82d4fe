package standing

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Describe says in one sentence, for people, which calls a standing approval
// covers, and until when. It quotes names, never the value of an argument.
func Describe(a decision.Standing) string {
	if a.Scope == decision.StandingConfig {
		return fmt.Sprintf("every call of %s by %s, as long as the config says so", a.Tool, a.Agent)
	}
	var limits []string
	if a.Fingerprint == "" {
		limits = append(limits, limitsOf(a)...)
	}
	what := fmt.Sprintf("calls of %s by %s that are neither opaque nor destructive", a.Tool, a.Agent)
	if a.Fingerprint != "" {
		what = fmt.Sprintf("exactly this call of %s by %s", a.Tool, a.Agent)
	}
	if len(limits) > 0 {
		what += ", " + strings.Join(limits, ", ")
	}
	if a.Scope == decision.StandingSession {
		what += ", in this conversation"
	}
	return what + ", " + end(a)
}

// limitsOf are the limits on effects and arguments.
func limitsOf(a decision.Standing) (limits []string) {
	if a.Signature != "" {
		limits = append(limits, "with the same effects")
	}
	if len(a.Arguments) > 0 {
		limits = append(limits, "with the given "+strings.Join(slices.Sorted(maps.Keys(a.Arguments)), " and "))
	}
	if len(a.Kinds) > 0 {
		limits = append(limits, "with no effects but "+join(a.Kinds))
	}
	if len(a.Zones) > 0 {
		limits = append(limits, "only in "+join(a.Zones))
	}
	if len(a.Hosts) > 0 {
		limits = append(limits, "reaching no hosts but "+join(a.Hosts))
	}
	return limits
}

// end says when it ends.
func end(a decision.Standing) string {
	until := "until it is deleted"
	if !a.ExpiresAt.IsZero() {
		until = "until " + a.ExpiresAt.UTC().Format(time.RFC3339)
	}
	if a.MaxUses > 0 {
		until += fmt.Sprintf(" or used %d times", a.MaxUses)
	}
	return until
}

func join[T ~string](names []T) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = string(name)
	}
	return strings.Join(list, ", ")
}
