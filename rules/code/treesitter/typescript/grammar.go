//go:build cgo

package typescript

import (
	grammar "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/treesitter"
)

// Grammars returns the grammars of TypeScript and of TSX, which are two
// languages: a rule for the one never runs on files of the other.
func Grammars() []astrule.Grammar {
	return append(
		treesitter.Grammars("typescript", grammar.LanguageTypescript()),
		treesitter.Grammars("tsx", grammar.LanguageTSX())...)
}
