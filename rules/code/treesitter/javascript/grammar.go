//go:build cgo

package javascript

import (
	grammar "github.com/tree-sitter/tree-sitter-javascript/bindings/go"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/treesitter"
)

// Grammars returns the grammar of JavaScript.
func Grammars() []astrule.Grammar {
	return treesitter.Grammars("javascript", grammar.Language())
}
