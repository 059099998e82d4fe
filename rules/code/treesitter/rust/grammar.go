//go:build cgo

package rust

import (
	grammar "github.com/tree-sitter/tree-sitter-rust/bindings/go"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/treesitter"
)

// Grammars returns the grammar of Rust.
func Grammars() []astrule.Grammar {
	return treesitter.Grammars("rust", grammar.Language())
}
