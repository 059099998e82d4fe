package command

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor/decision/journal"
)

func (a *app) journalCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "journal", Short: "Check the journal of decisions", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_ = cmd.Help() // the exit code says that nothing was asked for
			return exitCode(1)
		},
	}
	cmd.AddCommand(a.journalVerifyCommand())
	return cmd
}

func (a *app) journalVerifyCommand() *cobra.Command {
	var keyEnv string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify FILE",
		Short: "Say that a journal is intact, or where it breaks",
		Long: "Follow the hash chain of a journal and of the files that were rotated away from it, and hold it against\n" +
			"its checkpoint, if there is one. It prints \"intact\" and exits 0, or names every place where the chain\n" +
			"breaks and exits 1. A journal that was written with a key needs --key-env.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var key []byte
			if keyEnv != "" {
				if key = []byte(os.Getenv(keyEnv)); len(key) == 0 {
					return fmt.Errorf("the variable %s of --key-env is not set", keyEnv)
				}
			}
			report, err := journal.VerifySet(cmd.Context(), args[0], journal.VerifyOptions{Key: key})
			if err != nil {
				return err
			}
			if asJSON {
				err = json.NewEncoder(a.Out).Encode(report)
			} else {
				_, err = fmt.Fprintln(a.Out, report)
			}
			if report.Intact && report.Checkpoint == 0 {
				fmt.Fprintln(a.Err, "sup7d: there is no checkpoint (journal.checkpoint), so an end that was cut off is not seen")
			}
			if err == nil && !report.Intact {
				err = exitCode(1)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&keyEnv, "key-env", "", "name of the variable that holds the journal's key")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	return cmd
}
