// Package glob matches the path of a file against a pattern, as the rule files
// of ast-grep do, so that a rule means the same in both.
//
//   - any run of characters, also across "/"
//     ?        any character, also "/"
//     **/      at the beginning: any directories, or none
//     /**/     any directories, or none
//     /**      at the end: everything below
//     [a-z]    one of a class; [!a-z] and [^a-z] one of the others
//     {a,b}    one of several patterns; they may be nested
//     \x       the character x
//
// Two stars that do not fill a whole part of the path are as good as one.
package glob

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Limits of a pattern.
const (
	// MaxBytes bounds a pattern. People write a few dozen characters.
	MaxBytes = 512
	// maxNesting bounds braces in braces.
	maxNesting = 10
)

// Glob is a compiled pattern. It is safe for concurrent use.
type Glob struct {
	text    string
	fold    bool
	pattern *regexp.Regexp
	static  string // the text before the first special character, for a quick no
}

// Compile reads a pattern. With fold, capitals do not count. Its error says
// what to write instead.
func Compile(text string, fold bool) (*Glob, error) {
	if err := check(text); err != nil {
		return nil, err
	}
	t := translator{rest: text}
	t.out.WriteString("(?s")
	if fold {
		t.out.WriteString("i")
	}
	t.out.WriteString(")^(?:")
	if err := t.run(); err != nil {
		return nil, err
	}
	t.out.WriteString(")$")
	pattern, err := regexp.Compile(t.out.String())
	if err != nil { // a class such as [z-a]
		return nil, errors.New("is a malformed pattern: look at what is between [ and ]")
	}
	g := &Glob{text: text, fold: fold, pattern: pattern}
	if !fold {
		g.static = text[:staticLen(text)]
	}
	return g, nil
}

func check(text string) error {
	switch {
	case text == "":
		return errors.New("is empty: give a pattern such as src/**/*.ts")
	case len(text) > MaxBytes:
		return fmt.Errorf("is longer than %d bytes", MaxBytes)
	case !utf8.ValidString(text):
		return errors.New("is not valid utf-8")
	case strings.HasPrefix(text, "./"), strings.HasPrefix(text, "/"):
		return errors.New("matches nothing: paths are relative to the project and start without / and ./")
	case text == "..", strings.HasPrefix(text, "../"), strings.Contains(text, "/../"):
		return errors.New("matches nothing: paths never hold ..")
	}
	return nil
}

// staticLen is how much of a pattern stands for itself.
func staticLen(text string) int {
	if i := strings.IndexAny(text, `*?[{\`); i >= 0 {
		// "a/**/b" and "a/**" match "a/b" too, the slash is part of the stars.
		return strings.LastIndexByte(text[:i], '/') + 1
	}
	return len(text)
}

// Match reports whether a clean path with forward slashes, relative to the
// project, is meant.
func (g *Glob) Match(path string) bool {
	return strings.HasPrefix(path, g.static) && g.pattern.MatchString(path)
}

// String is the pattern as it was written.
func (g *Glob) String() string { return g.text }

// translator writes a pattern as a regular expression, which takes linear time.
type translator struct {
	rest    string
	out     strings.Builder
	depth   int
	started bool // something stands before the place that is looked at
}

func (t *translator) run() error {
	for t.rest != "" {
		if err := t.next(); err != nil {
			return err
		}
		t.started = true
	}
	if t.depth > 0 {
		return errors.New("is a malformed pattern: close every { with a }")
	}
	return nil
}

func (t *translator) next() error {
	if t.stars() {
		return nil
	}
	r, size := utf8.DecodeRuneInString(t.rest)
	t.rest = t.rest[size:]
	switch {
	case r == '*':
		t.rest = strings.TrimLeft(t.rest, "*")
		t.out.WriteString(".*")
	case r == '?':
		t.out.WriteString(".")
	case r == '[':
		return t.class()
	case r == '{':
		return t.open()
	case r == ',' && t.depth > 0:
		return t.alternative()
	case r == '}':
		return t.shut()
	case r == '\\':
		return t.escaped()
	default:
		t.out.WriteString(regexp.QuoteMeta(string(r)))
	}
	return nil
}

// stars takes two stars that fill a part of the path.
func (t *translator) stars() bool {
	switch rest := t.rest; {
	case !t.started && rest == "**":
		t.take(2, ".*")
	case !t.started && strings.HasPrefix(rest, "**/"):
		t.take(3, "(?:.*/)?")
	case strings.HasPrefix(rest, "/**/"):
		t.take(4, "(?:/|/.*/)")
	case rest == "/**":
		t.take(3, "/.*")
	default:
		return false
	}
	// "**/**/x" is "**/x".
	for strings.HasPrefix(t.rest, "**/") {
		t.rest = t.rest[3:]
	}
	return true
}

func (t *translator) take(n int, expression string) {
	t.rest = t.rest[n:]
	t.out.WriteString(expression)
}

func (t *translator) open() error {
	if t.depth++; t.depth > maxNesting {
		return fmt.Errorf("nests braces deeper than %d", maxNesting)
	}
	t.out.WriteString("(?:")
	return t.filled()
}

func (t *translator) alternative() error {
	t.out.WriteString("|")
	return t.filled()
}

// filled refuses an empty alternative, which the reference leaves out in
// silence.
func (t *translator) filled() error {
	if strings.HasPrefix(t.rest, ",") || strings.HasPrefix(t.rest, "}") {
		return errors.New("holds an empty alternative, which matches nothing: write two patterns")
	}
	return nil
}

func (t *translator) shut() error {
	if t.depth--; t.depth < 0 {
		return errors.New("is a malformed pattern: a } closes no {")
	}
	t.out.WriteString(")")
	return nil
}

func (t *translator) escaped() error {
	r, size := utf8.DecodeRuneInString(t.rest)
	if size == 0 {
		return errors.New(`is a malformed pattern: \ stands at the end`)
	}
	t.rest = t.rest[size:]
	t.out.WriteString(regexp.QuoteMeta(string(r)))
	return nil
}

// class writes a class without the names and escapes that only regular
// expressions know.
func (t *translator) class() error {
	t.out.WriteString("[")
	if strings.HasPrefix(t.rest, "!") || strings.HasPrefix(t.rest, "^") {
		t.take(1, "^")
	}
	for first := true; ; first = false {
		r, size := utf8.DecodeRuneInString(t.rest)
		if size == 0 {
			return errors.New("is a malformed pattern: close every [ with a ]")
		}
		t.rest = t.rest[size:]
		switch {
		case r == ']' && !first:
			t.out.WriteString("]")
			return nil
		case r == '-' && !first && !strings.HasPrefix(t.rest, "]"):
			t.out.WriteString("-")
		case strings.ContainsRune(`[]\^-&~`, r):
			t.out.WriteString(`\` + string(r))
		default:
			t.out.WriteString(string(r))
		}
	}
}
