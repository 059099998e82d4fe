package supervisor

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// selfGuardName is the rule_matched of what the guard decides.
const selfGuardName = "self-tamper"

// supervisorDir is the directory of the write gate's rules. It is protected
// wherever it stands.
const supervisorDir = ".supervisor"

// reservedNames are the files that the supervisor reads or writes by name in
// the directory where it is started, which may be one where an agent works.
var reservedNames = []string{"sup7.yaml", "sup7.yml", "sup7-decisions.jsonl"}

// hasNameMark reports a text with one of the characters of which every one of
// selfGuard.names holds one: without them it names no file.
func hasNameMark(text string) bool {
	return strings.IndexByte(text, '.') >= 0 || strings.IndexByte(text, filepath.Separator) >= 0
}

// selfGuard keeps agents away from the supervisor's own files.
type selfGuard struct {
	scope    *effect.Scope
	files    []string // resolved absolute paths
	folded   []string // the same, folded
	patterns []string // absolute patterns
	names    []string // folded names that count anywhere in a text; each of them hasNameMark
	bases    []string // folded base names of the files; at the end of a path they count
}

func newSelfGuard(scope *effect.Scope, protect []string) (*selfGuard, error) {
	if scope == nil {
		var err error
		if scope, err = effect.NewScope(effect.ScopeOptions{}); err != nil {
			return nil, err
		}
	}
	g := &selfGuard{scope: scope, names: append([]string{supervisorDir}, reservedNames...)}
	var errs []error
	for _, path := range protect {
		if err := g.protect(path); err != nil {
			errs = append(errs, err)
		}
	}
	return g, errors.Join(errs...)
}

func (g *selfGuard) protect(path string) error {
	if !filepath.IsAbs(path) {
		return fmt.Errorf("Protect: %q must be an absolute path", path)
	}
	if strings.ContainsAny(path, "*?[") {
		if _, err := filepath.Match(path, ""); err != nil {
			return fmt.Errorf("Protect: pattern %q is malformed", path)
		}
		g.patterns = append(g.patterns, path)
		return nil
	}
	at := g.scope.Locate(path, "")
	if at.Err != nil {
		return fmt.Errorf("Protect: %w", at.Err)
	}
	g.files, g.folded = append(g.files, at.Path), append(g.folded, fold(at.Path))
	for _, own := range []string{path, at.Path} {
		base := fold(filepath.Base(own))
		g.bases = append(g.bases, base)
		// A name that is a plain word, such as log, counts in a text only with
		// the directory before it.
		if strings.Contains(base, ".") {
			g.names = append(g.names, base)
		}
		g.names = append(g.names, filepath.Join(fold(filepath.Base(filepath.Dir(own))), base))
	}
	return nil
}

// check looks at every text of the call's parameters.
func (g *selfGuard) check(_ context.Context, c *Call) (Verdict, bool) {
	l := selfLook{selfGuard: g, call: c}
	l.object(c.Params, noPath)
	switch l.found {
	case foundPath:
		return Verdict{Action: Deny, Source: selfGuardName, Confidence: 1, Reasoning: "the call leads to the supervisor's own files"}, true
	case foundName:
		return Verdict{Cause: CauseSelf, Source: selfGuardName, Confidence: 1, Reasoning: "the call names the supervisor's own files"}, true
	case foundDoubt:
		return Verdict{Cause: CauseSelf, Source: selfGuardName, Confidence: 1, Reasoning: "a path of the call cannot be resolved, so it could lead to the supervisor's own files"}, true
	}
	return Verdict{}, false
}

// finding is the gravest thing seen so far.
type finding uint8

const (
	foundDoubt finding = 1 + iota
	foundName
	foundPath
)

// role says how sure it is that a text is a path.
type role uint8

const (
	noPath    role = iota // it stands under a name that says nothing of paths
	maybePath             // it stands below such a name, or under one that has other uses
	isPath
)

// looseWords are names of path parameters that other tools use for other
// things: who a mail goes to, the source of a notebook's cell.
var looseWords = []string{"from", "to", "input", "output", "source", "src", "location", "root", "uri", "target"}

func roleOf(key string, above role) role {
	if !effect.MayBePathParam(key) {
		return min(above, maybePath)
	}
	one := strings.TrimSuffix(fold(key), "s")
	if slices.ContainsFunc(looseWords, func(word string) bool { return strings.HasSuffix(one, word) }) {
		return maybePath
	}
	return isPath
}

// selfLook is one look at one call.
type selfLook struct {
	*selfGuard
	call    *Call
	located int // texts that were looked up
	found   finding
}

func (l *selfLook) object(object map[string]any, above role) {
	for key, v := range object {
		l.text(key, min(above, maybePath))
		l.value(v, roleOf(key, above))
	}
}

func (l *selfLook) value(v any, r role) {
	switch v := v.(type) {
	case string:
		l.text(v, r)
	case []any:
		for _, item := range v {
			l.value(item, r)
		}
	case map[string]any:
		l.object(v, r)
	}
}

// text looks at one text: where it leads if it is a path, and what it names.
func (l *selfLook) text(text string, r role) {
	if r != noPath || hasNameMark(text) {
		if shown := fold(plain(text)); l.isNamed(shown) || r != noPath && l.isNamedWhole(shown) {
			l.found = max(l.found, foundName)
		}
	}
	if !couldBePath(text, r) {
		return
	}
	if l.located++; l.located > maxLocated {
		l.found = max(l.found, foundDoubt)
		return
	}
	doubt := true
	var room [maxReadings]string
	for _, reading := range readings(room[:0], text) {
		at := l.scope.LocateFor(l.call, reading)
		switch {
		case hasPart(reading, supervisorDir), at.Err == nil && l.isProtected(at):
			l.leadsThere(r)
		case at.Err == nil && at.Zone == decision.ZoneProject && slices.Contains(l.names, fold(filepath.Base(at.Path))):
			l.namesake(r)
		case at.Err == nil && r != noPath && l.holdsProtected(at.Path) && takesAway(l.call.Tool):
			l.found = max(l.found, foundName)
		}
		doubt = doubt && at.Err != nil && !errors.Is(at.Err, effect.ErrRelative)
	}
	if doubt && r != noPath && looksLikePath(text) && !isRemote(text) {
		l.found = max(l.found, foundDoubt)
	}
}

// maxLocated bounds the texts of one call that are looked up in the file
// system. No tool takes as many paths; a call that does is left to a person.
const maxLocated = 500

// couldBePath reports whether a text is worth a look at the file system: any
// text under the name of a path, and elsewhere what starts like a path or is
// one word.
func couldBePath(text string, r role) bool {
	switch {
	case text == "" || len(text) > effect.MaxPathBytes:
		return false
	case r == isPath:
		return true
	case strings.IndexByte(text, '\n') >= 0 || strings.IndexByte(text, '\r') >= 0:
		return false
	}
	anchored := strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~/") || strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../")
	return anchored || !strings.ContainsFunc(text, unicode.IsSpace)
}

// looksLikePath tells a path that cannot be resolved from prose that cannot.
func looksLikePath(text string) bool {
	return strings.ContainsAny(text, `/\`) || strings.HasPrefix(text, "~") || strings.HasPrefix(text, "$") || strings.HasPrefix(text, "%")
}

// namesake judges a path to a file in a project dir that has the name of a
// protected one: it is not made there. To look at one is left to a person.
func (l *selfLook) namesake(r role) {
	if takesAway(l.call.Tool) {
		l.leadsThere(r)
		return
	}
	l.found = max(l.found, foundName)
}

func (l *selfLook) leadsThere(r role) {
	if r == noPath {
		l.found = max(l.found, foundName)
		return
	}
	l.found = foundPath
}

// maxReadings is how many readings a text has at most.
const maxReadings = 4

// readings appends the ways in which a tool may take a text for a path: as it is,
// without blanks and quotes around it, and as a file's URL.
func readings(list []string, text string) []string {
	list = append(list, text)
	if trimmed := strings.Trim(text, " \t\r\n\"'`"); trimmed != text {
		list = append(list, trimmed)
		text = trimmed
	}
	if scheme, rest, found := strings.Cut(text, ":"); found && strings.HasPrefix(rest, "/") && !slices.Contains(remoteSchemes, fold(scheme)) {
		rest = strings.TrimPrefix(rest, "//")
		if i := strings.Index(rest, "/"); i > 0 {
			rest = rest[i:] // without the host
		}
		list = append(list, rest)
		if decoded, err := url.PathUnescape(rest); err == nil && decoded != rest {
			list = append(list, decoded)
		}
	}
	return list
}

// remoteSchemes are those of addresses that lead to another machine.
var remoteSchemes = []string{"http", "https", "ws", "wss", "ftp", "ftps", "ssh", "git", "s3", "gs", "mailto", "data"}

// isRemote reports whether text is a URL of another machine. One that climbs
// is not trusted to be: a file tool takes it for a relative path.
func isRemote(text string) bool {
	u, err := url.Parse(text)
	return err == nil && slices.Contains(remoteSchemes, u.Scheme) && !strings.Contains(text, "..")
}

var (
	// lookWords are what the names of tools say that only look, or that run
	// something in a directory.
	lookWords = []string{
		"read", "list", "ls", "get", "view", "show", "find", "search", "grep", "glob", "stat", "tree", "cat", "info",
		"exists", "bash", "shell", "exec", "run", "command", "terminal", "test", "build", "lint",
	}
	// takeWords are what others say, whatever they say besides.
	takeWords = []string{"delete", "remove", "rm", "del", "unlink", "trash", "move", "mv", "rename", "purge", "clean", "clear", "wipe", "shred"}
)

// takesAway reports whether a tool may take away, or write over, what lies below
// a directory that it is given: every tool but those whose name says that they
// only look. A shell's working directory says nothing of what it does; its
// command is looked at for names.
func takesAway(tool string) bool {
	words := effect.NameWords(tool)
	has := func(known []string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(known, word) })
	}
	return has(takeWords) || !has(lookWords)
}

// holdsProtected reports whether a protected file lies below a directory, or
// below the part of a pattern that is fixed.
func (g *selfGuard) holdsProtected(dir string) bool {
	if i := strings.IndexAny(dir, "*?["); i >= 0 {
		dir = filepath.Dir(dir[:i] + "x")
	}
	dir = strings.TrimSuffix(fold(dir), string(filepath.Separator))
	below := func(file string) bool { return liesIn(dir, file) }
	return slices.ContainsFunc(g.folded, below) || slices.ContainsFunc(g.patterns, func(pattern string) bool { return below(fold(pattern)) })
}

// liesIn reports whether a path lies below dir, which has no separator at its end.
func liesIn(dir, path string) bool {
	return len(path) > len(dir) && path[len(dir)] == filepath.Separator && strings.HasPrefix(path, dir)
}

// isProtected reports whether a located path is, or lies in, what is protected,
// by its name or by another name of the same file.
func (g *selfGuard) isProtected(at effect.Location) bool {
	if hasPart(at.Path, supervisorDir) {
		return true
	}
	path := fold(at.Path)
	isPattern := strings.ContainsAny(path, `*?[\`)
	for _, file := range g.folded {
		if path == file || liesIn(file, path) {
			return true
		}
		if !isPattern {
			continue
		}
		if ok, _ := filepath.Match(path, file); ok {
			return true
		}
	}
	for _, pattern := range g.patterns {
		if ok, _ := filepath.Match(pattern, at.Path); ok {
			return true
		}
	}
	return !at.Missing() && g.sameFile(at.Path)
}

// hasPart reports whether name is one of the path's parts.
func hasPart(path, name string) bool {
	path = fold(path)
	if !strings.Contains(path, name) {
		return false
	}
	isSeparator := func(r rune) bool { return r == '/' || r == filepath.Separator }
	return slices.Contains(strings.FieldsFunc(path, isSeparator), name)
}

// sameFile finds a protected file behind a hard link.
func (g *selfGuard) sameFile(path string) bool {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return false
	}
	for _, file := range g.files {
		if own, err := os.Stat(file); err == nil && os.SameFile(info, own) {
			return true
		}
	}
	return false
}

// isNamedWhole reports whether a text that is plain and folded is, or ends as a
// path with, the base name of a protected file.
func (g *selfGuard) isNamedWhole(text string) bool {
	return slices.Contains(g.bases, filepath.Base(text))
}

// isNamed reports whether such a text names a protected file as a word.
func (g *selfGuard) isNamed(text string) bool {
	return slices.ContainsFunc(g.names, func(name string) bool { return containsWord(text, name) })
}

// plain leaves out what a shell removes, such as quotes, and what is not shown.
func plain(text string) string {
	if !strings.ContainsFunc(text, isLeftOut) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if isLeftOut(r) {
			return -1
		}
		return r
	}, text)
}

func isLeftOut(r rune) bool {
	switch r {
	case '\'', '"', '\\', '`', '\u200b', '\u200c', '\u200d', '\ufeff':
		return true
	}
	return false
}

// containsWord reports whether name stands in text with no letter or digit
// directly before it and no letter or digit directly after it.
func containsWord(text, name string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(name)
		before, after := lastRune(text[:start]), firstRune(text[end:])
		if !isWordRune(before) && !isWordRune(after) {
			return true
		}
		from = start + 1
	}
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

func lastRune(s string) rune {
	r := []rune(s[max(0, len(s)-4):])
	if len(r) == 0 {
		return 0
	}
	return r[len(r)-1]
}

// fold makes names comparable on file systems that ignore case.
func fold(s string) string { return strings.ToLower(s) }
