// Package oneline makes text of unknown origin fit for a place that holds one
// line: a log entry, a header, a sentence that another program stores.
package oneline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mark ends a text that was cut.
const Mark = "…"

// Clean returns s as one line of at most maxBytes bytes.
//
// Every run of spaces, line breaks and control characters becomes one space,
// and none is left at either end. Characters that show nothing or reorder
// their neighbours (zero-width, bidirectional, variation selectors) are
// removed. Invalid UTF-8 becomes U+FFFD. A text that is too long is cut between
// two characters and ends in [Mark]; where not even the mark fits, nothing is
// left.
func Clean(s string, maxBytes int) string {
	var b strings.Builder
	gap := false
	cut := 0 // how much of b may stay when the mark has to fit too
	for _, r := range s {
		switch {
		case separates(r):
			gap = b.Len() > 0
			continue
		case invisible(r):
			continue
		}
		size := utf8.RuneLen(r)
		if gap {
			size++
		}
		if b.Len()+size > maxBytes {
			return marked(b.String()[:cut], maxBytes)
		}
		if gap {
			b.WriteByte(' ')
			gap = false
		}
		b.WriteRune(r)
		if b.Len()+len(Mark) <= maxBytes {
			cut = b.Len()
		}
	}
	return b.String()
}

func marked(head string, maxBytes int) string {
	if len(Mark) > maxBytes {
		return ""
	}
	return head + Mark
}

// separates reports what stands between words or lines. U+0085 and the
// separators U+2028 and U+2029 end a line for some readers and not for others.
func separates(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Zs)
}

// invisible reports characters that a reader does not see, and between whose
// neighbours a filter would not find a phrase.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
