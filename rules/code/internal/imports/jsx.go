package imports

import (
	"strings"
	"unicode/utf8"
)

// element takes a JSX element with all that is in it. It reports false, and
// takes nothing, if there is none.
func (l *scriptScanner) element() bool {
	rest := l.src[l.at+1:]
	r, _ := utf8.DecodeRuneInString(rest)
	if !isWordStart(r) && r != '>' || l.patience <= 0 || l.depth >= maxElements {
		return false
	}
	start, tokens, open := l.at, len(l.tokens), len(l.open)
	l.depth++
	defer func() { l.depth-- }()
	if l.tag() {
		l.tokens = append(l.tokens, token{kind: value, start: start, end: l.at})
		return true
	}
	l.patience -= patience(l.at - start)
	l.at, l.tokens, l.open = start, l.tokens[:tokens], l.open[:open]
	return false
}

// tag reads "<a b={c}>…</a>", "<a/>" or "<>…</>".
func (l *scriptScanner) tag() bool {
	l.at++
	l.name()
	generic := true
	for l.at < len(l.src) {
		rest := l.src[l.at:]
		switch c := rest[0]; {
		case c == '>':
			l.at++
			return l.children()
		case strings.HasPrefix(rest, "/>"):
			l.at += len("/>")
			return true
		case strings.HasPrefix(rest, "//"):
			l.at += scriptLine(rest)
		case strings.HasPrefix(rest, "/*"):
			l.at += blockLen(rest, cComment, false)
		case c == '{':
			if !l.inBraces() {
				return false
			}
		case c == '"' || c == '\'':
			end := strings.IndexByte(rest[1:], c)
			if end < 0 {
				return false
			}
			l.at += end + 2
		case strings.IndexByte(" \t\n\r=", c) >= 0:
			l.at++
		default:
			from := l.at
			l.name()
			if l.at == from || generic && l.src[from:l.at] == "extends" { // <T extends U>() => …
				return false
			}
			generic = false
		}
	}
	return false
}

// name skips the name of an element or an attribute.
func (l *scriptScanner) name() {
	for l.at < len(l.src) {
		r, size := utf8.DecodeRuneInString(l.src[l.at:])
		if !isWordPart(r) && strings.IndexByte("-.:", l.src[l.at]) < 0 {
			return
		}
		l.at += size
	}
}

// inBraces reads code between braces.
func (l *scriptScanner) inBraces() bool {
	l.at++
	l.tokens = append(l.tokens, token{text: "(", start: l.at, end: l.at})
	if !l.code() {
		return false
	}
	l.at++
	return true
}

// children reads what stands between two tags, the second included.
func (l *scriptScanner) children() bool {
	for l.at < len(l.src) {
		switch rest := l.src[l.at:]; {
		case strings.HasPrefix(rest, "</"):
			end := strings.IndexByte(rest, '>')
			if end < 0 {
				return false
			}
			l.at += end + 1
			return true
		case rest[0] == '<':
			if !l.element() {
				return false
			}
		case rest[0] == '{':
			if !l.inBraces() {
				return false
			}
		default:
			l.at++
		}
	}
	return false
}
