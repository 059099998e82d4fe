package command

import (
	"fmt"

	"github.com/flux7-go/supervisor/rules/code"
	"github.com/flux7-go/supervisor/rules/code/astgrep"
	"github.com/flux7-go/supervisor/rules/code/treesitter/all"
)

// The engines, by the names that the config of the supervisor has too.
const (
	engineLinked  = "treesitter"
	engineCommand = "astgrep"
)

// openEngines makes the engines of a list of names. Those that are not here are
// left out with a remark, which matters only where rules need them.
func openEngines(names []string) (list []code.Engine, remarks []string, err error) {
	for _, name := range names {
		switch name {
		case engineLinked:
			grammars := all.Grammars()
			if len(grammars) == 0 {
				remarks = append(remarks, "this codesup was built without cgo, so it has no grammars: rules on syntax trees need ast-grep")
				continue
			}
			list = append(list, code.Grammars(engineLinked, grammars...))
		case engineCommand:
			engine, err := astgrep.New(astgrep.Options{})
			if err != nil {
				remarks = append(remarks, err.Error())
				continue
			}
			list = append(list, engine)
		default:
			return nil, nil, fmt.Errorf("--engines: %q is none of %s, %s", name, engineLinked, engineCommand)
		}
	}
	return list, remarks, nil
}
