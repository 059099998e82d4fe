package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor/rules/code"
)

// lintReport is what JSON says of the rules.
type lintReport struct {
	Faults   []code.Fault `json:"faults"`
	Warnings []code.Fault `json:"warnings"`
}

func (a *app) lintCommand() *cobra.Command {
	var strict bool
	cmd := &cobra.Command{
		Use:   "lint-rules",
		Short: "Name what is wrong with the rules, and what is doubtful",
		Long: "Read all rules and print every fault at once, then what is legal and probably not meant: a path that\n" +
			"no file of the rule's language has, a call that is written otherwise than the pattern, a rule that can\n" +
			"find nothing. It exits 2 for faults; with --strict 1 for doubts.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			engines, remarks, err := openEngines(a.engines)
			if err != nil {
				return err
			}
			warnings, err := code.Lint(cmd.Context(), a.rulesDir(), code.Options{Engines: engines})
			faults := code.FaultsOf(err)
			if err != nil && len(faults) == 0 {
				return err
			}
			if len(engines) == 0 {
				for _, remark := range remarks {
					fmt.Fprintln(a.Err, "codesup:", remark)
				}
			}
			if err := a.printFindings(faults, warnings); err != nil {
				return err
			}
			switch {
			case len(faults) > 0:
				return exitCode(exitFailed)
			case strict && len(warnings) > 0:
				return exitCode(exitBroken)
			}
			return nil
		},
	}
	a.rulesFlags(cmd)
	cmd.Flags().BoolVar(&strict, "strict", false, "exit 1 when something is doubtful")
	return cmd
}

func (a *app) printFindings(faults, warnings []code.Fault) error {
	if a.asJSON {
		return printJSON(a.Out, lintReport{append([]code.Fault{}, faults...), append([]code.Fault{}, warnings...)})
	}
	for _, f := range faults {
		fmt.Fprintf(a.Out, "fault: %s\n", f)
	}
	for _, w := range warnings {
		fmt.Fprintf(a.Out, "warning: %s\n", w)
	}
	fmt.Fprintf(a.Out, "%d faults, %d warnings\n", len(faults), len(warnings))
	return nil
}
