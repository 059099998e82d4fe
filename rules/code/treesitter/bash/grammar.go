//go:build cgo

package bash

import (
	grammar "github.com/tree-sitter/tree-sitter-bash/bindings/go"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/treesitter"
)

// Grammars returns the grammar of Bash.
func Grammars() []astrule.Grammar {
	return treesitter.Grammars("bash", grammar.Language())
}
