package backtest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// tally sums up a simulation while it runs.
type tally struct {
	Simulation
	rows map[[3]string]*Row
}

func newTally(h *History) *tally {
	t := &tally{rows: map[[3]string]*Row{}}
	t.Dropped = h.Dropped
	return t
}

func (t *tally) add(c *call, f fate, approved, clear bool, precedents []string) {
	d := &c.decision
	if t.From.IsZero() {
		t.From = d.Time
	}
	t.To = d.Time
	if !clear {
		t.Unclear++
	}
	key := [3]string{d.Agent, d.Tool, does(*d)}
	row := t.rows[key]
	if row == nil {
		row = &Row{Agent: d.Agent, Tool: d.Tool, Does: key[2]}
		t.rows[key] = row
	}
	row.add(c, approved, f)
	t.Totals.add(c, approved, f)
	if approved && (f == fateRefused || f == fateDenied) {
		danger := Danger{ID: d.ID, Time: d.Time, Agent: d.Agent, Tool: d.Tool, Text: c.text, Person: f == fateRefused, Precedents: precedents}
		if c.settled != nil {
			danger.By = clean(c.settled.By)
		}
		t.Dangers = append(t.Dangers, danger)
	}
}

// result sorts and bounds the lists.
func (t *tally) result() Simulation {
	s := t.Simulation
	s.Rows = []Row{}
	for _, r := range t.rows {
		s.Rows = append(s.Rows, *r)
	}
	slices.SortFunc(s.Rows, func(a, b Row) int {
		return cmp.Or(b.Refused-a.Refused, b.Denied-a.Denied, b.Approved-a.Approved, b.Left-a.Left, b.Calls-a.Calls,
			cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.Does, b.Does))
	})
	s.More = max(0, len(s.Rows)-MaxRows)
	s.Rows = s.Rows[:len(s.Rows)-s.More]
	s.Dangers = append([]Danger{}, s.Dangers...)
	slices.SortStableFunc(s.Dangers, func(a, b Danger) int {
		if a.Person != b.Person {
			if a.Person {
				return -1
			}
			return 1
		}
		return b.Time.Compare(a.Time)
	})
	s.Dangers = s.Dangers[:min(len(s.Dangers), MaxRows)]
	return s
}

// does tells the effects of a call: kinds and zones, each once, and the hosts.
func does(d decision.Decision) string {
	if len(d.Evidence.Opaque) > 0 || len(d.Evidence.Effects) == 0 {
		return "?"
	}
	var list []string
	for _, e := range d.Evidence.Effects {
		text := string(e.Kind)
		switch {
		case e.Zone == decision.ZoneRemote || e.Kind == decision.Network:
			text += " " + clean(e.Target)
		case e.Zone != decision.ZoneNone:
			text += " " + cmp.Or(string(e.Zone), "somewhere")
		}
		list = append(list, text)
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), ", ")
}
