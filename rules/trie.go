package rules

import (
	"cmp"
	"slices"
)

// trie finds which of many words a text starts with, or holds, in one pass.
// For the latter it is the automaton of Aho and Corasick.
type trie struct {
	nodes []trieNode // breadth first; the first is the root
	root  [256]int32 // children of the root, 0 for none
	rules []ticket
}

type trieNode struct {
	first    int32 // of its children, which lie side by side, by label
	children int32
	from, to int32 // its rules: those of the word that ends here
	fail     int32 // the longest other word start that ends here too
	word     int32 // the next node on the way of fail at which a word ends; 0 for none
	label    byte
}

// word is a text that a rule looks for.
type word struct {
	text string
	rule ticket
}

// newTrie builds a trie of words; nil if there are none.
func newTrie(words []word) *trie {
	if len(words) == 0 {
		return nil
	}
	slices.SortFunc(words, func(a, b word) int { return cmp.Or(cmp.Compare(a.text, b.text), cmp.Compare(a.rule, b.rule)) })
	t := &trie{nodes: make([]trieNode, 1, 4*len(words)), rules: make([]ticket, len(words))}
	for i, w := range words {
		t.rules[i] = w.rule
	}
	t.grow(words)
	t.link()
	return t
}

// grow adds the nodes, level by level. A node's words are a range of the
// sorted ones.
func (t *trie) grow(words []word) {
	type work struct{ node, from, to, depth int }
	queue := []work{{0, 0, len(words), 0}}
	for len(queue) > 0 {
		w := queue[0]
		queue = queue[1:]
		at := w.from
		for at < w.to && len(words[at].text) == w.depth {
			at++
		}
		n := &t.nodes[w.node]
		n.from, n.to, n.first = int32(w.from), int32(at), int32(len(t.nodes))
		for at < w.to {
			label, start := words[at].text[w.depth], at
			for at < w.to && words[at].text[w.depth] == label {
				at++
			}
			queue = append(queue, work{len(t.nodes), start, at, w.depth + 1})
			t.nodes = append(t.nodes, trieNode{label: label})
			t.nodes[w.node].children++
		}
	}
}

// link sets where to go on when a text goes on as no word does.
func (t *trie) link() {
	for c := range t.childrenOf(0) {
		t.root[t.nodes[c].label] = c
	}
	for u := int32(1); u < int32(len(t.nodes)); u++ {
		for v := range t.childrenOf(u) {
			fail := t.step(t.nodes[u].fail, t.nodes[v].label)
			t.nodes[v].fail = fail
			if t.ends(fail) {
				t.nodes[v].word = fail
			} else {
				t.nodes[v].word = t.nodes[fail].word
			}
		}
	}
}

func (t *trie) childrenOf(u int32) func(func(int32) bool) {
	return func(yield func(int32) bool) {
		for c := t.nodes[u].first; c < t.nodes[u].first+t.nodes[u].children; c++ {
			if !yield(c) {
				return
			}
		}
	}
}

func (t *trie) ends(u int32) bool { return t.nodes[u].to > t.nodes[u].from }

// child is the node that a label leads to; 0 for none.
func (t *trie) child(u int32, label byte) int32 {
	if u == 0 {
		return t.root[label]
	}
	n := &t.nodes[u]
	low, high := n.first, n.first+n.children
	for high-low > 8 {
		if middle := (low + high) / 2; t.nodes[middle].label <= label {
			low = middle
		} else {
			high = middle
		}
	}
	for ; low < high; low++ {
		if t.nodes[low].label == label {
			return low
		}
	}
	return 0
}

// step is the node for the longest word start after one more letter.
func (t *trie) step(u int32, label byte) int32 {
	for {
		if c := t.child(u, label); c != 0 || u == 0 {
			return c
		}
		u = t.nodes[u].fail
	}
}

// starts finds the rules of the words that text starts with. Letters of ASCII
// are compared without regard to case.
func (t *trie) starts(text string, found *found) {
	if t == nil {
		return
	}
	u := int32(0)
	for i := range len(text) {
		if u = t.child(u, foldByte(text[i])); u == 0 {
			return
		}
		t.add(u, found)
	}
}

// within finds the rules of the words that are somewhere in text.
func (t *trie) within(text string, found *found) {
	if t == nil {
		return
	}
	u := int32(0)
	for i := range len(text) {
		u = t.step(u, foldByte(text[i]))
		for end := u; end != 0; end = t.nodes[end].word {
			t.add(end, found)
		}
	}
}

func (t *trie) add(u int32, found *found) {
	if n := &t.nodes[u]; n.to > n.from {
		found.add(t.rules[n.from:n.to])
	}
}
