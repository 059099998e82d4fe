package rules

import (
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

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
				b = &fieldBuilder{path: k.path, commands: afterAll}
				builders[name] = b
				order = append(order, b)
			}
			b.add(k, newTicket(i, !rules[i].holdsBy(k)))
			if rules[i].fitsCommands(k) {
				b.commands = min(b.commands, newTicket(i, true))
			}
		}
	}
	for _, b := range order {
		f := b.build()
		x.fields = append(x.fields, f)
		if f.paths != nil {
			x.late = append(x.late, lookup{f, inPaths})
		}
		if f.commands != afterAll {
			x.late = append(x.late, lookup{f, inCommands})
		}
	}
	return x
}

// holdsBy reports whether the condition surely fits where the key does: that
// of a single comparison does, unless an approve looks at each command.
func (r *rule) holdsBy(k key) bool {
	return r.condition.join == joinNothing && k.how >= textContains && !(r.action == decision.Approve && k.path.isCommand())
}

// fitsCommands reports whether the rule may hold since the key fits a single
// command of a line. An approve of a whole line does not.
func (r *rule) fitsCommands(k key) bool {
	return k.path.isCommand() && k.how >= textContains && (r.action != decision.Approve || k.how < textEquals)
}

// fieldBuilder collects the keys about one field.
type fieldBuilder struct {
	path     field
	words    [textEquals + 1][]word
	all      []ticket
	anyPath  bool
	commands ticket // the first rule with a key that is about single commands too
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
	f := &fieldIndex{path: b.path, all: b.all, commands: b.commands}
	f.equal, f.longest = byText(b.words[textEquals])
	f.starts = newTrie(b.words[textPrefix])
	f.within = newTrie(b.words[textContains])
	if b.anyPath {
		p := &pathIndex{first: afterAll}
		p.dirs, _ = byText(b.words[pathDir])
		p.project = rulesOf(b.words[pathProject])
		p.all = rulesOf(b.words[pathUnclear])
		p.within = newTrie(b.words[pathContains])
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
