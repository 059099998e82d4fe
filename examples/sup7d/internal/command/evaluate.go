package command

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor"
)

// embeddedConfig judges when there is no config: the project is the git
// repository around the working directory, else that directory itself.
//
//go:embed embedded.yaml
var embeddedConfig []byte

// exitCodes are the codes of evaluate --exit-code.
var exitCodes = map[supervisor.Action]exitCode{supervisor.Approve: 0, supervisor.Deny: 2, supervisor.Escalate: 3}

type evaluateFlags struct {
	tool, params, agent string
	exitCode            bool
	explain, json       bool
	byFlags             bool
}

func (a *app) evaluateCommand() *cobra.Command {
	var f evaluateFlags
	cmd := &cobra.Command{
		Use:   "evaluate",
		Short: "Judge one call and print the decision as JSON",
		Long: "Judge one call, given as a JSON object on standard input or by --tool, and print the decision\n" +
			"as one JSON object. It exits 0 on any decision; with --exit-code 0 approve, 2 deny, 3 escalate.\n" +
			"Without -c and without ./" + defaultConfig + " it uses a built-in config.",
		Example: `  echo '{"tool":"fs.read","params":{"path":"README.md"}}' | sup7d evaluate
  sup7d -c sup7.yaml evaluate --tool mail.send --params '{"to":"ana@partner.example"}' --agent clerk`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.byFlags = cmd.Flags().Changed("tool")
			if !f.byFlags && (cmd.Flags().Changed("params") || cmd.Flags().Changed("agent")) {
				return errors.New("--params and --agent go with --tool: give it, or put everything into the JSON on standard input")
			}
			return a.evaluate(cmd.Context(), f)
		},
	}
	cmd.Flags().StringVar(&f.tool, "tool", "", "the tool; without it the call is read from standard input")
	cmd.Flags().StringVar(&f.params, "params", "{}", "the parameters, a JSON object")
	cmd.Flags().StringVar(&f.agent, "agent", "", "the agent that asks")
	cmd.Flags().BoolVar(&f.explain, "explain", false, "show every stage and rule with what it saw; nothing is recorded")
	cmd.Flags().BoolVar(&f.json, "json", false, "with --explain, print it as JSON (a decision always is)")
	cmd.Flags().BoolVar(&f.exitCode, "exit-code", false, "tell the decision by the exit code")
	return cmd
}

func (a *app) evaluate(ctx context.Context, f evaluateFlags) (err error) {
	call, err := a.readCall(f)
	if err != nil {
		return fmt.Errorf("reading the call: %w", err)
	}
	log := a.logger()
	cfg, parts, err := a.configOrEmbedded(log)
	if err != nil {
		return err
	}
	if err := protectProgram(&parts); err != nil {
		return err
	}
	sup, err := supervisor.Build(cfg, parts)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sup.Close(context.WithoutCancel(ctx))) }()
	var d supervisor.Decision
	if f.explain {
		d, err = a.explain(ctx, sup, call, f.json)
	} else {
		d, err = a.judge(ctx, sup, call)
	}
	if err != nil {
		return err
	}
	if f.exitCode && d.Action != supervisor.Approve {
		return exitCodes[d.Action]
	}
	return nil
}

// judge prints the decision on a call.
func (a *app) judge(ctx context.Context, sup *supervisor.Supervisor, call supervisor.Call) (supervisor.Decision, error) {
	d, err := sup.Evaluate(ctx, call)
	if err != nil {
		return d, err
	}
	if err := json.NewEncoder(a.Out).Encode(d); err != nil {
		return d, fmt.Errorf("printing the decision: %w", err)
	}
	return d, nil
}

// readCall takes the call from the flags, or from standard input.
func (a *app) readCall(f evaluateFlags) (supervisor.Call, error) {
	if f.byFlags {
		call := map[string]json.RawMessage{"params": json.RawMessage(f.params)}
		for key, text := range map[string]string{"tool": f.tool, "agent_id": f.agent} {
			call[key], _ = json.Marshal(text) // a string always marshals
		}
		data, err := json.Marshal(call)
		if err != nil {
			return supervisor.Call{}, errors.New("--params is not a JSON object")
		}
		return supervisor.ParseCall(data)
	}
	data, err := io.ReadAll(io.LimitReader(a.In, supervisor.MaxCallBytes+1))
	if err != nil {
		return supervisor.Call{}, err
	}
	if len(strings.TrimSpace(string(data))) == 0 {
		return supervisor.Call{}, errors.New("standard input is empty: give a JSON object, or --tool")
	}
	return supervisor.ParseCall(data)
}

// configOrEmbedded is config, with the built-in one where there is no file.
// Judging by the built-in one leaves no journal behind.
func (a *app) configOrEmbedded(log *slog.Logger) (*supervisor.Config, supervisor.Parts, error) {
	cfg, err := a.config(log)
	if !errors.Is(err, errNoConfig) {
		return cfg, linked(log), err
	}
	project, err := projectDir()
	if err != nil {
		return nil, supervisor.Parts{}, fmt.Errorf("finding the project directory: %w", err)
	}
	return builtIn(project, log)
}

// builtIn is the built-in config for a project, which may be none.
func builtIn(project string, log *slog.Logger) (*supervisor.Config, supervisor.Parts, error) {
	parts := linked(log)
	cfg, err := supervisor.ParseConfig("built-in config", embeddedConfig)
	if err != nil {
		return nil, parts, err
	}
	if project != "" {
		cfg.ProjectDirs = []string{project}
	}
	parts.Journal = supervisor.JournalFunc(func(context.Context, supervisor.Event) error { return nil })
	return cfg, parts, nil
}

// projectDir is the nearest directory above with a .git in it, else the
// working directory. There is none where that is the home directory, or one
// that holds it: not everything that somebody has is a project.
func projectDir() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	if top, ok := gitTop(start); ok {
		return top, nil
	}
	home, err := os.UserHomeDir()
	if start == filepath.Dir(start) || err == nil && holds(start, home) {
		return "", nil
	}
	return start, nil
}

// gitTop is the nearest directory above with a .git in it.
func gitTop(dir string) (top string, ok bool) {
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir, true
		}
	}
	return "", false
}

// holds reports whether path is dir or lies in it.
func holds(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}
