package injection

import (
	"html"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// minEscapes is how many characters of a text are escaped before it is read
	// without its escapes.
	minEscapes = 2
	// minSpaced is the length of a run of single letters that spells words.
	minSpaced = 8
	// maxJoined bounds the length of a name that is read as a sentence.
	maxJoined = 200
	// minJoinedWords is how many words such a name has at least: names of two
	// are names.
	minJoinedWords = 3
	// minNameBytes is the length of such a name at least.
	minNameBytes = 4 * minJoinedWords
)

// findDisguised reads a text in the other ways in which its words may be
// written: with escapes, with blanks between the letters, as one long name.
func findDisguised(text string, opts Options, depth int) (Finding, bool) {
	s := shapeOf(text)
	readings := [5]string{0: unescaped(text), 3: s.readTurned(text)}
	if s.isSpaced() || s.wide {
		readings[1] = closedUp(text)
	}
	if s.isSpaced() {
		readings[2] = undotted(text)
	}
	if s.named {
		readings[4] = namesTakenApart(text)
	}
	for _, plain := range readings {
		if plain == "" {
			continue
		}
		if f, ok := scan(plain, opts, depth+1); ok {
			return Finding{f.Class, 0, len(text)}, true
		}
	}
	return Finding{}, false
}

// unescaped is a text without the escapes of URLs, HTML and JSON; empty if it
// has none.
func unescaped(text string) string {
	if strings.IndexByte(text, '&') < 0 && strings.IndexByte(text, '%') < 0 && strings.IndexByte(text, '\\') < 0 {
		return ""
	}
	plain := text
	if strings.Count(plain, "&#") >= minEscapes {
		plain = html.UnescapeString(plain)
	}
	if strings.Count(plain, "%") >= minEscapes {
		if p, err := url.PathUnescape(plain); err == nil && utf8.ValidString(p) {
			plain = p
		}
	}
	for _, lead := range []string{`\u00`, `\x`} {
		if strings.Count(plain, lead) >= minEscapes {
			plain = unescapeHex(plain, lead)
		}
	}
	if plain == text {
		return ""
	}
	return plain
}

// unescapeHex replaces what a mark and two hexadecimal digits stand for.
func unescapeHex(text, lead string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, lead)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		if code, err := strconv.ParseUint(after[:min(2, len(after))], 16, 8); err == nil && code >= ' ' {
			out.WriteRune(rune(code))
			after = after[2:]
		}
		text = after
	}
}

// closedUp joins letters that stand alone: "i g n o r e  t h i s". Two blanks
// separate words. Empty if there is no run of them.
func closedUp(text string) string {
	var out strings.Builder
	run, blanks := 0, 0
	for field := range strings.SplitSeq(text, " ") {
		r, size := utf8.DecodeRuneInString(field)
		switch {
		case field == "":
			blanks++
			continue
		case size == len(field) && unicode.IsLetter(r):
			if run > 0 && blanks > 0 {
				out.WriteByte(' ')
			}
			run++
			out.WriteRune(r)
		default:
			if run > 0 && run < minSpaced {
				out.Reset()
				run = 0
			}
			if run >= minSpaced {
				return out.String()
			}
		}
		blanks = 0
	}
	if run < minSpaced {
		return ""
	}
	return out.String()
}

// undotted joins letters with a mark between: "i.g.n.o.r.e". Empty if there
// are fewer than minSpaced of them.
func undotted(text string) string {
	dotted := 0
	for field := range strings.FieldsSeq(text) {
		if isDotted(field) {
			dotted += (len(field) + 1) / 2
		}
	}
	if dotted < minSpaced {
		return ""
	}
	var out strings.Builder
	for field := range strings.FieldsSeq(text) {
		if isDotted(field) {
			field = strings.ReplaceAll(field, field[1:2], "")
		}
		out.WriteString(field + " ")
	}
	return out.String()
}

// isDotted reports a word of three letters or more with the same mark between
// all of them.
func isDotted(field string) bool {
	if len(field) < 5 || len(field) > maxJoined || field[1] >= utf8.RuneSelf || isAlnum(field[1]) {
		return false
	}
	for i := range len(field) {
		if i%2 == 0 && !isAlnum(field[i]) || i%2 == 1 && field[i] != field[1] {
			return false
		}
	}
	return true
}

func isAlnum(c byte) bool { return plain[c] != 0 }

// readTurned reads a text in rot13 or backwards; empty if it seems neither.
func (s *shape) readTurned(text string) string {
	switch {
	case isMostly(s.rot13):
		return rot13(strings.ToLower(text))
	case isMostly(s.turned):
		return backwards(strings.ToLower(text))
	}
	return ""
}

// namesTakenApart are the long names of a text as words: ignore_all_rules,
// IgnoreAllRules. Each is a sentence of its own.
func namesTakenApart(text string) string {
	var out strings.Builder
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' && r != '-' }) {
		if len(name) < minNameBytes || len(name) > maxJoined {
			continue
		}
		if words := splitName(name); len(words) >= minJoinedWords {
			out.WriteString(strings.Join(words, " ") + ".\n")
		}
	}
	return out.String()
}

// splitName takes a name apart at its joiners and before its capitals.
func splitName(name string) (words []string) {
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '_' || r == '-' }) {
		from := 0
		for i := 1; i < len(part); i++ {
			if isUpper(part[i]) && !isUpper(part[i-1]) {
				words, from = append(words, part[from:i]), i
			}
		}
		words = append(words, part[from:])
	}
	return words
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
