package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/question"
)

func (a *app) questionsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "questions", Short: "Check and show the questions for a decision model", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_ = cmd.Help() // the exit code says that nothing was asked for
			return exitCode(1)
		},
	}
	cmd.AddCommand(a.questionsLintCommand(), a.questionsShowCommand())
	return cmd
}

func (a *app) questionsLintCommand() *cobra.Command {
	var asJSON, alone bool
	cmd := &cobra.Command{
		Use:   "lint FILE…",
		Short: "Name everything that is wrong or doubtful in packs",
		Long: "Read packs of questions, files or globs, as a config would, and name all faults at once, what is doubtful,\n" +
			"and which questions of the base pack are replaced. It exits 1 when there is a fault.",
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			report := question.Lint(!alone, args...)
			if err := a.printReport(report, asJSON); err != nil {
				return err
			}
			if len(report.Faults) > 0 {
				return exitCode(1)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	cmd.Flags().BoolVar(&alone, "base-off", false, "the packs are used without the base pack")
	return cmd
}

func (a *app) printReport(r question.Report, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(a.Out).Encode(r)
	}
	out := printable{a.Out}
	for _, f := range r.Faults {
		fmt.Fprintln(out, f)
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(out, "warning: %s\n", w)
	}
	for _, replaced := range r.Replaced {
		fmt.Fprintln(out, replaced)
	}
	_, err := fmt.Fprintf(out, "faults: %d, warnings: %d\n", len(r.Faults)+r.More, len(r.Warnings))
	return err
}

func (a *app) questionsShowCommand() *cobra.Command {
	var agent, tool string
	var asJSON bool
	var link int
	cmd := &cobra.Command{
		Use:   "show",
		Short: "Show which questions a call is asked, and their limits",
		Long: "Show the questions that the config asks a call of an agent and a tool, with fingerprint, packs and limits.\n" +
			"Without --agent and --tool those of all packs are shown.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := a.loadConfig()
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("link") {
				links := cfg.AskingLinks()
				if len(links) == 0 {
					return errors.New("the config asks no questions: set evaluator.provider, or that of a link, to jev or structural")
				}
				link = links[0]
			}
			shown, err := cfg.ShowQuestions(link, agent, tool)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(a.Out).Encode(shown)
			}
			return a.printQuestions(shown)
		},
	}
	cmd.Flags().StringVar(&agent, "agent", "", "the agent that asks")
	cmd.Flags().StringVar(&tool, "tool", "", "the tool that it wants to run")
	cmd.Flags().IntVar(&link, "link", supervisor.OwnProvider, "the link of evaluator.chain, from 0 (default: the first that asks questions)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the set as JSON")
	return cmd
}

func (a *app) printQuestions(s supervisor.ShownQuestions) error {
	w := tabwriter.NewWriter(printable{a.Out}, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "link:\t%s\n", s.Link)
	fmt.Fprintf(w, "packs:\t%s\n", strings.Join(s.Packs, ", "))
	fmt.Fprintf(w, "fingerprint:\t%s\n", s.Fingerprint)
	for _, replaced := range s.Replaced {
		fmt.Fprintf(w, "note:\t%s\n", replaced)
	}
	for _, warning := range s.Warnings {
		fmt.Fprintf(w, "warning:\t%s\n", strings.ReplaceAll(warning.String(), "\n", "\n\t"))
	}
	if s.Unjudged != "" {
		fmt.Fprintf(w, "warning:\t%s\n", s.Unjudged)
	}
	fmt.Fprintln(w, "\nGROUP\tQUESTION\tTYPE\tLIMIT\tPACK\tASKS")
	for _, q := range s.Questions {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", q.Group, q.ID, q.Type, q.Limit, q.Pack, strings.Join(strings.Fields(q.Instructions), " "))
	}
	return w.Flush()
}
