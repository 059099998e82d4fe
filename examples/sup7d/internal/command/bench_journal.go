package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor/decision/bench"
	"github.com/flux7-go/supervisor/decision/journal"
)

func (a *app) benchFromJournalCommand() *cobra.Command {
	var path, out string
	cmd := &cobra.Command{
		Use:   "from-journal",
		Short: "Make a set of what people decided",
		Long: "Make a set of cases of the calls in a journal that a person settled: the label is what the person\n" +
			"decided. Calls whose parameters the journal has not kept whole are left out, and counted.",
		Example: "  sup7d bench from-journal --journal decisions.jsonl --out people.jsonl",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			observed, err := a.observations(cmd.Context(), path)
			if err != nil {
				return err
			}
			fmt.Fprintf(printable{a.Err}, "%d calls were settled by people\n", len(observed.List))
			if out != "" {
				return a.exportObserved(out, observed)
			}
			_, err = bench.Export(a.Out, observed.Cases())
			return err
		},
	}
	cmd.Flags().StringVar(&path, "journal", "", "the journal (default: that of the config)")
	cmd.Flags().StringVar(&out, "out", "", "write the set to this file instead of standard output")
	return cmd
}

func (a *app) exportObserved(path string, observed *bench.Observations) error {
	leaving, err := bench.ExportFile(path, observed.Cases())
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	fmt.Fprintf(a.Err, "%d cases are in %s\n", leaving.Calls, path)
	return nil
}

func (a *app) benchAgreementCommand() *cobra.Command {
	var path string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "agreement",
		Short: "Compare what was decided with what people decided",
		Long: "Compare the decisions in a journal with what people decided on the same calls, as mode observe and\n" +
			"escalations show it: what would have been approved that a person refused, first; then on how many calls\n" +
			"both agree, how much work would have been lifted, and which rules and questions account for it.",
		Example: "  sup7d bench agreement --journal decisions.jsonl",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			observed, err := a.observations(cmd.Context(), path)
			if err != nil {
				return err
			}
			agreement := observed.Agreement()
			write := agreement.WriteText
			if asJSON {
				write = agreement.WriteJSON
			}
			return write(a.Out)
		},
	}
	cmd.Flags().StringVar(&path, "journal", "", "the journal (default: that of the config)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	return cmd
}

// observations reads what people decided, from a journal or that of the config.
func (a *app) observations(ctx context.Context, path string) (*bench.Observations, error) {
	if path == "" {
		cfg, err := a.config(a.logger())
		if err != nil {
			return nil, err
		}
		path = cfg.JournalPath()
	}
	return new(bench.JournalReader).Read(setName(path), journal.All(ctx, path))
}
