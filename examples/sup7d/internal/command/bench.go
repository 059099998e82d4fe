package command

import (
	"github.com/spf13/cobra"
)

func (a *app) benchCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure what the config decides, on cases whose answer is known",
		Long: "Measure what the config decides, on cases whose answer is known: how many dangers it approves, how\n" +
			"much normal work, and what it leaves to people. Runs are kept in bench.dir.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_ = cmd.Help() // the exit code says that nothing was asked for
			return exitCode(1)
		},
	}
	cmd.AddCommand(a.benchRunCommand(), a.benchReplayCommand(), a.benchListCommand(), a.benchShowCommand(),
		a.benchFromJournalCommand(), a.benchAgreementCommand())
	return cmd
}
