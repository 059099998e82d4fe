package patch

import (
	"errors"
	"strings"
)

// ErrNoMatch says that a change does not fit the text that it is applied to.
// Programs that look less closely may apply it all the same.
var ErrNoMatch = errors.New("the patch does not fit the file")

// Line is one line of a hunk.
type Line struct {
	Op   byte // ' ' stays, '-' goes, '+' is new
	Text string
}

// Hunk is lines that belong together.
type Hunk struct {
	// Header is what stands behind "@@" of the V4A form: a line above the hunk.
	Header string
	// Start is the line of the old text where the hunk of a unified diff begins,
	// from 1; 0 where that is not said.
	Start int
	Lines []Line
}

// Apply returns what a change makes of a text. A new file is what was added; of
// a deleted one nothing is left.
func (c Change) Apply(current string) (string, error) {
	switch c.Op {
	case Add, Replace:
		return c.Added, nil
	case Delete:
		return "", nil
	}
	a := applier{lines: strings.SplitAfter(current, "\n")}
	if last := len(a.lines) - 1; a.lines[last] == "" {
		a.lines = a.lines[:last]
	}
	for _, h := range c.Hunks {
		if !a.apply(h) {
			return "", ErrNoMatch
		}
	}
	return strings.Join(a.lines, ""), nil
}

// applier changes the lines of a text, from the top down. Each line keeps its
// end.
type applier struct {
	lines  []string
	cursor int // nothing above is changed any more
	grown  int // lines that came, less those that went
}

func (a *applier) apply(h Hunk) bool {
	if h.Header != "" {
		at := a.find([]string{h.Header}, a.cursor)
		if at < 0 {
			return false
		}
		a.cursor = at + 1
	}
	var old []string
	for _, l := range h.Lines {
		if l.Op != '+' {
			old = append(old, l.Text)
		}
	}
	at := a.place(h, old)
	if at < 0 {
		return false
	}
	a.replace(h, at, len(old))
	return true
}

// place finds where a hunk belongs. One without old lines goes where it says,
// or to the end.
func (a *applier) place(h Hunk, old []string) int {
	switch {
	case len(old) > 0 && h.Start > 0:
		if at := h.Start - 1 + a.grown; at >= a.cursor && a.fits(old, at) {
			return at
		}
		return a.find(old, a.cursor)
	case len(old) > 0:
		return a.find(old, a.cursor)
	case h.Start > 0 || h.Header != "":
		return min(max(a.cursor, h.Start+a.grown), len(a.lines))
	}
	return len(a.lines)
}

func (a *applier) find(old []string, from int) int {
	for at := from; at+len(old) <= len(a.lines); at++ {
		if a.fits(old, at) {
			return at
		}
	}
	return -1
}

// fits compares without what ends the lines.
func (a *applier) fits(old []string, at int) bool {
	if at < 0 || at+len(old) > len(a.lines) {
		return false
	}
	for i, text := range old {
		if strings.TrimRight(a.lines[at+i], " \t\r\n") != strings.TrimRight(text, " \t\r\n") {
			return false
		}
	}
	return true
}

func (a *applier) replace(h Hunk, at, old int) {
	var lines []string
	next := at
	for _, l := range h.Lines {
		switch l.Op {
		case '+':
			lines = append(lines, l.Text+"\n")
		case ' ':
			lines = append(lines, a.lines[next])
			next++
		case '-':
			next++
		}
	}
	if at > 0 && at == len(a.lines) && !strings.HasSuffix(a.lines[at-1], "\n") {
		a.lines[at-1] += "\n"
	}
	a.grown += len(lines) - old
	a.lines = append(a.lines[:at:at], append(lines, a.lines[at+old:]...)...)
	a.cursor = at + len(lines)
}
