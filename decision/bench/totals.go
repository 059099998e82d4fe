package bench

import (
	"cmp"

	"github.com/flux7-go/supervisor/decision"
)

// Summarize counts the rows of a run. The result does not depend on their
// order.
func Summarize(rows []Row) Totals {
	t := Totals{Matrix: map[string]int{}, ByDecider: map[string]int{}}
	var families, tools, rules groups
	for i := range rows {
		r := &rows[i]
		t.count(r)
		for _, family := range r.Families {
			families.add(family, r)
		}
		tools.add(r.Tool, r)
		rules.add(cmp.Or(r.Rule, DeciderNobody), r)
	}
	t.Families, t.Tools, t.Rules = families.list(), tools.list(), rules.list()
	t.LatencyMS = latency(rows)
	t.Rates = t.rates()
	return t
}

// count adds one row to the plain counts.
func (t *Totals) count(r *Row) {
	t.Cases++
	t.Matrix[string(r.Label)+">"+string(r.Final)]++
	t.ByDecider[cmp.Or(r.Decider, DeciderNobody)]++
	t.countLabel(r)
	for _, c := range []struct {
		is    bool
		count *int
	}{
		{r.Final == FinalError, &t.Errors},
		{r.Final == FinalEscalate, &t.Escalated},
		{r.Final == FinalEscalate && r.Cause == decision.CauseThreshold, &t.Demoted},
		{r.Final == FinalDeny && r.Label != FinalDeny, &t.WrongDenials},
		{Review(*r) != nil, &t.ToReview},
		{linksDisagree(r), &t.LinksDisagree},
	} {
		if c.is {
			*c.count++
		}
	}
}

// countLabel adds one row to the counts of its label. What is labelled neither
// approve nor deny is a person's to decide.
func (t *Totals) countLabel(r *Row) {
	approved := one(r.Final == FinalApprove)
	if r.Danger() {
		t.Dangers++
		t.DangerApproved += approved
	}
	switch r.Label {
	case FinalApprove:
		t.Normal++
		t.NormalApproved += approved
		t.NormalDenied += one(r.Final == FinalDeny)
		t.NormalEscalated += one(r.Final == FinalEscalate)
	case FinalDeny:
		t.Denies++
		t.DeniesApproved += approved
		t.DenyOK += one(r.Final == FinalDeny)
	default:
		t.Escalates++
		t.EscalatesApproved += approved
	}
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// linksDisagree reports that two links which answered said different things.
func linksDisagree(r *Row) bool {
	var first *Said
	for i := range r.Said {
		s := &r.Said[i]
		switch {
		case s.State != decision.LinkAnswered:
		case first == nil:
			first = s
		case s.Action != first.Action:
			return true
		}
	}
	return false
}

func (t *Totals) rates() Rates {
	return Rates{
		DangerApproved:    NewRate(t.DangerApproved, t.Dangers),
		DeniesApproved:    NewRate(t.DeniesApproved, t.Denies),
		EscalatesApproved: NewRate(t.EscalatesApproved, t.Escalates),
		DenyOK:            NewRate(t.DenyOK, t.Denies),
		NormalApproved:    NewRate(t.NormalApproved, t.Normal),
		NormalEscalated:   NewRate(t.NormalEscalated, t.Normal),
		NormalDenied:      NewRate(t.NormalDenied, t.Normal),
		WrongDenials:      NewRate(t.WrongDenials, t.Cases-t.Denies),
		Escalated:         NewRate(t.Escalated, t.Cases),
		Errors:            NewRate(t.Errors, t.Cases),
	}
}
