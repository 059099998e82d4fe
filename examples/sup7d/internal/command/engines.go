package command

import (
	"log/slog"

	"github.com/flux7-go/supervisor/rules/code"
	"github.com/flux7-go/supervisor/rules/code/astgrep"
)

// engines match the write gate's rules on syntax trees: linked grammars, and the
// ast-grep program where it is installed.
func engines(log *slog.Logger) map[string]code.Engine {
	list := map[string]code.Engine{}
	if linked, ok := grammars(); ok {
		list["treesitter"] = linked
	}
	if program, err := astgrep.New(astgrep.Options{}); err == nil {
		list["astgrep"] = program
	} else if log != nil {
		log.Debug("the write gate goes without the ast-grep program", "error", err)
	}
	return list
}
