package command

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/memory/backtest"
	"github.com/flux7-go/supervisor/memory/sqlite"
)

// maxRuleFile bounds a file of --rule: a standing approval has a few lines.
const maxRuleFile = 64 << 10

// past is where people's decisions are read from, and how much of it counts.
type past struct {
	observed
	days   int
	asJSON bool
}

func (p *past) flags(cmd *cobra.Command) {
	p.observed.flags(cmd)
	cmd.Flags().IntVar(&p.days, "days", backtest.DefaultDays, "how many days before the last record count; 0: all")
	cmd.Flags().BoolVar(&p.asJSON, "json", false, "print it as JSON")
}

// printed prints a result as JSON or for a person.
func (a *app) printed(p past, result interface{ WriteText(w io.Writer) error }) error {
	if p.asJSON {
		return printJSON(a.Out, result)
	}
	return result.WriteText(printable{a.Out})
}

func (a *app) memorySuggestCommand() *cobra.Command {
	var from past
	var min int
	cmd := &cobra.Command{
		Use:   "suggest",
		Short: "Propose standing approvals from what people approved",
		Long: "Propose standing approvals, and the same as rules, for calls that people approved often and nobody refused:\n" +
			"by agent, tool and effects, and the exact call where it carries a command. Each says what it would have covered.\n" +
			"What was refused or may not be approved for good is listed with the reason. Nothing is changed.",
		Example: "  sup7d memory suggest --journal decisions.jsonl --days 90",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, history, err := a.past(cmd.Context(), from)
			if err != nil {
				return err
			}
			o := backtest.SuggestOptions{Days: from.days, Min: min}
			if o.People, err = peopleOf(cfg); err != nil {
				return err
			}
			return withWords(cmd.Context(), cfg, func(words decision.Words) error {
				o.Words = words
				found, err := backtest.Suggest(cmd.Context(), history, o)
				if err != nil {
					return err
				}
				return a.printed(from, found)
			})
		},
	}
	from.flags(cmd)
	cmd.Flags().IntVar(&min, "min", memory.DefaultMinPrecedents, "how many approvals since the last refusal it takes")
	return cmd
}

func (a *app) memorySimulateCommand() *cobra.Command {
	var from past
	var rule string
	var writes bool
	var min int
	cmd := &cobra.Command{
		Use:   "simulate",
		Short: "Show what precedents or a standing approval would have approved",
		Long: "Walk through a journal and show what precedents, or with --rule a standing approval, would have approved of\n" +
			"its last days, and what of that a person refused: those calls first. A precedent rests on what had been decided\n" +
			"before. What the config says of precedents counts, whether they are enabled or not. Nothing is changed.",
		Example: "  sup7d memory simulate --journal decisions.jsonl --days 90\n" +
			"  sup7d memory simulate --journal decisions.jsonl --rule '{\"agent_name\":\"coder\",\"tool_name\":\"fs.read\",\"zones\":[\"project\"]}'",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, history, err := a.past(cmd.Context(), from)
			if err != nil {
				return err
			}
			o := backtest.SimulateOptions{Days: from.days, Precedents: precedentsOf(cfg)}
			o.Precedents.Writes = o.Precedents.Writes || writes
			o.Precedents.Min = cmp.Or(min, o.Precedents.Min)
			if o.People, err = peopleOf(cfg); err != nil {
				return err
			}
			if o.Standing, err = readRule(rule); err != nil {
				return err
			}
			found, err := backtest.Simulate(cmd.Context(), history, o)
			if err != nil {
				return err
			}
			return a.printed(from, found)
		},
	}
	from.flags(cmd)
	cmd.Flags().StringVar(&rule, "rule", "", "try this standing approval: JSON, or a file of it")
	cmd.Flags().BoolVar(&writes, "writes", false, "let precedents approve changes of the project, too")
	cmd.Flags().IntVar(&min, "min", 0, "how many approvals a precedent takes (default: that of the config, else 3)")
	return cmd
}

// past reads the journal that is named, or that of the config; nil, there is no
// config. One that is not as it was written says nothing about what is safe. An
// unfinished last line is what a crash leaves.
func (a *app) past(ctx context.Context, from past) (*supervisor.Config, *backtest.History, error) {
	cfg, err := a.config(a.logger())
	if err != nil && (!errors.Is(err, errNoConfig) || from.path == "") {
		return nil, nil, err
	}
	key := []byte(os.Getenv(from.keyEnv))
	switch {
	case from.path == "":
		from.path, key = cfg.JournalPath(), []byte(cfg.Journal.Key.Reveal())
	case from.keyEnv != "" && len(key) == 0:
		return nil, nil, fmt.Errorf("the variable %s of --key-env is not set", from.keyEnv)
	}
	report, err := journal.VerifySet(ctx, from.path, journal.VerifyOptions{Key: key})
	if err != nil {
		return nil, nil, err
	}
	for _, damage := range report.Damage {
		if damage.Kind != journal.DamageTornTail {
			return nil, nil, fmt.Errorf("the journal %s is not as it was written (line %d: %s): see sup7d journal verify", from.path, damage.Line, damage.Detail)
		}
	}
	history, err := backtest.Read(journal.All(ctx, from.path))
	if err != nil {
		return nil, nil, fmt.Errorf("the journal %s: %w", from.path, err)
	}
	return cfg, history, nil
}

func peopleOf(cfg *supervisor.Config) (memory.People, error) {
	if cfg == nil {
		return memory.NewPeople(nil, false)
	}
	return memory.NewPeople(cfg.Memory.People, cfg.Mesh.AdminToken.Reveal() != "")
}

func precedentsOf(cfg *supervisor.Config) memory.PrecedentOptions {
	if cfg == nil {
		return memory.PrecedentOptions{}
	}
	p := cfg.Memory.Precedents
	return memory.PrecedentOptions{Min: p.Min, MaxAge: p.MaxAge, Writes: p.Writes}
}

// withWords opens the file of the memory, where the config names one and it is
// there.
func withWords(ctx context.Context, cfg *supervisor.Config, do func(decision.Words) error) (err error) {
	if cfg == nil || cfg.Memory.Store != "sqlite" {
		return do(nil)
	}
	if _, err := os.Stat(cfg.MemoryPath()); errors.Is(err, os.ErrNotExist) {
		return do(nil)
	}
	var s *sqlite.Store
	if s, err = openSQLite(ctx, cfg, nil); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return do(s)
}

// readRule reads a standing approval, from JSON or a file of it; nil: none is
// named.
func readRule(rule string) (*decision.Standing, error) {
	if rule == "" {
		return nil, nil
	}
	text := []byte(rule)
	if !strings.HasPrefix(strings.TrimSpace(rule), "{") {
		file, err := os.Open(rule)
		if err != nil {
			return nil, fmt.Errorf("--rule: %w", err)
		}
		defer func() { _ = file.Close() }()
		if text, err = io.ReadAll(io.LimitReader(file, maxRuleFile)); err != nil {
			return nil, fmt.Errorf("--rule: %w", err)
		}
	}
	var a decision.Standing
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	dec.UseNumber()
	if err := dec.Decode(&a); err != nil {
		return nil, fmt.Errorf("--rule: this is no standing approval: %w", err)
	}
	return &a, nil
}
