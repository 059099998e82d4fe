package code_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules/code"
	"github.com/flux7-go/supervisor/rules/code/astrule/astruletest"
)

func TestLoadReportsAllFaultsAtOnce(t *testing.T) {
	t.Parallel()
	dir := project(t, `version: 2
mod: warn
pattern_rules:
  - id: a
    paths: ["src/[.ts", "/x", {glob: "*", fold: true}]
    deny_patterns: ["a(?=b)", "(", 'x\1']
    message: m
    severity: fatal
  - {id: b, paths: [], deny_patterns: [], message: m}
import_rules:
  - {id: a, paths: ["*"], deny_imports: ["a*"], message: m}
semantic_rules:
  - {id: c, paths: ["*"]}
`, map[string]string{
		"x.yml": "id: a\nlanguage: klingon\nrule: {pattern: x}\n---\nid: d\nlanguage: javascript\nrule: {patern: x}\n",
		"y.yml": "id: [",
	})
	_, err := code.Load(dir, code.Options{Engines: []code.Engine{code.Grammars("test", astruletest.Grammar{})}})
	var faults *code.Faults
	require.ErrorAs(t, err, &faults)
	var lines []string
	for _, f := range faults.List {
		lines = append(lines, fmt.Sprintf("%s:%d:%d %d %s", filepath.Base(f.File), f.Line, f.Column, f.Document, f.Key))
	}
	text := err.Error()
	for _, want := range []string{
		"config.yml:1:10", "config.yml:2:1", `did you mean "mode"?`, "config.yml:5:13", "close every [", "matches nothing", "caseInsensitive",
		"look-ahead is not supported", "config.yml:6:23", "a reference to a group", "did you mean", "must hold at least one item",
		"name a module", "description", "x.yml:2:", "document 2", "y.yml", "^",
	} {
		assert.Contains(t, text, want, strings.Join(lines, "\n"))
	}
}

func TestLoadRefusesTheSameIDTwice(t *testing.T) {
	t.Parallel()
	dir := project(t, "pattern_rules: [{id: a, paths: ['*'], deny_patterns: [x], message: m}]\nsemantic_rules: [{id: a, paths: ['*'], description: d}]",
		map[string]string{"a.yml": "id: a\nlanguage: js\nrule: {pattern: foo()}"})
	_, err := code.Load(dir, code.Options{})
	require.ErrorContains(t, err, "also in")
	require.ErrorContains(t, err, "config.yml:2:")
	require.ErrorContains(t, err, "a.yml:1:")
}

func TestPatternsThatOnlyPythonReads(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]string{
		`a(?=b)`: "look-ahead", `a(?!b)`: "negative look-ahead", `(?<=a)b`: "look-behind", `(?<!a)b`: "negative look-behind",
		`(a)\1`: "reference", `(?P<a>x)(?P=a)`: "reference", `(a)?(?(1)b|c)`: "conditional", `a*+`: "possessive", `a++`: "possessive",
		`a?+`: "possessive", `a{2}+`: "possessive", `(?>a)`: "atomic", `a\Z`: `\z`, `(?x) a`: "flag x", `\u00e9`: `\x{`, `a{,3}`: "{0,n}", `(?#x)`: "comment",
		`[a`: "cannot be read", `a{1001}`: "cannot be read",
	} {
		_, err := code.Load(project(t, fmt.Sprintf("pattern_rules: [{id: a, paths: ['*'], deny_patterns: ['%s'], message: m}]", pattern), nil), code.Options{})
		assert.ErrorContains(t, err, want, pattern)
	}
	for _, pattern := range []string{`[(?=]`, `\(?=`, `[*+]+`, `\++`, `(?P<a>x)`, `(?i)x`, `\Q(?=\E`, `a{1,2}`, `[]a*+]`, `\pL`, `[[:alpha:]*+]`} {
		load(t, fmt.Sprintf("pattern_rules: [{id: a, paths: ['*'], deny_patterns: ['%s'], message: m}]", pattern), code.Options{})
	}
}

func TestWarnings(t *testing.T) {
	t.Parallel()
	dir := project(t, `
pattern_rules: [{id: empty, paths: ["*"], deny_patterns: ["x*"], message: m}]
import_rules: [{id: nowhere, paths: ["*.md"], deny_imports: [x], message: m}]
`, map[string]string{"a.yml": "id: tree\nlanguage: typescript\nrule:\n  pattern: foo($$$)\nfiles: ['**/*.tsx']"})
	p, err := code.Load(dir, code.Options{})
	require.NoError(t, err)
	var all []string
	for _, w := range p.Warnings() {
		all = append(all, w.String())
	}
	text := strings.Join(all, "\n")
	for _, want := range []string{"empty text", "imports are read", "no severity", "no message", "extensions are", "no engine reads typescript"} {
		assert.Contains(t, text, want)
	}
}

func TestRulesAreReloaded(t *testing.T) {
	t.Parallel()
	const before, after = "pattern_rules: [{id: a, paths: ['*'], deny_patterns: [old], message: m}]", "pattern_rules: [{id: a, paths: ['*'], deny_patterns: [newer], message: m}]"
	dir := project(t, before, nil)
	now := time.Unix(0, 0)
	p, err := code.Load(dir, code.Options{Now: func() time.Time { return now }})
	require.NoError(t, err)
	passes := func(text string) bool { return p.Validate(t.Context(), "x", []byte(text)).Passed }
	config := filepath.Join(dir, "config.yml")

	write(t, config, after)
	assert.False(t, passes("old"), "the files are not looked at all the time")
	now = now.Add(code.DefaultReloadInterval)
	assert.True(t, passes("old"))
	assert.False(t, passes("newer"))

	write(t, config, "pattern_rules: [")
	now = now.Add(code.DefaultReloadInterval)
	r := p.Validate(t.Context(), "x", []byte("newer"))
	assert.False(t, r.Passed, "the last good rules stay")
	require.NotEmpty(t, r.Notes)
	assert.Contains(t, r.Notes[0], "could not be reloaded")
	require.Error(t, p.Err())

	require.NoError(t, os.Remove(config))
	now = now.Add(code.DefaultReloadInterval)
	assert.False(t, passes("newer"))

	write(t, config, before)
	now = now.Add(code.DefaultReloadInterval)
	assert.False(t, passes("old"))
	assert.True(t, passes("newer"))
	require.NoError(t, p.Err())

	write(t, filepath.Join(dir, "rules", "a.yml"), "id: b\nlanguage: javascript\nrule: {pattern: foo()}\nmessage: m\nseverity: error")
	now = now.Add(code.DefaultReloadInterval)
	r = p.Validate(t.Context(), "a.js", []byte("x"))
	assert.Equal(t, decision.CauseUnavailable, r.Unchecked[0].Cause, "a new rule file, and no engine")
}

func TestLoadNeedsAConfig(t *testing.T) {
	t.Parallel()
	_, err := code.Load(filepath.Join(t.TempDir(), code.DefaultDir), code.Options{})
	require.ErrorContains(t, err, "config.yml")
	_, err = code.Load(t.TempDir(), code.Options{Budget: -1, Engines: []code.Engine{nil}})
	require.ErrorContains(t, err, "Budget")
	require.ErrorContains(t, err, "Engines")
}

// FuzzLoad holds that no config panics, and that what loads can be asked.
func FuzzLoad(f *testing.F) {
	f.Add(seedConfig, "a/b.ts", "x")
	f.Add(semanticConfig, "a.ts", "bad")
	f.Add("import_rules: [{id: a, paths: ['{a,b}/**'], deny_imports: ['../x', '..y'], message: m}]", "a/b.py", "from ..y import z")
	f.Fuzz(func(t *testing.T, config, path, content string) {
		p, err := code.ParseProject(config)
		if err != nil {
			return
		}
		r := p.Validate(t.Context(), path, []byte(content))
		assert.Equal(t, r.Passed, r.Rejection() == "")
		p.ValidateEdit(t.Context(), path, []byte(content), "x", "y", false)
	})
}
