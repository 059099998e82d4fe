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
var load = sync.OnceValue(func() *lexicon {
	b := builder{coded: true, ids: map[string]int{}, sizes: map[int]int{}, lexicon: &lexicon{
		words: map[string]int32{}, sets: make([]set, 1, 1<<13), parts: make([][]part, 1, 1<<13), runs: map[rune][]string{},
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
})

type builder struct {
	*lexicon
	ids   map[string]int
	sizes map[int]int // how many words an element has
	coded bool        // words count in rot13 and backwards too: those of phrases
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
			for member := range strings.FieldsSeq(vocabulary[name] + " " + topics()[name]) {
				b.word(member, id)
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
	forms := []string{word}
	if len(word) >= minCodedBytes && word[0] < 0x80 && b.coded {
		forms = append(forms, rot13(word), backwards(word))
	}
	for _, form := range forms {
		at, seen := b.words[form]
		if !seen {
			at = int32(len(b.sets))
			b.words[form] = at
			b.known.add(form)
			b.sets = append(b.sets, set{})
			b.parts = append(b.parts, nil)
		}
		b.sizes[id]++
		if form == asOrder || form == asBare {
			b.sizes[id] += common
		}
		b.addPart(at, id)
		if id < len(set{})*64 {
			b.sets[at].add(id)
		}
		if !seen && isUnspaced(form) {
			first, _ := firstRune(form)
			b.runs[first] = append(b.runs[first], form)
		}
	}
}

func (b *builder) addPart(at int32, id int) {
	for k := range b.parts[at] {
		if b.parts[at][k].at == id/64 {
			b.parts[at][k].bits |= 1 << (id % 64)
			return
		}
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
