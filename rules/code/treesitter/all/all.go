// Package all links every grammar that there is a package for.
package all

import (
	"slices"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/treesitter/bash"
	"github.com/flux7-go/supervisor/rules/code/treesitter/css"
	"github.com/flux7-go/supervisor/rules/code/treesitter/golang"
	"github.com/flux7-go/supervisor/rules/code/treesitter/html"
	"github.com/flux7-go/supervisor/rules/code/treesitter/java"
	"github.com/flux7-go/supervisor/rules/code/treesitter/javascript"
	"github.com/flux7-go/supervisor/rules/code/treesitter/json"
	"github.com/flux7-go/supervisor/rules/code/treesitter/python"
	"github.com/flux7-go/supervisor/rules/code/treesitter/rust"
	"github.com/flux7-go/supervisor/rules/code/treesitter/typescript"
)

// Grammars returns all grammars, and none where the program is built without
// cgo.
func Grammars() []astrule.Grammar {
	return slices.Concat(
		bash.Grammars(), css.Grammars(), golang.Grammars(), html.Grammars(), java.Grammars(), javascript.Grammars(),
		json.Grammars(), python.Grammars(), rust.Grammars(), typescript.Grammars(),
	)
}
