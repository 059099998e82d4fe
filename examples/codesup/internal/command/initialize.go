package command

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor/examples/codesup/internal/starter"
	"github.com/flux7-go/supervisor/rules/code"
)

func (a *app) initCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write rules to begin with, for the languages of the project",
		Long: "Look for the languages of the project in DIR (default: here) and write a commented config.yml and a file\n" +
			"of rules for each into .supervisor. A file that is there stays as it is.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			root := "."
			if len(args) == 1 {
				root = args[0]
			}
			languages, err := starter.Languages(root)
			if err != nil {
				return err
			}
			written, err := starter.Write(filepath.Join(root, code.DefaultDir), languages)
			for _, w := range written {
				if w.Kept {
					fmt.Fprintf(a.Out, "kept  %s\n", printable(w.Path))
				} else {
					fmt.Fprintf(a.Out, "wrote %s\n", printable(w.Path))
				}
			}
			if err != nil {
				return err
			}
			if len(languages) == 0 {
				languages = []string{"none that rules are written in"}
			}
			fmt.Fprintf(a.Out, "languages: %s\n", strings.Join(languages, ", "))
			return nil
		},
	}
}
