package injection

import (
	"strconv"
	"strings"
	"sync"
)

// element is a place in a phrase: an index into the sets of words. With start,
// it must begin a sentence or a line.
type element struct {
	id    int
	gap   int // other words that may stand before it
	start bool
}

// rule is a phrase, ready to compare.
type rule struct {
	phrase
	elements []element
	not      int // element of what must not stand before it; -1: none
}

// set is a set of the elements that are compared word by word: those of
// phrases and of address.go and posture.go. There are at most 768.
type set [12]uint64

func (s *set) add(id int)      { s[id/64] |= 1 << (id % 64) }
func (s *set) has(id int) bool { return s[id/64]>>(id%64)&1 == 1 }

// wide is a set of all elements, with those of clauses, of which there are at
// most 2048. A sentence has one; a word has only the parts of it that are not
// empty.
type wide [32]uint64

func (s *wide) add(id int)      { s[id/64] |= 1 << (id % 64) }
func (s *wide) has(id int) bool { return s[id/64]>>(id%64)&1 == 1 }

// part is 64 elements of a wide.
type part struct {
	at   int
	bits uint64
}

// lexicon is the vocabulary and the phrases, ready to look up.
type lexicon struct {
	words map[string]int32  // the place of a word in sets
	known filter            // of words
	sets  []set             // the first is empty
	parts [][]part          // of each word, as in sets, what it is in clauses
	roles []role            // of each word, as in sets
	runs  map[rune][]string // words of scripts without blanks, by their first letter
	rules [][]rule          // by the element that starts them
	first set               // those elements
	about int               // the element of words that say what the text is about
	stop  int32             // the place of "."

	clauses [][]clauseRule // by their rarest element
	keys    wide           // those elements
	cues
}

// load reads the data once, on first use.
var load = sync.OnceValue(buildLexicon)

func buildLexicon() *lexicon {
	b := builder{coded: true, ids: make(map[string]int, usualElements), groups: map[group][]int32{}, lexicon: &lexicon{
		words: make(map[string]int32, usualWords), sets: make([]set, 1, usualWords), parts: make([][]part, 1, usualWords), runs: map[rune][]string{},
		rules: make([][]rule, len(set{})*64), clauses: make([][]clauseRule, len(wide{})*64),
	}}
	b.about = b.element("@about")
	for _, p := range phrases {
		r := b.rule(p)
		first := r.elements[0].id
		b.first.add(first)
		b.rules[first] = append(b.rules[first], r)
	}
	b.cues, b.coded = b.readCues(), false
	b.keyNames()
	for _, list := range [][]clause{clauses, kinds} {
		for _, c := range list {
			b.keep(b.clause(c))
		}
	}
	b.assignRoles()
	b.asOrder, b.asForbid, b.asBare, b.asYours = b.words[asOrder], b.words[asForbid], b.words[asBare], b.words[asYours]
	b.stop = b.words["."]
	return b.lexicon
}

// usualWords and usualElements are how many there are, and some.
const (
	usualWords    = 1 << 13
	usualElements = 1 << 10
)

type builder struct {
	*lexicon
	ids    map[string]int
	sizes  [len(wide{}) * 64]int // how many words an element has
	coded  bool                  // words count in rot13 and backwards too: those of phrases
	groups map[group][]int32     // the places of their words
	room   []part                // for parts, which are many and short

	order, bare int32 // the places of asOrder and asBare
}

// group is a group of the vocabulary, with its words in rot13 and backwards or
// without.
type group struct {
	name  string
	coded bool
}

// common is the size of what nearly every text has.
const common = 1 << 10

// keep files a clause under the element that the fewest words have.
func (b *builder) keep(c clauseRule) {
	key := c.all[0]
	for _, id := range c.all {
		if b.sizes[id] < b.sizes[key] {
			key = id
		}
	}
	b.keys.add(key)
	b.clauses[key] = append(b.clauses[key], c)
}

func (b *builder) rule(p phrase) rule {
	r := rule{phrase: p, not: -1}
	if p.not != "" {
		r.not = b.element(p.not)
	}
	gap := 0
	for field := range strings.FieldsSeq(p.text) {
		if n, ok := strings.CutPrefix(field, "~"); ok {
			gap, _ = strconv.Atoi(n)
			continue
		}
		text, start := strings.CutPrefix(field, "^")
		r.elements = append(r.elements, element{b.element(text), gap, start})
		gap = 0
	}
	return r
}

func (b *builder) clause(c clause) clauseRule {
	r := clauseRule{class: c.class, not: -1}
	if c.not != "" {
		r.not = b.element(c.not)
	}
	for field := range strings.FieldsSeq(c.all) {
		r.all = append(r.all, b.element(field))
	}
	return r
}

// element gives every word of the alternatives the same index.
func (b *builder) element(alternatives string) int {
	if id, ok := b.ids[alternatives]; ok {
		return id
	}
	id := len(b.ids)
	b.ids[alternatives] = id
	for word := range strings.SplitSeq(alternatives, "|") {
		if name, ok := strings.CutPrefix(word, "@"); ok {
			for _, at := range b.members(name) {
				b.mark(at, id)
			}
			continue
		}
		b.word(word, id)
	}
	return id
}

// minCodedBytes is the length of a word that counts in rot13 and backwards
// too. Shorter ones are words of other meanings.
const minCodedBytes = 6

func (b *builder) word(word string, id int) {
	var room [3]int32
	for _, at := range b.forms(room[:0], word) {
		b.mark(at, id)
	}
}

// members are the places of the words of a group. Many elements have the same one.
func (b *builder) members(name string) []int32 {
	key := group{name, b.coded}
	places, known := b.groups[key]
	if known {
		return places
	}
	text := vocabulary[name] + " " + topics()[name]
	places = make([]int32, 0, 3*strings.Count(text, " "))
	for member := range strings.FieldsSeq(text) {
		places = b.forms(places, member)
	}
	b.groups[key] = places
	return places
}

// forms appends the places of a word, and of what counts as it.
func (b *builder) forms(places []int32, word string) []int32 {
	places = append(places, b.add(word))
	if len(word) >= minCodedBytes && word[0] < 0x80 && b.coded {
		places = append(places, b.add(rot13(word)), b.add(backwards(word)))
	}
	return places
}

// add returns the place of a form, which it gets if it has none.
func (b *builder) add(form string) int32 {
	if at, seen := b.words[form]; seen {
		return at
	}
	at := int32(len(b.sets))
	b.words[form] = at
	b.known.add(form)
	b.sets = append(b.sets, set{})
	b.parts = append(b.parts, nil)
	if isUnspaced(form) {
		first, _ := firstRune(form)
		b.runs[first] = append(b.runs[first], form)
	}
	switch form {
	case asOrder:
		b.order = at
	case asBare:
		b.bare = at
	}
	return at
}

// mark makes what stands at a place one of the words of an element.
func (b *builder) mark(at int32, id int) {
	b.sizes[id]++
	if at == b.order || at == b.bare {
		b.sizes[id] += common
	}
	b.addPart(at, id)
	if id < len(set{})*64 {
		b.sets[at].add(id)
	}
}

// usualParts is how many parts nearly every word has at most.
const usualParts = 4

func (b *builder) addPart(at int32, id int) {
	for k := range b.parts[at] {
		if b.parts[at][k].at == id/64 {
			b.parts[at][k].bits |= 1 << (id % 64)
			return
		}
	}
	if b.parts[at] == nil {
		if len(b.room) < usualParts {
			b.room = make([]part, 1<<10)
		}
		b.parts[at], b.room = b.room[:0:usualParts], b.room[usualParts:]
	}
	b.parts[at] = append(b.parts[at], part{id / 64, 1 << (id % 64)})
}

func rot13(word string) string {
	return strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			return r
		}
		return 'a' + (r-'a'+13)%26
	}, word)
}

func backwards(word string) string {
	out := []rune(word)
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return string(out)
}
