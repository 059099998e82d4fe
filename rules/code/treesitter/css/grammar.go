//go:build cgo

package css

import (
	grammar "github.com/tree-sitter/tree-sitter-css/bindings/go"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/treesitter"
)

// Grammars returns the grammar of CSS.
func Grammars() []astrule.Grammar {
	return treesitter.Grammars("css", grammar.Language())
}
