package imports

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxElements bounds JSX and templates in one another.
const maxElements = 500

// scriptScanner takes JavaScript and TypeScript apart: whether a slash begins a
// regular expression, and < an element, depends on what stands before it.
type scriptScanner struct {
	src string
	at  int
	jsx bool
	patience
	depth  int
	tokens []token
	// open are the brackets around the present place; what stands before a
	// closing one tells whether a value or a statement ends there.
	open []bracket
}

type bracket struct {
	mark      byte
	statement bool // a slash after it begins a regular expression
}

func scanScript(src string, jsx bool) []token {
	l := &scriptScanner{src: src, jsx: jsx, patience: patienceFor(src)}
	if strings.HasPrefix(src, "#!") {
		l.at = scriptLine(src)
	}
	for l.at < len(src) {
		l.code()
		l.at++ // a brace that closes nothing
	}
	return l.tokens
}

// scriptLine is lineLen with all ends of a line that the language has.
func scriptLine(rest string) int {
	if i := strings.IndexAny(rest, "\n\r\u2028\u2029"); i >= 0 {
		return i
	}
	return len(rest)
}

func (l *scriptScanner) put(k kind, content string, end int) {
	l.tokens = append(l.tokens, token{kind: k, text: content, start: l.at, end: end})
	l.at = end
}

// code reads up to the closing brace of what is around it, and stops before it.
// It reports whether there is one.
func (l *scriptScanner) code() bool {
	floor := len(l.open)
	for l.at < len(l.src) {
		c := l.src[l.at]
		if c == '}' && len(l.open) == floor {
			return true
		}
		if l.depth > 0 && l.patience <= 0 {
			break
		}
		l.next(c, floor)
	}
	l.open = l.open[:floor]
	return false
}

func (l *scriptScanner) next(c byte, floor int) {
	rest := l.src[l.at:]
	switch {
	case strings.HasPrefix(rest, "//"):
		l.at += scriptLine(rest)
	case strings.HasPrefix(rest, "/*"):
		l.at += blockLen(rest, cComment, false)
	case c == '"' || c == '\'':
		l.string(string(c))
	case c == '`':
		l.template()
	case c == '/' && l.expects():
		l.regexp()
	case c == '<' && l.jsx && l.expects() && l.element():
	case strings.IndexByte("({[", c) >= 0:
		l.push(c)
	case strings.IndexByte(")}]", c) >= 0:
		l.pop(c, floor)
	default:
		l.plain()
	}
}

func (l *scriptScanner) plain() {
	r, size := utf8.DecodeRuneInString(l.src[l.at:])
	switch {
	case unicode.IsSpace(r) || r == '\ufeff':
		l.at += size
	case isWordPart(r), r == '\\' && hasEscape(l.src[l.at:]):
		name, end := wordAt(l.src, l.at)
		l.put(word, name, max(end, l.at+size))
	default:
		l.put(sign, l.src[l.at:l.at+size], l.at+size)
	}
}

// operators are words after which a value comes.
var operators = []string{
	"return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "do", "else", "yield", "await", "default", "extends", "instanceof",
}

func (l *scriptScanner) last() token {
	if len(l.tokens) == 0 {
		return token{text: ";"}
	}
	return l.tokens[len(l.tokens)-1]
}

// expects reports whether a value comes next, and no operator.
func (l *scriptScanner) expects() bool {
	switch t := l.last(); t.kind {
	case word:
		return slices.Contains(operators, t.text)
	case sign:
		return !t.is(")") && !t.is("]") && !t.is("}")
	}
	return false
}

// conditions are words before a parenthesis after which a statement comes.
var conditions = []string{"if", "while", "for", "with"}

func (l *scriptScanner) push(c byte) {
	before := l.last()
	b := bracket{mark: c}
	switch c {
	case '(':
		b.statement = before.kind == word && slices.Contains(conditions, before.text)
	case '{': // a block, and no object
		b.statement = !l.expects() || before.is(";") || before.is("{") || before.is("else") || before.is("do")
	}
	l.open = append(l.open, b)
	l.put(sign, string(c), l.at+1)
}

func (l *scriptScanner) pop(c byte, floor int) {
	statement := false
	if n := len(l.open); n > floor {
		statement = l.open[n-1].statement
		l.open = l.open[:n-1]
	}
	l.put(sign, string(c), l.at+1)
	if statement {
		// What comes is read as if it stood at the start of a statement.
		l.tokens = append(l.tokens, token{text: ";", start: l.at, end: l.at})
	}
}

// string takes a string. One that is not closed on its line is an apostrophe.
func (l *scriptScanner) string(mark string) {
	size := 0
	if l.patience > 0 {
		size = quote{open: mark, close: mark}.length(l.src[l.at:], &l.patience)
	}
	if size == 0 {
		l.put(sign, mark, l.at+1)
		return
	}
	l.put(text, unescaped(l.src[l.at+1:l.at+size-1]), l.at+size)
}

// template takes a template; one with code in it is no text. One that is not
// closed is read as if its mark were not there.
func (l *scriptScanner) template() {
	if l.patience <= 0 {
		l.put(sign, "`", l.at+1)
		return
	}
	start, tokens, open := l.at, len(l.tokens), len(l.open)
	l.depth++
	defer func() { l.depth-- }()
	computed := false
	for l.at++; l.at < len(l.src) && l.depth < maxElements; l.at++ {
		switch c := l.src[l.at]; {
		case c == '\\':
			l.at++
		case c == '`':
			l.at++
			t := token{kind: text, start: start, end: l.at}
			if t.text = unescaped(l.src[start+1 : l.at-1]); computed {
				t.kind, t.text = value, ""
			}
			l.tokens = append(l.tokens, t)
			return
		case c == '$' && strings.HasPrefix(l.src[l.at:], "${"):
			computed = true
			l.at += len("${")
			l.tokens = append(l.tokens, token{text: "(", start: l.at, end: l.at})
			if !l.code() {
				l.at = len(l.src)
			}
		}
	}
	l.patience -= patience(l.at - start)
	l.tokens, l.open, l.at = l.tokens[:tokens], l.open[:open], start
	l.put(sign, "`", start+1)
}

// regexp takes a regular expression, or a slash.
func (l *scriptScanner) regexp() {
	inClass := false
	at := l.at + 1
scan:
	for ; at < len(l.src) && l.patience > 0; at++ {
		switch l.src[at] {
		case '\\':
			at++
		case '[':
			inClass = true
		case ']':
			inClass = false
		case '\n', '\r':
			break scan
		case '/':
			if !inClass {
				l.put(value, "", at+1)
				return
			}
		}
	}
	l.patience -= patience(at - l.at)
	l.put(sign, "/", l.at+1)
}
