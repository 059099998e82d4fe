package imports

import "strings"

// Limits of paths with braces. What goes beyond them ends the path.
const (
	maxTreeDepth = 32
	maxTreeBytes = 1 << 10
)

// tree reads a path with braces around several ends: a::{b, c::{d, self}}. n is
// how far ahead it begins. Without over, it ends at the end of a line outside
// of braces.
func (r *reader) tree(n int, separator string, over bool) {
	t := treeReader{reader: r, separator: separator, start: r.peek(n)}
	for from := n; ; n++ {
		next := r.peek(n)
		lineOver := !over && n > from && next.first && len(t.prefixes) == 0 && !r.peek(n-1).is(".")
		switch {
		case next.start == len(r.src), next.is(";"), lineOver, len(t.prefixes) > maxTreeDepth, len(t.path) > maxTreeBytes:
			t.flush(r.peek(n - 1))
			return
		case next.is("as"): // the name it gets here
			n++
		case next.is("=") && r.peek(n+1).is(">"):
			n += 2
		case !t.take(next):
			t.flush(r.peek(n - 1))
			return
		}
	}
}

// treeReader is a path on the way.
type treeReader struct {
	*reader
	separator string
	prefixes  []string // one for each brace that is open
	path      string
	start     token
}

// take reports whether a token is part of the path.
func (t *treeReader) take(next token) bool {
	switch {
	case next.is("self") && len(t.prefixes) > 0, next.is("*"), next.is("_"):
		t.path = strings.TrimSuffix(t.path, t.separator)
		t.emit(next)
	case next.kind == word, next.kind == text:
		if t.path == "" || t.path == t.prefix() {
			t.start = next
		}
		t.path += next.text
	case next.is("."), next.is(":"), next.is(`\`):
		t.path += next.text
	case next.is("{"):
		t.prefixes = append(t.prefixes, t.path)
	case next.is(","):
		t.flush(next)
		t.path = t.prefix()
	case next.is("}") && len(t.prefixes) > 0:
		t.flush(next)
		t.prefixes = t.prefixes[:len(t.prefixes)-1]
		t.path = ""
	default:
		return false
	}
	return true
}

func (t *treeReader) prefix() string {
	if len(t.prefixes) == 0 {
		return ""
	}
	return t.prefixes[len(t.prefixes)-1]
}

// flush ends a path before the token that ends it.
func (t *treeReader) flush(end token) {
	if t.path != t.prefix() {
		t.emit(end)
	}
}

func (t *treeReader) emit(end token) {
	if path := strings.Trim(t.path, t.separator); path != "" {
		t.add(path, t.start, end)
	}
	t.path = ""
}
