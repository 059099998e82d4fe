//go:build cgo

package yaml

import (
	grammar "github.com/tree-sitter-grammars/tree-sitter-yaml/bindings/go"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/treesitter"
)

// Grammars returns the grammar of YAML.
func Grammars() []astrule.Grammar {
	return treesitter.Grammars("yaml", grammar.Language())
}
