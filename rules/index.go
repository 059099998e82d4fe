package rules

import (
	"path"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

const (
	// headRules are tried one by one before the index is asked, so that a call
	// that the first rules decide does not pay for it.
	headRules = 4
	// smallSet is up to how many rules trying them all costs no more than to
	// ask the index.
	smallSet = 10
)

// headOf is how many rules of a set are tried one by one.
func headOf(rules int) int {
	if rules <= smallSet {
		return rules
	}
	return headRules
}

// index finds the rules of a set that may hold for a call. It leaves out only
// rules that surely do not hold and leave no note, and hands out the others in
// order.
type index struct {
	fields    []*fieldIndex
	withPaths []*fieldIndex // those of fields that have keys about paths
	// rest are the rules without keys, which are always tried.
	rest []ticket
}

// fieldIndex holds the keys about one field.
type fieldIndex struct {
	path    field
	all     []ticket // every rule with a key here
	equal   map[string][]ticket
	longest int // of the texts of equal
	starts  *trie
	within  *trie
	paths   *pathIndex // nil if no key is about paths
}

// pathIndex holds the keys about where a path leads.
type pathIndex struct {
	first   ticket // the first rule of all
	all     []ticket
	project []ticket
	dirs    map[string][]ticket
	starts  *trie
}

// newIndex indexes the rules from the given one on, up to a catch-all: those
// after it are never reached.
func newIndex(rules []*rule, from int) *index {
	x := &index{}
	builders := map[string]*fieldBuilder{}
	var order []*fieldBuilder
	for i := from; i < len(rules); i++ {
		if !rules[i].keyed {
			x.rest = append(x.rest, newTicket(i, true))
			if rules[i].condition == nil {
				break
			}
		}
		for _, k := range rules[i].keys {
			name := strings.Join(k.path, "\x00")
			b := builders[name]
			if b == nil {
				b = &fieldBuilder{path: k.path}
				builders[name] = b
				order = append(order, b)
			}
			// A text that fits the key of a single comparison fits that.
			b.add(k, newTicket(i, rules[i].condition.join != joinNothing || k.how < textContains))
		}
	}
	for _, b := range order {
		f := b.build()
		x.fields = append(x.fields, f)
		if f.paths != nil {
			x.withPaths = append(x.withPaths, f)
		}
	}
	return x
}

// fieldBuilder collects the keys about one field.
type fieldBuilder struct {
	path    field
	words   [textEquals + 1][]word
	all     []ticket
	anyPath bool
}

func (b *fieldBuilder) add(k key, rule ticket) {
	b.words[k.how] = append(b.words[k.how], word{k.text, rule})
	b.all = appendOnce(b.all, rule|1)
	b.anyPath = b.anyPath || k.how < textContains
}

// appendOnce appends a rule that may be the last one already.
func appendOnce(list []ticket, rule ticket) []ticket {
	if n := len(list); n > 0 && list[n-1] == rule {
		return list
	}
	return append(list, rule)
}

func (b *fieldBuilder) build() *fieldIndex {
	f := &fieldIndex{path: b.path, all: b.all}
	f.equal, f.longest = byText(b.words[textEquals])
	f.starts = newTrie(b.words[textPrefix])
	f.within = newTrie(b.words[textContains])
	if b.anyPath {
		p := &pathIndex{first: afterAll}
		p.dirs, _ = byText(b.words[pathDir])
		p.project = rulesOf(b.words[pathProject])
		p.all = rulesOf(b.words[pathUnclear])
		p.starts = newTrie(b.words[pathPrefix])
		p.first = p.all[0] // every key about a path comes with an unclear one
		f.paths = p
	}
	return f
}

func byText(words []word) (map[string][]ticket, int) {
	longest, m := 0, make(map[string][]ticket, len(words))
	for _, w := range words {
		m[w.text] = appendOnce(m[w.text], w.rule)
		longest = max(longest, len(w.text))
	}
	return m, longest
}

func rulesOf(words []word) []ticket {
	var list []ticket
	for _, w := range words {
		list = appendOnce(list, w.rule)
	}
	return list
}

// find collects the rules whose keys about texts fit the call.
func (x *index) find(s *sight) {
	for _, f := range x.fields {
		text, isText, missing := f.path.text(s.call)
		if isText {
			f.find(text, &s.found)
		}
		if isText || missing {
			continue
		}
		switch v := f.path.read(s); v.kind {
		case kindText:
			f.find(v.text, &s.found)
		case kindList:
			f.findElements(v.list, &s.found)
		}
	}
	s.found.sort()
}

func (f *fieldIndex) find(text string, found *found) {
	if !isASCII(text) {
		text = lower(text)
	}
	if len(text) <= f.longest {
		found.add(f.equal[string(found.fold(text))])
	}
	f.starts.starts(text, found)
	f.within.within(text, found)
}

// findElements reads a list as one text after the other. A key that fits one
// of them need not mean that the rule holds. Where one of them is no text every
// rule is tried, since some leave a note about that.
func (f *fieldIndex) findElements(list []any, found *found) {
	found.doubt = 1
	defer func() { found.doubt = 0 }()
	for _, v := range list {
		text, ok := scalar(v)
		if !ok {
			found.add(f.all)
			return
		}
		f.find(text, found)
	}
}

// findPaths collects the rules whose keys about paths fit the call, of those
// fields that have such a rule before the given one, and reports whether it
// looked at one. To find out where a path leads asks the file system, so it is put
// off until a rule wants to know.
func (x *index) findPaths(s *sight, before ticket) bool {
	more := false
	for i, f := range x.withPaths {
		if f.paths.first >= before || s.asked(i) {
			continue
		}
		switch v := f.path.read(s); v.kind {
		case kindText:
			more = true
			f.paths.find(s, v.text)
		case kindList:
			more = true
			for _, element := range v.list {
				if text, ok := scalar(element); ok {
					f.paths.find(s, text)
				}
			}
		}
	}
	if more {
		s.found.sort()
	}
	return more
}

func (p *pathIndex) find(s *sight, text string) {
	at := s.locate(text)
	if at.Err != nil {
		s.found.add(p.all)
		return
	}
	if at.Zone == decision.ZoneProject {
		s.found.add(p.project)
	}
	p.starts.starts(lower(at.Path), &s.found)
	for dir := at.Path; ; dir = path.Dir(dir) {
		s.found.add(p.dirs[dir])
		if dir == "/" {
			return
		}
	}
}
