//go:build full

package command

import (
	"github.com/flux7-go/supervisor/rules/code"
	"github.com/flux7-go/supervisor/rules/code/treesitter/all"
)

// grammars is the engine of the linked grammars; false without cgo.
func grammars() (code.Engine, bool) {
	list := all.Grammars()
	return code.Grammars("treesitter", list...), len(list) > 0
}
