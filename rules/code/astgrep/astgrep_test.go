package astgrep_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules/code"
	"github.com/flux7-go/supervisor/rules/code/astgrep"
	"github.com/flux7-go/supervisor/rules/code/astrule"
)

// installed is an engine over the program that is installed. Without it the test
// is skipped, and fails where SUP7_REQUIRE names it.
func installed(t *testing.T) *astgrep.Engine {
	t.Helper()
	if _, err := exec.LookPath("ast-grep"); err != nil && !strings.Contains(os.Getenv("SUP7_REQUIRE"), "ast-grep") {
		t.Skip("there is no ast-grep: npm install --global @ast-grep/cli")
	}
	e, err := astgrep.New(astgrep.Options{})
	require.NoError(t, err)
	return e
}

// load reads rules as the gate does without grammars.
func load(t testing.TB, text string) []*astrule.Rule {
	t.Helper()
	loaded, err := astrule.Load([]astrule.Source{{File: "rules.yml", Data: []byte(text)}}, astrule.Options{})
	require.NoError(t, err)
	return loaded.Rules
}

func compile(t testing.TB, e *astgrep.Engine, text string) code.Program {
	t.Helper()
	p, err := e.Compile(t.Context(), load(t, text))
	require.NoError(t, err)
	return p
}

const someRules = `id: no fetch/in components
language: ts
severity: hint
message: do not fetch $A
files: ["src/[a"]
fix: get($A)
rule: {pattern: fetch($A)}
---
id: off
language: typescript
severity: off
metadata: {owner: web}
utils: {named: {regex: ^eval$}}
rule: {kind: identifier, matches: named}
`

// found is what a scan found in short.
func found(s code.Scan) string {
	var list []string
	for _, m := range s.Matches {
		list = append(list, fmt.Sprintf("%s %d-%d %s", m.Rule.ID, m.Start, m.End, m.Message))
	}
	if s.Broken >= 0 {
		list = append(list, fmt.Sprintf("broken %d", s.Broken))
	}
	return strings.Join(list, ", ")
}

func TestScan(t *testing.T) {
	t.Parallel()
	p := compile(t, installed(t), someRules)
	for name, tt := range map[string]struct{ source, want string }{
		"nothing":                 {"get(1)", ""},
		"empty":                   {"", ""},
		"a comment and a string":  {"// fetch(1)\nlet a = 'fetch(1)'", ""},
		"bytes, not characters":   {"'ü𐀀'; fetch(ü)\r\n", "no fetch/in components 10-19 do not fetch ü"},
		"outer before inner":      {"fetch(fetch(1))", "no fetch/in components 0-15 do not fetch fetch(1), no fetch/in components 6-14 do not fetch 1"},
		"severity is not its own": {"eval", "off 0-4 "},
		"what cannot be read":     {"let = ;\nfetch(2)", "no fetch/in components 8-16 do not fetch 2, broken 6"},
		"turned off":              {"// ast-grep-ignore\nfetch(1)", "no fetch/in components 19-27 do not fetch 1"},
		"turned off on the line":  {"fetch(1) // ast-grep-ignore: r0", "no fetch/in components 0-8 do not fetch 1"},
		"turned off in the file":  {"// ast-grep-ignore\n\nlet a;\nfetch(1)", "no fetch/in components 27-35 do not fetch 1"},
		"the words are quoted":    {"fetch('ast-grep-ignore') // ast-grep-ignore", "no fetch/in components 0-24 do not fetch 'ast-grep-ignore'"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := p.Scan(t.Context(), []byte(tt.source))
			require.NoError(t, err)
			assert.Equal(t, tt.want, found(s))
			assert.True(t, p.MayMatch([]byte(tt.source)))
		})
	}
	_, err := p.Scan(t.Context(), []byte("fetch('\xff')"))
	assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err))
	_, err = p.Scan(t.Context(), make([]byte, astgrep.MaxSource+1))
	assert.Equal(t, decision.CauseOverload, decision.CauseOf(err))
}

// TestRulesAboutTheComment: they see the words as they are.
func TestRulesAboutTheComment(t *testing.T) {
	t.Parallel()
	p := compile(t, installed(t), "id: no-ignore\nlanguage: go\nseverity: error\nrule: {kind: comment, regex: ast-grep-ignore}")
	s, err := p.Scan(t.Context(), []byte("package p\n\n// ast-grep-ignore\nvar a = 1\n"))
	require.NoError(t, err)
	assert.Equal(t, "no-ignore 11-29 ", found(s))
}

func TestManyRules(t *testing.T) {
	t.Parallel()
	var docs []string
	for i := range 400 { // more than one command line holds
		docs = append(docs, fmt.Sprintf("id: r-%d\nlanguage: python\nseverity: error\nmessage: %s\nrule: {pattern: f%d($A)}\n", i, strings.Repeat("m", 500), i))
	}
	s, err := compile(t, installed(t), strings.Join(docs, "---\n")).Scan(t.Context(), []byte("f399(1)\nf0(1)\nf(1)"))
	require.NoError(t, err)
	require.Len(t, s.Matches, 2)
	assert.Equal(t, "r-399", s.Matches[0].Rule.ID)
	assert.Equal(t, "r-0", s.Matches[1].Rule.ID)
}

func TestRefusedRulesAreNamed(t *testing.T) {
	t.Parallel()
	e := installed(t)
	_, err := e.Compile(t.Context(), load(t, someRules+"---\nid: odd\nlanguage: typescript\nseverity: error\nrule: {kind: no_such_kind}\n"))
	require.ErrorContains(t, err, ": odd")
	assert.NotContains(t, err.Error(), "no_such_kind", "no rule is quoted")
	_, err = e.Compile(t.Context(), load(t, "id: long\nlanguage: typescript\nseverity: error\nmessage: |\n"+strings.Repeat("  "+strings.Repeat("m", 1<<10)+"\n", 100)+"rule: {kind: comment}"))
	require.ErrorContains(t, err, "rule long: is longer")
	_, err = e.Compile(t.Context(), nil)
	require.Error(t, err)
}

// TestEveryLanguage: the program knows all that rules can name.
func TestEveryLanguage(t *testing.T) {
	t.Parallel()
	e := installed(t)
	for _, l := range astrule.Languages() {
		require.True(t, e.Knows(l.Name))
		compile(t, e, fmt.Sprintf("id: a\nlanguage: %s\nseverity: error\nrule: {kind: ERROR}", l.Name))
	}
	assert.False(t, e.Knows("cobol"))
	assert.False(t, e.Knows("ts"), "an alias: rules have the name")
	assert.Equal(t, "astgrep", e.Name())
}

// TestProject runs the engine as the gate does.
func TestProject(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	write(".supervisor/config.yml", "version: 1")
	write(".supervisor/rules/a.yml", "id: no-print\nlanguage: swift\nseverity: error\nmessage: no\nrule: {pattern: print($$$)}\nfiles: ['app/*']")
	p, err := code.Load(filepath.Join(root, ".supervisor"), code.Options{Engines: []code.Engine{installed(t)}})
	require.NoError(t, err)
	assert.Empty(t, p.Warnings())
	r := p.Validate(t.Context(), "app/a.swift", []byte("\nlet a = 1\n  print(a) // ast-grep-ignore"))
	require.Len(t, r.Violations, 1)
	assert.Equal(t, 3, r.Violations[0].Line)
	assert.Equal(t, 3, r.Violations[0].Column)
	assert.True(t, p.Validate(t.Context(), "lib/a.swift", []byte("print(1)")).Passed)
}
