package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// fields expands words as the shell does before it runs a command.
func (r *run) fields(words []*syntax.Word) []word {
	b := builder{words: make([]word, 0, len(words))}
	for _, w := range words {
		if !hasBraces(w) {
			r.field(&b, w)
		} else {
			for _, one := range r.braces(w) {
				r.field(&b, one)
			}
		}
		if len(b.words) > maxWords {
			r.gap("more words than are looked at")
			return b.words[:maxWords]
		}
	}
	return b.words
}

// field expands one word, which may become several.
func (r *run) field(b *builder, w *syntax.Word) {
	if text, ok := plainText(w); ok {
		b.words = append(b.words, literal(text))
		return
	}
	b.assigns = isAssigning(w)
	r.parts(b, w.Parts, false)
	b.end()
}

// plainText is the text of a word of one part in which nothing is expanded and
// nothing is a pattern, as most words are.
func plainText(w *syntax.Word) (string, bool) {
	if len(w.Parts) != 1 {
		return "", false
	}
	switch p := w.Parts[0].(type) {
	case *syntax.Lit:
		return p.Value, p.Value != "" && !hasSpecial(p.Value)
	case *syntax.SglQuoted:
		return p.Value, !p.Dollar
	case *syntax.DblQuoted:
		if len(p.Parts) != 1 {
			return "", false
		}
		if lit, ok := p.Parts[0].(*syntax.Lit); ok {
			return lit.Value, strings.IndexByte(lit.Value, '\\') < 0
		}
	}
	return "", false
}

// hasSpecial reports a text outside of quotes of which something is expanded, a
// pattern or quoted.
func hasSpecial(text string) bool {
	for i := range len(text) {
		if isMeta(text[i]) || text[i] == ']' || text[i] == '~' {
			return true
		}
	}
	return false
}

// single expands a word that is not split: a value, the target of a
// redirection, the text of a here-document. Patterns stay what they are.
func (r *run) single(w *syntax.Word) word {
	if w == nil {
		return literal("")
	}
	b := builder{started: true, whole: true}
	r.parts(&b, w.Parts, false)
	return r.one(&b)
}

// assigned expands the value of an assignment.
func (r *run) assigned(w *syntax.Word) word {
	if w == nil {
		return literal("")
	}
	b := builder{started: true, whole: true, assigns: true}
	r.parts(&b, w.Parts, false)
	return r.one(&b)
}

// isAssigning reports a word such as of=~/x, in which the shell expands the
// tilde although it is no assignment.
func isAssigning(w *syntax.Word) bool {
	if len(w.Parts) == 0 {
		return false
	}
	lit, ok := w.Parts[0].(*syntax.Lit)
	if !ok {
		return false
	}
	name, _, found := strings.Cut(lit.Value, "=")
	return found && isName(strings.TrimSuffix(name, "+"))
}

// quoted expands a word as if it stood in double quotes: a here-document.
func (r *run) quoted(w *syntax.Word) word {
	if w == nil {
		return literal("")
	}
	b := builder{started: true, whole: true}
	r.parts(&b, w.Parts, true)
	return r.one(&b)
}

// one is the word of a builder that does not split.
func (r *run) one(b *builder) word {
	b.end()
	if len(b.words) != 1 { // "$*" and the like
		return hidden(sourcesOf(b.words))
	}
	b.words[0].Spread = false
	return b.words[0]
}

func (r *run) parts(b *builder, parts []syntax.WordPart, quoted bool) {
	for i, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			r.lit(b, p.Value, quoted, i == 0 && !quoted, i == len(parts)-1)
		case *syntax.SglQuoted:
			b.singleQuoted(p)
		case *syntax.DblQuoted:
			r.doubleQuoted(b, p)
		case *syntax.ParamExp:
			r.parameter(b, p, quoted)
		case *syntax.CmdSubst:
			b.insertData(r.substitution(p), quoted)
		case *syntax.ArithmExp:
			r.arithmetic(p.X)
			b.insertData(someNumber, quoted)
		case *syntax.ProcSubst:
			b.insert(r.processSubstitution(p), true)
		default: // an extended pattern; zsh runs code in those
			r.gap("extended pattern")
			b.hole(false)
		}
	}
}

func (r *run) doubleQuoted(b *builder, p *syntax.DblQuoted) {
	if len(p.Parts) != 1 || !isAllArgs(p.Parts[0]) { // "$@" of nothing is no word
		b.started = true
	}
	r.parts(b, p.Parts, true)
}

func (b *builder) singleQuoted(p *syntax.SglQuoted) {
	if !p.Dollar {
		b.literal(p.Value)
		return
	}
	text, ok := ansiC(p.Value)
	b.literal(text)
	if !ok {
		b.hole(true)
	}
}

// lit adds literal text. Outside quotes a backslash quotes the next
// character and a leading tilde is a home directory, unless what follows it up
// to the first slash is quoted or expanded.
func (r *run) lit(b *builder, s string, quoted, first, last bool) {
	rest := ""
	if at := strings.LastIndexByte(s, '~'); !last && !quoted && at >= 0 && !strings.ContainsAny(s[at:], "/:") {
		s, rest = s[:at], s[at:]
	}
	defer func() { r.plain(b, rest, quoted) }()
	if first && strings.HasPrefix(s, "~") {
		s = r.tilde(b, s)
	}
	if b.assigns && !quoted {
		s = r.tildes(b, s)
	}
	r.plain(b, s, quoted)
}

// tildes adds a value up to its last tilde behind ":" or the first "=", and
// returns the rest.
func (r *run) tildes(b *builder, s string) string {
	equals := strings.IndexByte(s, '=')
	for i := 0; i+1 < len(s); i++ {
		if s[i+1] == '~' && (s[i] == ':' || i == equals) {
			r.plain(b, s[:i+1], false)
			s = r.tilde(b, s[i+1:])
			i, equals = -1, -1
		}
	}
	return s
}

// plain adds literal text without tildes.
func (r *run) plain(b *builder, s string, quoted bool) {
	for {
		at := strings.IndexByte(s, '\\')
		if at < 0 || at+1 >= len(s) {
			break
		}
		b.run(s[:at], quoted)
		switch next := s[at+1]; {
		case next == '\n':
		case !quoted || strings.IndexByte("$`\"\\", next) >= 0:
			b.literal(s[at+1 : at+2])
		default:
			b.literal(s[at : at+2])
		}
		s = s[at+2:]
	}
	b.run(s, quoted)
}

func (b *builder) run(s string, quoted bool) {
	switch {
	case s == "":
	case quoted:
		b.literal(s)
	default:
		b.pattern(s)
	}
}

// tilde adds the directory that a leading tilde means, and returns the rest.
func (r *run) tilde(b *builder, s string) string {
	end := strings.IndexByte(s, '/')
	if colon := strings.IndexByte(s, ':'); b.assigns && colon >= 0 && (end < 0 || colon < end) {
		end = colon
	}
	if end < 0 {
		end = len(s)
	}
	switch s[:end] {
	case "~":
		b.insert(r.named("HOME"), true)
	case "~+":
		b.insert(r.named("PWD"), true)
	default: // another user's, or ~-: Locate knows no such path
		b.literal(s[:end])
		b.hole(true)
	}
	return s[end:]
}

// insertData adds the output of a substitution.
func (b *builder) insertData(d Data, quoted bool) {
	b.insert(d.word(), quoted)
}

// ansiC decodes the text of $'…', as far as it needs no locale.
func ansiC(s string) (string, bool) {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			out.WriteByte(s[i])
			continue
		}
		i++
		if at := strings.IndexByte(`abefnrtvE\'"?`, s[i]); at >= 0 {
			out.WriteByte("\a\b\x1b\f\n\r\t\v\x1b\\'\"?"[at])
			continue
		}
		value, used, ok := ansiNumber(s[i:])
		if !ok {
			return out.String(), false
		}
		out.WriteString(value)
		i += used - 1
	}
	return out.String(), true
}

// ansiNumber decodes \nnn, \xHH, \uHHHH and \UHHHHHHHH without the backslash.
func ansiNumber(s string) (value string, used int, ok bool) {
	digits, base, most := s, 8, 3
	switch s[0] {
	case 'x':
		digits, base, most = s[1:], 16, 2
	case 'u':
		digits, base, most = s[1:], 16, 4
	case 'U':
		digits, base, most = s[1:], 16, 8
	}
	n, length := 0, 0
	for length < most && length < len(digits) {
		d := hexDigit(digits[length])
		if d >= base {
			break
		}
		n = n*base + d
		length++
	}
	if length == 0 || n == 0 {
		return "", 0, false
	}
	used = length + len(s) - len(digits)
	if s[0] == 'u' || s[0] == 'U' {
		return string(rune(n)), used, true
	}
	return string([]byte{byte(n)}), used, true
}

// hexDigit is the value of a digit, 16 of anything else.
func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return 16
}
