package command

import (
	"io"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor/examples/sup7d/internal/demo"
)

func (a *app) demoCommand() *cobra.Command {
	var o demo.Options
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Watch a working day's calls being decided",
		Long: "Start a mesh on loopback, replay the calls of a working day, and show each as it is decided.\n" +
			"It needs no network and no config.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Out, o.Notes, o.Color = a.Out, a.Err, isTerminal(a.Out)
			o.Logger = slog.New(slog.DiscardHandler)
			if a.verbose {
				o.Logger = a.logger()
			}
			return demo.Run(cmd.Context(), o)
		},
	}
	cmd.Flags().BoolVar(&o.JSON, "json", false, "print the decisions as JSON lines")
	cmd.Flags().StringVar(&o.Journal, "journal", "", "where to write the journal (default: a temporary file)")
	return cmd
}

// isTerminal reports whether w shows colours: a terminal, unless NO_COLOR is
// set (https://no-color.org).
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
