//go:build cgo

package java

import (
	grammar "github.com/tree-sitter/tree-sitter-java/bindings/go"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/treesitter"
)

// Grammars returns the grammar of Java.
func Grammars() []astrule.Grammar {
	return treesitter.Grammars("java", grammar.Language())
}
