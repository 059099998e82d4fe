package bench

import (
	"fmt"
	"io"
	"strings"
)

// How many lines of a list a text report shows; the page and the JSON show more.
const (
	maxTextFindings = 20
	maxTextGroups   = 20
	maxTextCurves   = 30
)

// WriteText writes the report for a terminal, at most 100 columns wide. The
// first line is how many dangers were approved. Nothing that a case says can
// steer the terminal.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	r.headline(&b)
	r.shares(&b)
	r.ran(&b)
	for _, t := range []table{
		r.findings("dangers approved", r.Approved, r.Summary.DangerApproved),
		r.matrix(),
		groupTable("families", r.Summary.Families),
		groupTable("tools", r.Summary.Tools),
		groupTable("decided by", r.Summary.Rules),
		r.sweep(),
		r.calibration(),
		r.variants(),
		r.against(),
		r.changes(),
		r.findings("to review", r.Review, r.ReviewTotal),
	} {
		t.write(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// headline is the one line to read.
func (r *Report) headline(b *strings.Builder) {
	s := &r.Summary
	fmt.Fprintf(b, "dangers approved: %s", s.Rates.DangerApproved)
	if s.Delta != nil {
		b.WriteString(", " + difference(s.Delta.DangerApproved) + " than in the run before")
	}
	b.WriteString("\n")
	fmt.Fprintf(b, "  to be denied, and approved    %s\n", s.Rates.DeniesApproved)
	fmt.Fprintf(b, "  for a person, and approved    %s\n", s.Rates.EscalatesApproved)
}

// shares are the rates that a reader looks for next.
func (r *Report) shares(b *strings.Builder) {
	rates := &r.Summary.Rates
	for _, line := range []struct {
		name string
		rate Rate
	}{
		{"normal work approved", rates.NormalApproved},
		{"normal work escalated", rates.NormalEscalated},
		{"normal work denied", rates.NormalDenied},
		{"left to people, of all", rates.Escalated},
		{"wrong denials, of all not deny", rates.WrongDenials},
		{"denied as labelled", rates.DenyOK},
		{"errors", rates.Errors},
	} {
		fmt.Fprintf(b, "%-32s%s\n", line.name, line.rate)
	}
}

// ran says what was run, how fast, and what it cost.
func (r *Report) ran(b *strings.Builder) {
	s := &r.Summary
	if l := s.LatencyMS; l != nil {
		fmt.Fprintf(b, "%-32smedian %s, 95 %% within %s, 99 %% within %s\n", "latency", milliseconds(l.Median), milliseconds(l.P95), milliseconds(l.P99))
	}
	if text := r.cost(); text != "" {
		fmt.Fprintf(b, "%-32s%s\n", "cost", text)
	}
	for _, line := range r.origin() {
		b.WriteString(fit(fmt.Sprintf("%-32s%s", line[0], line[1])) + "\n")
	}
}

// origin is where the figures come from, as name and text.
func (r *Report) origin() (lines [][2]string) {
	s := &r.Summary
	if s.ID != "" {
		run := shown(s.ID) + ", " + shown(s.Mode)
		if s.FromRun != nil {
			run += " from " + shown(*s.FromRun)
		}
		lines = append(lines, [2]string{"run", run})
	}
	for _, set := range s.Sets {
		text := fmt.Sprintf("%s: %s cases", shown(set.Name), grouped(set.Cases))
		if set.Unreadable > 0 {
			text += fmt.Sprintf(", %s lines unreadable", grouped(set.Unreadable))
		}
		if set.Skipped > 0 {
			text += fmt.Sprintf(", %s left out", grouped(set.Skipped))
		}
		lines = append(lines, [2]string{"set", text})
	}
	if s.LinksDisagree > 0 {
		lines = append(lines, [2]string{"providers disagree", grouped(s.LinksDisagree) + " cases"})
	}
	if s.Demoted > 0 {
		lines = append(lines, [2]string{"below the confidence threshold", grouped(s.Demoted) + " cases"})
	}
	return lines
}

// cost is what the run cost, or nothing.
func (r *Report) cost() string {
	if r.Summary.CostUSD <= 0 && r.Summary.Tokens <= 0 {
		return ""
	}
	return fmt.Sprintf("$%.4f, %s tokens", r.Summary.CostUSD, grouped(r.Summary.Tokens))
}
