package astrule_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/astrule/astruletest"
)

// faults are the faults of a rule file, one text each.
func faults(tb testing.TB, text string, utils ...string) []astrule.Fault {
	tb.Helper()
	opts := astrule.Options{Grammars: []astrule.Grammar{astruletest.Grammar{}}}
	for i, util := range utils {
		opts.Utils = append(opts.Utils, astrule.Source{File: fmt.Sprintf("util%d.yml", i), Data: []byte(util)})
	}
	loaded, err := astrule.Load([]astrule.Source{{File: "rules.yml", Data: []byte(text)}}, opts)
	var found *astrule.Faults
	require.ErrorAs(tb, err, &found)
	assert.Empty(tb, loaded.Rules, "nothing is loaded where something is wrong")
	assert.Contains(tb, err.Error(), "rules.yml")
	return found.List
}

func TestFaultsOfARuleObject(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ object, key, message string }{
		"no mapping":                  {"f($A)", "rule", "must be a rule"},
		"nothing in it":               {"{}", "rule", "holds no rule"},
		"unknown key":                 {"{kind: number, patern: x}", "rule.patern", `did you mean "pattern"?`},
		"unlike any key":              {"{kind: number, zebra: x}", "rule.zebra", "use one of pattern, kind"},
		"null":                        {"{kind: number, regex: ~}", "rule.regex", "has no value"},
		"pattern that is a number":    {"{pattern: 1}", "rule.pattern", "must be text"},
		"empty pattern":               {"{pattern: ''}", "rule.pattern", "holds no code"},
		"several nodes":               {"{pattern: 'a; b'}", "rule.pattern", "several nodes"},
		"run by itself":               {"{pattern: $$$A, kind: number}", "rule.pattern", "is a run of nodes by itself"},
		"variable by itself":          {"{pattern: $A}", "rule", "nodes of every kind"},
		"long pattern":                {"{pattern: '" + strings.Repeat("x", astrule.MaxPattern+1) + "'}", "rule.pattern", "longer than"},
		"pattern object without code": {"{pattern: {selector: number}}", "rule.pattern", "gives no context"},
		"key of a pattern object":     {"{pattern: {context: x, select: number}}", "rule.pattern.select", `did you mean "selector"?`},
		"unknown selector":            {"{pattern: {context: x, selector: nope}}", "rule.pattern.selector", "no nodes of this kind"},
		"selector that finds nothing": {"{pattern: {context: x, selector: number}}", "rule.pattern.context", "no node of the selector's kind"},
		"strictness":                  {"{pattern: {context: x, strictness: loose}}", "rule.pattern.strictness", "must be one of cst, smart, ast"},
		"unknown kind":                {"{kind: nope}", "rule.kind", "no nodes of this kind"},
		"kind selector":               {"{kind: 'arguments > number'}", "rule.kind", "is a selector, which is not supported"},
		"punctuation as a kind":       {"{kind: '*'}", "rule.kind", "no nodes of this kind"},
		"range":                       {"{range: {start: {line: 0, column: 0}}}", "rule.range", "is not supported"},
		"regex":                       {"{kind: number, regex: '['}", "rule.regex", "is not a regular expression: missing closing ]"},
		"look-around":                 {"{kind: number, regex: '(?=x)'}", "rule.regex", "look-around"},
		"set within a set":            {"{kind: number, regex: '[a[bc]]'}", "rule.regex", "set within a set"},
		"sets combined":               {"{kind: number, regex: '[a-z&&x]'}", "rule.regex", "combines sets with &&"},
		"edge of a word":              {`{kind: number, regex: '\<x'}`, "rule.regex", "edge of a word"},
		"edge in braces":              {`{kind: number, regex: '\b{start}x'}`, "rule.regex", "only Rust's engine reads"},
		"only Go reads it":            {`{kind: number, regex: '\Qx\E'}`, "rule.regex", "Rust's engine does not read"},
		"repeated too often":          {"{kind: number, regex: 'x{5000}'}", "rule.regex", "more than 1000 times"},
		"only a regex":                {"{regex: x}", "rule", "nodes of every kind"},
		"only not":                    {"{not: {kind: number}}", "rule", "nodes of every kind"},
		"one arm without a kind":      {"{any: [{kind: number}, {regex: x}]}", "rule", "nodes of every kind"},
		"template without a kind":     {"{pattern: {context: f($A), strictness: template}}", "rule", "nodes of every kind"},
		"any without an arm":          {"{any: []}", "rule.any", "at least one"},
		"all that is no list":         {"{all: {kind: number}}", "rule.all", "must be a list"},
		"fault in an arm":             {"{any: [{kind: number}, {kind: nope}]}", "rule.any[1].kind", "no nodes of this kind"},
		"not that is text":            {"{kind: number, not: x}", "rule.not", "must be a rule"},
		"relation without a rule":     {"{kind: number, has: {stopBy: end}}", "rule.has", "holds no rule"},
		"empty relation":              {"{kind: number, has: {}}", "rule.has", "must be a mapping"},
		"stopBy":                      {"{kind: number, has: {kind: number, stopBy: ends}}", "rule.has.stopBy", "neighbor, end or a rule"},
		"stopBy without a rule":       {"{kind: number, has: {kind: number, stopBy: {}}}", "rule.has.stopBy", "holds no rule"},
		"unknown field":               {"{kind: number, has: {kind: number, field: nope}}", "rule.has.field", "no field of this name"},
		"field of siblings":           {"{kind: number, follows: {kind: number, field: name}}", "rule.follows.field", "inside and has only"},
		"negative nthChild":           {"{kind: number, nthChild: 1 - n}", "rule.nthChild", "must be a number from 1 on"},
		"nthChild without a position": {"{kind: number, nthChild: {reverse: true}}", "rule.nthChild", "gives no position"},
		"reverse":                     {"{kind: number, nthChild: {position: 1, reverse: 3}}", "rule.nthChild.reverse", "must be true or false"},
		"key of nthChild":             {"{kind: number, nthChild: {position: 1, of: {kind: number}}}", "rule.nthChild.of", "unknown key"},
		"fault in ofRule":             {"{kind: number, nthChild: {position: 1, ofRule: {kind: nope}}}", "rule.nthChild.ofRule.kind", "no nodes of this kind"},
		"no such util":                {"{matches: nope}", "rule.matches", "there is no such util"},
		"util with arguments":         {"{matches: {u: {A: {kind: number}}}}", "rule.matches", "arguments for a util, which are not supported"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := faults(t, rule(test.object))
			require.Len(t, found, 1, "%v", found)
			assert.Equal(t, test.key, found[0].Key)
			assert.Contains(t, found[0].Message, test.message)
			assert.Equal(t, 4, found[0].Line)
			assert.Equal(t, "r", found[0].Rule)
			assert.NotEmpty(t, found[0].Snippet)
		})
	}
}

func TestFaultsOfADocument(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text string
		want []string // key: part of the message
	}{
		"empty rule":          {"id: a\n", []string{"language: is missing", "rule: is missing"}},
		"no id":               {"language: js\nrule: {kind: number}\n", []string{"id: is missing"}},
		"empty id":            {"id: ''\nlanguage: js\nrule: {kind: number}\n", []string{"id: must not be empty"}},
		"unknown language":    {"id: a\nlanguage: typscript\nrule: {kind: number}\n", []string{`language: is unknown; did you mean "typescript"?`}},
		"strange language":    {"id: a\nlanguage: cobol74\nrule: {kind: number}\n", []string{"language: is unknown"}},
		"severity":            {"id: a\nlanguage: js\nseverity: fatal\nrule: {kind: number}\n", []string{"severity: "}},
		"duplicate key":       {"id: a\nlanguage: js\nrule: {kind: number, kind: string}\n", []string{"kind: duplicate key"}},
		"files":               {"id: a\nlanguage: js\nfiles: src\nrule: {kind: number}\n", []string{"files: must be a list of globs"}},
		"glob":                {"id: a\nlanguage: js\nfiles: [{glub: x}, 3]\nrule: {kind: number}\n", []string{"files[0]: must be a glob", "files[0].glub: does not belong here", "files[1]: must be a glob"}},
		"constraint":          {"id: a\nlanguage: js\nrule: {pattern: f($A)}\nconstraints: {B: {kind: number}}\n", []string{"constraints.B: no pattern of the rule has this variable"}},
		"rule in constraints": {"id: a\nlanguage: js\nrule: {pattern: f($A)}\nconstraints: {A: {kind: nope}}\n", []string{"constraints.A.kind: "}},
		"fix":                 {"id: a\nlanguage: js\nrule: {pattern: f($A)}\nfix: g($B)\n", []string{"fix: no pattern of the rule has the variable $B"}},
		"template of a fix":   {"id: a\nlanguage: js\nrule: {pattern: f($A)}\nfix: {template: $$$B}\n", []string{"fix.template: no pattern"}},
		"transform":           {"id: a\nlanguage: js\nrule: {pattern: f($A)}\ntransform: {C: {substring: {source: $B}}}\nfix: $C\n", []string{"transform.C.substring.source: no pattern"}},
		"util":                {"id: a\nlanguage: js\nrule: {matches: u}\nutils: {u: {kind: nope}}\n", []string{"utils.u.kind: "}},
		"unused util":         {"id: a\nlanguage: js\nrule: {kind: number}\nutils: {u: {kind: nope}}\n", []string{"utils.u.kind: "}},
		"name of a util":      {"id: a\nlanguage: js\nrule: {matches: is-cal}\nutils: {is-call: {kind: number}}\n", []string{`rule.matches: there is no such util; did you mean "is-call"?`}},
		"util of itself":      {"id: a\nlanguage: js\nrule: {matches: u}\nutils: {u: {any: [{kind: number}, {matches: u}]}}\n", []string{"utils.u.any[1].matches: comes back to itself"}},
		"utils in a circle":   {"id: a\nlanguage: js\nrule: {matches: u}\nutils: {u: {not: {matches: v}}, v: {matches: u}}\n", []string{"utils.v.matches: comes back to itself"}},
		"circle in nthChild":  {"id: a\nlanguage: js\nrule: {matches: u}\nutils: {u: {nthChild: {position: 1, ofRule: {matches: u}}}}\n", []string{"utils.u.nthChild.ofRule.matches: comes back to itself"}},
		"two of one id":       {"id: a\nlanguage: js\nrule: {kind: number}\n---\nid: a\nlanguage: js\nrule: {kind: string}\n", []string{"id: is that of the rule in rules.yml:1 too"}},
		"several at once":     {"id: a\nlanguage: js\nrule: {kind: nope, regex: '['}\n---\nid: b\nlanguage: js\nrule: {pattern: ''}\n", []string{"rule.kind: ", "rule.regex: ", "rule.pattern: "}},
		"no yaml":             {"id: a\nlanguage: [\n", []string{": cannot be read as yaml"}},
		"no yaml behind one":  {"id: a\nlanguage: js\nrule: {kind: nope}\n---\nid: [\n", []string{"rule.kind: ", ": cannot be read as yaml"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := faults(t, test.text)
			require.Len(t, found, len(test.want), "%v", found)
			for i, want := range test.want {
				assert.Contains(t, found[i].Key+": "+found[i].Message, want)
				assert.NotZero(t, found[i].Line)
			}
		})
	}
}

func TestFaultSaysWhere(t *testing.T) {
	t.Parallel()
	found := faults(t, "id: a\nlanguage: js\nrule: {kind: number}\n---\n# the second\nid: b\nlanguage: js\nrule:\n  any:\n    - kind: nope\n")
	assert.Equal(t, astrule.Fault{
		File: "rules.yml", Document: 2, Line: 10, Column: 13, Rule: "b", Key: "rule.any[0].kind",
		Message: "the grammar of javascript has no nodes of this kind",
		Snippet: "   10 |     - kind: nope\n      |             ^~~~",
	}, found[0])
	assert.True(t, strings.HasPrefix(found[0].String(), "rules.yml:10:13: document 2: rule.any[0].kind: the grammar of"), found[0].String())
}

func TestFaultsOfGlobalUtils(t *testing.T) {
	t.Parallel()
	const fine = "id: a\nlanguage: js\nseverity: error\nrule: {kind: number}\n"
	load := func(utils ...string) error {
		opts := astrule.Options{Grammars: []astrule.Grammar{astruletest.Grammar{}}}
		for _, util := range utils {
			opts.Utils = append(opts.Utils, astrule.Source{File: "utils.yml", Data: []byte(util)})
		}
		_, err := astrule.Load([]astrule.Source{{File: "rules.yml", Data: []byte(fine)}}, opts)
		return err
	}
	require.NoError(t, load("id: a\nlanguage: js\nrule: {regex: x}\n"), "a util need not fix kinds, and ids of rules are others")
	require.NoError(t, load("id: a\nlanguage: js\nrule: {matches: b}\n---\nid: b\nlanguage: js\nrule: {kind: number}\n"), "order does not count")
	require.ErrorContains(t, load("id: a\nlanguage: js\nrule: {matches: b}\n---\nid: b\nlanguage: js\nrule: {matches: a}\n"), "comes back to itself")
	require.ErrorContains(t, load("id: a\nlanguage: js\nutils: {l: {matches: a}}\nrule: {matches: l}\n"), "comes back to itself")
	require.ErrorContains(t, load("id: a\nlanguage: js\nrule: {kind: number}\n", "id: a\nlanguage: js\nrule: {kind: number}\n"), "is that of the util in utils.yml:1 too")
	require.ErrorContains(t, load("id: a\nlanguage: py\nrule: {kind: number}\n---\nid: b\nlanguage: js\nrule: {matches: a}\n"), "there is no such util")
	require.ErrorContains(t, load("language: js\nrule: {kind: number}\n"), "id: is missing")
}

func TestWarnings(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ text, want string }{
		"severity":               {"id: a\nlanguage: js\nrule: {kind: number}\n", "gives no severity"},
		"disjoint kinds":         {rule("{pattern: f($A), kind: number}"), "rule: can find nothing"},
		"run":                    {rule("{pattern: 'f($$$A)'}", "constraints: {A: {kind: number}}"), "constraints.A: limits nothing"},
		"message":                {rule("{kind: number}", "message: no $A"), "message: mentions a variable that no pattern binds: $A"},
		"unknown key":            {rule("{kind: number}", "severty: off"), `severty: is ignored: unknown key; did you mean "severity"?`},
		"a key of theirs":        {rule("{kind: number}", "ast-grep-essentials: true"), "ast-grep-essentials: is ignored: unknown key"},
		"typo in a relation":     {rule("{kind: number, inside: {kind: array, stopby: end}}"), `rule.inside.stopby: is ignored: unknown key; did you mean "stopBy"?`},
		"nthchild in a relation": {rule("{kind: number, has: {kind: number, nthchild: 1}}"), `rule.has.nthchild: is ignored: unknown key; did you mean "nthChild"?`},
		"transformed":            {rule("{pattern: f($A)}", "message: no $B", "transform: {B: {substring: {source: $A}}}"), "message: mentions a variable that transform makes"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			warnings := load(t, test.text).Warnings
			require.Len(t, warnings, 1, "%v", warnings)
			assert.Contains(t, warnings[0].Key+": "+warnings[0].Message, test.want)
		})
	}
}

func TestRuleAsLoaded(t *testing.T) {
	t.Parallel()
	text := `# first
id: a
language: JSX
severity: warning
message: no
note: yes, really
url: https://example.test
metadata: {any: thing}
labels: {A: {style: primary}}
files: [src/**/*.js, {glob: LIB/*.js, caseInsensitive: true}]
ignores: ["*.min.js"]
rule: {kind: number}
--- # second
id: b
language: golang
rule: {pattern: f($A), nope: }
`
	text = strings.Replace(text, ", nope: ", "", 1)
	loaded := load(t, text)
	require.Len(t, loaded.Rules, 2)
	a, b := loaded.Rules[0], loaded.Rules[1]
	assert.Equal(t, []astrule.Glob{{Pattern: "src/**/*.js"}, {Pattern: "LIB/*.js", CaseInsensitive: true}}, a.Files)
	assert.Equal(t, []astrule.Glob{{Pattern: "*.min.js"}}, a.Ignores)
	assert.Equal(t, []any{"a", "javascript", astrule.SeverityWarning, "no", "yes, really", "https://example.test", "rules.yml", 1, 2, true},
		[]any{a.ID, a.Language, a.Severity, a.Message, a.Note, a.URL, a.File, a.Document, a.Line, a.Linked()})
	assert.True(t, strings.HasPrefix(a.Text, "id: a\n") && strings.HasSuffix(a.Text, "rule: {kind: number}\n"), a.Text)
	assert.Equal(t, []any{"b", "go", astrule.Severity(""), 2, 14, false}, []any{b.ID, b.Language, b.Severity, b.Document, b.Line, b.Linked()})
	assert.Equal(t, "id: b\nlanguage: golang\nrule: {pattern: f($A)}\n", b.Text)
}

func TestTheFormIsCheckedWithoutAGrammar(t *testing.T) {
	t.Parallel()
	sources := func(text string) []astrule.Source { return []astrule.Source{{File: "f.yml", Data: []byte(text)}} }
	loaded, err := astrule.Load(sources(rule("{pattern: f($A), inside: {kind: x, stopBy: end}}", "constraints: {B: {kind: y}}")), astrule.Options{})
	require.NoError(t, err)
	assert.False(t, loaded.Rules[0].Linked())
	_, err = astrule.Load(sources(rule("{pattern: f($A), insde: {kind: x}}")), astrule.Options{})
	require.ErrorContains(t, err, `did you mean "inside"?`)
	_, err = astrule.Load(sources(rule("{matches: u}", "utils: {u: {matches: u}}")), astrule.Options{})
	require.ErrorContains(t, err, "comes back to itself")
}

func TestTooManyRules(t *testing.T) {
	t.Parallel()
	var sources []astrule.Source
	for i := range 6 {
		var docs []string
		for j := range 900 {
			docs = append(docs, fmt.Sprintf("id: r%d-%d\nlanguage: js\nrule: {kind: number}\n", i, j))
		}
		sources = append(sources, astrule.Source{File: "f.yml", Data: []byte(strings.Join(docs, "---\n"))})
	}
	_, err := astrule.Load(sources, astrule.Options{})
	require.ErrorContains(t, err, "more than 5000 rules")
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"TS": "typescript", "tsx": "tsx", "Py": "python", "golang": "go", "c++": "cpp", "rs": "rust"} {
		l, ok := astrule.FindLanguage(name)
		assert.True(t, ok, name)
		assert.Equal(t, want, l.Name)
	}
	_, ok := astrule.FindLanguage("")
	assert.False(t, ok)
	for file, want := range map[string]string{"a/b.tsx": "tsx", "b.MTS": "typescript", "x.d.ts": "typescript", "a.py": "python", "Makefile": "", "a.unknown": "", ".ts": "typescript"} {
		l, _ := astrule.LanguageOf(file)
		assert.Equal(t, want, l.Name, file)
	}
}
