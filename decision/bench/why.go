package bench

import (
	"cmp"
	"strings"

	"github.com/flux7-go/supervisor/internal/oneline"
)

// maxWhyBytes cuts the reason of a case in a report.
const maxWhyBytes = 300

// why says in one line what decided a case: the limits that stopped it, else
// who decided and how they put it.
func why(r *Row) string {
	if r.Error != "" {
		return oneline.Clean(r.Error, maxWhyBytes)
	}
	var stopped []string
	for _, l := range r.Limits {
		if l.Stopped && !l.Ignored {
			stopped = append(stopped, l.String())
		}
	}
	if len(stopped) > 0 && r.Final != FinalApprove {
		return oneline.Clean(strings.Join(stopped, "; "), maxWhyBytes)
	}
	who := cmp.Or(r.Rule, r.Decider, string(r.Cause))
	text := strings.TrimPrefix(r.Reasoning, who+": ")
	if who != "" && text != "" {
		who += ": "
	}
	return oneline.Clean(who+text, maxWhyBytes)
}
