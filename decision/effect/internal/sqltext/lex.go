package sqltext

import (
	"strings"
)

// kind is what a token is.
type kind uint8

const (
	word   kind = iota + 1 // a keyword or a plain name, folded
	name                   // a quoted name
	text                   // a string
	number                 // a number or a placeholder
	mark                   // any other character
)

// token is one word of a statement.
type token struct {
	kind     kind
	text     string // of words folded, of names and strings without quotes
	from, to int
}

// lexer splits a text into statements.
type lexer struct {
	dialect Dialect
	text    string
	at      int
	gaps    []Gap
}

func (l *lexer) gap(reason string, from int) {
	l.gaps = append(l.gaps, Gap{reason, from, min(l.at+1, len(l.text))})
}

// statement returns the tokens up to the next semicolon, and false at the end.
func (l *lexer) statement() (tokens []token, more bool) {
	for l.at < len(l.text) {
		from, c := l.at, l.text[l.at]
		switch {
		case c == ';':
			l.at++
			return tokens, true
		case c <= ' ':
			l.at++
		case l.comment():
		case isQuote(c):
			tokens = append(tokens, l.quoted(c))
		case c == '$' && l.dollar(&tokens):
		case isNameByte(c):
			tokens = append(tokens, l.word())
		default:
			l.at++
			tokens = append(tokens, token{mark, l.text[from:l.at], from, l.at})
			l.odd(c, from)
		}
	}
	return tokens, len(tokens) > 0
}

// odd notes characters that a client takes for its own commands.
func (l *lexer) odd(c byte, from int) {
	switch {
	case c == '\\':
		l.gap("command of the client", from)
	case c == '.' && strings.TrimSpace(l.text[strings.LastIndexByte(l.text[:from], '\n')+1:from]) == "" && l.dialect != Postgres && l.dialect != MySQL:
		l.gap("command of the client", from)
	case c == 0 || c >= 0x80:
		l.gap("character that no dialect knows", from)
	}
}

// comment skips a comment. What one dialect takes for a comment and another
// for code is a gap.
func (l *lexer) comment() bool {
	from, rest := l.at, l.text[l.at:]
	switch {
	case strings.HasPrefix(rest, "--"):
		if len(rest) > 2 && rest[2] > ' ' && (l.dialect == Any || l.dialect == MySQL) {
			l.gap("two dashes without a blank, which not every database takes for a comment", from)
		}
		l.line()
	case rest[0] == '#' && l.dialect == MySQL:
		l.line()
	case rest[0] == '#' && l.dialect == Any:
		l.gap("number sign, which some databases take for a comment", from)
		l.at++
	case strings.HasPrefix(rest, "/*"):
		l.block(from, rest)
	default:
		return false
	}
	return true
}

func (l *lexer) line() {
	end := strings.IndexAny(l.text[l.at:], "\n\r")
	if end < 0 {
		l.at = len(l.text)
		return
	}
	l.at += end + 1
}

func (l *lexer) block(from int, rest string) {
	end := strings.Index(rest[2:], "*/")
	switch {
	case end < 0:
		l.at = len(l.text)
		l.gap("comment without an end", from)
		return
	case strings.HasPrefix(rest, "/*!") || strings.HasPrefix(rest, "/*M!") || strings.HasPrefix(rest, "/*+"):
		l.gap("comment that a database runs", from)
	case strings.Contains(rest[2:end+2], "/*"):
		l.gap("comment within a comment", from)
	}
	l.at += end + 4
}

func isQuote(c byte) bool { return c == '\'' || c == '"' || c == '`' || c == '[' }

// quoted reads a string or a quoted name. A bracket that follows a name is an
// index.
func (l *lexer) quoted(open byte) token {
	from, end := l.at, open
	if open == '[' {
		if l.dialect == Postgres {
			l.at++
			return token{mark, "[", from, l.at}
		}
		end = ']'
	}
	l.at++
	for start := l.at; l.at < len(l.text); l.at++ {
		c := l.text[l.at]
		if c == '\\' && open != '[' && open != '`' && l.escapes(from) {
			l.at++
			continue
		}
		if c != end {
			continue
		}
		if l.at+1 < len(l.text) && l.text[l.at+1] == end && open != '[' { // doubled
			l.at++
			continue
		}
		l.at++
		return token{quotedKind(open), l.text[start : l.at-1], from, l.at}
	}
	l.gap("quote without an end", from)
	return token{text, "", from, len(l.text)}
}

func quotedKind(open byte) kind {
	if open == '\'' {
		return text
	}
	return name
}

// escapes reports whether a backslash takes the next character along.
func (l *lexer) escapes(from int) bool {
	switch {
	case l.dialect == MySQL:
		return true
	case from > 0 && (l.text[from-1]|0x20) == 'e' && (from < 2 || !isNameByte(l.text[from-2])) && l.dialect == Postgres:
		return true
	case l.dialect == Any:
		l.gap("backslash in a string, which databases read in two ways", l.at)
	}
	return false
}

// dollar reads a string of PostgreSQL, $tag$ … $tag$, or a placeholder.
func (l *lexer) dollar(tokens *[]token) bool {
	from := l.at
	end := l.at + 1
	for end < len(l.text) && isNameByte(l.text[end]) && l.text[end] != '$' {
		end++
	}
	if end >= len(l.text) || l.text[end] != '$' {
		return false
	}
	tag := l.text[l.at : end+1]
	if l.dialect != Postgres {
		l.gap("dollar quote", from)
	}
	closing := strings.Index(l.text[end+1:], tag)
	if closing < 0 {
		l.at = len(l.text)
		l.gap("quote without an end", from)
		return true
	}
	l.at = end + 1 + closing + len(tag)
	*tokens = append(*tokens, token{text, l.text[end+1 : end+1+closing], from, l.at})
	return true
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c == '@'
}

func (l *lexer) word() token {
	from := l.at
	for l.at < len(l.text) && isNameByte(l.text[l.at]) {
		l.at++
	}
	folded := strings.ToLower(l.text[from:l.at])
	if c := folded[0]; c >= '0' && c <= '9' || c == '$' {
		return token{number, folded, from, l.at}
	}
	return token{word, folded, from, l.at}
}
