//go:build cgo

package python

import (
	grammar "github.com/tree-sitter/tree-sitter-python/bindings/go"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/treesitter"
)

// Grammars returns the grammar of Python.
func Grammars() []astrule.Grammar {
	return treesitter.Grammars("python", grammar.Language())
}
