//go:build cgo

package golang

import (
	grammar "github.com/tree-sitter/tree-sitter-go/bindings/go"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/treesitter"
)

// Grammars returns the grammar of Go.
func Grammars() []astrule.Grammar {
	return treesitter.Grammars("go", grammar.Language())
}
