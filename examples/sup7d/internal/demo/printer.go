package demo

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/flux7-go/supervisor"
)

// printer shows decisions as they come, from one goroutine at a time.
type printer struct {
	Options
	started time.Time
	counts  map[supervisor.Action]int
	causes  map[supervisor.Cause]int
	err     error
}

func newPrinter(o Options) *printer {
	p := &printer{Options: o, started: time.Now(), counts: map[supervisor.Action]int{}, causes: map[supervisor.Cause]int{}}
	if !o.JSON {
		p.printf(rowFormat, "AGENT", "TOOL", "DECISION", "DECIDED BY", "MS", "WHY")
	}
	return p
}

const rowFormat = "%-6s  %-20s  %-8s  %-20s  %6s  %s\n"

// maxWhy keeps a row on one line of a wide terminal.
const maxWhy = 90

var colors = map[supervisor.Action]string{supervisor.Approve: "\x1b[32m", supervisor.Deny: "\x1b[31m", supervisor.Escalate: "\x1b[33m"}

func (p *printer) decision(d supervisor.Decision) {
	p.counts[d.Action]++
	if d.Action == supervisor.Escalate {
		p.causes[d.Cause]++
	}
	if p.JSON {
		p.json(d)
		return
	}
	by, why := d.RuleMatched, d.Reasoning
	if by == "" {
		by = "nobody"
	}
	if d.Cause != "" {
		why = string(d.Cause) + ": " + why
	}
	if d.Cause == supervisor.CauseUnsettled && len(d.Evidence.Notes) > 0 {
		why += "; " + d.Evidence.Notes[0]
	}
	if runes := []rune(why); len(runes) > maxWhy {
		why = string(runes[:maxWhy-1]) + "…"
	}
	verdict := fmt.Sprintf("%-8s", d.Action)
	if p.Color {
		verdict = colors[d.Action] + verdict + "\x1b[0m"
	}
	p.printf(rowFormat, d.Agent, d.Tool, verdict, by, fmt.Sprintf("%.2f", float64(d.Elapsed.Microseconds())/1000), why)
}

// json writes the decision in the shape of /evaluate, with whose call it was.
func (p *printer) json(d supervisor.Decision) {
	whose, err := json.Marshal(struct {
		Tool  string `json:"tool"`
		Agent string `json:"agent_id"`
	}{d.Tool, d.Agent})
	if err != nil {
		p.fail(err)
		return
	}
	shape, err := json.Marshal(d)
	if err != nil {
		p.fail(err)
		return
	}
	p.printf("%s,%s\n", whose[:len(whose)-1], shape[1:])
}

// summary ends the show and reports the first error of it.
func (p *printer) summary() error {
	total := 0
	for _, n := range p.counts {
		total += n
	}
	p.note("\n%d calls in %.1f s: %d approved, %d denied, %d left to a person", total, time.Since(p.started).Seconds(),
		p.counts[supervisor.Approve], p.counts[supervisor.Deny], p.counts[supervisor.Escalate])
	p.note("\njournal: %s\ncheck it: sup7d journal verify %s\n", p.Journal, p.Journal)
	return p.err
}

func (p *printer) printf(format string, args ...any) {
	if _, err := fmt.Fprintf(p.Out, format, args...); err != nil {
		p.fail(err)
	}
}

func (p *printer) note(format string, args ...any) {
	out := p.Out
	if p.JSON {
		out = p.Notes
	}
	if _, err := fmt.Fprintf(out, format, args...); err != nil {
		p.fail(err)
	}
}

func (p *printer) fail(err error) {
	if p.err == nil {
		p.err = fmt.Errorf("printing the demo: %w", err)
	}
}
