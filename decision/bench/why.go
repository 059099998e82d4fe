package bench

import (
	"cmp"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
)

// maxWhyBytes cuts the reason of a case in a report.
const maxWhyBytes = 300

// why says in one line what decided a case: the limits that stopped it, or
// the one that an approve came closest to, else who decided and their words.
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
	if near, found := nearest(r.Limits); found && r.Final == FinalApprove {
		return oneline.Clean("nearest "+near.String(), maxWhyBytes)
	}
	who := cmp.Or(r.Rule, r.Decider, string(r.Cause))
	text := strings.TrimPrefix(r.Reasoning, who+": ")
	if who != "" && text != "" {
		who += ": "
	}
	return oneline.Clean(who+text, maxWhyBytes)
}

// nearest is the limit that an approve came closest to.
func nearest(limits []decision.Limit) (best decision.Limit, found bool) {
	room := func(l decision.Limit) float64 {
		if l.Least {
			return l.Value - l.Limit
		}
		return l.Limit - l.Value
	}
	for _, l := range limits {
		if !l.Ignored && (!found || room(l) < room(best)) {
			best, found = l, true
		}
	}
	return best, found
}
