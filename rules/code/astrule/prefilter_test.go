package astrule_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/rules/code/astrule"
)

func TestMayMatch(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text     string
		may, not []string
	}{
		"name":                    {rule("{pattern: fetch($A)}"), []string{"fetch(1)", "// fetch", "xfetchx"}, []string{"", "fetc", "fetc h", "Fetch"}},
		"the longest name":        {rule("{pattern: a.longer($A)}"), []string{"longer"}, []string{"a.long"}},
		"one letter":              {rule("{pattern: x($A)}"), []string{"max"}, []string{"y(1)", ""}},
		"no name":                 {rule("{pattern: $A + $B}"), []string{"", "x"}, nil},
		"kind":                    {rule("{kind: number}"), []string{""}, nil},
		"signature":               {rule("{pattern: {context: fetch($A), strictness: signature}}"), []string{"get(1)"}, nil},
		"any":                     {rule("{any: [{pattern: fetch($A)}, {pattern: axios.get($A)}]}"), []string{"fetch", "axios"}, []string{"ajax"}},
		"any with an unknown arm": {rule("{any: [{pattern: fetch($A)}, {kind: number}]}"), []string{""}, nil},
		"all":                     {rule("{all: [{kind: call_expression}, {pattern: fetch($A)}]}"), []string{"fetch"}, []string{"x"}},
		"not":                     {rule("{kind: number, not: {pattern: fetch}}"), []string{""}, nil},
		"relation":                {rule("{kind: number, inside: {pattern: fetch($$$), stopBy: end}}"), []string{"fetch"}, []string{"1"}},
		"stop of a relation":      {rule("{kind: number, inside: {kind: array, stopBy: {pattern: fetch($$$)}}}"), []string{""}, nil},
		"ofRule":                  {rule("{nthChild: {position: 1, ofRule: {pattern: fetch()}}}"), []string{"fetch"}, []string{"1"}},
		"util":                    {rule("{matches: u}", "utils: {u: {any: [{pattern: fetch()}, {kind: array, pattern: '[get]', has: {matches: u}}]}}"), []string{"fetch", "get"}, []string{"1"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rule := load(t, test.text).Rules[0]
			set, err := astrule.NewSet([]*astrule.Rule{rule})
			require.NoError(t, err)
			for _, text := range test.may {
				assert.True(t, rule.MayMatch([]byte(text)), text)
				assert.True(t, set.MayMatch([]byte(text)), text)
			}
			for _, text := range test.not {
				assert.False(t, rule.MayMatch([]byte(text)), text)
				assert.False(t, set.MayMatch([]byte(text)), text)
			}
		})
	}
}

func TestMayMatchDoesNotAllocate(t *testing.T) { // alone: it counts allocations
	text := ""
	for i := range 50 {
		text += fmt.Sprintf("id: r%d\nlanguage: js\nrule: {pattern: name%d($A)}\n---\n", i, i)
	}
	set, err := astrule.NewSet(load(t, text).Rules)
	require.NoError(t, err)
	source := []byte("nothing of it is here, but a nam and a name, and so on")
	assert.Zero(t, testing.AllocsPerRun(100, func() { set.MayMatch(source) }))
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = astrule.LanguageOf("a/b.tsx") }))
}
