package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/flux7-go/supervisor"
)

// explain shows how the supervisor looks at a call. Nothing is recorded.
func (a *app) explain(ctx context.Context, sup *supervisor.Supervisor, call supervisor.Call, asJSON bool) (supervisor.Decision, error) {
	x, err := sup.Explain(ctx, call)
	if err != nil {
		return x.Decision, err
	}
	if asJSON {
		err = json.NewEncoder(a.Out).Encode(x)
	} else {
		err = printExplanation(a.Out, x)
	}
	if err != nil {
		err = fmt.Errorf("printing the explanation: %w", err)
	}
	return x.Decision, err
}

func printExplanation(out io.Writer, x supervisor.Explanation) error {
	d := x.Decision
	w := tabwriter.NewWriter(printable{out}, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "decision:\t%s\n", decisionLine(d))
	fmt.Fprintf(w, "why:\t%s\n", d.Reasoning)
	for _, note := range d.Evidence.Notes {
		fmt.Fprintf(w, "note:\t%s\n", note)
	}
	fmt.Fprintf(w, "fingerprint:\t%s\n\n", d.Fingerprint)
	fmt.Fprintln(w, "STAGE\tNAME\tSAYS\tSAW")
	for _, step := range x.Steps {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", step.Stage, step.Name, stepSays(step), step.Detail)
	}
	printLimits(w, d)
	if len(d.Evidence.Effects)+len(d.Evidence.Opaque) > 0 {
		fmt.Fprintln(w, "\nEFFECT\tZONE\tTARGET\tSHOWN BY")
	}
	for _, e := range d.Evidence.Effects {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", e.Kind, e.Zone, e.Target, e.Segment)
	}
	for _, gap := range d.Evidence.Opaque {
		fmt.Fprintf(w, "not seen\t\t%s\t%s\n", gap.Reason, gap.Segment)
	}
	return w.Flush()
}

// decisionLine is a decision in one line.
func decisionLine(d supervisor.Decision) string {
	parts := []string{d.Action.String()}
	if d.Cause != "" {
		parts[0] += " (" + string(d.Cause) + ")"
	}
	if d.RuleMatched != "" {
		parts = append(parts, "by "+d.RuleMatched)
	}
	if r := d.Evidence.Rule; r != nil && r.File != "" {
		parts = append(parts, fmt.Sprintf("%s:%d", r.File, r.Line))
	}
	return strings.Join(append(parts, fmt.Sprintf("confidence %.2f", d.Confidence)), ", ")
}

func stepSays(s supervisor.Step) string {
	switch {
	case s.Action == nil:
		return "-"
	case s.Settled:
		return s.Action.String() + ", decides"
	}
	return s.Action.String()
}
