package bench

import (
	"github.com/flux7-go/supervisor/decision"
)

// terms are what holds for all cases of a run.
type terms struct {
	threshold float64
	// wary are the links whose approve of an opaque call does not stand.
	wary map[string]bool
}

// newTerms finds the wary links: static analysis, which passes where its answers
// lead to nothing, and those whose approve of an opaque call was not accepted.
func newTerms(rows []Row, threshold float64) terms {
	t := terms{threshold: threshold, wary: map[string]bool{}}
	for i := range rows {
		for _, said := range spoken(&rows[i]) {
			refused := said.State == decision.LinkAnswered && rows[i].Cause == decision.CauseOpaque
			if len(said.Limits) > 0 && (refused || said.State == decision.LinkPassed) {
				t.wary[said.Link] = true
			}
		}
	}
	return t
}

// retrial is a case that can be decided again: what each link said, in order.
type retrial struct {
	row   *Row
	links []weighing
	terms terms
}

// newRetrial returns false for a case that no limit decided: a rule or a guard
// did, or a provider failed.
func newRetrial(row *Row, t terms) (retrial, bool) {
	if row.Final == FinalError || row.Decider == DeciderGuard {
		return retrial{}, false
	}
	r := retrial{row: row, terms: t}
	some := false
	for _, said := range spoken(row) {
		w := weighing{said: said}
		if len(said.Limits) > 0 {
			w, some = newWeighing(row, said), true
		}
		r.links = append(r.links, w)
	}
	return r, some
}

// spoken is what the links said; of a row that keeps only the decision, that.
func spoken(row *Row) []*Said {
	if len(row.Said) == 0 && len(row.Limits) > 0 {
		alone := &Said{State: decision.LinkPassed, Confidence: row.Confidence, Limits: row.Limits}
		if row.Decider == DeciderProvider {
			alone.State = decision.LinkAnswered
		}
		_ = alone.Action.UnmarshalText([]byte(row.Verdict)) // else it escalated
		return []*Said{alone}
	}
	list := make([]*Said, len(row.Said))
	for i := range row.Said {
		list[i] = &row.Said[i]
	}
	return list
}

// final is what would have become of the case. A link that passed because its
// answers led to nothing may settle it now. A link that no longer settles it
// leaves it to a person: what the links after it would say, nobody asked.
func (r *retrial) final(m move) Final {
	for i := range r.links {
		w := &r.links[i]
		answered := w.said.State == decision.LinkAnswered
		if len(w.said.Limits) == 0 {
			if answered {
				return r.row.Final
			}
			continue
		}
		action := w.decide(m)
		switch {
		case !answered && action == decision.Escalate:
			continue
		case answered && action == w.said.Action:
			return r.row.Final
		}
		return r.settled(w, action)
	}
	return r.row.Final
}

// settled holds a new action against what applies after the limits.
func (r *retrial) settled(w *weighing, action decision.Action) Final {
	threshold := r.terms.threshold
	if w.said.Threshold != nil {
		threshold = *w.said.Threshold
	}
	switch {
	case action == decision.Escalate,
		w.confidence(action) < threshold,
		action == decision.Approve && r.row.Opaque && r.terms.wary[w.said.Link]:
		return FinalEscalate
	}
	return Final(action.String())
}
