package effect

import (
	"path"
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
type classes struct{ patterns, except []pattern }

type pattern struct {
	names  []glob
	rooted bool // starts at the root directory
	below  bool // goes on below the last name
}

// glob is one name of a pattern; most are plain, and quick to compare.
type glob struct {
	text  string
	plain bool
}

func (g glob) match(name string) bool {
	if g.plain {
		return g.text == name
	}
	ok, err := path.Match(g.text, name)
	return ok && err == nil
}

func newClasses(patterns, except []string) classes {
	return classes{patterns: parsePatterns(patterns), except: parsePatterns(except)}
}

func parsePatterns(list []string) []pattern {
	parsed := make([]pattern, len(list))
	for i, text := range list {
		var names []glob
		for name := range strings.SplitSeq(strings.ToLower(strings.Trim(text, "/")), "/") {
			names = append(names, glob{name, !strings.Contains(name, "*")})
		}
		parsed[i] = pattern{names: names, rooted: strings.HasPrefix(text, "/"), below: strings.HasSuffix(text, "/")}
	}
	return parsed
}

// match reports whether a path is of one of the classes.
func (c classes) match(text string) bool {
	names := strings.Split(strings.Trim(strings.ToLower(text), "/"), "/")
	return matchAny(c.patterns, names) && !matchAny(c.except, names)
}

func matchAny(patterns []pattern, names []string) bool {
	for _, p := range patterns {
		if p.match(names) {
			return true
		}
	}
	return false
}

func (p pattern) match(names []string) bool {
	last := len(names) - len(p.names)
	for at := range last + 1 {
		if p.rooted && at > 0 {
			return false
		}
		if (p.below || at == last) && p.matchAt(names[at:]) {
			return true
		}
	}
	return false
}

func (p pattern) matchAt(names []string) bool {
	for i, glob := range p.names {
		if !glob.match(names[i]) {
			return false
		}
	}
	return true
}

// newClassesOnce parses patterns when they are first asked for.
func newClassesOnce(patterns []string) func() classes {
	return sync.OnceValue(func() classes { return newClasses(patterns, nil) })
}

// mayMatch reports whether a path that is itself a pattern may stand for one
// of the classes, as far as it spells something out: ".e*" may be ".env". What
// begins with a wildcard stands for ordinary files.
func (c classes) mayMatch(text string) bool {
	names := strings.Split(strings.Trim(strings.ToLower(text), "/"), "/")
	last := names[len(names)-1]
	if strings.IndexAny(last, "*?[") == 0 {
		return false
	}
	for _, p := range c.patterns {
		want := p.names[len(p.names)-1].text
		if ok, err := path.Match(last, strings.ReplaceAll(want, "*", "")); ok && err == nil && (p.rooted || len(p.names) == 1) {
			return true
		}
	}
	return false
}
