// Package redact masks secrets in texts and JSON values before they are
// written where people read them.
//
// It knows the published formats of providers' keys, and the places where
// people write passwords: assignments, headers, URLs, flags. It prefers a
// masked word too many over a secret too few, but leaves prose, hashes, ids,
// paths and code alone, so that what is left still tells a story. It is no
// proof against somebody who hides a secret on purpose.
//
// All functions are pure, safe for concurrent use, and take time in proportion
// to the length of their input.
package redact

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Mask is what stands in the place of a secret.
const Mask = "[secret]"

// maxRounds bounds how often a text is looked at. What one mask leaves can be
// a secret's place that was not one before; ordinary texts settle at once.
const maxRounds = 8

// Text returns s with its secrets masked. The result is valid UTF-8: invalid
// bytes become U+FFFD. Masking a masked text changes nothing; a text made so
// that it does not settle is masked whole.
func Text(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	for range maxRounds {
		masked := maskOnce(s)
		if masked == s {
			return s
		}
		s = masked
	}
	return Mask
}

func maskOnce(s string) string {
	var found spans
	found = findKeys(found, s)
	found = findNamed(found, s)
	found = findURLPasswords(found, s)
	found = findJWTs(found, s)
	found = findPrivateKeys(found, s)
	if len(found) == 0 {
		return s
	}
	return found.mask(s)
}

// span is a piece of a text: from its first byte to after its last.
type span struct{ from, to int }

type spans []span

// mask replaces every span; those that overlap become one.
func (found spans) mask(s string) string {
	slices.SortFunc(found, func(a, b span) int { return a.from - b.from })
	var b strings.Builder
	done := 0
	for i := 0; i < len(found); {
		from, to := found[i].from, found[i].to
		for i++; i < len(found) && found[i].from < to; i++ {
			to = max(to, found[i].to)
		}
		b.WriteString(s[done:from])
		b.WriteString(Mask)
		done = to
	}
	b.WriteString(s[done:])
	return b.String()
}
