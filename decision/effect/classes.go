package effect

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// classes recognises paths by patterns. A pattern is a run of names, each may
// hold "*", that is compared with a run of the path's own names:
//
//	id_rsa*          the last name
//	.aws/credentials the last two
//	.ssh/            this directory and all below it
//	/etc/shadow      the whole path
//	/etc/cron.d/     this directory, at the root, and all below it
//
// Letter case does not count.
type classes struct{ patterns, except patterns }

// patterns are found by their first name, if that is plain.
type patterns struct {
	plain  map[string][]pattern
	globs  []pattern
	rooted []pattern // those of plain that start at the root directory
}

type pattern struct {
	names  []glob
	rooted bool // starts at the root directory
	below  bool // goes on below the last name
}

// glob is one name of a pattern. Nearly all are plain or have one or two stars.
type glob struct {
	text           string
	prefix, suffix string // before the first star and behind the last one
	middle         string // between two of them
	stars          int
}

func newGlob(text string) glob {
	g := glob{text: text, stars: strings.Count(text, "*")}
	if g.stars > 0 {
		first, last := strings.IndexByte(text, '*'), strings.LastIndexByte(text, '*')
		g.prefix, g.suffix = text[:first], text[last+1:]
		g.middle = text[min(first+1, last):last]
	}
	return g
}

func (g *glob) match(name string) bool {
	if g.stars == 0 {
		return g.text == name
	}
	if len(name) < len(g.prefix)+len(g.suffix) || !strings.HasPrefix(name, g.prefix) || !strings.HasSuffix(name, g.suffix) {
		return false
	}
	if g.stars <= 2 {
		return strings.Contains(name[len(g.prefix):len(name)-len(g.suffix)], g.middle)
	}
	ok, err := path.Match(g.text, name)
	return ok && err == nil
}

func newClasses(list, except []string) *classes {
	return &classes{patterns: parsePatterns(list), except: parsePatterns(except)}
}

func parsePatterns(list []string) patterns {
	parsed := patterns{plain: make(map[string][]pattern, len(list))}
	names := 0
	for _, text := range list {
		names += strings.Count(text, "/") + 1
	}
	room := make([]glob, 0, names)
	for _, text := range list {
		p := pattern{rooted: strings.HasPrefix(text, "/"), below: strings.HasSuffix(text, "/")}
		start := len(room)
		for name := range strings.SplitSeq(strings.ToLower(strings.Trim(text, "/")), "/") {
			room = append(room, newGlob(name))
		}
		p.names = room[start:len(room):len(room)]
		first := &p.names[0]
		if first.stars > 0 {
			parsed.globs = append(parsed.globs, p)
			continue
		}
		parsed.plain[first.text] = append(parsed.plain[first.text], p)
		if p.rooted {
			parsed.rooted = append(parsed.rooted, p)
		}
	}
	return parsed
}

// usualNames is how many names of a path are kept without an allocation; paths
// may have more.
const usualNames = 16

// match reports whether a path is of one of the classes.
func (c *classes) match(text string) bool {
	var room [usualNames]string
	names := splitPath(strings.ToLower(text), room[:0])
	return c.patterns.match(names) && !c.except.match(names)
}

// splitPath appends the names of a path to names. An empty path has one.
func splitPath(text string, names []string) []string {
	text = strings.Trim(text, "/")
	for {
		slash := strings.IndexByte(text, '/')
		if slash < 0 {
			return append(names, text)
		}
		names, text = append(names, text[:slash]), text[slash+1:]
	}
}

func (p *patterns) match(names []string) bool {
	for at, name := range names {
		found := p.plain[name]
		for i := range found {
			if found[i].matchAt(names, at) {
				return true
			}
		}
	}
	for i := range p.globs {
		if p.globs[i].matchSomewhere(names) {
			return true
		}
	}
	return false
}

// matchSomewhere compares the pattern with the names wherever it may start. One
// that goes on to the end of a path has one place to start at.
func (p *pattern) matchSomewhere(names []string) bool {
	first, last := 0, len(names)-len(p.names)
	if !p.below {
		first = max(first, last)
	}
	if p.rooted {
		last = min(last, 0)
	}
	for at := first; at <= last; at++ {
		if p.matchAt(names, at) {
			return true
		}
	}
	return false
}

// matchAt compares the pattern with the names from one on.
func (p *pattern) matchAt(names []string, at int) bool {
	end := at + len(p.names)
	if p.rooted && at > 0 || end > len(names) || !p.below && end < len(names) {
		return false
	}
	for i := range p.names {
		if !p.names[i].match(names[at+i]) {
			return false
		}
	}
	return true
}

// below reports whether a class of its own place lies in a directory, or is
// it: what is in a tree is read with it.
func (c *classes) below(dir string) bool {
	var room [usualNames]string
	names := splitPath(strings.ToLower(dir), room[:0])
	for i := range c.patterns.rooted {
		if c.patterns.rooted[i].liesIn(names) {
			return true
		}
	}
	return false
}

// liesIn reports a pattern whose first names are these.
func (p *pattern) liesIn(names []string) bool {
	if len(names) > len(p.names) {
		return false
	}
	for i, name := range names {
		if !p.names[i].match(name) {
			return false
		}
	}
	return true
}

// newClassesOnce parses patterns when they are first asked for.
func newClassesOnce(patterns []string) func() *classes {
	return sync.OnceValue(func() *classes { return newClasses(patterns, nil) })
}

// mayMatch reports whether a path that is itself a pattern may stand for one
// of the classes, as far as it spells something out: ".e*" may be ".env". What
// begins with a wildcard stands for ordinary files.
func (c *classes) mayMatch(text string) bool {
	names := splitPath(strings.ToLower(text), nil)
	for at := range names {
		fits := func(p pattern) bool { return p.mayMatchAt(names, at) }
		for _, list := range c.patterns.plain {
			if slices.ContainsFunc(list, fits) {
				return true
			}
		}
		if slices.ContainsFunc(c.patterns.globs, fits) {
			return true
		}
	}
	return false
}

func (p *pattern) mayMatchAt(names []string, at int) bool {
	end := at + len(p.names)
	if p.rooted && at > 0 || end > len(names) || !p.below && end < len(names) {
		return false
	}
	for i := range p.names {
		if !p.names[i].mayBe(names[at+i]) {
			return false
		}
	}
	return true
}

// mayBe reports whether a name that may hold wildcards stands for the glob.
func (g *glob) mayBe(name string) bool {
	switch strings.IndexAny(name, "*?[") {
	case -1:
		return g.match(name)
	case 0:
		return false
	}
	ok, err := path.Match(name, strings.ReplaceAll(g.text, "*", ""))
	return ok && err == nil
}
