package oneliner

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// kind is what a token is.
type kind uint8

const (
	sign    kind = iota // one character, or one that says nothing here
	name                // an identifier
	literal             // a text that is all known
	dynamic             // a text with parts that are not
)

type token struct {
	kind kind
	text string
}

// text is the text of a sign or a name; empty beyond the program and for texts.
func (r *reader) text(at int) string {
	if at < 0 || at >= len(r.tokens) || r.tokens[at].kind == literal || r.tokens[at].kind == dynamic {
		return ""
	}
	return r.tokens[at].text
}

// tokens cuts a program. It is false where it may be cut wrongly.
func (l *language) tokens(code string) ([]token, bool) {
	var out []token
	if !utf8.ValidString(code) {
		return nil, false
	}
	for i := 0; i < len(code); {
		if len(out) == maxTokens {
			return nil, false
		}
		switch c := code[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ';':
			i++
		case l.comment(code[i:]) > 0:
			i += l.comment(code[i:])
		case isNameByte(c):
			end := i
			for end < len(code) && isNameByte(code[end]) {
				end++
			}
			if word := code[i:end]; end < len(code) && isQuote(code[end]) && l.prefixes[strings.ToLower(word)] {
				t, n := l.quoted(code[end:], strings.ToLower(word))
				if n == 0 {
					return nil, false
				}
				out, i = append(out, t), end+n
			} else {
				out, i = append(out, token{name, word}), end
			}
		case isQuote(c):
			t, n := l.quoted(code[i:], "")
			if n == 0 {
				return nil, false
			}
			out, i = append(out, t), i+n
		case strings.IndexByte(l.unread, c) >= 0 || c == '\\' || strings.HasPrefix(code[i:], l.document) && l.document != "":
			return nil, false
		default:
			out, i = append(out, token{sign, string(c)}), i+1
		}
	}
	return out, true
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c >= utf8.RuneSelf || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// comment is the length of the comment that a text begins with.
func (l *language) comment(text string) int {
	for _, start := range l.comments {
		if !strings.HasPrefix(text, start) {
			continue
		}
		end := "\n"
		if start == "/*" {
			end = "*/"
		}
		if at := strings.Index(text[len(start):], end); at >= 0 {
			return len(start) + at + len(end)
		}
		return len(text)
	}
	return 0
}

// quoted reads a text in quotes and returns its length; 0: it does not end.
func (l *language) quoted(text, prefix string) (token, int) {
	quote := text[:1]
	if l.triple && strings.HasPrefix(text[1:], quote+quote) {
		quote += quote + quote
	}
	raw := strings.Contains(prefix, "r") || l.rawSingle && quote == "'"
	for i := len(quote); i < len(text); {
		switch {
		case text[i] == '\\':
			i += 2
		case strings.HasPrefix(text[i:], quote):
			return l.value(text[len(quote):i], quote, prefix, raw), i + len(quote)
		case text[i] == '\n' && len(quote) == 1 && quote != "`" && l.oneLine:
			return token{}, 0
		default:
			i++
		}
	}
	return token{}, 0
}

// value is a text without its quotes.
func (l *language) value(inner, quote, prefix string, raw bool) token {
	marker := l.interpolates[quote]
	if strings.Contains(prefix, "f") {
		marker = "{"
	}
	if marker != "" && strings.Contains(inner, marker) {
		return token{dynamic, ""}
	}
	switch {
	case quote == "`" && !l.template:
		return token{dynamic, ""}
	case !strings.Contains(inner, `\`):
		return token{literal, inner}
	case raw && l.rawSingle: // \' and \\ mean something even there
		return token{dynamic, ""}
	case raw:
		return token{literal, inner}
	}
	text, ok := unescape(inner)
	if !ok {
		return token{dynamic, ""}
	}
	return token{literal, text}
}

// unescape reads the escapes that the languages have in common.
func unescape(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		i++
		if i == len(s) {
			return "", false
		}
		size := map[byte]int{'x': 2, 'u': 4}[s[i]]
		switch plain := strings.IndexByte(`nrt\'"`+"`\n", s[i]); {
		case plain >= 0:
			b.WriteString([]string{"\n", "\r", "\t", `\`, "'", `"`, "`", ""}[plain])
		case size > 0 && i+size < len(s):
			n, err := strconv.ParseUint(s[i+1:i+1+size], 16, 32)
			if err != nil {
				return "", false
			}
			b.WriteRune(rune(n))
			i += size
		default:
			return "", false
		}
	}
	return b.String(), true
}
