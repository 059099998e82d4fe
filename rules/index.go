package rules

import (
	"path"

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
	fields []*fieldIndex
	late   []lookup // what is looked at only if a rule is reached that asks for it
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
	// commands is the first rule with a key that may fit a single command of
	// a line; afterAll if there is none.
	commands ticket
}

// lookup finds rules by what is dear to find out about a field.
type lookup struct {
	*fieldIndex
	in lookupIn
}

type lookupIn uint8

const (
	inPaths    lookupIn = iota // where its paths lead: asks the file system
	inCommands                 // the single commands of its line: asks the analyser
)

// first is the first rule that the lookup may find.
func (l lookup) first() ticket {
	if l.in == inPaths {
		return l.paths.first
	}
	return l.commands
}

// pathIndex holds the keys about where a path leads.
type pathIndex struct {
	first   ticket // the first rule of all
	all     []ticket
	project []ticket
	dirs    map[string][]ticket
	starts  *trie
	within  *trie
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
		case kindObject:
			s.found.add(f.all) // a deny cannot be told
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

// findLate collects the rules that lookups find which may find a rule before
// the given one, and reports whether it looked at anything.
func (x *index) findLate(s *sight, before ticket) bool {
	more := false
	for _, l := range x.late {
		if l.first() >= before || s.asked(l) {
			continue
		}
		if l.in == inPaths {
			more = l.findPaths(s) || more
		} else {
			more = l.findCommands(s) || more
		}
	}
	if more {
		s.found.sort()
	}
	return more
}

// findPaths collects the rules whose keys about paths fit the call.
func (f *fieldIndex) findPaths(s *sight) bool {
	switch v := f.path.read(s); v.kind {
	case kindText:
		f.paths.find(s, v.text)
	case kindList:
		for _, element := range v.list {
			if text, ok := scalar(element); ok {
				f.paths.find(s, text)
			}
		}
	default:
		return false
	}
	return true
}

// findCommands collects the rules whose keys fit a single command of the line.
func (f *fieldIndex) findCommands(s *sight) bool {
	if f.path.read(s).kind == kindMissing {
		return false
	}
	segments, err := s.segments()
	if err != nil {
		s.found.add(f.all)
		return true
	}
	for _, text := range segments {
		f.find(text, &s.found)
	}
	return len(segments) > 0
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
	leads := lower(at.Path)
	p.starts.starts(leads, &s.found)
	p.within.within(leads, &s.found)
	for dir := at.Path; ; dir = path.Dir(dir) {
		s.found.add(p.dirs[dir])
		if dir == "/" {
			return
		}
	}
}
