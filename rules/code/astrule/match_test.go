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

// load loads rules of the toy grammar that have no fault.
func load(tb testing.TB, text string, utils ...string) *astrule.Loaded {
	tb.Helper()
	opts := astrule.Options{Grammars: []astrule.Grammar{astruletest.Grammar{}}}
	for i, util := range utils {
		opts.Utils = append(opts.Utils, astrule.Source{File: fmt.Sprintf("util%d.yml", i), Data: []byte(util)})
	}
	loaded, err := astrule.Load([]astrule.Source{{File: "rules.yml", Data: []byte(text)}}, opts)
	require.NoError(tb, err)
	return loaded
}

func parse(tb testing.TB, code string) *astrule.Tree {
	tb.Helper()
	tree, err := astruletest.Grammar{}.Parse(tb.Context(), []byte(code))
	require.NoError(tb, err)
	return tree
}

// rule writes a whole rule around its rule object.
func rule(object string, more ...string) string {
	return "id: r\nlanguage: js\nseverity: error\nrule: " + object + "\n" + strings.Join(more, "\n") + "\n"
}

// found are the texts that the rule finds, with the values of its variables.
func found(tb testing.TB, text, code string, utils ...string) []string {
	tb.Helper()
	matches, err := load(tb, text, utils...).Rules[0].Match(parse(tb, code))
	require.NoError(tb, err)
	texts := []string{}
	for i := range matches {
		m := &matches[i]
		text := m.Text()
		for _, c := range m.Captures {
			mark := "$"
			if c.Run {
				mark = "$$$"
			}
			text += fmt.Sprintf(" %s%s=%s", mark, c.Name, code[c.Start:c.End])
		}
		texts = append(texts, text)
	}
	return texts
}

func TestPatterns(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		pattern, code string
		want          []string
	}{
		"variable":                  {"f($A)", "f(1); f(1,); f(1, 2); f()", []string{"f(1) $A=1", "f(1,) $A=1"}},
		"variable without a name":   {"f($_)", "f(1); f()", []string{"f(1)"}},
		"named, but not bound":      {"f($_A, $_A)", "f(1, 2)", []string{"f(1, 2)"}},
		"punctuation variable":      {"$A$$B", "x", []string{}},
		"run":                       {"f($$$)", "f(); f(1, 2)", []string{"f()", "f(1, 2)"}},
		"run that is bound":         {"f($$$A)", "f(); f(1, 2)", []string{"f() $$$A=", "f(1, 2) $$$A=1, 2"}},
		"run before a node":         {"f($$$A, 3)", "f(1, 2, 3); f(3); f(4)", []string{"f(1, 2, 3) $$$A=1, 2", "f(3) $$$A="}},
		"run behind a node":         {"f(1, $$$A)", "f(1); f(1,); f(1, 2); f(2)", []string{"f(1,) $$$A=", "f(1, 2) $$$A=2"}},
		"run between nodes":         {"f(1, $$$A, 3)", "f(1, 2, 3); f(1, 3); f(1, 2)", []string{"f(1, 2, 3) $$$A=2", "f(1, 3) $$$A="}},
		"two runs":                  {"f($$$A, $$$B)", "f(1, 2, 3)", []string{"f(1, 2, 3) $$$A= $$$B=, 2, 3"}},
		"the same name":             {"f($A, $A)", "f(1, 1); f(1, 2); f(g(1), g( 1)); f(g(1), g(2))", []string{"f(1, 1) $A=1", "f(g(1), g( 1)) $A=g( 1)"}},
		"a name takes its last":     {"[$A, $A]", "[x, x]", []string{"[x, x] $A=x"}},
		"literal":                   {"f(1)", "f(1); f(2); g(1)", []string{"f(1)"}},
		"punctuation may be more":   {"f(1)", "f(1,)", []string{"f(1,)"}},
		"punctuation may not lack":  {"f(1,)", "f(1); f(1,)", []string{"f(1,)"}},
		"outer before inner":        {"f($A)", "f(f(1))", []string{"f(f(1)) $A=f(1)", "f(1) $A=1"}},
		"statement":                 {"let $A = $B", "let x = 1; let y", []string{"let x = 1; $A=x $B=1"}},
		"block":                     {"function $F($$$P) { $$$B }", "function f(a, b) { x; y }", []string{"function f(a, b) { x; y } $F=f $$$P=a, b $$$B=x; y"}},
		"else may follow":           {"if ($A) { $$$ }", "if (a) { b } else { c }", []string{"if (a) { b } else { c } $A=a"}},
		"no dollar variable":        {"f($a)", "f($a); f(1)", []string{"f($a)"}},
		"comment in the code":       {"f($A)", "f(/* c */ 1); f(1 /* c */); f(/* c */)", []string{"f(/* c */ 1) $A=1", "f(1 /* c */) $A=1"}},
		"comment in a run":          {"f($$$A)", "f(/* c */ 1)", []string{"f(/* c */ 1) $$$A=/* c */ 1"}},
		"comment before a call":     {"f(g())", "f(/* c */ g()); f(g())", []string{"f(g())"}},
		"comment in both":           {"f(/* c */ 1)", "f(/* c */ 1); f(/* d */ 1); f(1)", []string{"f(/* c */ 1)"}},
		"nothing but a comment":     {"f()", "f(/* c */); f(1)", []string{"f(/* c */)"}},
		"an empty list fits no run": {"{ $A }", "{ }", []string{}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, found(t, rule(fmt.Sprintf("{pattern: %q}", test.pattern)), test.code))
		})
	}
}

func TestStrictness(t *testing.T) {
	t.Parallel()
	tests := []struct {
		pattern, code string
		fits          string // the levels at which it does
	}{
		{"f($A)", "f(1)", "cst smart ast relaxed signature template"},
		{"f($A)", "f(1,)", "smart ast relaxed signature template"},
		{"f($A)", "f(/* c */ 1)", "smart relaxed signature template"},
		{"f($A)", "f(/* c */)", "ast cst"},
		{"f($A)", "f(1 /* c */)", "smart relaxed signature template"},
		{"f($A,)", "f(1)", "ast relaxed signature"},
		{"f(1, 2)", "f(1, /* c */ 2)", "smart relaxed signature template"},
		{"f(1)", "f(1, 2)", ""},
		{"f(1)", "g(2)", "signature"},
		{"f(1)", "f('x')", ""},
		{"f(/* c */ 1)", "f(/* d */ 1)", ""},
		{"f(/* c */ 1)", "f(/* c */ 1)", "cst smart ast relaxed signature template"},
		{"let $A = 1", "let a = 1;", "smart ast relaxed signature"},
		{"f(1, $$$A)", "f(1)", "ast relaxed signature"},
		{"$A + $B", "a + b", "cst smart ast relaxed signature template"},
		{"f($$$A, $B)", "f(1, 2, 3)", ""},
	}
	for _, test := range tests {
		for _, level := range []string{"cst", "smart", "ast", "relaxed", "signature", "template"} {
			kind := "call_expression"
			switch {
			case strings.HasPrefix(test.pattern, "let"):
				kind = "lexical_declaration"
			case strings.Contains(test.pattern, "+"):
				kind = "binary_expression"
			}
			text := rule(fmt.Sprintf("{kind: %s, pattern: {context: %q, strictness: %s}}", kind, test.pattern, level))
			want := strings.Contains(" "+test.fits+" ", " "+level+" ")
			assert.Equal(t, want, len(found(t, text, test.code)) > 0, "%s: %s fits %s", level, test.pattern, test.code)
		}
	}
}

func TestRuleObjects(t *testing.T) {
	t.Parallel()
	const code = "function f(a) { g(1); h(2); { g(3) } }\ng('x', [g(4), 5]);\nlet v = h(6)"
	tests := map[string]struct {
		object string
		want   []string
	}{
		"kind":                           {"{kind: string}", []string{"'x'"}},
		"regex":                          {"{kind: number, regex: '[24]'}", []string{"2", "4"}},
		"regex is not anchored":          {"{kind: identifier, regex: v}", []string{"v"}},
		"all":                            {"{all: [{kind: number}, {regex: '1'}]}", []string{"1"}},
		"any":                            {"{any: [{kind: string}, {pattern: '6'}]}", []string{"'x'", "6"}},
		"any binds the first that fits":  {"{any: [{pattern: g($A)}, {pattern: h($B)}], inside: {kind: variable_declarator}}", []string{"h(6) $B=6"}},
		"not":                            {"{kind: number, not: {regex: '[1-5]'}}", []string{"6"}},
		"not binds nothing":              {"{pattern: g($A), not: {pattern: 'h($B)'}, inside: {kind: array}}", []string{"g(4) $A=4"}},
		"inside":                         {"{kind: number, inside: {kind: array}}", []string{"5"}},
		"inside to the end":              {"{kind: number, inside: {kind: array, stopBy: end}}", []string{"4", "5"}},
		"inside up to a rule":            {"{kind: number, inside: {kind: function_declaration, stopBy: {kind: statement_block}}}", []string{}},
		"the stop is tried too":          {"{kind: number, inside: {kind: statement_block, stopBy: {kind: statement_block}}}", []string{"1", "2", "3"}},
		"inside a field":                 {"{kind: call_expression, inside: {kind: variable_declarator, field: value}}", []string{"h(6)"}},
		"inside another field":           {"{kind: identifier, inside: {kind: variable_declarator, field: value, stopBy: end}}", []string{"h"}},
		"has":                            {"{kind: arguments, has: {kind: string}}", []string{"('x', [g(4), 5])"}},
		"has to the end":                 {"{kind: function_declaration, has: {pattern: '3', stopBy: end}}", []string{code[:38]}},
		"has no neighbour":               {"{kind: function_declaration, has: {pattern: '3'}}", []string{}},
		"has up to a rule":               {"{kind: function_declaration, has: {kind: number, stopBy: {kind: call_expression}}}", []string{}},
		"has in a field":                 {"{kind: call_expression, has: {field: function, regex: ^h$}}", []string{"h(2)", "h(6)"}},
		"has in a field, to the end":     {"{kind: call_expression, has: {field: arguments, regex: '^5$', stopBy: end}}", []string{"g('x', [g(4), 5])"}},
		"has in a field, up to a rule":   {"{kind: call_expression, has: {field: arguments, kind: number, stopBy: {kind: array}}}", []string{"g(1)", "h(2)", "g(3)", "g(4)", "h(6)"}},
		"precedes":                       {"{kind: expression_statement, precedes: {kind: expression_statement}}", []string{"g(1);"}},
		"precedes to the end":            {"{kind: expression_statement, precedes: {kind: statement_block, stopBy: end}}", []string{"g(1);", "h(2);"}},
		"precedes up to a rule":          {"{kind: expression_statement, precedes: {kind: statement_block, stopBy: {regex: h}}}", []string{"h(2);"}},
		"follows":                        {"{kind: expression_statement, follows: {kind: expression_statement}}", []string{"h(2);"}},
		"follows punctuation":            {"{kind: number, follows: {regex: '^,$'}}", []string{"5"}},
		"follows to the end":             {"{kind: lexical_declaration, follows: {kind: function_declaration, stopBy: end}}", []string{"let v = h(6)"}},
		"nthChild":                       {"{kind: expression_statement, nthChild: 2}", []string{"h(2);", "g('x', [g(4), 5]);"}},
		"nthChild as a formula":          {"{kind: expression_statement, nthChild: 2n+1}", []string{"g(1);", "g(3)"}},
		"nthChild from the end":          {"{kind: expression_statement, nthChild: {position: 1, reverse: true}}", []string{"g(3)"}},
		"nthChild of some":               {"{nthChild: {position: 2, ofRule: {kind: expression_statement}}}", []string{"h(2);"}},
		"nthChild of some, from the end": {"{nthChild: {position: 1, ofRule: {kind: expression_statement}, reverse: true}}", []string{"h(2);", "g(3)", "g('x', [g(4), 5]);"}},
		"nthChild binds":                 {"{nthChild: {position: 1, ofRule: {pattern: 'h($N)'}}, inside: {kind: variable_declarator}}", []string{"h(6) $N=6"}},
		"selector":                       {"{pattern: {context: 'let $A = 1', selector: variable_declarator}}", []string{}},
		"selector of a variable":         {"{pattern: {context: 'x.$A', selector: property_identifier}}", []string{}},
		"variable in two places":         {"{pattern: h($A), inside: {kind: program, stopBy: end, has: {pattern: 'g($A)', stopBy: end}}}", []string{}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, found(t, rule(test.object), code))
		})
	}
}

func TestUtils(t *testing.T) {
	t.Parallel()
	const global = "id: sum\nlanguage: js\nrule: {pattern: $X + $Y}\nconstraints: {X: {kind: number}}\n"
	tests := map[string]struct {
		text, code string
		want       []string
	}{
		"local, with its bindings": {rule("{matches: u}", "utils: {u: {pattern: f($A)}}"), "f(1)", []string{"f(1) $A=1"}},
		"local sees bindings":      {rule("{pattern: $A + $B, matches: u}", "utils: {u: {has: {kind: identifier, pattern: $A}}}"), "x + 1; 1 + x", []string{"x + 1 $A=x $B=1"}},
		"local calls local":        {rule("{matches: u}", "utils: {u: {matches: v}, v: {kind: number}}"), "1", []string{"1"}},
		"itself below a relation": {rule("{matches: deep}", "utils: {deep: {any: [{kind: number}, {kind: array, has: {matches: deep}}]}}"),
			"[[1]]; [[x]]", []string{"[[1]]", "[1]", "1"}},
		"global":                   {rule("{matches: sum}"), "1 + x; x + 1", []string{"1 + x"}},
		"global has its own names": {rule("{matches: sum, pattern: $X}"), "1 + x", []string{"1 + x $X=1 + x"}},
		"local hides global":       {rule("{matches: sum}", "utils: {sum: {kind: string}}"), "1 + x; 'a'", []string{"'a'"}},
		"stopBy is a util":         {rule("{kind: number, inside: {kind: program, stopBy: {matches: sum}}}"), "f(1); 1 + f(2)", []string{"1"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, found(t, test.text, test.code, global))
		})
	}
}

func TestConstraints(t *testing.T) {
	t.Parallel()
	text := rule("{pattern: $A + $B}", "constraints: {A: {regex: ^x}, B: {pattern: f($C)}}")
	assert.Equal(t, []string{"x1 + f(2) $A=x1 $B=f(2) $C=2"}, found(t, text, "x1 + f(2); y + f(2); x2 + 2"))
	text = rule("{pattern: '[$A, $B]'}", "constraints: {B: {pattern: $A}}")
	assert.Equal(t, []string{"[x, x] $A=x $B=x"}, found(t, text, "[x, x]; [x, y]"))
}

func TestMessage(t *testing.T) {
	t.Parallel()
	text := rule("{pattern: 'f($A, $$$REST)'}", `message: "$A then $$$REST, $NONE$$$NONE. $5 $$ $a $A1"`)
	loaded := load(t, text)
	tree := parse(t, "f(g(1), 2, 3); f('"+strings.Repeat("ü", 300)+"', 1)")
	matches, err := loaded.Rules[0].Match(tree)
	require.NoError(t, err)
	require.Len(t, matches, 2)
	assert.Equal(t, "g(1) then 2, 3, . $5 $$ $a ", matches[0].Message())
	assert.Contains(t, matches[1].Message(), strings.Repeat("ü", 199)+"… then 1, ")

	loaded.Rules[0].Message = "plain"
	assert.Equal(t, "plain", matches[0].Message())
}

func TestBrokenCode(t *testing.T) {
	t.Parallel()
	tree := parse(t, "f(1); ) f(2)")
	offset, broken := tree.Broken()
	assert.True(t, broken)
	assert.Equal(t, 6, offset)
	assert.Len(t, found(t, rule("{pattern: f($A)}"), "f(1); ) f(2)"), 2)
	assert.Equal(t, []string{")"}, found(t, rule("{kind: ERROR}"), "f(1); ) f(2)"))
}

func TestSetMatchesItsRulesInOnePass(t *testing.T) {
	t.Parallel()
	loaded := load(t, "id: a\nlanguage: js\nrule: {pattern: f($A)}\n---\nid: b\nlanguage: js\nrule: {kind: number}\n")
	set, err := astrule.NewSet(loaded.Rules)
	require.NoError(t, err)
	matches, err := set.Match(parse(t, "f(1); 2; f(x)"))
	require.NoError(t, err)
	var got []string
	for i := range matches {
		got = append(got, matches[i].Rule.ID+" "+matches[i].Text())
	}
	assert.Equal(t, []string{"a f(1)", "b 1", "b 2", "a f(x)"}, got)
	assert.Len(t, set.Rules(), 2)
}

func TestSetRefusesWhatItCannotMatch(t *testing.T) {
	t.Parallel()
	loaded := load(t, "id: a\nlanguage: js\nrule: {kind: number}\n---\nid: b\nlanguage: go\nrule: {kind: number}\n")
	require.False(t, loaded.Rules[1].Linked())
	assert.False(t, loaded.Rules[1].MayMatch([]byte("1")))
	_, err := astrule.NewSet(loaded.Rules)
	require.ErrorContains(t, err, "no grammar for go")
	_, err = loaded.Rules[1].Match(parse(t, "1"))
	require.Error(t, err)
	empty, err := astrule.NewSet(nil)
	require.NoError(t, err)
	assert.False(t, empty.MayMatch([]byte("1")))
}

func TestMatchingIsBounded(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ text, code string }{
		"nested searches": {
			rule("{kind: number, inside: {kind: program, stopBy: end, has: {stopBy: end, kind: number, inside: {stopBy: end, kind: program, has: {stopBy: end, kind: number, regex: never}}}}}"),
			strings.Repeat("f(1);", 3_000),
		},
		"utils that send each other up and down": {
			rule("{kind: number, matches: up}", "utils: {up: {inside: {matches: down}}, down: {has: {matches: up}}}"), "f(1)",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := load(t, test.text).Rules[0].Match(parse(t, test.code))
			require.ErrorIs(t, err, astrule.ErrSteps)
		})
	}
}
