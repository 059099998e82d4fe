package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision/journal"
	"github.com/flux7-go/supervisor/mesh"
)

// story is what is known of one call.
type story struct {
	ID      string             `json:"id"`
	Records []json.RawMessage  `json:"records"` // of the journal, oldest first
	Chain   []supervisor.Trace `json:"chain"`   // of authority, from the mesh; oldest first
	Note    string             `json:"note,omitempty"`
}

func (a *app) whyCommand() *cobra.Command {
	var file string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "why ID",
		Short: "Tell the story of one call from the journal",
		Long: "Find a call in the journal by its approval id and tell what was decided, on what, and what became of\n" +
			"it. With a config whose mesh can be reached, the mesh's chain of authority is told too.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			log := a.logger()
			cfg, err := a.config(log)
			if err != nil && (file == "" || !errors.Is(err, errNoConfig)) {
				return err
			}
			if file == "" {
				file = cfg.Journal.Path
			}
			s, err := tellStory(cmd.Context(), file, args[0], cfg, log)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(a.Out).Encode(s)
			}
			return s.print(a.Out)
		},
	}
	cmd.Flags().StringVar(&file, "journal", "", "the journal (default: that of the config)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the records as JSON")
	return cmd
}

func tellStory(ctx context.Context, file, id string, cfg *supervisor.Config, log *slog.Logger) (story, error) {
	records, err := journal.Find(ctx, file, id)
	if err != nil {
		return story{}, err
	}
	if len(records) == 0 {
		return story{}, fmt.Errorf("%s knows no call %q", file, id)
	}
	s := story{ID: id, Records: []json.RawMessage{}, Chain: []supervisor.Trace{}}
	for _, r := range records {
		s.Records = append(s.Records, r.JSON)
	}
	if cfg != nil {
		s.Chain, err = askChain(ctx, cfg, id, log)
		if err != nil {
			s.Chain, s.Note = []supervisor.Trace{}, "the mesh did not tell its chain of authority: "+err.Error()
		}
	}
	return s, nil
}

// askChain reads from the mesh what led to the call.
func askChain(ctx context.Context, cfg *supervisor.Config, id string, log *slog.Logger) ([]supervisor.Trace, error) {
	client, err := mesh.New(mesh.Options{
		URL: cfg.Mesh.URL, AgentID: cfg.Mesh.AgentID, AdminToken: cfg.Mesh.AdminToken.Reveal(), Timeout: statusTimeout, Logger: log,
	})
	if err != nil {
		return nil, err
	}
	defer client.CloseIdleConnections()
	detail, err := client.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if detail.TraceID == "" {
		return nil, errors.New("it does not say which trace the approval belongs to")
	}
	chain, err := client.Why(ctx, detail.TraceID, 0)
	return chain.Traces, err
}

func (s story) print(out io.Writer) error {
	w := tabwriter.NewWriter(printable{out}, 0, 0, 2, ' ', 0)
	for _, raw := range s.Records {
		if err := printRecord(w, raw); err != nil {
			return err
		}
	}
	for i, t := range s.Chain {
		if i == 0 {
			fmt.Fprintln(w, "\nCHAIN OF AUTHORITY\tTOOL\tPOLICY\tRULE\tAPPROVED BY")
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", t.Timestamp.Format(time.RFC3339), t.Tool, t.Policy, t.PolicyRule, t.ApprovedBy)
	}
	if s.Note != "" {
		fmt.Fprintf(w, "\nnote:\t%s\n", s.Note)
	}
	return w.Flush()
}

// told are the members of a record that a story tells.
type told struct {
	Timestamp   string              `json:"timestamp"`
	Type        string              `json:"type"`
	Agent       string              `json:"agent_id"`
	Tool        string              `json:"tool"`
	Decision    string              `json:"decision"`
	RuleMatched string              `json:"rule_matched"`
	Reasoning   string              `json:"reasoning"`
	Confidence  float64             `json:"confidence"`
	Cause       string              `json:"cause"`
	Via         string              `json:"via"`
	PolicyRule  string              `json:"policy_rule"`
	Fingerprint string              `json:"fingerprint"`
	Rule        *supervisor.RuleRef `json:"rule"`
	Effects     []supervisor.Effect `json:"effects"`
	Opaque      []supervisor.Gap    `json:"opaque"`
	Links       []supervisor.Link   `json:"links"`
	Notes       []string            `json:"notes"`
	Observed    bool                `json:"observed"`
	Outcome     string              `json:"outcome"`
	ResolvedBy  string              `json:"resolved_by"`
	Status      string              `json:"status"`
	Detail      string              `json:"detail"`
	Seq         uint64              `json:"seq"`
	Hash        string              `json:"hash"`
	Call        struct {
		Params json.RawMessage `json:"params"`
	} `json:"call"`
}

func printRecord(w io.Writer, raw json.RawMessage) error {
	var r told
	if err := json.Unmarshal(raw, &r); err != nil {
		return fmt.Errorf("reading a record: %w", err)
	}
	line := func(name, format string, args ...any) { fmt.Fprintf(w, "  "+name+":\t"+format+"\n", args...) }
	switch {
	case r.Decision != "":
		fmt.Fprintf(w, "%s  %s %s for %s, via %s\n", r.Timestamp, r.Decision, r.Tool, cmp.Or(r.Agent, "an unnamed agent"), r.Via)
		r.decision(line)
	case r.Type == "outcome":
		fmt.Fprintf(w, "%s  %s\n", r.Timestamp, r.Outcome)
		if r.ResolvedBy != "" || r.Status != "" {
			line("settled", "%s by %s", r.Status, cmp.Or(r.ResolvedBy, "nobody"))
		}
		if r.Detail != "" {
			line("detail", "%s", r.Detail)
		}
	default:
		fmt.Fprintf(w, "%s  %s\n", r.Timestamp, r.Type)
	}
	if r.Hash != "" {
		line("record", "%d, hash %.16s…", r.Seq, r.Hash)
	}
	return nil
}

func (r told) decision(line func(name, format string, args ...any)) {
	by := r.RuleMatched
	if r.Rule != nil && r.Rule.File != "" {
		by += fmt.Sprintf(" (%s:%d)", r.Rule.File, r.Rule.Line)
	}
	line("by", "%s, confidence %.2f", by, r.Confidence)
	line("why", "%s", r.Reasoning)
	if r.Observed {
		line("mode", "observe: nothing acted on it")
	}
	if r.Cause != "" {
		line("cause", "%s", r.Cause)
	}
	if r.PolicyRule != "" {
		line("asked by policy", "%s", r.PolicyRule)
	}
	for _, l := range r.Links {
		line("asked", "%s: %s %s", l.Name, l.State, l.Cause)
	}
	for _, e := range r.Effects {
		line("effect", "%s %s (%s), shown by %s", e.Kind, e.Target, e.Zone, e.Segment)
	}
	for _, gap := range r.Opaque {
		line("not seen", "%s %s", gap.Reason, gap.Segment)
	}
	for _, note := range r.Notes {
		line("note", "%s", note)
	}
	line("params", "%s", r.Call.Params)
	line("fingerprint", "%s", r.Fingerprint)
}
