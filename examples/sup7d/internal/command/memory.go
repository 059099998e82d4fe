package command

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor/memory/sqlite"
)

func (a *app) memoryCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "memory", Short: "Look after what is remembered", Args: cobra.NoArgs,
		Long: "Look after the file of store sqlite that the config names: decisions, what people decided (words), their\n" +
			"standing approvals, and the calls that wait or waited for them. A running sup7d may have it open.\n\n" +
			"Of flux7-memory, where there is no such file, \"list decisions\" and \"show\" print what it has.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			_ = cmd.Help() // the exit code says that nothing was asked for
			return exitCode(1)
		},
	}
	cmd.AddCommand(a.memoryListCommand(), a.memoryShowCommand(), a.memoryRevokeCommand(), a.memorySuggestCommand(), a.memorySimulateCommand(), a.memoryExportCommand(), a.memoryBackupCommand(), a.memoryVacuumCommand())
	return cmd
}

// withMemory opens the file that the config names; it makes none.
func (a *app) withMemory(ctx context.Context, do func(*sqlite.Store) error) (err error) {
	cfg, err := a.config(a.logger())
	if err != nil {
		return err
	}
	switch {
	case cfg.Memory.Store == "sqlite":
	case cfg.UsesMem7():
		return errors.New("flux7-memory keeps decisions only: use \"sup7d memory list decisions\" or \"sup7d memory show ID\"")
	default:
		return fmt.Errorf("memory.store is %s, of which nothing is left to look at: set memory.store: sqlite", cfg.Memory.Store)
	}
	if _, err := os.Stat(cfg.MemoryPath()); err != nil {
		return fmt.Errorf("the file of memory.path: %w", err)
	}
	s, err := openSQLite(ctx, cfg, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return do(s)
}

func (a *app) memoryExportCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "export",
		Short: "Print everything as JSON, one object a line",
		Long: "Print decisions, words, standing approvals and approvals as JSON, one object a line, each under a key that\n" +
			"says what it is. Calls that wait or waited for a person are printed with their parameters.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.withMemory(cmd.Context(), func(s *sqlite.Store) error { return s.Export(cmd.Context(), a.Out) })
		},
	}
}

func (a *app) memoryBackupCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the memory to a file that does not exist yet",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withMemory(cmd.Context(), func(s *sqlite.Store) error { return s.Backup(cmd.Context(), args[0]) })
		},
	}
}

func (a *app) memoryVacuumCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "vacuum",
		Short: "Check the file, forget what is due, and make it small",
		Long: "Read the whole file and say whether it is damaged, forget what memory.max_age and memory.max_count say,\n" +
			"and give the room back to the disk. What is in force is never forgotten.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.withMemory(cmd.Context(), func(s *sqlite.Store) error {
				if err := s.Vacuum(cmd.Context()); err != nil {
					return err
				}
				info, err := os.Stat(s.Path())
				if err == nil {
					fmt.Fprintf(a.Err, "%s is whole and has %d bytes\n", s.Path(), info.Size())
				}
				return err
			})
		},
	}
}
