//go:build cgo

package json

import (
	grammar "github.com/tree-sitter/tree-sitter-json/bindings/go"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/treesitter"
)

// Grammars returns the grammar of JSON.
func Grammars() []astrule.Grammar {
	return treesitter.Grammars("json", grammar.Language())
}
