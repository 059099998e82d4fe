package imports

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// quote is a kind of string.
type quote struct {
	open, close string
	raw         bool // a backslash is nothing special
	lines       bool // may go on over the end of a line
}

// style is what a language has for comments and strings. Of quotes the first
// that fits is taken, so longer ones stand before shorter ones.
type style struct {
	line   []string
	block  [2]string
	nested bool
	quotes []quote
	// char says that ' opens a string only around one character, since it
	// stands before other things too.
	char bool
	// begin and end are words at the start of a line with a comment between.
	begin, end string
	// rawString finds a string whose marks are made up by the author: the
	// lengths of its marks and of all of it, which is 0 if it is not closed.
	rawString func(src string) (open, shut, size int)
}

var (
	slashes  = []string{"//"}
	cComment = [2]string{"/*", "*/"}
	plain    = quote{open: `"`, close: `"`}
	single   = quote{open: `'`, close: `'`}

	goText     = style{line: slashes, block: cComment, quotes: []quote{{open: "`", close: "`", raw: true, lines: true}, plain, single}}
	javaText   = style{line: slashes, block: cComment, quotes: []quote{{open: `"""`, close: `"""`, lines: true}, plain, single}}
	kotlinText = style{
		line: slashes, block: cComment, nested: true, char: true,
		quotes: []quote{{open: `"""`, close: `"""`, raw: true, lines: true}, {open: "`", close: "`", raw: true}, plain, single},
	}
	csharpText = style{line: slashes, block: cComment, quotes: []quote{
		{open: `"""`, close: `"""`, raw: true, lines: true}, {open: `@"`, close: `"`, raw: true, lines: true},
		{open: `$@"`, close: `"`, raw: true, lines: true}, plain, single,
	}}
	rustText = style{
		line: slashes, block: cComment, nested: true, char: true, rawString: rustRaw,
		quotes: []quote{{open: `"`, close: `"`, lines: true}, single},
	}
	cText    = style{line: slashes, block: cComment, quotes: []quote{plain, single}, rawString: cRaw}
	rubyText = style{
		line: []string{"#"}, begin: "=begin", end: "=end",
		quotes: []quote{{open: `"`, close: `"`, lines: true}, {open: `'`, close: `'`, lines: true}},
	}
	phpText = style{
		line: []string{"//", "#"}, block: cComment,
		quotes: []quote{{open: `"`, close: `"`, lines: true}, {open: `'`, close: `'`, lines: true}},
	}
)

// patience is how many bytes may still be looked at in vain: behind marks that
// open something and are never closed. When it is at an end, nothing more is
// opened by such marks, so that reading takes linear time.
type patience int

// vainLooks is how often all of a file may be looked at in vain.
const vainLooks = 16

func patienceFor(src string) patience { return patience(vainLooks * len(src)) }

// scanner takes a file apart.
type scanner struct {
	style
	patience
	src    string
	at     int
	first  bool
	tokens []token
}

func scan(src string, s style) []token {
	l := &scanner{style: s, src: src, first: true, patience: patienceFor(src)}
	for l.at < len(src) {
		l.next()
	}
	return l.tokens
}

func (l *scanner) put(k kind, content string, end int) {
	l.tokens = append(l.tokens, token{k, content, l.at, end, l.first})
	l.at, l.first = end, false
}

func (l *scanner) next() {
	r, size := utf8.DecodeRuneInString(l.src[l.at:])
	switch {
	case r == '\n' || r == '\r':
		l.at, l.first = l.at+size, true
	case unicode.IsSpace(r):
		l.at += size
	case l.comment(), l.string():
	case isWordPart(r), r == '\\' && hasEscape(l.src[l.at:]):
		name, end := wordAt(l.src, l.at)
		l.put(word, name, max(end, l.at+size))
	default:
		l.put(sign, l.src[l.at:l.at+size], l.at+size)
	}
}

func hasEscape(src string) bool {
	r, size := unicodeEscape(src)
	return size > 0 && isWordPart(r)
}

// comment skips a comment.
func (l *scanner) comment() bool {
	rest := l.src[l.at:]
	if l.begin != "" && l.first && strings.HasPrefix(rest, l.begin) {
		l.at = len(l.src)
		if i := strings.Index(rest, "\n"+l.end); i >= 0 {
			l.at = len(l.src) - len(rest) + i + 1 + len(l.end)
		}
		return true
	}
	for _, mark := range l.line {
		if strings.HasPrefix(rest, mark) {
			l.at += lineLen(rest)
			return true
		}
	}
	if l.block[0] == "" || !strings.HasPrefix(rest, l.block[0]) {
		return false
	}
	l.at += blockLen(rest, l.block, l.nested)
	return true
}

// lineLen is how far it is to the end of a line.
func lineLen(rest string) int {
	if i := strings.IndexAny(rest, "\n\r"); i >= 0 {
		return i
	}
	return len(rest)
}

// blockLen is the length of a comment between marks. One that is not closed
// ends the file, as it does for a compiler.
func blockLen(rest string, marks [2]string, nested bool) int {
	at, depth := len(marks[0]), 1
	for at < len(rest) {
		switch {
		case strings.HasPrefix(rest[at:], marks[1]):
			at += len(marks[1])
			if depth--; depth == 0 {
				return at
			}
		case nested && strings.HasPrefix(rest[at:], marks[0]):
			at, depth = at+len(marks[0]), depth+1
		default:
			at++
		}
	}
	return at
}

// string takes a string. A quotation mark that opens none is a sign.
func (l *scanner) string() bool {
	rest := l.src[l.at:]
	if l.patience <= 0 {
		return false
	}
	if l.rawString != nil {
		if open, shut, size := l.rawString(rest); size > 0 {
			l.put(text, rest[open:size-shut], l.at+size)
			return true
		} else if open > 0 {
			l.patience -= patience(len(rest))
		}
	}
	for _, q := range l.quotes {
		if !strings.HasPrefix(rest, q.open) {
			continue
		}
		if q.open == `'` && l.char && !isChar(rest) {
			return false
		}
		size := q.length(rest, &l.patience)
		if size == 0 {
			return false
		}
		content := rest[len(q.open) : size-len(q.close)]
		if !q.raw {
			content = unescaped(content)
		}
		l.put(text, content, l.at+size)
		return true
	}
	return false
}

// length is that of a string with its marks, 0 if it is not closed.
func (q quote) length(rest string, p *patience) int {
	at := len(q.open)
	for at < len(rest) {
		switch {
		case strings.HasPrefix(rest[at:], q.close):
			return at + len(q.close)
		case rest[at] == '\\' && !q.raw:
			at += 2
		case !q.lines && (rest[at] == '\n' || rest[at] == '\r'):
			*p -= patience(at)
			return 0
		default:
			at++
		}
	}
	*p -= patience(at)
	return 0
}

// isChar tells 'a' and '\n' from a lifetime and a symbol.
func isChar(rest string) bool {
	if strings.HasPrefix(rest[1:], `\`) {
		return true
	}
	_, size := utf8.DecodeRuneInString(rest[1:])
	return strings.HasPrefix(rest[1+size:], `'`)
}

// rustRaw reads r"…", r#"…"# and the like.
func rustRaw(src string) (open, shut, size int) {
	at := 0
	if strings.HasPrefix(src, "b") || strings.HasPrefix(src, "c") {
		at++
	}
	if !strings.HasPrefix(src[at:], "r") {
		return 0, 0, 0
	}
	at++
	hashes := len(src[at:]) - len(strings.TrimLeft(src[at:], "#"))
	at += hashes
	if !strings.HasPrefix(src[at:], `"`) {
		return 0, 0, 0
	}
	at++
	mark := `"` + strings.Repeat("#", hashes)
	end := strings.Index(src[at:], mark)
	if end < 0 {
		return at, 0, 0
	}
	return at, len(mark), at + end + len(mark)
}

// maxDelimiter bounds the delimiter of a raw string of C++, as its standard does.
const maxDelimiter = 16

// cRaw reads R"x(…)x".
func cRaw(src string) (open, shut, size int) {
	if !strings.HasPrefix(src, `R"`) {
		return 0, 0, 0
	}
	paren := strings.IndexByte(src[:min(len(src), 3+maxDelimiter)], '(')
	if paren < 0 {
		return 0, 0, 0
	}
	mark := ")" + src[2:paren] + `"`
	end := strings.Index(src[paren:], mark)
	if end < 0 {
		return paren + 1, 0, 0
	}
	return paren + 1, len(mark), paren + end + len(mark)
}
