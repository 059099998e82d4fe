package astrule_test

import (
	"context"
	"fmt"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/astrule/astruletest"
)

// Rules are loaded once and matched against every text.
func Example() {
	rules := astrule.Source{File: "no-fetch.yml", Data: []byte(`
id: no-fetch
language: javascript
severity: error
message: Do not fetch $URL here.
rule:
  pattern: fetch($URL)
  not: {inside: {kind: function_declaration, stopBy: end}}
`)}
	grammar := astruletest.Grammar{} // programs use those of rules/code/treesitter
	loaded, err := astrule.Load([]astrule.Source{rules}, astrule.Options{Grammars: []astrule.Grammar{grammar}})
	if err != nil {
		fmt.Println(err)
		return
	}
	set, err := astrule.NewSet(loaded.Rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	code := []byte("// fetch('/a')\nfunction load() { fetch('/b') }\nlet x = fetch('/c');\n")
	if !set.MayMatch(code) {
		return
	}
	tree, err := grammar.Parse(context.Background(), code)
	if err != nil {
		fmt.Println(err)
		return
	}
	matches, err := set.Match(tree)
	if err != nil {
		fmt.Println(err)
		return
	}
	lines := astrule.NewLines(code)
	for i := range matches {
		line, column := lines.Position(matches[i].Start)
		fmt.Printf("%d:%d: %s: %s\n", line, column, matches[i].Rule.ID, matches[i].Message())
	}
	// Output:
	// 3:9: no-fetch: Do not fetch '/c' here.
}

// Everything that is wrong is said at once.
func ExampleLoad() {
	_, err := astrule.Load([]astrule.Source{{File: "rules.yml", Data: []byte(`id: a
language: javascript
rule:
  kind: call_expresion
  inside: {kind: array, field: elments}
`)}}, astrule.Options{Grammars: []astrule.Grammar{astruletest.Grammar{}}})
	fmt.Println(err)
	// Output:
	// rules.yml:4:9: rule.kind: the grammar of javascript has no nodes of this kind
	//     4 |   kind: call_expresion
	//       |         ^~~~~~~~~~~~~~
	// rules.yml:5:32: rule.inside.field: the grammar of javascript has no field of this name
	//     5 |   inside: {kind: array, field: elments}
	//       |                                ^~~~~~~
}
