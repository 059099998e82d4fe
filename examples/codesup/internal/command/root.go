// Package command is the command line of codesup. What was asked for goes to
// standard output, and nothing else.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor/rules/code"
)

// The exit codes.
const (
	exitClean  = 0
	exitBroken = 1 // content breaks rules
	exitFailed = 2 // rules or input are broken, or something could not be checked
)

// keyVariable is the environment variable with the key of the judge.
const keyVariable = "CODESUP_JUDGE_KEY"

// Streams are the standard streams of a command.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
}

// Run executes one command line and returns its exit code: 0 for clean, 1 for
// violations, 2 for broken rules, input or usage.
func Run(ctx context.Context, args []string, streams Streams) int {
	a := &app{Streams: streams, getenv: os.Getenv}
	root := a.command()
	root.SetArgs(args)
	root.SetIn(streams.In)
	root.SetOut(streams.Out)
	root.SetErr(streams.Err)
	err := root.ExecuteContext(ctx)
	var code exitCode
	switch {
	case errors.As(err, &code):
		return int(code)
	case err != nil:
		fmt.Fprintln(streams.Err, "codesup:", err)
		return exitFailed
	}
	return exitClean
}

// exitCode ends a command with a code of its own and without a message.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// app is what the commands share.
type app struct {
	Streams
	getenv  func(string) string
	config  string
	engines []string
	asJSON  bool
}

func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "codesup",
		Short: "Check files against the rules of their project",
		Long: "codesup holds files, or what is about to be written into them, against the rules in .supervisor.\n" +
			"It exits 0 when nothing breaks a rule, 1 when something does, and 2 when the rules or the input\n" +
			"are broken, or when something could not be checked.",
		SilenceErrors: true, SilenceUsage: true,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_ = cmd.Help() // the exit code says that nothing was asked for
			return exitCode(exitFailed)
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(a.checkCommand(), a.lintCommand(), a.initCommand())
	return root
}

// rulesFlags are those of commands that read the rules.
func (a *app) rulesFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&a.config, "config", "", "directory of the rules; what it lies in is the project (default: the nearest "+code.DefaultDir+" here or above)")
	cmd.Flags().StringSliceVar(&a.engines, "engines", []string{engineLinked, engineCommand}, "what matches syntax trees: the first that reads a language")
	cmd.Flags().BoolVar(&a.asJSON, "json", false, "print JSON")
}
