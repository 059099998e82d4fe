package astrule

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// Language is a programming language as rules name it.
type Language struct {
	Name       string   // in lower case
	Aliases    []string // in lower case, the name not among them
	Extensions []string // of files, in lower case, without the dot
	// Sigil takes the place of $ in patterns, because the grammar reads no
	// name that begins with $. 0: $ will do.
	Sigil rune
}

const (
	micro  = 'µ'
	linear = '\U00010000' // the first letter beyond 16 bits, for grammars that take µ for no letter
)

// Languages returns every language that a rule can name, whether a grammar for
// it is at hand or not. Names, extensions and sigils are those of ast-grep.
func Languages() []Language { return slices.Clone(languages()) }

var languages = sync.OnceValue(func() []Language {
	return []Language{
		{"bash", nil, []string{"bash", "bats", "cgi", "command", "env", "fcgi", "ksh", "sh", "tmux", "tool", "zsh"}, 0},
		{"c", nil, []string{"c", "h"}, linear},
		{"cpp", []string{"cc", "c++", "cxx"}, []string{"cc", "hpp", "cpp", "c++", "hh", "cxx", "cu", "ino"}, linear},
		{"csharp", []string{"cs"}, []string{"cs"}, micro},
		{"css", nil, []string{"css"}, '_'},
		{"dart", nil, []string{"dart"}, 0},
		{"elixir", []string{"ex"}, []string{"ex", "exs"}, micro},
		{"go", []string{"golang"}, []string{"go"}, micro},
		{"haskell", []string{"hs"}, []string{"hs"}, micro},
		{"hcl", nil, []string{"hcl", "nomad", "tf", "tfvars", "workflow"}, micro},
		{"html", nil, []string{"html", "htm", "xhtml"}, 'z'},
		{"java", nil, []string{"java"}, 0},
		{"javascript", []string{"js", "jsx"}, []string{"cjs", "js", "mjs", "jsx"}, 0},
		{"json", nil, []string{"json"}, 0},
		{"kotlin", []string{"kt"}, []string{"kt", "ktm", "kts"}, micro},
		{"lua", nil, []string{"lua"}, 0},
		{"markdown", []string{"md"}, []string{"md", "markdown"}, 0},
		{"nix", nil, []string{"nix"}, '_'},
		{"php", nil, []string{"php"}, micro},
		{"python", []string{"py"}, []string{"py", "py3", "pyi", "bzl"}, micro},
		{"ruby", []string{"rb"}, []string{"rb", "rbw", "gemspec"}, micro},
		{"rust", []string{"rs"}, []string{"rs"}, micro},
		{"scala", nil, []string{"scala", "sc", "sbt"}, 0},
		{"solidity", []string{"sol"}, []string{"sol"}, 0},
		{"swift", nil, []string{"swift"}, micro},
		{"tsx", nil, []string{"tsx"}, 0},
		{"typescript", []string{"ts"}, []string{"ts", "cts", "mts"}, 0},
		{"yaml", []string{"yml"}, []string{"yaml", "yml"}, 0},
	}
})

// FindLanguage returns the language of a name or alias in any case.
func FindLanguage(name string) (Language, bool) {
	name = strings.ToLower(name)
	return findLanguage(func(l Language) bool { return l.Name == name || slices.Contains(l.Aliases, name) })
}

// LanguageOf returns the language that the extension of a path stands for.
// Rules run on files of their own language only: those for typescript never
// on a .tsx file.
func LanguageOf(file string) (Language, bool) {
	extension := strings.ToLower(strings.TrimPrefix(path.Ext(file), "."))
	return findLanguage(func(l Language) bool { return slices.Contains(l.Extensions, extension) })
}

func findLanguage(is func(Language) bool) (Language, bool) {
	all := languages()
	i := slices.IndexFunc(all, is)
	if i < 0 {
		return Language{}, false
	}
	return all[i], true
}
