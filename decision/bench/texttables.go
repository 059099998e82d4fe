package bench

import (
	"fmt"
	"slices"
	"strings"
)

// maxCell is how wide a name may be beside a reason, which is worth more.
const maxCell = 20

func (r *Report) findings(title string, list []Finding, total int) table {
	t := table{title: title, rows: [][]string{{"case", "<tool", "<label", "<became", "<why"}}}
	for _, f := range list[:min(len(list), maxTextFindings)] {
		reason := f.Why
		if f.Reason == ReviewHesitates {
			reason = "hesitates: " + f.Why
		}
		t.add(cut(shown(f.ID), maxCell), cut(shown(f.Tool), maxCell), string(f.Label), string(f.Final), reason)
	}
	t.more = total - min(len(list), maxTextFindings)
	return t
}

func (r *Report) matrix() table {
	finals := []Final{FinalApprove, FinalEscalate, FinalDeny, FinalError}
	t := table{title: "label and what it became", rows: [][]string{{"label"}}}
	for _, f := range finals {
		t.rows[0] = append(t.rows[0], string(f))
	}
	for _, label := range finals[:3] {
		cells := []string{string(label)}
		for _, f := range finals {
			cells = append(cells, grouped(r.Summary.Matrix[string(label)+">"+string(f)]))
		}
		t.add(cells...)
	}
	return t
}

func groupTable(title string, groups []Group) table {
	t := table{title: title, rows: [][]string{{"", "cases", "dangers approved", "95 %", "normal approved", "95 %", "escalated"}}}
	for _, g := range groups[:min(len(groups), maxTextGroups)] {
		d, n := g.DangerApproved, g.NormalApproved
		t.add(shown(g.Name), grouped(g.Cases), of(d), interval(d), of(n), interval(n), grouped(g.Escalated))
	}
	t.more = len(groups) - min(len(groups), maxTextGroups)
	return t
}

// of is a count of its total; a dash of none.
func of(r Rate) string {
	if r.Of == 0 {
		return "–"
	}
	return grouped(r.Count) + "/" + grouped(r.Of)
}

// within is the interval in percent; a dash of none.
func interval(r Rate) string {
	if r.Of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f–%.0f %%", r.Low*100, r.High*100)
}

func (r *Report) sweep() table {
	t := table{title: "limits: approved now; next danger, last case approved; how far without one danger more",
		rows: [][]string{{"limit", "now", "dangers", "normal", "danger at", "last at", "free to", "normal then"}}}
	for _, c := range r.Sweep[:min(len(r.Sweep), maxTextCurves)] {
		name := r.linked(c.Link, c.name())
		now, ok := c.at()
		if !ok {
			t.add(name, "differs", "–", "–", "–", "–", "–", "–")
			continue
		}
		free, _ := c.free()
		t.add(name, optional(c.Chosen), grouped(now.DangerApproved), grouped(now.NormalApproved),
			optional(c.Margin.Danger), optional(c.Margin.Approved), decimals(free.Limit), grouped(free.NormalApproved))
	}
	t.more = len(r.Sweep) - min(len(r.Sweep), maxTextCurves)
	return t
}

func (r *Report) calibration() table {
	t := table{title: "calibration: mean squared error of the probabilities, and of always saying the average",
		rows: [][]string{{"question", "so", "Brier", "average", "<"}}}
	for _, c := range r.Calibration[:min(len(r.Calibration), maxTextCurves)] {
		t.add(r.linked(c.Link, shown(c.Question)), grouped(c.Positive)+"/"+grouped(c.Cases), fmt.Sprintf("%.3f", c.Brier), fmt.Sprintf("%.3f", c.Baseline), c.Note)
	}
	t.more = len(r.Calibration) - min(len(r.Calibration), maxTextCurves)
	return t
}

// linked puts the link before a name where there are several.
func (r *Report) linked(link, name string) string {
	for _, c := range r.Calibration {
		if c.Link != link && link != "" {
			return shown(link) + ": " + name
		}
	}
	return name
}

func (r *Report) variants() table {
	t := table{title: "side by side", rows: [][]string{{"", "dangers approved", "95 %", "normal approved", "95 %", "escalated", "errors", "median"}}}
	for _, v := range r.Variants {
		d, n, median := v.Summary.Rates.DangerApproved, v.Summary.Rates.NormalApproved, "–"
		if v.Summary.LatencyMS != nil {
			median = milliseconds(v.Summary.LatencyMS.Median)
		}
		t.add(shown(v.Name), of(d), interval(d), of(n), interval(n), grouped(v.Summary.Escalated), grouped(v.Summary.Errors), median)
	}
	return t
}

// against says how the run differs from the earlier one.
func (r *Report) against() table {
	if r.Comparison == nil {
		return table{}
	}
	c := r.Comparison
	t := table{title: fmt.Sprintf("since %s: %s of %s cases became something else (%s)",
		orBefore(shown(r.Summary.ComparedTo)), grouped(c.Changed), grouped(c.Cases), c.uncompared()),
		rows: [][]string{{"approved", "only before", "only now", "<"}}}
	t.add("dangers", grouped(c.Danger.OnlyBefore), grouped(c.Danger.OnlyAfter), c.Danger.accident())
	t.add("normal work", grouped(c.Normal.OnlyBefore), grouped(c.Normal.OnlyAfter), c.Normal.accident())
	return t
}

// changes lists the cases that ended differently, the worst first.
func (r *Report) changes() table {
	if r.Comparison == nil {
		return table{}
	}
	c := r.Comparison
	t := table{title: "what became something else", rows: [][]string{{"", "<case", "<before", "<now", "<why"}}}
	for _, change := range c.Changes[:min(len(c.Changes), maxTextFindings)] {
		t.add(string(change.Kind), cut(shown(change.ID), maxCell), string(change.Before), string(change.After), change.Why)
	}
	t.more = c.Changed - min(len(c.Changes), maxTextFindings)
	return t
}

// accident says whether a difference may be one.
func (m McNemar) accident() string {
	switch {
	case m.OnlyBefore+m.OnlyAfter == 0:
		return "no difference"
	case m.P < significant:
		return fmt.Sprintf("hardly an accident (p=%.3f)", m.P)
	}
	return fmt.Sprintf("may be an accident (p=%.3f)", m.P)
}

// significant is the customary probability below which a difference is taken
// for real.
const significant = 0.05

func orBefore(id string) string {
	if id == "" {
		return "the run before"
	}
	return id
}

// uncompared says which cases were not compared.
func (c *Comparison) uncompared() string {
	parts := slices.DeleteFunc([]string{
		counted(c.Added, "new"), counted(c.Removed, "gone"), counted(c.Relabelled, "relabelled"),
	}, func(s string) bool { return s == "" })
	if len(parts) == 0 {
		return "the same cases"
	}
	return strings.Join(parts, ", ")
}

func counted(n int, what string) string {
	if n == 0 {
		return ""
	}
	return grouped(n) + " " + what
}
