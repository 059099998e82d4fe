//go:build cgo

package all_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/treesitter/all"
)

// grammar returns the grammar of a language.
func grammar(tb testing.TB, language string) astrule.Grammar {
	tb.Helper()
	for _, g := range all.Grammars() {
		if g.Language() == language {
			return g
		}
	}
	require.Fail(tb, "no grammar", language)
	return nil
}

// finds are the texts that a rule finds in a piece of code.
func finds(tb testing.TB, language, rule, code string) []string {
	tb.Helper()
	text := fmt.Sprintf("id: r\nlanguage: %s\nseverity: error\nrule: %s\n", language, rule)
	g := grammar(tb, language)
	loaded, err := astrule.Load([]astrule.Source{{File: "r.yml", Data: []byte(text)}}, astrule.Options{Grammars: []astrule.Grammar{g}})
	require.NoError(tb, err)
	tree, err := g.Parse(tb.Context(), []byte(code))
	require.NoError(tb, err)
	matches, err := loaded.Rules[0].Match(tree)
	require.NoError(tb, err)
	texts := []string{}
	for i := range matches {
		texts = append(texts, matches[i].Text())
	}
	return texts
}

// TestSmart names what the strictness smart means in practice. All of it is so
// in ast-grep.
func TestSmart(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		pattern string
		fits    []string
		not     []string
	}{
		"trailing comma":          {`foo($A)`, []string{`foo(1,)`}, []string{`foo(1, 2)`, `foo()`}},
		"comment":                 {`foo($A)`, []string{`foo(/* c */ 1)`, `foo(1 /* c */)`}, []string{`foo(/* c */)`}},
		"comment before a call":   {`foo(g())`, []string{`foo(g() /* c */)`}, []string{`foo(/* c */ g())`}},
		"quotes count":            {`f('x')`, []string{`f('x')`}, []string{`f("x")`, `f(x)`}},
		"quotes of an import":     {`import $A from 'lib'`, []string{`import a from 'lib'`}, []string{`import a from "lib"`}},
		"several declarators":     {`const $A = $B`, []string{`const a = 1, b = 2`, `const a = 1;`}, []string{`const a: T = 1`, `let a = 1`}},
		"async function":          {`function f($$$) { $$$ }`, []string{`async function f(a) { b }`, `function f() {}`}, []string{`function g() {}`}},
		"async arrow":             {`() => $X`, []string{`() => 1`}, []string{`async () => 1`, `a => 1`}},
		"class with a base":       {`class $C { $$$ }`, []string{`class A { x = 1 }`, `class A {}`}, []string{`class A extends B { x = 1 }`}},
		"new with parentheses":    {`new Foo()`, []string{`new Foo()`}, []string{`new Foo`, `new Foo(1)`}},
		"new without parentheses": {`new Foo`, []string{`new Foo`, `new Foo()`}, []string{`new Bar`}},
		"else":                    {`if ($A) { $$$ }`, []string{`if (a) { b }`, `if (a) { b } else { c }`}, []string{`if (a) b`}},
		"variants of a call":      {`fetch($$$)`, []string{`fetch(1)`, `fetch()`}, []string{`window.fetch(1)`, `fetch<T>(1)`, `fetch?.(1)`}},
		"the same name twice":     {`[$A, $A]`, []string{`[a, a]`, `[f(1), f( 1)]`}, []string{`[a, b]`, `[f(1), f(2)]`}},
		"run before a node":       {`foo($$$A, 2)`, []string{`foo(2)`, `foo(1, 2)`, `foo(0, 1, 2)`}, []string{`foo(2, 1, 3)`, `foo()`}},
		"optional statement end":  {`return $A`, []string{`return 1;`, `return 1`}, []string{`return`, `return;`}},
		"punctuation variable":    {`return $$A`, []string{`return;`, `return 1`}, []string{`return`}},
		"text is no code":         {`fetch($$$)`, nil, []string{`// fetch(1)`, `"fetch(1)"`, "`fetch(1)`"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rule := fmt.Sprintf("{pattern: %q}", test.pattern)
			for _, code := range test.fits {
				assert.Len(t, finds(t, "typescript", rule, code), 1, code)
			}
			for _, code := range test.not {
				assert.Empty(t, finds(t, "typescript", rule, code), code)
			}
		})
	}
}

// TestSuppressingCommentsDoNothing: ast-grep would find nothing here.
func TestSuppressingCommentsDoNothing(t *testing.T) {
	t.Parallel()
	for _, code := range []string{
		"// ast-grep-ignore\nfetch(1)", "// ast-grep-ignore\n\nfoo();\nfetch(1)", "fetch(1) // ast-grep-ignore: r",
	} {
		assert.Equal(t, []string{"fetch(1)"}, finds(t, "typescript", `{pattern: fetch($$$)}`, code), code)
	}
}

// TestSigils: each grammar reads variables as names.
func TestSigils(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ pattern, code string }{
		"go":         {`f($A, $$$B)`, "package p\n\nfunc g() { f(1, 2, 3) }"},
		"python":     {`f($A, $$$B)`, "f(1, 2, 3)"},
		"rust":       {`f($A, $$$B)`, "fn g() { f(1, 2, 3) }"},
		"java":       {`f($A, $$$B)`, "class C { void g() { f(1, 2, 3); } }"},
		"javascript": {`f($A, $$$B)`, "f(1, 2, 3)"},
		"tsx":        {`f($A, $$$B)`, "f(1, 2, 3)"},
		"css":        {`$A { color: red }`, "a { color: red }"},
		"html":       {`<$T>$$$B</$T>`, "<p>x</p>"},
		"bash":       {`f $A $$$B`, "f 1 2 3"},
		"json":       {`[1, 2]`, "[1, 2]"},
	}
	for language, test := range tests {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			assert.Len(t, finds(t, language, fmt.Sprintf("{pattern: %q}", test.pattern), test.code), 1)
		})
	}
}
