package rules

import (
	"strings"
	"unicode/utf8"
)

// maxFoldBytes bounds the texts that are compared letter by letter. A longer
// one is lower-cased once, which takes memory but never more than its length
// in time.
const maxFoldBytes = 256

// equalFold reports whether text is want, which is in lower case. Like its
// siblings it answers as if text had been lower-cased, and takes no memory for
// short texts of ASCII letters.
func equalFold(text, want string) bool {
	if len(text) == len(want) && prefixASCII(text, want) && isASCII(text) {
		return true
	}
	return !isASCII(text) && lower(text) == want
}

// prefixFold reports whether text starts with want, which is in lower case.
func prefixFold(text, want string) bool {
	if !isASCII(text) {
		return strings.HasPrefix(lower(text), want)
	}
	return prefixASCII(text, want)
}

// suffixFold reports whether text ends with want, which is in lower case.
func suffixFold(text, want string) bool {
	if !isASCII(text) {
		return strings.HasSuffix(lower(text), want)
	}
	return len(text) >= len(want) && prefixASCII(text[len(text)-len(want):], want)
}

// containsFold reports whether want, which is in lower case, is in text.
func containsFold(text, want string) bool {
	if len(text) > maxFoldBytes || !isASCII(text) {
		return strings.Contains(lower(text), want)
	}
	for i := 0; i+len(want) <= len(text); i++ {
		if prefixASCII(text[i:], want) {
			return true
		}
	}
	return false
}

func prefixASCII(text, want string) bool {
	if len(text) < len(want) {
		return false
	}
	for i := range len(want) {
		if foldByte(text[i]) != want[i] {
			return false
		}
	}
	return true
}

func foldByte(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
