package command

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor/decision/bench"
)

func (a *app) benchListCommand() *cobra.Command {
	var dir string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the runs that are kept, newest first",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			store, err := a.runs(dir)
			if err != nil {
				return err
			}
			list, err := store.Summaries()
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(a.Out).Encode(map[string]any{"runs": append([]bench.Summary{}, list...)})
			}
			return listRuns(a.Out, list)
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "look here instead of in bench.dir")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the summaries as JSON")
	return cmd
}

func listRuns(out io.Writer, list []bench.Summary) error {
	table := tabwriter.NewWriter(printable{out}, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "RUN\tSTATUS\tCASES\tDANGERS APPROVED\tNORMAL APPROVED")
	for _, s := range list {
		fmt.Fprintf(table, "%s\t%s\t%d\t%d/%d\t%d/%d\n", s.ID, s.Status, s.Cases, s.DangerApproved, s.Dangers, s.NormalApproved, s.Normal)
	}
	return table.Flush()
}

// runs is the store of --dir, else that of the config.
func (a *app) runs(dir string) (*bench.Store, error) {
	if dir != "" {
		return bench.NewStore(dir), nil
	}
	cfg, _, err := a.configOrEmbedded(a.logger())
	if err != nil {
		return nil, err
	}
	return bench.NewStore(cfg.BenchDir()), nil
}

func (a *app) benchShowCommand() *cobra.Command {
	var dir, html string
	cmd := &cobra.Command{
		Use:   "show RUN",
		Short: "Report on a run that is kept",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			store, err := a.runs(dir)
			if err != nil {
				return err
			}
			report, err := store.Report(args[0])
			if err != nil {
				return err
			}
			if html != "" {
				return writePage(html, report.WriteHTML)
			}
			return report.WriteText(a.Out)
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "look here instead of in bench.dir")
	cmd.Flags().StringVar(&html, "html", "", "write the report as one HTML page to this file")
	return cmd
}
