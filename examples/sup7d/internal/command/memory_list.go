package command

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/sqlite"
)

// memoryKinds are what there is to list, with what lists it.
var memoryKinds = map[string]func(ctx context.Context, s *sqlite.Store, q supervisor.Query) (memoryTable, error){
	"decisions": func(ctx context.Context, s *sqlite.Store, q supervisor.Query) (memoryTable, error) {
		return listDecisions(ctx, s, q)
	},
	"words": listWords, "standing": listStanding, "approvals": listApprovals,
}

// memoryTable is a list for people, and the entries for --json.
type memoryTable struct {
	head    string
	rows    []string
	entries any
}

func (a *app) memoryListCommand() *cobra.Command {
	var q supervisor.Query
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list [decisions|words|standing|approvals]",
		Short: "List what is remembered, newest first",
		Long: "List what people decided (words, the default), their standing approvals, the approvals that still wait,\n" +
			"or decisions; newest first.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			list := listWords
			if len(args) == 1 {
				if list = memoryKinds[args[0]]; list == nil {
					return fmt.Errorf("nothing is called %.32q: list decisions, words, standing or approvals", args[0])
				}
			}
			if len(args) == 1 && args[0] == "decisions" {
				done, err := a.withMem7(cmd.Context(), func(found []supervisor.Decision) error {
					table, err := listRecalled(cmd.Context(), found, q)
					return a.printTable(table, asJSON, err)
				})
				if done {
					return err
				}
			}
			return a.withMemory(cmd.Context(), func(s *sqlite.Store) error {
				table, err := list(cmd.Context(), s, q)
				return a.printTable(table, asJSON, err)
			})
		},
	}
	cmd.Flags().StringVar(&q.Agent, "agent", "", "only of this agent")
	cmd.Flags().StringVar(&q.Tool, "tool", "", "only of this tool")
	cmd.Flags().IntVar(&q.Limit, "limit", 50, "how many, 500 at most")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print them as JSON")
	return cmd
}

func (a *app) printTable(t memoryTable, asJSON bool, err error) error {
	switch {
	case err != nil:
		return err
	case asJSON:
		return printJSON(a.Out, t.entries)
	}
	return t.print(a.Out)
}

func (t memoryTable) print(out io.Writer) error {
	w := tabwriter.NewWriter(printable{out}, 0, 0, 2, ' ', 0)
	for _, row := range append([]string{t.head}, t.rows...) {
		fmt.Fprintln(w, row)
	}
	return w.Flush()
}

func listDecisions(ctx context.Context, s supervisor.Store, q supervisor.Query) (memoryTable, error) {
	found, err := s.Recent(ctx, q)
	t := memoryTable{head: row("TIME", "ID", "AGENT", "TOOL", "DECISION", "BY"), entries: found}
	for _, d := range found {
		t.rows = append(t.rows, row(when(d.Time), d.ID, d.Agent, d.Tool, d.Action.String(), cmp.Or(d.RuleMatched, "-")))
	}
	return t, err
}

func listWords(ctx context.Context, s *sqlite.Store, q supervisor.Query) (memoryTable, error) {
	found, err := s.FindWords(ctx, decision.WordQuery{Agent: q.Agent, Tool: q.Tool, Limit: q.Limit})
	t := memoryTable{head: row("TIME", "ID", "AGENT", "TOOL", "DECISION", "BY", "STATE"), entries: found}
	for _, w := range found {
		t.rows = append(t.rows, row(when(w.Time), w.ID, w.Agent, w.Tool, w.Action.String(), w.By, stateOf(w, time.Now())))
	}
	return t, err
}

// stateOf says whether a word still settles calls.
func stateOf(w decision.Word, now time.Time) string {
	switch {
	case !w.Revoked.IsZero():
		return "revoked"
	case !w.Spent.IsZero():
		return "used"
	case !w.Holds(now):
		return "precedent"
	case w.Once && w.Action == decision.Approve:
		return "once"
	}
	return "until " + when(w.Until)
}

func listStanding(ctx context.Context, s *sqlite.Store, q supervisor.Query) (memoryTable, error) {
	found, err := s.FindStandings(ctx, q.Agent, q.Tool, time.Now())
	t := memoryTable{head: row("ID", "SCOPE", "AGENT", "TOOL", "BY", "USES", "EXPIRES"), entries: found}
	for _, a := range found {
		uses := fmt.Sprint(a.Uses)
		if a.MaxUses > 0 {
			uses = fmt.Sprintf("%d of %d", a.Uses, a.MaxUses)
		}
		t.rows = append(t.rows, row(a.ID, string(a.Scope), a.Agent, a.Tool, a.CreatedBy, uses, when(a.ExpiresAt)))
	}
	return t, err
}

func listApprovals(ctx context.Context, s *sqlite.Store, q supervisor.Query) (memoryTable, error) {
	found, err := s.Pending(ctx, q)
	t := memoryTable{head: row("SINCE", "ID", "AGENT", "TOOL", "UNTIL", "WHY"), entries: found}
	for _, a := range found {
		t.rows = append(t.rows, row(when(a.CreatedAt), a.ID, a.Call.Agent, a.Call.Tool, when(a.Until), string(a.Decision.Cause)))
	}
	return t, err
}

func row(cells ...string) string {
	var out bytes.Buffer
	for i, cell := range cells {
		if i > 0 {
			out.WriteByte('\t')
		}
		// A tab or a line of an agent's would begin another cell or row.
		_, _ = printable{&out}.Write(bytes.ReplaceAll([]byte(cmp.Or(cell, "-")), []byte("\n"), []byte("?")))
	}
	return out.String()
}

func when(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.UTC().Format(time.RFC3339)
}

func (a *app) memoryShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show ID",
		Short: "Print what has an id, as JSON",
		Long:  "Print every decision, word, standing approval and approval of an id as JSON, each under a key that says what it is.",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			done, err := a.withMem7(cmd.Context(), func(found []supervisor.Decision) error {
				entries := recalledOf(found, args[0])
				return errors.Join(eachPrinted(a.Out, entries), nothingFound(len(entries), args[0]))
			})
			if done {
				return err
			}
			return a.withMemory(cmd.Context(), func(s *sqlite.Store) error {
				found, err := entriesOf(cmd.Context(), s, args[0])
				if err != nil {
					return err
				}
				return errors.Join(eachPrinted(a.Out, found), nothingFound(len(found), args[0]))
			})
		},
	}
}

func eachPrinted[E any](out io.Writer, entries []E) error {
	for _, e := range entries {
		if err := printJSON(out, e); err != nil {
			return err
		}
	}
	return nil
}

func nothingFound(found int, id string) error {
	if found == 0 {
		return fmt.Errorf("nothing in the memory has the id %.64q", id)
	}
	return nil
}

// entriesOf finds all that has an id.
func entriesOf(ctx context.Context, s *sqlite.Store, id string) ([]map[string]json.RawMessage, error) {
	picker := &picker{id: id}
	err := s.Export(ctx, picker)
	return picker.found, err
}

// picker keeps the exported lines that have an id. A line is one Write.
type picker struct {
	id    string
	found []map[string]json.RawMessage
}

func (p *picker) Write(line []byte) (int, error) {
	var entry map[string]json.RawMessage
	if err := json.Unmarshal(line, &entry); err != nil {
		return 0, err
	}
	for _, text := range entry {
		var about struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal(text, &about); err != nil {
			return 0, err
		}
		if about.ID == p.id {
			p.found = append(p.found, entry)
		}
	}
	return len(line), nil
}
