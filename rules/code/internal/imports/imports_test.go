package imports_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/rules/code/internal/imports"
)

// paths are the imports of a file in short; "?" is one whose name is computed.
func paths(s imports.Syntax, src string) string {
	list, _ := imports.Read(s, src)
	var out []string
	for _, one := range list {
		if one.Computed {
			out = append(out, "?")
			continue
		}
		out = append(out, one.Path)
	}
	return strings.Join(out, " ")
}

func TestScript(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ src, want string }{
		"forms":                    {"import a from 'a';\nimport * as b from \"b\"\nimport {c, d as e} from 'c'\nimport f, {g} from 'f'; import 'h'", "a b c f h"},
		"types":                    {"import type {A} from './a'\nimport type B from 'b'\nimport {type C} from 'c'\nexport type {D} from 'd'\nimport type from 'e'", "./a b c d e"},
		"exports":                  {"export * from 'a'\nexport * as b from 'b'\nexport {c} from 'c'\nexport {d}\nexport default function from() {}\nexport const e = 'x'", "a b c"},
		"calls":                    {"const a = require('a'), b = await import('b'); import(`c`); require.resolve('d'); x.require('e'); require?.('f'); require.resolve?.('g'); x ? .5 : require('h')", "a b c d e f g h"},
		"typescript":               {"import a = require('a')\nlet b: typeof import('b')\ntype C = import('c').D<string>", "a b c"},
		"several lines":            {"import {\n  a, // from 'x'\n  b, /* from 'y' */\n}\nfrom\n'c'", "c"},
		"with attributes":          {"import a from 'a' with { type: 'json' }\nimport b from 'b'", "a b"},
		"string names":             {"import {'a b' as c, from} from 'd'", "d"},
		"computed":                 {"require(name); import('a' + b); import(`a${b}`); require('c' + \"d\"); import('e', {with: {}})", "? ? ? cd e"},
		"comments":                 {"// import 'a'\n/* import 'b'\n*/ import 'c' // import 'd'", "c"},
		"strings":                  {"const a = 'import \"x\"', b = \"require('y')\", c = `import 'z'`\nimport 'd'", "d"},
		"escapes":                  {`import 'a'; import "\x62"; import "\u0063\u{64}"; r\u0065quire('e')`, "a b cd e"},
		"a template":               {"const a = `x ${import('a')} ${`${require('b')}`} import 'c'`; import 'd'", "a b d"},
		"a regular expression":     {"x = /'/; import 'a'; if (b) /`/.test(c); import 'd'; const e = 1 / 2 / `3`; import 'f'", "a d f"},
		"a class of one":           {"x = /[/'\"]/g; import 'a'", "a"},
		"apostrophe in jsx":        {"const a = <p>Don't <b>import 'x'</b> {require('a')}</p>\nimport 'b'", "a b"},
		"jsx":                      {"return <A b='import \"x\"' {...c} d={<E f={() => require('a')}/>}>import 'y' </A>; import 'b'", "a b"},
		"a fragment":               {"x = <><A.B c:d='1'/>it's</>; import 'a'", "a"},
		"generics in tsx":          {"const f = <T,>(x: T) => x; const g = <T extends U>(x: T) => '>'; import 'a'", "a"},
		"open jsx":                 {"x = <a>\nimport 'b'\nconst c = `\nimport 'd'", "b d"},
		"an html comment":          {"#!/usr/bin/env node 'x\nimport 'a'", "a"},
		"other ends of a line":     {"// x\rimport 'a'\n// y\u2028import 'b'", "a b"},
		"members":                  {"a.import('b'); import.meta.url; import.defer('c'); class D { require() {} }", "c"},
		"a function of that name":  {"function require(x) {}\nrequire('a')", "a"},
		"words in between":         {"export { a }\nimport 'b'\nexport class C { from() {} }\nimport 'd'", "b d"},
		"a brace too many":         {"} import 'a' ) ] } import 'b'", "a b"},
		"nothing":                  {"", ""},
		"after a function's block": {"function a() {}\n/'/.test(b)\nimport 'c'", "c"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, paths(imports.JavaScript, tt.src))
		})
	}
	assert.Equal(t, "a", paths(imports.TypeScript, "const x = <T>(y: T) => y; let z = <any>w; import 'a'"))
}

func TestOtherLanguages(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		syntax    imports.Syntax
		src, want string
	}{
		"python":            {imports.Python, "import a.b as c, d\nfrom e import f as g, h\nfrom . import i\nfrom ..j.k import *\nif x: import l", "a.b d e e.f e.h . .i ..j.k l"},
		"python parens":     {imports.Python, "from a import (\n  b, # c\n  d as e,\n)\nimport \\\n  f", "a a.b a.d f"},
		"python strings":    {imports.Python, "x = 'import a'\n'''\nimport b\n'''\nr\"\"\"\nfrom c import d\n\"\"\"\n# import e\nimport g", "g"},
		"python functions":  {imports.Python, "importlib.import_module('a.b'); __import__(\"c\"); __import__(d)\ndef import_module(x): pass", "a.b c ?"},
		"python in between": {imports.Python, "yield from a\nx = (1,\nimport_)\nraise A from b; import c\nd.import_x", "c"},
		"python quotes":     {imports.Python, "a = 'it\\'s'\nimport b\nc = 'open\nimport d\ne = f'{g[\"h\"]}'\nimport i", "b d i"},
		"go":                {imports.Go, "package a\nimport \"b\"\nimport (\n\tc \"d\"\n\t_ `e`; . \"f\" // \"g\"\n)\nvar x = \"import\"\nimport h \"i\"", "b d e f i"},
		"go text":           {imports.Go, "var x = `\nimport \"a\"\n`\n/* import \"b\" */\nimport \"c\"", "c"},
		"java":              {imports.Java, "package a.b;\nimport c.d.E;\nimport static f.G.h;\nimport i.*; // import x.Y;\nString s = \"import z.Z;\";\nimport j.\n  K;", "c.d.E f.G.h i j.K"},
		"java escapes":      {imports.Java, `import a.\u0062.C;`, "a.b.C"},
		"java block":        {imports.Java, "String s = \"\"\"\n import a.B;\n \"\"\";\nimport c.D;", "c.D"},
		"kotlin":            {imports.Kotlin, "import a.b.C as D\nimport e.*\nimport f.`in`.G\n/* /* */ import x.Y */\nval c = 'x'\nfun import() {}", "a.b.C e f.in.G"},
		"scala":             {imports.Scala, "import a.b.{C, D => E, _}\nimport f.g._, h.I\nval x = 1", "a.b.C a.b.D a.b f.g h.I"},
		"c#":                {imports.CSharp, "using A.B;\nusing static C.D;\nglobal using E = F.G;\nusing global::H.I;\nusing (var x = y) {}\nusing var z = w;", "A.B C.D F.G H.I"},
		"rust":              {imports.Rust, "use a::b;\npub use crate::c::{self, d::{e, f as g}, h::*};\nextern crate i;\nuse ::j; // use k;\nlet x = \"use l;\";\nlet 'a = r#\"use \"m\";\"#;\nuse super::n;", "a::b crate::c crate::c::d::e crate::c::d::f crate::c::h i j super::n"},
		"rust chars":        {imports.Rust, "let a = '\"'; use b; let c = '\\''; use d; fn f<'a>(x: &'a str) {} use e;", "b d e"},
		"c":                 {imports.C, "#include <a/b.h>\n#  include \"c.h\"\n// #include <d.h>\n#include MACRO\nx = \"#include <e.h>\";\n#import \"f.h\"", "a/b.h c.h ? f.h"},
		"c++ raw":           {imports.C, "auto x = R\"y(\n#include \"a\"\n)y\";\n#include \"b\"", "b"},
		"ruby":              {imports.Ruby, "require 'a/b'\nrequire_relative(\"../c\")\nload 'd.rb'\nautoload :E, 'e'\n# require 'f'\n=begin\nrequire 'g'\n=end\nrequire File.join('h')\nx = \"require 'i'\"", "a/b ./../c d.rb e ?"},
		"php":               {imports.PHP, "it's <?php\nuse A\\B;\nuse C\\{D, E as F};\nuse function G\\h;\nrequire __DIR__ . '/../i.php';\ninclude_once('j.php');\n$x->require('k');\nfunction() use ($y) {};\n# use L;\nrequire $m;\n?> don't", `A\B C\D C\E G\h ./../i.php j.php ?`},
		"unknown":           {imports.Unknown, "import a", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, paths(tt.syntax, tt.src))
		})
	}
}

func TestReadSaysWhere(t *testing.T) {
	t.Parallel()
	src := "// ü\nimport {a} from './b'"
	list, whole := imports.Read(imports.TypeScript, src)
	assert.True(t, whole)
	assert.Equal(t, `'./b'`, src[list[0].Start:list[0].End])
	list, _ = imports.Read(imports.Rust, "use a::{b, c};")
	assert.Equal(t, 11, list[1].Start)
}

func TestReadIsBounded(t *testing.T) {
	t.Parallel()
	list, whole := imports.Read(imports.Go, strings.Repeat("import \"a\"\n", imports.MaxImports+1))
	assert.Len(t, list, imports.MaxImports)
	assert.False(t, whole)
	for name, src := range map[string]string{
		"open elements":  strings.Repeat("x = <a>", 3_000),
		"open templates": strings.Repeat("`${", 6_000),
		"odd templates":  strings.Repeat("`", 9_999),
		"generic":        strings.Repeat("= <T>(", 3_000),
		"slashes":        strings.Repeat("= /", 6_000),
		"braces":         "use " + strings.Repeat("{", 10_000),
		"strings":        strings.Repeat(`"\`, 8_000),
		"from":           strings.Repeat("import {a,", 3_000),
		"exports":        strings.Repeat("export a ", 3_000),
		"comments":       strings.Repeat("/*", 10_000),
	} {
		for s := imports.JavaScript; s <= imports.PHP; s++ { // ends, and soon: a test that hangs has failed
			list, _ := imports.Read(s, src)
			assert.LessOrEqual(t, len(list), imports.MaxImports, name)
		}
	}
}

// FuzzRead holds that no reader panics, that what is found lies in the file, and
// that an import at the end of a file is found after whole lines of comments.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"import a from 'b'", "import(`${x}`)", "<a b={c}>d</a>", "from . import (a, b)", "use a::{b, c::*};", "#include <a>",
		"r#\"x\"#", "/* /* */", "'\\", "import {", "if (x) /y/", "`", "R\"x(y)x\"", "\\u0061", "<?php ?>", "=begin",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for s := imports.JavaScript; s <= imports.PHP; s++ {
			list, _ := imports.Read(s, src)
			for _, one := range list {
				if one.Start < 0 || one.Start > one.End || one.End > len(src) {
					t.Fatalf("syntax %d: %+v in %q", s, one, src)
				}
			}
		}
	})
}
