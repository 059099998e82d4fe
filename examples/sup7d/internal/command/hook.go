package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/flux7-go/supervisor/hook"
)

// exitBlock tells a host to refuse the call, where not even the answer could be
// written. It is what a Go program that crashes exits with, too.
const exitBlock = exitCode(2)

// hookFlags say who judges what a host asks about, and for how long.
type hookFlags struct {
	server, tokenEnv, agent, project string
	timeout, wait                    time.Duration
	headless                         bool
}

func (f *hookFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.server, "server", "", "ask the supervisor at this URL, instead of judging in this process")
	flags.StringVar(&f.tokenEnv, "token-env", "", "the environment variable with the token of --server")
	flags.StringVar(&f.agent, "agent", hook.DefaultAgent, "the agent's name; subagents are NAME/KIND")
	flags.StringVar(&f.project, "project", "", "the project directory of the built-in config (default: the host's, else the git top)")
	flags.DurationVar(&f.timeout, "timeout", hook.DefaultTimeout, "how long judging may take")
	flags.DurationVar(&f.wait, "wait", 0, "how long to hold a call for a person who answers elsewhere")
	flags.BoolVar(&f.headless, "headless", false, "nobody can answer at the host: deny where it would be asked (default: by CLAUDE_CODE_ENTRYPOINT, CLAUDE_CODE_REMOTE, CI)")
}

// options are those of a hook that is judged by j.
func (f *hookFlags) options(j hook.Judge, log *slog.Logger) hook.Options {
	return hook.Options{Judge: j, Agent: f.agent, Timeout: f.timeout, Wait: f.wait, Headless: f.headless, Logger: log}
}

func (a *app) hookCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "hook",
		Short: "Judge the tool calls of a coding agent, as a hook of its host",
		Long: "Judge what a coding agent is about to do. \"hook install\" has Claude Code run \"hook claude-code\"\n" +
			"before every tool call.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_ = cmd.Help() // the exit code says that nothing was asked for
			return exitCode(1)
		},
	}
	cmd.AddCommand(a.hookClaudeCommand(), a.hookInstallCommand(), a.hookUninstallCommand(), a.hookHTTPCommand())
	return cmd
}

func (a *app) hookClaudeCommand() *cobra.Command {
	var f hookFlags
	cmd := &cobra.Command{
		Use:   "claude-code",
		Short: "Answer one PreToolUse event of Claude Code",
		Long: "Read a PreToolUse event on standard input and print the permission decision as one JSON object:\n" +
			"allow, deny with the reason, or ask. What cannot be judged is asked about, or denied where nobody\n" +
			"can answer. It judges by the config of -c, which must be an absolute path, else by the built-in\n" +
			"one, never by ./" + defaultConfig + ". It exits 0 with the answer, whatever happened.",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if len(args) > 0 {
				err = fmt.Errorf("unknown argument %.40q", args[0])
			}
			return a.hookClaude(cmd.Context(), f, cmd.Flags().Changed("headless"), err, nil)
		},
	}
	f.register(cmd.Flags())
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return a.hookClaude(cmd.Context(), f, false, err, nil) })
	return cmd
}

// IsHook reports whether a command line is one that a host runs before every tool
// call, with somebody waiting: "hook claude-code" as it is installed.
func IsHook(args []string) bool {
	return len(args) >= 2 && args[0] == "hook" && args[1] == "claude-code"
}

// errHookWords says what is wrong with a command line that is not read as a hook's.
var errHookWords = errors.New("\"hook claude-code\" must follow the program, or -c FILE and -v")

// quickHook runs "hook claude-code" without the tree of commands, since it is run
// before every tool call and somebody waits. It is not ok for any other command.
// A command line that has those words in another place is answered too, with what
// is wrong: a host takes a usage message for a hook that has no objection.
func (a *app) quickHook(ctx context.Context, args []string) (err error, ok bool) {
	if !slices.Contains(args, "claude-code") || slices.Contains(args, "--help") || slices.Contains(args, "-h") {
		return nil, false
	}
	if err, ok = a.readHook(ctx, args); ok || !hasHookWords(args) {
		return err, ok
	}
	a.configPath, a.verbose = "", false // what was read of them is not what was meant
	return a.hookClaude(ctx, hookFlags{timeout: hook.DefaultTimeout}, false, errHookWords, args), true
}

// hasHookWords reports whether the words of a hook stand in a command line: one
// after the other, or with nothing but flags and what belongs to them between.
func hasHookWords(args []string) bool {
	for i, arg := range args {
		if arg != "hook" {
			continue
		}
		rest := args[i+1:]
		end := slices.Index(rest, "claude-code")
		others := func(arg string) bool { return arg == "install" || arg == "uninstall" || arg == "http" }
		if end == 0 || end > 0 && strings.HasPrefix(rest[0], "-") && !slices.ContainsFunc(rest[:end], others) {
			return true
		}
	}
	return false
}

// readHook runs a hook whose command line is as it is installed, or has a fault
// behind its words.
func (a *app) readHook(ctx context.Context, args []string) (err error, ok bool) {
	before := pflag.NewFlagSet("sup7d", pflag.ContinueOnError)
	before.SetInterspersed(false)
	a.globalFlags(before)
	if before.Parse(args) != nil || before.NArg() < 2 || before.Arg(0) != "hook" || before.Arg(1) != "claude-code" {
		return nil, false
	}
	var f hookFlags
	own := pflag.NewFlagSet("sup7d hook claude-code", pflag.ContinueOnError)
	own.SetOutput(io.Discard)
	a.globalFlags(own)
	f.register(own)
	if err = own.Parse(before.Args()[2:]); err == nil && own.NArg() > 0 {
		err = fmt.Errorf("unknown argument %.40q", own.Arg(0))
	}
	return a.hookClaude(ctx, f, own.Changed("headless"), err, args), true
}

// hookClaude answers one event. usage says what is wrong with the command line; the
// event is answered all the same, and args are looked at for --headless.
func (a *app) hookClaude(ctx context.Context, f hookFlags, headlessIsSaid bool, usage error, args []string) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	log := a.hookLogger()
	if usage != nil && slices.ContainsFunc(args, isHeadless) { // a flag behind the fault was not read
		f.headless, headlessIsSaid = true, true
	}
	if !headlessIsSaid {
		f.headless = hook.Headless(os.Getenv)
	}
	if f.timeout <= 0 || f.wait < 0 {
		usage = errors.Join(usage, errors.New("--timeout must be more than 0, and --wait not less"))
		f.timeout, f.wait = hook.DefaultTimeout, 0
	}
	j := &hookJudge{app: a, flags: f, log: log, fault: usage}
	h, err := hook.New(f.options(j, log))
	if err != nil {
		return err
	}
	if err := h.Serve(ctx, a.In, a.Out); err != nil {
		fmt.Fprintln(a.Err, "sup7d: writing the answer:", err)
		return exitBlock
	}
	j.close(context.WithoutCancel(ctx))
	return nil
}

// isHeadless reports whether an argument says that nobody can answer.
func isHeadless(arg string) bool {
	value, ok := strings.CutPrefix(arg, "--headless")
	value, given := strings.CutPrefix(value, "=")
	said, err := strconv.ParseBool(value)
	return ok && (!given && value == "" || given && (said || err != nil))
}

// hookLogger logs what went wrong, and with -v more.
func (a *app) hookLogger() *slog.Logger {
	level := slog.LevelWarn
	if a.verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(a.Err, &slog.HandlerOptions{Level: level}))
}
