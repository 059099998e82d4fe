//go:build cgo

package html

import (
	grammar "github.com/tree-sitter/tree-sitter-html/bindings/go"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/treesitter"
)

// Grammars returns the grammar of HTML.
func Grammars() []astrule.Grammar {
	return treesitter.Grammars("html", grammar.Language())
}
