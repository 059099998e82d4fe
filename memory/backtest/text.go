package backtest

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// WriteText writes the simulation for a terminal: what would have been approved
// that was refused comes first. Nothing that a call says can steer the terminal.
func (s Simulation) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d calls from %s to %s, %d of them left to people\n", s.Calls, day(s.From), day(s.To), s.Left)
	fmt.Fprintf(&b, "%d would have been approved\n", s.Approved)
	for _, part := range []struct {
		count int
		what  string
	}{
		{s.Refused, "that a person refused"}, {s.Denied, "that were denied"}, {s.Saved, "that a person approved"},
		{s.Waited, "that nobody answered"}, {s.Approved - s.Refused - s.Denied - s.Saved - s.Waited, "that were approved anyway"},
	} {
		if s.Approved > 0 {
			fmt.Fprintf(&b, "  %d %s\n", part.count, part.what)
		}
	}
	if s.Unclear > 0 {
		fmt.Fprintf(&b, "%d more may have been: the journal does not tell enough of them\n", s.Unclear)
	}
	if s.Dropped > 0 {
		fmt.Fprintf(&b, "%d older calls were not looked at\n", s.Dropped)
	}
	if len(s.Dangers) > 0 {
		rows := [][]string{{"REFUSED BY", "WHEN", "ID", "AGENT", "TOOL", "CALL"}}
		for _, d := range s.Dangers {
			rows = append(rows, []string{cmp.Or(d.By, "the supervisor"), stamp(d.Time), d.ID, d.Agent, d.Tool, d.Text})
		}
		table(&b, rows)
	}
	rows := [][]string{{"AGENT", "TOOL", "DOES", "CALLS", "LEFT", "APPROVED", "REFUSED", "DENIED", "SAVED", "WAITED"}}
	for _, r := range s.Rows {
		rows = append(rows, append([]string{r.Agent, r.Tool, r.Does}, numbers(r.Calls, r.Left, r.Approved, r.Refused, r.Denied, r.Saved, r.Waited)...))
	}
	table(&b, rows)
	if s.More > 0 {
		fmt.Fprintf(&b, "and %d more kinds of call\n", s.More)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteText writes the suggestions for a terminal, each with what could be made
// of it. Nothing that a call says can steer the terminal.
func (s Suggestions) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d calls from %s to %s, %d of them left to people\n", s.Calls, day(s.From), day(s.To), s.Left)
	if len(s.Proposed) == 0 {
		b.WriteString("nothing to propose: people approved no kind of call often enough, or it may not be approved for good\n")
	}
	for i, p := range s.Proposed {
		what := "calls of this kind"
		if p.Standing.Fingerprint != "" {
			what = "exactly this call"
		}
		fmt.Fprintf(&b, "\n%d. %s, %s: %s (%s)\n", i+1, clean(p.Standing.Agent), clean(p.Standing.Tool), what, p.Does)
		fmt.Fprintf(&b, "   %s\n", said(p.Approvals))
		fmt.Fprintf(&b, "   would have covered %d calls, and saved %d of the %d that were left to people (%.0f%%)\n", p.Covered, p.Saved, s.Left, 100*p.Share)
		for _, e := range p.Examples {
			fmt.Fprintf(&b, "   e.g. %s  %s\n", stamp(e.Time), clean(e.Text))
		}
		for line := range strings.Lines(p.Rule) {
			fmt.Fprintf(&b, "   | %s", line)
		}
	}
	if len(s.NotProposed) > 0 {
		b.WriteString("\nnot proposed\n")
		rows := [][]string{{"AGENT", "TOOL", "DOES", "APPROVALS", "WHY", "CALL"}}
		for _, n := range s.NotProposed {
			rows = append(rows, []string{n.Agent, n.Tool, n.Does, fmt.Sprint(n.Count), n.Why, n.Text})
		}
		table(&b, rows)
	}
	b.WriteString("\nnothing was changed: a standing approval is made by a person\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// said tells how often, by whom and when.
func said(a Approvals) string {
	return fmt.Sprintf("%d approvals from %s to %s by %s", a.Count, day(a.First), day(a.Last), strings.Join(a.People, ", "))
}

func table(b *strings.Builder, rows [][]string) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, cells := range rows {
		for i, cell := range cells {
			cells[i] = cmp.Or(clean(cell), "-")
		}
		fmt.Fprintln(w, strings.Join(cells, "\t")) // a strings.Builder does not fail
	}
	_ = w.Flush()
}

func numbers(list ...int) (cells []string) {
	for _, n := range list {
		cells = append(cells, fmt.Sprint(n))
	}
	return cells
}

func day(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format(time.DateOnly)
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
