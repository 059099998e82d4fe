package command

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor/rules/code"
)

// checking is what the flags of check say.
type checking struct {
	stdin        bool
	judgeURL     string
	onError      string
	rejectBroken bool
}

func (a *app) checkCommand() *cobra.Command {
	var c checking
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: "Hold files against the rules",
		Long: "Hold files against the rules and print what breaks them. With --stdin the content comes from\n" +
			"standard input, as it would be written into FILE. JSON is an object for one file, a list for several.\n" +
			"Semantic rules are judged by the model that llm_model names, at --judge-url; its key, if it needs\n" +
			"one, is taken from " + keyVariable + ".",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			if c.stdin && len(files) > 1 {
				return errors.New("--stdin is the content of one FILE")
			}
			project, remarks, err := a.open(c)
			if err != nil {
				return err
			}
			results := make([]code.Result, 0, len(files))
			for _, file := range files {
				content, err := a.read(file, c.stdin)
				if err != nil {
					return err
				}
				results = append(results, project.Validate(cmd.Context(), inProject(project.Root(), file), content))
			}
			return a.printResults(results, remarks)
		},
	}
	a.rulesFlags(cmd)
	cmd.Flags().BoolVar(&c.stdin, "stdin", false, "read what would be written from standard input")
	cmd.Flags().StringVar(&c.judgeURL, "judge-url", "", "OpenAI-compatible server of the model that judges semantic rules")
	cmd.Flags().StringVar(&c.onError, "on-error", "reject", "what becomes of content that could not be checked: reject (exit 2) or warn")
	cmd.Flags().BoolVar(&c.rejectBroken, "reject-broken", false, "do not pass files with syntax errors, behind which code may be hidden")
	return cmd
}

// open reads the rules.
func (a *app) open(c checking) (*code.Project, []string, error) {
	opts := code.Options{Judge: a.judge(c.judgeURL), RejectBroken: c.rejectBroken}
	switch c.onError {
	case "reject":
	case "warn":
		opts.OnError = code.OnErrorWarn
	default:
		return nil, nil, fmt.Errorf("--on-error: %q is neither reject nor warn", c.onError)
	}
	engines, remarks, err := openEngines(a.engines)
	if err != nil {
		return nil, nil, err
	}
	opts.Engines = engines
	project, err := code.Load(a.rulesDir(), opts)
	if err != nil {
		return nil, nil, fmt.Errorf("the rules are broken:\n%w", err)
	}
	return project, remarks, nil
}

// read reads one byte more than is checked, so that a file which is too large is
// known to be.
func (a *app) read(file string, stdin bool) ([]byte, error) {
	in := a.In
	if !stdin {
		info, err := os.Stat(file)
		if err != nil {
			return nil, err
		}
		if !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s is no file", printable(file))
		}
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	return io.ReadAll(io.LimitReader(in, code.MaxContentBytes+1))
}
