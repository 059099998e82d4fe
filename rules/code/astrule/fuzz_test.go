package astrule_test

import (
	"errors"
	"testing"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/astrule/astruletest"
)

func seeds() []string {
	return []string{
		rule("{pattern: 'f($$$A, $B, $$$)'}", "constraints: {B: {regex: x}}", "message: $A $$$B"),
		rule("{any: [{pattern: {context: 'let $A = 1', selector: variable_declarator, strictness: ast}}, {kind: array, nthChild: 2n+1}]}"),
		rule("{kind: number, inside: {kind: program, stopBy: {matches: u}, has: {field: name, regex: '[a-z]', stopBy: end}}}", "utils: {u: {not: {kind: array}}}"),
		rule("{matches: u}", "utils: {u: {any: [{kind: number}, {kind: array, has: {matches: u}}]}}"),
		rule("{nthChild: {position: -n+3, reverse: true, ofRule: {pattern: g($A), follows: {kind: comment}, precedes: {regex: x}}}}"),
		"id: a\nlanguage: js\nrule: {all: [{kind: ERROR}]}\n---\nid: b\nlanguage: ts\nrule: {range: ~}\nfiles: [a, {glob: b}]\n",
		"? [\n", "id: &a x\nrule: *a\n", "--- |\n x\n---\nrule: {inside: {}}",
	}
}

// FuzzLoad holds the reader to its promise: rules, or faults that say where.
func FuzzLoad(f *testing.F) {
	for _, seed := range seeds() {
		f.Add([]byte(seed), []byte(seed))
	}
	f.Fuzz(func(t *testing.T, rules, utils []byte) {
		loaded, err := astrule.Load([]astrule.Source{{File: "r.yml", Data: rules}}, astrule.Options{
			Grammars: []astrule.Grammar{astruletest.Grammar{}}, Utils: []astrule.Source{{File: "u.yml", Data: utils}},
		})
		if err == nil {
			for _, r := range loaded.Rules {
				if r.ID == "" || r.Language == "" || r.Line == 0 {
					t.Errorf("a rule without a name or a place: %+v", r)
				}
			}
			return
		}
		var found *astrule.Faults
		if !errors.As(err, &found) || len(found.List) == 0 {
			t.Fatalf("%v is no list of faults", err)
		}
		for _, fault := range found.List {
			if fault.Message == "" || fault.File == "" {
				t.Errorf("a fault that says nothing: %+v", fault)
			}
		}
	})
}

// FuzzMatch matches rules that load against any text: what is found is in the
// text, in order, and a text that cannot hold it is known before.
func FuzzMatch(f *testing.F) {
	for _, seed := range seeds() {
		f.Add([]byte(seed), []byte("let v = f(1, /* c */ g(2), 'x'); function h(a) { [1, [2]]; ) if (a) { b } }"))
	}
	f.Fuzz(func(t *testing.T, rules, code []byte) {
		if len(code) > 2_000 {
			return // long texts are slow, and nothing else
		}
		loaded, err := astrule.Load([]astrule.Source{{File: "r.yml", Data: rules}}, astrule.Options{Grammars: []astrule.Grammar{astruletest.Grammar{}}})
		if err != nil {
			return
		}
		tree, err := astruletest.Grammar{}.Parse(t.Context(), code)
		if err != nil {
			t.Fatalf("the grammar of the tests: %v", err)
		}
		for _, r := range loaded.Rules {
			if !r.Linked() {
				continue
			}
			matches, err := r.Match(tree)
			if err != nil && !errors.Is(err, astrule.ErrSteps) {
				t.Fatal(err)
			}
			check(t, r, matches, code)
		}
	})
}

func check(t *testing.T, r *astrule.Rule, matches []astrule.Match, code []byte) {
	if len(matches) > 0 && !r.MayMatch(code) {
		t.Errorf("MayMatch says that %q cannot be in %q", matches[0].Text(), code)
	}
	for i := range matches {
		m := &matches[i]
		if m.Start > m.End || m.End > len(code) {
			t.Errorf("%d to %d are not in the text", m.Start, m.End)
		}
		for _, c := range m.Captures {
			if c.Start > c.End || c.End > len(code) {
				t.Errorf("%s: %d to %d are not in the text", c.Name, c.Start, c.End)
			}
		}
		_ = m.Message()
	}
}
