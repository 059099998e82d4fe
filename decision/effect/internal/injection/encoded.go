package injection

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// minEncodedBytes is the shortest coded run that is decoded: what it holds
	// is an order of two words at least.
	minEncodedBytes = 20
	// maxEncoded bounds how many runs of a text are decoded. What comes after
	// them in a text with so many is data.
	maxEncoded = 64
	// maxEncodedBytes bounds how much of one run is decoded.
	maxEncodedBytes = 64 << 10
)

// findEncoded decodes what is base64 or hexadecimal and scans what comes out.
func findEncoded(text string, opts Options, depth int) (Finding, bool) {
	tried := 0
	for i := 0; i < len(text) && tried < maxEncoded; {
		if gap := lastUncoded(text[i:min(len(text), i+minEncodedBytes)]); gap >= 0 {
			i += gap + 1 // no run that starts before is long enough
			continue
		}
		end := min(len(text), i+minEncodedBytes)
		for end < len(text) && isCoded(text[end]) {
			end++
		}
		if end-i < minEncodedBytes {
			break
		}
		tried++
		if class, ok := decoded(text[i:min(end, i+maxEncodedBytes)], opts, depth); ok {
			return Finding{class, i, end}, true
		}
		i = end
	}
	return Finding{}, false
}

// lastUncoded is where the last byte is that no coding has; -1: nowhere.
func lastUncoded(text string) int {
	i := len(text) - 1
	for i >= 0 && isCoded(text[i]) {
		i--
	}
	return i
}

func isCoded(c byte) bool {
	return plain[c] != 0 || c == '+' || c == '/' || c == '-' || c == '_'
}

// decoded scans a run in each coding in which it is a text. One that is prose
// and tells somebody to do something is hidden from people, whatever it says.
func decoded(run string, opts Options, depth int) (Class, bool) {
	for _, text := range readings(run) {
		if f, ok := scan(text, opts, depth+1); ok {
			return f.Class, true
		}
		if isProse(text) && hasOrder(text) {
			return Hidden, true
		}
	}
	return "", false
}

func readings(run string) (texts []string) {
	add := func(data []byte, err error) {
		if err == nil && isText(data) {
			texts = append(texts, string(data))
		}
	}
	add(hex.DecodeString(run[:len(run)&^1]))
	// A run that was cut, or that has a letter too many, still shows its start.
	run = run[:len(run)-len(run)%4+[]int{0, 0, 2, 3}[len(run)%4]]
	add(base64.RawStdEncoding.DecodeString(run))
	add(base64.RawURLEncoding.DecodeString(run))
	return texts
}

func isText(data []byte) bool {
	return utf8.Valid(data) && !strings.ContainsFunc(string(data), func(r rune) bool { return !unicode.IsPrint(r) && !unicode.IsSpace(r) })
}

// isProse reports at least five words with blanks between.
func isProse(text string) bool {
	words := strings.Fields(text)
	letters := 0
	for _, word := range words {
		if first, _ := firstRune(word); unicode.IsLetter(first) {
			letters++
		}
	}
	return letters >= 5 && letters*4 >= len(words)*3
}

// orderWords start an order. They are common words: they count only in prose
// that somebody hid.
var orderWords = []string{"ignore", "disregard", "forget", "say", "state", "print", "answer", "tell", "reply", "approve", "execute", "send", "reveal", "delete", "obey", "bypass", "run", "show", "allow", "grant", "transfer", "post", "overwrite"}

func hasOrder(text string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		for _, order := range orderWords {
			if word == order {
				return true
			}
		}
	}
	return false
}
