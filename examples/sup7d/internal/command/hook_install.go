package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/hook"
)

// versionTimeout bounds asking the host for its version.
const versionTimeout = 10 * time.Second

// settingsFlags say which settings file is meant.
type settingsFlags struct{ scope, file string }

func (f *settingsFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.scope, "scope", "local",
		"whose settings: local (./.claude/settings.local.json), project (./.claude/settings.json) or user (~/.claude/settings.json)")
	cmd.Flags().StringVar(&f.file, "file", "", "the settings file itself, instead of --scope")
}

// path is the settings file. The host looks for a project's in the directory in
// which it is started, and in none above.
func (f *settingsFlags) path() (string, error) {
	switch {
	case f.file != "":
		return f.file, nil
	case f.scope == "local":
		return filepath.Join(".claude", "settings.local.json"), nil
	case f.scope == "project":
		return filepath.Join(".claude", "settings.json"), nil
	case f.scope != "user":
		return "", errors.New("--scope must be local, project or user")
	}
	if dir := os.Getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		return filepath.Join(dir, "settings.json"), nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".claude", "settings.json"), err
}

type installFlags struct {
	hookFlags
	settings                settingsFlags
	executable, hostVersion string
}

func (a *app) hookInstallCommand() *cobra.Command {
	var f installFlags
	cmd := &cobra.Command{
		Use:   "install",
		Short: "Have Claude Code run \"hook claude-code\" before every tool call",
		Long: "Write the hook into a settings file of Claude Code. All else in the file stays as it is, comments\n" +
			"too, and a backup is kept beside it. Installing again changes the entry to the flags given now.\n" +
			"The flags that \"hook claude-code\" has, and -c, are written into the entry.",
		Example: `  sup7d hook install
  sup7d -c ~/sup7/sup7.yaml hook install --scope user
  sup7d hook install --server http://127.0.0.1:9096 --token-env SUP7_TOKEN --wait 5m`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.hookInstall(cmd.Context(), f, cmd.Flags().Changed("headless"))
		},
	}
	f.register(cmd.Flags())
	f.settings.register(cmd)
	cmd.Flags().StringVar(&f.executable, "executable", "", "the program to run (default: this one)")
	cmd.Flags().StringVar(&f.hostVersion, "host-version", "", "the version of Claude Code (default: what \"claude --version\" says)")
	return cmd
}

func (a *app) hookInstall(ctx context.Context, f installFlags, headlessIsSaid bool) error {
	path, err := f.settings.path()
	if err != nil {
		return err
	}
	e, err := a.hookEntry(f, headlessIsSaid)
	if err != nil {
		return err
	}
	if f.hostVersion == "" {
		f.hostVersion = hostVersion(ctx)
	}
	e.BlockOnFailure = hook.KnowsOnFailure(f.hostVersion)
	disabled := false
	done, err := hook.EditSettings(path, true, func(settings []byte) ([]byte, error) {
		disabled = hook.DisablesHooks(settings)
		return hook.Install(settings, e)
	})
	if err != nil {
		return err
	}
	a.tellEdited(done, "installed in ", "is installed already in ")
	if !e.BlockOnFailure {
		fmt.Fprintln(a.Err, "sup7d: Claude Code lets a call run when the hook cannot be started or crashes: its version is older than 2.1.295, "+
			"or unknown (give --host-version)")
	}
	if f.executable == "" && strings.Contains(e.Command, "go-build") {
		fmt.Fprintln(a.Err, "sup7d: this program lies where go run put it and is deleted after this: install it, and install the hook again")
	}
	if disabled {
		fmt.Fprintln(a.Err, "sup7d: disableAllHooks is true in this file: Claude Code runs no hook until you remove it")
	}
	return nil
}

// hookEntry is the entry for these flags, after a look whether it would work.
func (a *app) hookEntry(f installFlags, headlessIsSaid bool) (e hook.Entry, err error) {
	o := f.options(&hookJudge{}, nil)
	if _, err := hook.New(o); err != nil || f.timeout == 0 {
		return e, errors.Join(err, errors.New("--timeout must be more than 0, and --wait not less"))
	}
	e = hook.Entry{Command: f.executable, Args: []string{"hook", "claude-code"}, Longest: o.Longest() + hookCloseTimeout}
	if e.Command == "" {
		e.Command, err = os.Executable()
	}
	if err == nil {
		e.Command, err = filepath.Abs(e.Command)
	}
	if err != nil {
		return e, fmt.Errorf("finding the program to run: %w", err)
	}
	add := func(flag, value string) {
		if value != "" {
			e.Args = append(e.Args, flag, value)
		}
	}
	config, err := a.configToInstall(f.server)
	if err != nil {
		return e, err
	}
	add("-c", config)
	add("--server", f.server)
	add("--token-env", f.tokenEnv)
	if f.agent != hook.DefaultAgent {
		add("--agent", f.agent)
	}
	if f.project != "" {
		if f.project, err = filepath.Abs(f.project); err != nil {
			return e, fmt.Errorf("finding the project directory: %w", err)
		}
	}
	add("--project", f.project)
	add("--timeout", f.timeout.String())
	if f.wait > 0 {
		add("--wait", f.wait.String())
	}
	if headlessIsSaid {
		e.Args = append(e.Args, fmt.Sprintf("--headless=%t", f.headless))
	}
	return e, nil
}

// configToInstall is the absolute path of -c, whose file must be without fault, or
// nothing: then the built-in config counts.
func (a *app) configToInstall(server string) (string, error) {
	switch {
	case server != "" && a.configPath != "":
		return "", errors.New("give -c or --server, not both: the supervisor of --server has its own config")
	case server != "":
		_, err := hook.NewPeer(hook.PeerOptions{URL: server})
		return "", err
	case a.configPath == "":
		return "", nil
	}
	path, err := filepath.Abs(a.configPath)
	if err != nil {
		return "", fmt.Errorf("finding the config: %w", err)
	}
	_, err = supervisor.LoadConfig(path)
	return path, err
}

// hostVersion asks the host on the PATH; empty: there is none, or it does not say.
func hostVersion(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, versionTimeout)
	defer cancel()
	out, err := exec.CommandContext(ctx, "claude", "--version").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

func (a *app) hookUninstallCommand() *cobra.Command {
	var f settingsFlags
	cmd := &cobra.Command{
		Use:   "uninstall",
		Short: "Take the hook out of Claude Code's settings",
		Long:  "Take our entries out of a settings file of Claude Code. Other hooks stay. A backup is kept beside the file.",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			path, err := f.path()
			if err != nil {
				return err
			}
			done, err := hook.EditSettings(path, false, hook.Uninstall)
			if err == nil {
				a.tellEdited(done, "removed from ", "is not in ")
			}
			return err
		},
	}
	f.register(cmd)
	return cmd
}

// tellEdited says what became of the settings.
func (a *app) tellEdited(done hook.Edited, changed, unchanged string) {
	switch {
	case !done.Changed:
		fmt.Fprintf(a.Out, "the hook %s%s\n", unchanged, done.Path)
	case done.Backup == "":
		fmt.Fprintf(a.Out, "the hook was %s%s\n", changed, done.Path)
	default:
		fmt.Fprintf(a.Out, "the hook was %s%s; what it was is in %s\n", changed, done.Path, done.Backup)
	}
}
