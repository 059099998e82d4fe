package injection

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word or a mark.
type token struct {
	known  int32 // its words' place in lexicon.sets; 0: of no interest
	from   int32
	to     int32
	start  bool // begins a sentence or a line
	end    bool // "." : the end of a sentence
	quoted bool
	comma  bool // stands after a comma
	line   bool // the end of a line
}

// maxWordBytes bounds a word; the rest of a longer one is another word.
const maxWordBytes = 64

// minLeetBytes is the shortest word whose figures are read as letters: a1 is a
// name.
const minLeetBytes = 3

// tokens reads a text word by word.
type tokens struct {
	*lexicon
	text  string
	at    int
	start bool
	comma bool
	quote rune // the open quote; 0: none
	found []token
}

// next adds the tokens of the next word or mark to those that were found, which
// may be none, and reports whether there is more to read. The end of the text
// ends its sentence too.
func (t *tokens) next() bool {
	if t.at < len(t.text) {
		t.step()
		return true
	}
	if len(t.text) > 0 {
		t.found = append(t.found, token{known: t.stop, from: int32(len(t.text) - 1), to: int32(len(t.text)), end: true})
	}
	return false
}

// step reads one word or one mark.
func (t *tokens) step() {
	if c := t.text[t.at]; c == ' ' || plain[c] != 0 { // most of a text, quickly
		if c == ' ' {
			t.at++
		} else {
			t.readWord()
		}
		return
	}
	r, size := utf8.DecodeRuneInString(t.text[t.at:])
	folded := fold(r)
	if folded == drop {
		t.at += size
		return
	}
	if isWordRune(folded) {
		t.readWord()
		return
	}
	from := t.at
	t.at += size
	switch folded {
	case '\n':
		t.start = true
		t.emit(token{from: int32(from), to: int32(t.at), line: true}) // a line's end counts as a word in between
		t.start = true
	case '.', '!', '?', ';', '。', '！', '？':
		if t.atBreak() {
			t.emit(token{known: t.stop, from: int32(from), to: int32(t.at), end: true})
			t.start = true
		}
	case ':', '=':
		t.emit(token{known: t.place(string(folded)), from: int32(from), to: int32(t.at)})
	case ',', '，', '、':
		t.comma = true
	case '"', '\'', '`', '“', '”', '‘', '’', '«', '»':
		t.toggle(folded)
	case '-', '/', '*', '#', '>', '<', '(', '[', '{', '|':
		// What starts a comment, a list or a tag starts a sentence.
		t.start = t.start || folded == '#' || folded == '<' || folded == '[' || strings.HasPrefix(t.text[from:], "//") || strings.HasPrefix(t.text[from:], "-- ")
	}
}

// atBreak reports whether a full stop ends a sentence here: not in 1.5, a.b.
func (t *tokens) atBreak() bool {
	next, _ := utf8.DecodeRuneInString(t.text[t.at:])
	return t.at >= len(t.text) || !isWordRune(fold(next))
}

func (t *tokens) emit(one token) {
	one.start, one.quoted, one.comma = t.start, t.quote != 0, t.comma
	t.start, t.comma = false, false
	t.found = append(t.found, one)
}

// toggle opens or closes a quote. An apostrophe within a word is none, as it
// is read with the word.
func (t *tokens) toggle(mark rune) {
	if t.quote != 0 {
		t.quote = 0
		return
	}
	t.quote = mark
	t.start = true
}

func isWordRune(r rune) bool {
	if r >= 0 && r < utf8.RuneSelf {
		return plain[r] != 0 || r == '_' || r == '@' || r == '$'
	}
	return (unicode.IsLetter(r) || r >= 0x900 && unicode.Is(unicode.Mc, r) || unicode.IsDigit(r)) && !isBlankLetter(r)
}

// isBlankLetter reports the fillers of Hangul: letters that are shown as blanks.
func isBlankLetter(r rune) bool { return r == 0x115f || r == 0x1160 || r == 0x3164 || r == 0xffa0 }

// readWord reads a word, with hyphens, underscores and apostrophes within it
// left out, and adds what it means.
func (t *tokens) readWord() {
	if t.readPlain() {
		return
	}
	from := t.at
	var store [maxWordBytes + utf8.UTFMax]byte
	word := store[:0] // folded
	latin, other, figures, unspaced := false, false, false, false
	for t.at < len(t.text) && len(word) < maxWordBytes {
		if c := t.text[t.at]; plain[c] != 0 && !unspaced { // most letters, quickly
			word = append(word, plain[c])
			latin = latin || c > '9'
			figures = figures || c <= '9'
			t.at++
			continue
		}
		r, size := utf8.DecodeRuneInString(t.text[t.at:])
		folded := fold(r)
		switch {
		case folded == drop, folded == '_':
		case isWordRune(folded) && (len(word) == 0 || isUnspacedRune(folded) == unspaced):
			unspaced = isUnspacedRune(folded)
			latin = latin || folded >= 'a' && folded <= 'z'
			other = other || folded >= 0x80
			figures = figures || folded >= '0' && folded <= '9' || folded == '@' || folded == '$'
			word = utf8.AppendRune(word, folded)
		case isJoiner(folded) && t.goesOn(t.at+size):
		default:
			t.addWord(word, from, latin, other, figures)
			return
		}
		t.at += size
	}
	t.addWord(word, from, latin, other, figures)
}

// readPlain reads a word of small letters, as most are, and reports whether it
// was one: nothing goes on behind it.
func (t *tokens) readPlain() bool {
	end := t.at
	for end < len(t.text) && end-t.at <= maxWordBytes && t.text[end] >= 'a' && t.text[end] <= 'z' {
		end++ // of a longer word no further: it is read in pieces
	}
	if end == t.at || end-t.at > maxWordBytes || end < len(t.text) && goesWithin(t.text[end]) {
		return false
	}
	from := t.at
	t.at = end
	t.emit(token{known: t.place(t.text[from:end]), from: int32(from), to: int32(end)})
	return true
}

// goesWithin reports a byte that may belong to a word.
func goesWithin(c byte) bool {
	return plain[c] != 0 || c >= utf8.RuneSelf || c == '_' || c == '-' || c == '\'' || c == '@' || c == '$'
}

// plain folds the letters and figures of ASCII.
var plain = func() (table [256]byte) {
	for c := byte('0'); c <= 'z'; c++ {
		switch {
		case c <= '9', c >= 'a':
			table[c] = c
		case c >= 'A' && c <= 'Z':
			table[c] = c + 'a' - 'A'
		}
	}
	return table
}()

func isJoiner(r rune) bool { return r == '-' || r == '\'' || r == '’' }

func (t *tokens) goesOn(at int) bool {
	r, _ := utf8.DecodeRuneInString(t.text[at:])
	return at < len(t.text) && isWordRune(fold(r))
}

func (t *tokens) addWord(word []byte, from int, latin, other, figures bool) {
	var known int32
	if mayHave(&t.known, word) {
		known = t.words[string(word)]
	}
	ok := known != 0
	switch {
	case ok || !latin && !other:
	case latin && other:
		known = t.words[strings.Map(latinOf, string(word))]
	case other && isUnspaced(string(word)):
		t.addRuns(string(word), from)
		return
	case figures && bytes.IndexByte(word, '@') > 0:
		known = t.words["%mail"]
	case figures && len(word) >= minLeetBytes:
		letters := strings.Map(letterOf, string(word))
		if known, ok = t.words[letters]; !ok && bytes.IndexByte(word, '1') >= 0 {
			known = t.words[strings.Map(letterOf, strings.ReplaceAll(string(word), "1", "l"))]
		}
	}
	t.emit(token{known: known, from: int32(from), to: int32(t.at)})
}

func latinOf(r rune) rune {
	if plain, ok := alike()[r]; ok {
		return plain
	}
	return r
}

func letterOf(r rune) rune {
	if letter, ok := digits()[r]; ok {
		return letter
	}
	return r
}

// addRuns finds known words within a run of a script without blanks.
func (t *tokens) addRuns(word string, from int) {
	found := false
	for i := 0; i < len(word); {
		known, size := t.runAt(word[i:])
		if size == 0 {
			_, size = utf8.DecodeRuneInString(word[i:])
		} else {
			t.emit(token{known: known, from: int32(from), to: int32(t.at)})
			found = true
		}
		i += size
	}
	if !found {
		t.emit(token{from: int32(from), to: int32(t.at)})
	}
}

func (t *tokens) runAt(text string) (known int32, size int) {
	first, _ := firstRune(text)
	for _, run := range t.runs[first] {
		if len(run) > size && strings.HasPrefix(text, run) {
			known, size = t.words[run], len(run)
		}
	}
	return known, size
}

// prolonged is the mark of a long vowel in Japanese, which belongs to no script.
const prolonged = 'ー'

// isUnspaced reports a script that writes no blanks between words.
func isUnspaced(word string) bool {
	r, _ := firstRune(word)
	return isUnspacedRune(r)
}

func isUnspacedRune(r rune) bool {
	return r >= 0x1100 && (r == prolonged || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul))
}
