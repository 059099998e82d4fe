package imports

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lineEnd is the token of the end of a logical line.
const lineEnd = "\n"

// scanPython takes a Python file apart, with its logical lines.
func scanPython(src string) []token {
	l := &scanner{src: src, patience: patienceFor(src)}
	depth := 0
	for l.at < len(src) {
		rest := src[l.at:]
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case (r == '\n' || r == '\r') && depth == 0:
			l.put(sign, lineEnd, l.at+size)
		case r == '\\' && strings.HasPrefix(rest[1:], "\r\n"):
			l.at += 3
		case r == '\\' && len(rest) > 1 && (rest[1] == '\n' || rest[1] == '\r'):
			l.at += 2
		case unicode.IsSpace(r):
			l.at += size
		case r == '#':
			l.at += lineLen(rest)
		case l.pythonString(rest):
		case isWordPart(r):
			name, end := wordAt(src, l.at)
			l.put(word, name, max(end, l.at+size))
		default:
			switch r {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth = max(0, depth-1)
			}
			l.put(sign, rest[:size], l.at+size)
		}
	}
	return l.tokens
}

// pythonString takes a string with the letters before it.
func (l *scanner) pythonString(rest string) bool {
	head := rest[:min(len(rest), 3)]
	prefix := len(head) - len(strings.TrimLeft(head, "rRbBuUfFtT"))
	if prefix > 2 || prefix == len(rest) || rest[prefix] != '"' && rest[prefix] != '\'' {
		return false
	}
	raw := rest[prefix:]
	for _, mark := range []string{`"""`, `'''`, `"`, `'`} {
		if !strings.HasPrefix(raw, mark) || l.patience <= 0 {
			continue
		}
		// A backslash keeps the mark behind it from closing in raw strings, too.
		if size := (quote{open: mark, close: mark, lines: len(mark) == 3}).length(raw, &l.patience); size > 0 {
			l.put(text, pythonText(rest[:prefix+size]), l.at+prefix+size)
			return true
		}
	}
	return false
}

func pythonText(literal string) string {
	raw := strings.TrimLeft(literal, "rRbBuUfFtT")
	marks := 1
	if strings.HasPrefix(raw, `"""`) || strings.HasPrefix(raw, `'''`) {
		marks = 3
	}
	content := raw[marks : len(raw)-marks]
	if strings.ContainsAny(literal[:len(literal)-len(raw)], "rR") {
		return content
	}
	return unescaped(content)
}

// python reads import, from … import, and the functions that import by name.
func (r *reader) python() {
	for ; !r.done(); r.at++ {
		t, before := r.peek(0), r.peek(-1)
		starts := before.is(lineEnd) || before.is(";") || before.is(":") || r.at == 0
		switch {
		case t.kind != word:
		case starts && t.text == "import":
			r.pythonImport()
		case starts && t.text == "from":
			r.pythonFrom()
		case (t.text == "__import__" || t.text == "import_module") && !before.is("def"):
			r.call(1)
		}
	}
}

// dottedName reads a.b.c, with dots before it; n is how far ahead it begins, and
// what is returned how far ahead it ends.
func (r *reader) dottedName(n int) (name string, end int) {
	var b strings.Builder
	for {
		t := r.peek(n)
		// A name behind a name is a word of its own.
		if !t.is(".") && (t.kind != word || n > 0 && r.peek(n-1).kind == word && b.Len() > 0) || slices.Contains([]string{"import", "as"}, t.text) {
			return b.String(), n
		}
		b.WriteString(t.text)
		n++
	}
}

func (r *reader) pythonImport() {
	for n := 1; ; {
		name, end := r.dottedName(n)
		if name == "" {
			return
		}
		r.add(name, r.peek(n), r.peek(end-1))
		if n = end; r.peek(n).is("as") {
			n += 2
		}
		if !r.peek(n).is(",") {
			return
		}
		n++
	}
}

func (r *reader) pythonFrom() {
	module, n := r.dottedName(1)
	if module == "" || !r.peek(n).is("import") {
		return
	}
	from := r.peek(1)
	r.add(module, from, r.peek(n-1))
	for n++; ; n++ {
		t := r.peek(n)
		switch {
		case t.is("("), t.is(","):
		case t.kind == word && t.text != "as":
			r.add(join(module, t.text), t, t)
			if r.peek(n + 1).is("as") {
				n += 2
			}
		default:
			return
		}
	}
}

// join puts a name behind a module: "." and "x" are ".x", "a" and "x" are "a.x".
func join(module, name string) string {
	if strings.HasSuffix(module, ".") {
		return module + name
	}
	return module + "." + name
}
