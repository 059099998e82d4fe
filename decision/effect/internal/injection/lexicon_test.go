package injection

import (
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
	for name, list := range vocabulary {
		for word := range strings.FieldsSeq(list) {
			check(word)
		}
		assert.NotEmpty(t, list, name)
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
	for _, p := range phrases {
		for field := range strings.FieldsSeq(p.text + " " + p.not) {
			for word := range strings.SplitSeq(strings.TrimPrefix(field, "^"), "|") {
				if name, ok := strings.CutPrefix(word, "@"); ok {
					assert.Contains(t, vocabulary, name, p.text)
				}
			}
		}
	}
}
