package injection

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestEveryWordIsFolded keeps the data such that it can be found.
func TestEveryWordIsFolded(t *testing.T) {
	t.Parallel()
	check := func(word string) {
		folded := strings.Map(fold, word)
		assert.Equal(t, folded, word, "a text is folded before it is compared")
	}
	for _, groups := range []map[string]string{vocabulary, topics()} {
		for name, list := range groups {
			for word := range strings.FieldsSeq(list) {
				check(word)
			}
			assert.NotEmpty(t, list, name)
		}
	}
	for name := range topics() {
		assert.NotContains(t, vocabulary, name, "a name stands for one group")
	}
}

func TestEveryPhraseIsWellFormed(t *testing.T) {
	t.Parallel()
	elements := 0
	for _, rules := range load().rules {
		for _, r := range rules {
			span := 0
			for _, e := range r.elements {
				span += e.gap + 1
				elements = max(elements, e.id)
			}
			assert.Greater(t, len(r.elements), 1, r.text)
			assert.Less(t, span, window/2, r.text)
		}
	}
	assert.Less(t, elements, len(set{})*64)
	assert.Less(t, load().mayall, len(set{})*64, "the last cue")
	for _, parts := range load().parts {
		for _, p := range parts {
			assert.Less(t, p.at, len(wide{}))
		}
	}
	groups := maps.Clone(vocabulary)
	maps.Copy(groups, topics())
	texts := map[string]string{}
	for _, p := range phrases {
		texts[p.text] = p.not
	}
	for _, c := range slices.Concat(clauses, kinds) {
		texts[c.all] = c.not
	}
	for text, not := range texts {
		for field := range strings.FieldsSeq(text + " " + strings.ReplaceAll(not, "|", " ")) {
			for word := range strings.SplitSeq(strings.TrimPrefix(field, "^"), "|") {
				if name, ok := strings.CutPrefix(word, "@"); ok {
					_, ok = groups[name]
					assert.True(t, ok, "%s: %s", name, text)
				}
			}
		}
	}
}
