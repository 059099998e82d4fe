package bench

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/flux7-go/supervisor/decision"
)

// The keys of the limits that [decision.Weigh] holds answers against. A
// question with a limit of its own has the key "threshold".
const (
	keyDestructiveMax = "destructive_max"
	keyInjectionMax   = "injection_max"
	keyInScopeMin     = "in_scope_min"
	keyDenyMin        = "deny_min"
	keyDenyInScopeMax = "deny_in_scope_max"
	keyOwn            = "threshold"
)

// weighing is what one link's answers to one case were, ready to be decided on
// with other limits.
type weighing struct {
	said          *Said
	dangers       []decision.Limit // without those that ignore_when leaves out
	manipulations []decision.Limit
	scope         decision.Limit
	destructive   float64 // the highest danger
	denies        bool    // the two limits of a deny are reached
	held          bool    // something else than the limits keeps the link from approving
}

// newWeighing reads the limits that a link's answers were held against.
func newWeighing(row *Row, said *Said) weighing {
	w := weighing{said: said}
	first := slices.IndexFunc(said.Limits, func(l decision.Limit) bool { return l.Key == keyInjectionMax })
	for i, l := range said.Limits {
		switch {
		case l.Key == keyDenyMin || l.Key == keyDenyInScopeMax || l.Ignored:
		case l.Least:
			w.scope = l
		case l.Key == keyInjectionMax || l.Key == keyOwn && w.manipulates(row, i, first):
			w.manipulations = append(w.manipulations, l)
		default:
			w.dangers = append(w.dangers, l)
			w.destructive = max(w.destructive, l.Value)
		}
	}
	w.denies = w.mayDeny(row)
	w.held = w.decide(unmoved) == decision.Approve && said.Action != decision.Approve
	return w
}

// manipulates reports whether the i-th limit, of a question with a limit of its
// own, is of a question about manipulation: Weigh lists those after all dangers.
// With no shared limit to go by, a value above the highest danger tells.
func (w *weighing) manipulates(row *Row, i, firstShared int) bool {
	if firstShared >= 0 {
		return i > firstShared
	}
	l := w.said.Limits[i]
	destructive, known := row.Signals["destructive"]
	return known && w.said.State == decision.LinkAnswered && l.Level == 0 && l.Value > destructive
}

// mayDeny reports whether the answers reach the limits of a deny. These do not
// move in a sweep: what was not denied never is, except behind a manipulation.
func (w *weighing) mayDeny(row *Row) bool {
	if w.said.Action == decision.Deny {
		return true
	}
	if !slices.ContainsFunc(w.manipulations, func(l decision.Limit) bool { return l.Stopped }) {
		return false
	}
	limits := denyLimits(row)
	return w.destructive >= limits.DenyMin && w.scope.Value < limits.DenyInScopeMax
}

// denyLimits are those that the provenance names, else the defaults.
func denyLimits(row *Row) decision.Thresholds {
	provenance := decision.Provenance{}
	provenance.Thresholds.Thresholds = decision.DefaultThresholds()
	if json.Unmarshal(row.Meta, &provenance) != nil { // of a text model, or none
		return decision.DefaultThresholds()
	}
	return provenance.Thresholds.Thresholds
}

// move says whether a value is within its limit: it answers for the limits that
// it moves, and otherwise returns what was recorded.
type move func(link string, l decision.Limit) (within bool)

func unmoved(_ string, l decision.Limit) bool { return !l.Stopped }

// decide is the algorithm of [decision.Weigh] on limits that were moved.
func (w *weighing) decide(m move) decision.Action {
	within := func(l decision.Limit) bool { return m(w.said.Link, l) }
	all := func(list []decision.Limit) bool {
		return !slices.ContainsFunc(list, func(l decision.Limit) bool { return !within(l) })
	}
	switch {
	case !all(w.manipulations):
		return decision.Escalate
	case w.denies:
		return decision.Deny
	case all(w.dangers) && within(w.scope) && !w.held:
		return decision.Approve
	}
	return decision.Escalate
}

// confidence is what Weigh gives an approve or a deny.
func (w *weighing) confidence(a decision.Action) float64 {
	if a == decision.Deny {
		return w.destructive
	}
	worst := w.destructive
	for _, l := range w.manipulations {
		worst = max(worst, l.Value)
	}
	// Rounded as Weigh does: by the exact value.
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(1-worst, 'f', 4, 64), 64)
	return rounded
}
