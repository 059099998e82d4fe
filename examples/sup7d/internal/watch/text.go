package watch

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// maxMarks is how many combining marks may follow each other: more than any
// written language needs on a letter would be drawn over other lines.
const maxMarks = 2

// clean shows what a terminal must not be sent, and what nobody would see, as
// escapes: control characters, those without a shape, and those that change the
// direction of writing. Nothing else is printed by this package.
func clean(text string) string {
	var b strings.Builder
	marks := 0
	for _, r := range text {
		if unicode.Is(unicode.M, r) {
			marks++
		} else {
			marks = 0
		}
		switch {
		case isPlain(r) && marks <= maxMarks:
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// isPlain reports whether a reader sees a character for what it is.
func isPlain(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= ' ' && r != 0x7f
	}
	blank := r == '\u2800' // a pattern of no dots
	return unicode.IsPrint(r) && !blank &&
		!unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) && !unicode.Is(unicode.Variation_Selector, r)
}

// cells is how wide a character of a clean text is drawn.
func cells(r rune) int {
	if r < utf8.RuneSelf {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// wrap breaks a clean text into lines of at most so many cells, the further ones
// indented: after a blank, where there is one in the second half of a line, else
// anywhere, since the words of agents may be of any length. No character is left
// out.
func wrap(text string, most int, indent string) (lines []string) {
	most = max(most, len(indent)+2)
	begin := ""
	for {
		end := fitting(text, most-len(begin))
		if end == len(text) {
			return append(lines, begin+text)
		}
		if blank := strings.LastIndexByte(text[:end], ' '); blank > end/2 {
			end = blank + 1
		}
		lines = append(lines, begin+text[:end])
		text, begin = text[end:], indent
	}
}

// fitting is how many bytes of a clean text have room in so many cells.
func fitting(text string, most int) int {
	used := 0
	for i, r := range text {
		if used += cells(r); used > most {
			return i
		}
	}
	return len(text)
}

// cut shortens a clean text to so many cells, and marks that.
func cut(text string, most int) string {
	if fitting(text, most) == len(text) {
		return text
	}
	if most < 1 {
		return ""
	}
	return text[:fitting(text, most-1)] + "…"
}
