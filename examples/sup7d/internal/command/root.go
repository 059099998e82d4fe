// Package command is the command line of sup7d. JSON goes to standard output
// alone; everything else goes to standard error, except what a person asked to
// read.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/flux7-go/supervisor"
)

// Streams are the standard streams of a command.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
}

// defaultConfig is read when -c is not given.
const defaultConfig = "sup7.yaml"

// Run executes one command line and returns its exit code: 0, or 1 for usage,
// config and input errors, or what the command documents.
func Run(ctx context.Context, args []string, streams Streams) int {
	a := &app{Streams: streams, chdir: os.Chdir}
	err, done := a.quickHook(ctx, args)
	if !done {
		err = a.execute(ctx, args)
	}
	var code exitCode
	switch {
	case errors.As(err, &code):
		return int(code)
	case err != nil:
		fmt.Fprintln(streams.Err, "sup7d:", err)
		return 1
	}
	return 0
}

// execute runs a command of the tree.
func (a *app) execute(ctx context.Context, args []string) error {
	a.configPath, a.verbose = "", false // quickHook may have read them
	root := a.command()
	root.SetArgs(args)
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Streams.Err)
	return root.ExecuteContext(ctx)
}

// exitCode ends a command with a code of its own and without a message.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// app is what the commands share.
type app struct {
	Streams
	configPath string
	verbose    bool
	chdir      func(dir string) error // goes to a directory, for all of the process
}

// globalFlags are those of every command.
func (a *app) globalFlags(flags *pflag.FlagSet) {
	flags.StringVarP(&a.configPath, "config", "c", a.configPath, "config file (default "+defaultConfig+")")
	flags.BoolVarP(&a.verbose, "verbose", "v", a.verbose, "log more")
}

func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "sup7d",
		Short: "Judge what AI agents want to run",
		Long: "sup7d reads the tool calls that wait for approval in a mesh, settles what it safely can,\n" +
			"and leaves the rest to a person.",
		SilenceErrors: true, SilenceUsage: true,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_ = cmd.Help() // the exit code says that nothing was asked for
			return exitCode(1)
		},
	}
	a.globalFlags(root.PersistentFlags())
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(a.startCommand(), a.statusCommand(), a.evaluateCommand(), a.whyCommand(), a.rulesCommand(), a.questionsCommand(), a.benchCommand(), a.journalCommand(), a.memoryCommand(), a.watchCommand(), a.demoCommand(), a.hookCommand())
	return root
}

// logger writes to standard error; the level follows -v.
func (a *app) logger() *slog.Logger {
	level := slog.LevelInfo
	if a.verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(a.Err, &slog.HandlerOptions{Level: level}))
}

// errNoConfig says how to give a config.
var errNoConfig = errors.New("no config: pass -c FILE before the command, or create ./" + defaultConfig)

// config loads the file of -c, else ./sup7.yaml. Its warnings are logged.
func (a *app) config(log *slog.Logger) (*supervisor.Config, error) {
	cfg, err := a.loadConfig()
	if err != nil {
		return nil, err
	}
	for _, w := range cfg.Warnings {
		log.Warn("config", "at", fmt.Sprintf("%s:%d:%d", w.File, w.Line, w.Column), "key", w.Key, "warning", w.Msg)
	}
	return cfg, nil
}

func (a *app) loadConfig() (*supervisor.Config, error) {
	path := a.configPath
	if path == "" {
		if _, err := os.Stat(defaultConfig); errors.Is(err, os.ErrNotExist) {
			return nil, errNoConfig
		}
		path = defaultConfig
	}
	return supervisor.LoadConfig(path)
}
