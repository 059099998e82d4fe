package effect

import (
	"strings"

	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// spot is where a word of a command line leads: one path, or the directory of a
// pattern.
type spot struct {
	Location
	pattern string // below Path; empty: Path itself
}

// name is the spot as evidence shows it.
func (p spot) name() string {
	if p.pattern == "" {
		return p.Path
	}
	return strings.TrimSuffix(p.Path, "/") + "/" + p.pattern
}

// locate remembers where paths lead, as long as one call is looked at.
func (s *sight) locate(text, dir string) Location {
	key := place{text, dir}
	at, ok := s.cache[key]
	if !ok {
		at = s.locateIn(text, dir)
		s.cache[key] = at
	}
	at.Assumed = at.Assumed || s.assumes
	return at
}

// locateIn is Scope.Locate for a directory that may itself be relative.
func (s *sight) locateIn(path, dir string) Location {
	switch {
	case dir == shell.NoDir && !strings.HasPrefix(path, "/"):
		return Location{Err: ErrRelative}
	case strings.HasPrefix(path, "/"):
		return s.scope.locate(path, "", s.seen)
	case dir != "" && !strings.HasPrefix(dir, "/") && !strings.HasPrefix(path, "/"):
		return s.scope.locate(dir+"/"+path, "", s.seen)
	}
	return s.scope.locate(path, dir, s.seen)
}

// resolve tells the reader of command lines which names are of one file.
func (s *sight) resolve(path, dir string) (string, bool) {
	at := s.locate(protect(path), dir)
	return at.Path, at.Err == nil
}

// find locates the word of an act. Of a pattern it locates the directory that
// is certain; one that may climb out of it leads nowhere.
func (s *sight) find(a *shell.Act) spot {
	text := a.Word.Text
	if at := strings.IndexByte(text, 0); at >= 0 || a.Word.Spread {
		return spot{Location: Location{Err: errUnknown}}
	}
	if !a.Word.Glob && takesLinks(a) {
		return spot{Location: s.entry(protect(text), a.Dir)}
	}
	if !a.Word.Glob {
		return spot{Location: s.locate(protect(text), a.Dir)}
	}
	fixed, pattern := splitPattern(text)
	if climbs(pattern) {
		return spot{Location: Location{Err: errClimbs}}
	}
	return spot{Location: s.locate(protect(fixed), a.Dir), pattern: pattern}
}

// protect keeps a name that only looks like a home directory what it is: the
// shell has expanded those that are.
func protect(text string) string {
	if strings.HasPrefix(text, "~") {
		return "./" + text
	}
	return text
}

// splitPattern cuts a pattern behind its last certain directory.
func splitPattern(text string) (dir, pattern string) {
	meta := strings.IndexAny(text, "*?[\\")
	if meta < 0 {
		meta = len(text)
	}
	slash := strings.LastIndexByte(text[:meta], '/')
	switch {
	case slash < 0:
		return ".", text
	case slash == 0:
		return "/", text[1:]
	}
	return text[:slash], text[slash+1:]
}

// climbs reports a pattern that may match "..".
func climbs(pattern string) bool {
	for name := range strings.SplitSeq(pattern, "/") {
		if name == ".." || strings.HasPrefix(name, ".") && strings.ContainsAny(name, "*?[") && len(strings.Trim(name, ".*?[]!")) == 0 {
			return true
		}
	}
	return false
}
