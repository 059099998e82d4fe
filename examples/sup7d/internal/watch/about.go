package watch

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// itself says what would run, and for whom.
func (c *call) itself() []string {
	itself := []string{"Call " + c.ID + ": " + c.title()}
	if c.Session != "" {
		itself = append(itself, "In: conversation "+c.Session)
	}
	return append(itself, c.paramText()...)
}

// evidence says why it waits, and what it would do.
func (c *call) evidence() (evidence []string) {
	if c.InjectionRisk {
		evidence = append(evidence, "Flag: a text in it may be aimed at whoever judges it")
	}
	evidence = append(evidence, "Waits: "+cmp.Or(string(c.Cause), "left")+": "+c.Reasoning)
	if by := c.Decision.by(); by != "" {
		evidence = append(evidence, "Rule: "+by)
	}
	if c.PolicyRule != "" {
		evidence = append(evidence, "Policy: "+c.PolicyRule)
	}
	return append(evidence, c.found()...)
}

// by names the rule or provider that left it, and where it is.
func (e *evidence) by() string {
	by := ""
	if e.RuleMatched != nil {
		by = *e.RuleMatched
	}
	if e.Rule != nil && e.Rule.File != "" {
		by += fmt.Sprintf(" (%s:%d)", e.Rule.File, e.Rule.Line)
	}
	return by
}

// paramText are the parameters.
func (c *call) paramText() []string {
	if len(c.params) == 0 {
		return []string{"Without parameters"}
	}
	lines := append([]string(nil), c.params...)
	if c.Masked {
		lines = append(lines, "(secrets are masked)")
	}
	return lines
}

// found is what the analyser found that it would do.
func (c *call) found() (lines []string) {
	for _, e := range c.Decision.Effects {
		lines = append(lines, "Effect: "+effectText(e))
	}
	for _, gap := range c.Decision.Opaque {
		lines = append(lines, "Not seen: "+gap.Reason+" "+gap.Segment)
	}
	if len(c.Decision.Effects)+len(c.Decision.Opaque) == 0 {
		lines = append(lines, "Effects: none known")
	}
	return lines
}

func effectText(e decision.Effect) string {
	text := string(e.Kind) + " " + e.Target
	if e.Zone != "" {
		text += " (" + string(e.Zone) + ")"
	}
	return text
}

// explanation is what is known of a call beside the call and its evidence.
func (c *call) explanation(x *explanation) (lines []string) {
	for _, l := range c.Decision.Links {
		lines = append(lines, strings.TrimRight("Asked: "+l.Name+": "+string(l.State)+" "+string(l.Cause), " "))
	}
	for _, id := range c.Decision.Precedents {
		lines = append(lines, "Precedent: "+id)
	}
	for _, note := range c.Decision.Notes {
		lines = append(lines, "Note: "+note)
	}
	if len(x.Steps) > 0 {
		lines = append(lines, "", "By the rules of now, every stage:")
	}
	for _, step := range x.Steps {
		line := step.Stage + " " + step.Name + ": " + says(step)
		if step.Detail != "" {
			line += ": " + step.Detail
		}
		lines = append(lines, line)
	}
	return lines
}

func says(s decision.Step) string {
	switch {
	case s.Action == nil:
		return "-"
	case s.Settled:
		return s.Action.String() + ", decides"
	}
	return s.Action.String()
}
