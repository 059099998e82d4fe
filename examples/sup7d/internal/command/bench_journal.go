package command

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor/decision/bench"
	"github.com/flux7-go/supervisor/decision/journal"
)

func (a *app) benchFromJournalCommand() *cobra.Command {
	var from observed
	var out string
	cmd := &cobra.Command{
		Use:   "from-journal",
		Short: "Make a set of what people decided",
		Long: "Make a set of cases of the calls in a journal that a person settled: the label is what the person\n" +
			"decided. Calls whose parameters the journal has not kept whole are left out; long texts are cut, as in every set\n" +
			"that is exported.",
		Example: "  sup7d bench from-journal --journal decisions.jsonl --out people.jsonl",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			found, err := a.observations(cmd.Context(), from)
			if err != nil {
				return err
			}
			fmt.Fprintf(printable{a.Err}, "%d calls were settled by people\n", len(found.List))
			if out != "" {
				return a.exportObserved(out, found)
			}
			_, err = bench.Export(a.Out, found.Cases())
			return err
		},
	}
	from.flags(cmd)
	cmd.Flags().StringVar(&out, "out", "", "write the set to this file instead of standard output")
	return cmd
}

func (a *app) exportObserved(path string, found *bench.Observations) error {
	leaving, err := bench.ExportFile(path, found.Cases())
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	fmt.Fprintf(a.Err, "%d cases are in %s\n", leaving.Calls, path)
	return nil
}

func (a *app) benchAgreementCommand() *cobra.Command {
	var from observed
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
			found, err := a.observations(cmd.Context(), from)
			if err != nil {
				return err
			}
			agreement := found.Agreement()
			write := agreement.WriteText
			if asJSON {
				write = agreement.WriteJSON
			}
			return write(a.Out)
		},
	}
	from.flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	return cmd
}

// observed names the journal that people's decisions are read from.
type observed struct{ path, keyEnv string }

func (o *observed) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.path, "journal", "", "the journal (default: that of the config)")
	cmd.Flags().StringVar(&o.keyEnv, "key-env", "", "name of the variable that holds the key of that journal")
}

// observations reads what people decided, from a journal or that of the config.
// It says so when the journal is not as it was written.
func (a *app) observations(ctx context.Context, from observed) (*bench.Observations, error) {
	key := []byte(os.Getenv(from.keyEnv))
	switch {
	case from.path == "":
		cfg, err := a.config(a.logger())
		if err != nil {
			return nil, err
		}
		from.path, key = cfg.JournalPath(), []byte(cfg.Journal.Key.Reveal())
	case from.keyEnv != "" && len(key) == 0:
		return nil, fmt.Errorf("the variable %s of --key-env is not set", from.keyEnv)
	}
	report, err := journal.VerifySet(ctx, from.path, journal.VerifyOptions{Key: key})
	if err != nil {
		return nil, err
	}
	if !report.Intact {
		fmt.Fprintln(printable{a.Err}, "sup7d: the journal is not as it was written, so do not rely on what follows:", report)
	}
	return new(bench.JournalReader).Read(setName(from.path), journal.All(ctx, from.path))
}
