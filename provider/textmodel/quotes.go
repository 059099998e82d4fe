package textmodel

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/internal/oneline"
)

// minQuoteBytes is the shortest repetition that counts as a quotation. What is
// shorter are words that every sentence about the call has.
const minQuoteBytes = 12

// Quotes returns the fragments of a text that repeat what the judge was shown of
// the call, for decision.Verdict.Quoted, whatever the case of their letters. It is
// for a judge whose other words are its own, and worth keeping; of a model that
// only writes what it was told, all of the words count as quoted.
func (s Shown) Quotes(text string) []string {
	var view any
	if json.Unmarshal([]byte(s.data), &view) != nil {
		return []string{text} // nothing was shown that could be told from it
	}
	texts := textsOf(nil, view)
	for i := range texts { // as the text is: one line
		texts[i] = oneline.Clean(texts[i], MaxShownBytes)
	}
	source := lowerASCII(strings.Join(texts, "\n"))
	var quotes []string
	folded := lowerASCII(text)
	for start := 0; start < len(text); {
		end := start + minQuoteBytes
		if end > len(text) || !strings.Contains(source, folded[start:end]) {
			_, size := utf8.DecodeRuneInString(text[start:])
			start += size
			continue
		}
		for end < len(text) && (!utf8.RuneStart(text[end]) || strings.Contains(source, folded[start:end+1])) {
			end++
		}
		quotes = append(quotes, text[start:end])
		start = end
	}
	return quotes
}

// textsOf appends the texts and names of a decoded JSON value.
func textsOf(list []string, v any) []string {
	switch v := v.(type) {
	case string:
		list = append(list, v)
	case []any:
		for _, e := range v {
			list = textsOf(list, e)
		}
	case map[string]any:
		for name, e := range v {
			list = textsOf(append(list, name), e)
		}
	}
	return list
}

// lowerASCII keeps the length of a text, which [strings.ToLower] may not.
func lowerASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + ('a' - 'A')
		}
		return r
	}, text)
}
