package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision/journal"
)

func (a *app) rulesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "rules", Short: "Check the rules of a config", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_ = cmd.Help() // the exit code says that nothing was asked for
			return exitCode(1)
		},
	}
	cmd.AddCommand(a.rulesLintCommand(), a.rulesTestCommand())
	return cmd
}

func (a *app) rulesLintCommand() *cobra.Command {
	var file string
	var asJSON, strict bool
	cmd := &cobra.Command{
		Use:   "lint [FILE]",
		Short: "Name rules that may not mean what their author thinks",
		Long: "Look for rules that can never match, that an earlier one shadows, or that approve more than they seem\n" +
			"to. FILE is a config; without it that of -c is taken. Rules are also held against the tools in the\n" +
			"journal, if there is one. It exits 0; with --strict 1 when something was found.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				a.configPath = args[0]
			}
			cfg, err := a.loadConfig()
			if err != nil {
				return err
			}
			seen, err := seenTools(cmd.Context(), file, cfg)
			if err != nil {
				return err
			}
			return a.printFindings(cfg.LintRules(seen), asJSON, strict)
		},
	}
	cmd.Flags().StringVar(&file, "journal", "", "the journal (default: that of the config, if it exists)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the findings as JSON")
	cmd.Flags().BoolVar(&strict, "strict", false, "exit 1 when something was found")
	return cmd
}

func (a *app) rulesTestCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "test [FILE]",
		Short: "Judge the cases that stand beside the rules",
		Long: "Judge every case under `tests:` of the rules of a config and name those that come out otherwise than\n" +
			"they say. FILE is a config; without it that of -c is taken. It exits 1 when a case failed.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				a.configPath = args[0]
			}
			cfg, err := a.loadConfig()
			if err != nil {
				return err
			}
			failures, cases, err := cfg.TestRules(cmd.Context())
			if err != nil {
				return err
			}
			for _, f := range failures {
				fmt.Fprintln(a.Out, f.String())
			}
			fmt.Fprintf(a.Out, "%d passed, %d failed\n", cases-len(failures), len(failures))
			if len(failures) > 0 {
				return exitCode(1)
			}
			return nil
		},
	}
}

func (a *app) printFindings(list []supervisor.RuleFinding, asJSON, strict bool) error {
	found := 0
	for _, f := range list {
		if !f.Info {
			found++
		}
	}
	if asJSON {
		if list == nil {
			list = []supervisor.RuleFinding{}
		}
		if err := json.NewEncoder(a.Out).Encode(list); err != nil {
			return err
		}
	} else {
		for _, f := range list {
			fmt.Fprintf(a.Out, "%s [%s]\n", f.String(), f.Kind)
		}
		fmt.Fprintf(a.Out, "%d to look at\n", found)
	}
	if strict && found > 0 {
		return exitCode(1)
	}
	return nil
}

// maxSeenTools bounds the tools that are remembered of a journal.
const maxSeenTools = 10_000

// seenTools collects the tools of a journal with the names of their
// parameters. Without --journal, a journal that is not there is none.
func seenTools(ctx context.Context, file string, cfg *supervisor.Config) (map[string][]string, error) {
	given := file != ""
	if !given {
		file = cfg.Journal.Path
	}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) && !given {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	seen := map[string]map[string]bool{}
	_, err = journal.Read(ctx, f, func(r journal.Record) error {
		var record struct {
			Call struct {
				Params map[string]json.RawMessage `json:"params"`
			} `json:"call"`
		}
		if r.Decision == "" || json.Unmarshal(r.JSON, &record) != nil || seen[r.Tool] == nil && len(seen) >= maxSeenTools {
			return nil
		}
		if seen[r.Tool] == nil {
			seen[r.Tool] = map[string]bool{}
		}
		for name := range record.Call.Params {
			seen[r.Tool][name] = true
		}
		return nil
	})
	tools := make(map[string][]string, len(seen))
	for tool, names := range seen {
		tools[tool] = slices.Sorted(maps.Keys(names))
	}
	return tools, err
}
