package rules

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTrieFindsWhatStringsFind compares with the functions of strings, on
// words and texts of two letters, which share many starts and ends.
func TestTrieFindsWhatStringsFind(t *testing.T) {
	t.Parallel()
	g := rand.New(rand.NewPCG(1, 2))
	text := func(most int) string {
		b := make([]byte, 1+g.IntN(most))
		for i := range b {
			b[i] = "ab"[g.IntN(2)]
		}
		return string(b)
	}
	for range 500 {
		words := make([]word, 1+g.IntN(20))
		for i := range words {
			words[i] = word{text(6), ticket(i)}
		}
		unsorted := append([]word(nil), words...)
		tree, where := newTrie(words), text(30)
		var starts, within []ticket
		for _, w := range unsorted {
			if strings.HasPrefix(where, w.text) {
				starts = append(starts, w.rule)
			}
			if strings.Contains(where, w.text) {
				within = append(within, w.rule)
			}
		}
		var got found
		tree.starts(strings.ToUpper(where), &got)
		got.sort()
		require.ElementsMatch(t, starts, got.rules, "%s starts with %v", where, unsorted)
		got.reset()
		tree.within(strings.ToUpper(where), &got)
		got.sort()
		require.Equal(t, within, append([]ticket(nil), got.rules...), "%s holds %v", where, unsorted)
	}
}

func TestTrieWithManyChildren(t *testing.T) {
	t.Parallel()
	var words []word
	for i := range 200 {
		words = append(words, word{"x" + string([]byte{byte(i + 40)}), ticket(i)})
	}
	tree := newTrie(words)
	for i := range 200 {
		if label := byte(i + 40); label == foldByte(label) {
			var got found
			tree.starts("x"+string([]byte{label}), &got)
			require.Equal(t, []ticket{ticket(i)}, got.rules)
		}
	}
	require.Nil(t, newTrie(nil))
}
