package bench

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
)

const (
	// maxKeywordLine bounds a line of a file of keywords, in bytes.
	maxKeywordLine = 1 << 10
	// maxKeywords bounds how many keywords are excluded. Each is looked for in
	// every text of every call.
	maxKeywords = 10_000
)

// ReadKeywords reads keywords to exclude, one a line. Blank lines and those
// that start with # are none. More than 10,000 keywords, or a line over one
// kibibyte, are an error: a keyword is never left out.
func ReadKeywords(r io.Reader) ([]string, error) {
	var out []string
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxKeywordLine)
	for n := 1; lines.Scan(); n++ {
		word := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if word == "" || word[0] == '#' {
			continue
		}
		if len(out) == maxKeywords {
			return nil, fmt.Errorf("line %d: %w", n, errKeywords)
		}
		out = append(out, word)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read the keywords: %w", err)
	}
	return out, nil
}

var errKeywords = fmt.Errorf("more than %d keywords", maxKeywords)

// keywords finds excluded words.
type keywords struct {
	names  []string // in lower case, for counts
	folded []string
}

func newKeywords(list []string) (keywords, error) {
	var k keywords
	for _, word := range list {
		if word = strings.TrimSpace(word); word == "" {
			return k, errors.New("an excluded keyword is empty: it would exclude every call")
		}
		k.names, k.folded = append(k.names, strings.ToLower(word)), append(k.folded, fold(word))
	}
	if len(list) > maxKeywords {
		return k, errKeywords
	}
	return k, nil
}

// in returns the first keyword that one of the texts holds, in lower case.
func (k keywords) in(texts []string) (name string, found bool) {
	if len(k.folded) == 0 {
		return "", false
	}
	folded := make([]string, len(texts))
	for i, text := range texts {
		folded[i] = fold(text)
	}
	for i, word := range k.folded {
		for _, text := range folded {
			if strings.Contains(text, word) {
				return k.names[i], true
			}
		}
	}
	return "", false
}

// fold makes texts equal that differ in case only.
func fold(s string) string { return strings.Map(foldRune, s) }

// foldRune returns the first character of those that are r in some case.
func foldRune(r rune) rune {
	if r < unicode.MaxASCII {
		if 'a' <= r && r <= 'z' {
			r -= 'a' - 'A'
		}
		return r
	}
	for {
		next := unicode.SimpleFold(r)
		if next <= r {
			return next // the orbit starts again
		}
		r = next
	}
}
