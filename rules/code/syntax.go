package code

import (
	"path"
	"strings"
	"sync"

	"github.com/flux7-go/supervisor/rules/code/internal/imports"
)

// importSyntax says how the files of an extension write imports.
var importSyntax = sync.OnceValue(func() map[string]imports.Syntax {
	made := map[string]imports.Syntax{}
	for s, extensions := range map[imports.Syntax]string{
		imports.JavaScript: "js jsx mjs cjs tsx",
		imports.TypeScript: "ts mts cts vue svelte astro",
		imports.Python:     "py pyi pyw py3 ipynb",
		imports.Go:         "go",
		imports.Java:       "java",
		imports.Kotlin:     "kt kts ktm",
		imports.Scala:      "scala sc sbt",
		imports.CSharp:     "cs csx",
		imports.Rust:       "rs",
		imports.C:          "c h cc cpp cxx c++ hpp hh hxx m mm cu ino",
		imports.Ruby:       "rb rake gemspec ru",
		imports.PHP:        "php phtml",
	} {
		for _, e := range strings.Fields(extensions) {
			made[e] = s
		}
	}
	return made
})

func importExtensions() []string {
	var list []string
	for e := range importSyntax() {
		list = append(list, e)
	}
	return list
}

// syntaxOf tells how a file writes imports, by its name.
func syntaxOf(file string) imports.Syntax {
	return importSyntax()[strings.ToLower(strings.TrimPrefix(path.Ext(file), "."))]
}
