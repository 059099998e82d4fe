package shell

import (
	"strings"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// builder puts the words together that one word of the text becomes.
type builder struct {
	words   []word
	text    []byte
	quoted  []int // where text holds quoted characters of patterns
	started bool  // a word is begun, be it empty
	glob    bool
	bracket bool // an unquoted [ waits for its end
	spread  bool
	number  int  // of bytes at the beginning that are some number
	whole   bool // one word, which blanks do not split
	assigns bool // NAME=value, in which a tilde behind ":" is a directory as well
	from    []Source
	device  *device
}

func (b *builder) reset() {
	*b = builder{words: b.words, text: b.text[:0], quoted: b.quoted[:0], whole: b.whole}
}

// literal adds text that stands for itself.
func (b *builder) literal(s string) {
	b.started = true
	for i := range len(s) {
		if isMeta(s[i]) {
			b.quoted = append(b.quoted, len(b.text)+i)
		}
	}
	b.text = append(b.text, s...)
}

// pattern adds text in which *, ? and [ are patterns.
func (b *builder) pattern(s string) {
	b.started = true
	for i := range len(s) {
		switch s[i] {
		case '*', '?':
			b.glob = true
		case '[':
			b.bracket = true
		case ']':
			b.glob = b.glob || b.bracket
		}
	}
	b.text = append(b.text, s...)
}

// hole adds what is not known.
func (b *builder) hole(quoted bool) {
	b.started = true
	b.spread = b.spread || !quoted && !b.whole
	b.text = append(b.text, command.Unknown...)
}

// insert adds the value of an expansion. Unquoted it is split at blanks,
// and what looks like a pattern is one.
func (b *builder) insert(w word, quoted bool) {
	b.from = merge(b.from, w.from)
	if d := w.device; d != nil {
		b.device = d
	}
	if !quoted && !b.whole && w.Known() && strings.ContainsAny(w.Text, " \t\n") {
		b.insertSplit(w)
		return
	}
	empty := len(b.text) == 0
	b.insertPiece(w.Text, w.Glob, quoted)
	if empty && w.number {
		b.number = len(b.text)
	}
	if !w.Known() && !quoted && !b.whole {
		b.spread = true
	}
}

func (b *builder) insertPiece(s string, glob, quoted bool) {
	switch {
	case s == "" && !quoted:
	case glob || !quoted && strings.ContainsAny(s, "*?["):
		b.pattern(s)
	default:
		b.literal(s)
	}
}

func (b *builder) insertSplit(w word) {
	const blanks = " \t\n"
	if strings.IndexByte(blanks, w.Text[0]) >= 0 {
		b.end()
	}
	for i, field := range strings.Fields(w.Text) {
		if i > 0 {
			b.end()
		}
		if len(b.words) >= maxWords {
			b.hole(false)
			return
		}
		b.from = merge(b.from, w.from)
		b.insertPiece(field, w.Glob, false)
	}
	if strings.IndexByte(blanks, w.Text[len(w.Text)-1]) >= 0 {
		b.end()
	}
}

// end closes the word that is being put together.
func (b *builder) end() {
	if b.started {
		b.words = append(b.words, word{
			Word: command.Word{Text: b.string(), Glob: b.glob, Spread: b.spread},
			from: b.from, device: b.device, number: b.number > 0 && b.number == len(b.text),
		})
	}
	b.reset()
}

// string is the text; in a pattern what was quoted gets a backslash.
func (b *builder) string() string {
	if !b.glob || len(b.quoted) == 0 {
		return string(b.text)
	}
	var out strings.Builder
	last := 0
	for _, at := range b.quoted {
		out.Write(b.text[last:at])
		out.WriteByte('\\')
		last = at
	}
	out.Write(b.text[last:])
	return out.String()
}

func isMeta(c byte) bool { return c == '*' || c == '?' || c == '[' || c == '\\' }
