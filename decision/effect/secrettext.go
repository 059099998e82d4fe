package effect

import (
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
)

// sampleKeys are keys of which the vendor says that they are samples, or that
// open nothing: the documentation of AWS, and the prefixes of Stripe's test
// mode.
var sampleKeys = strings.NewReplacer(
	"AKIAIOSFODNN7EXAMPLE", "", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "", "sk_test_", "", "pk_test_", "", "rk_test_", "",
)

// holdsSecret reports whether a text holds what looks like a live secret. A
// word such as "example" in it is no proof that it is none; a reference to
// where the secret is kept, and a placeholder in brackets, are none.
func holdsSecret(text string) bool {
	text = sampleKeys.Replace(text)
	return redact.Text(text) != text || holdsKeyID(text) || holdsRandomLiteral(text) || strings.Contains(text, "PuTTY-User-Key-File-") || holdsNetrc(text)
}

// Bounds of a literal that may be a key: shorter ones are names, longer ones
// are data.
const (
	minKeyBytes = 20
	maxKeyBytes = 128
)

// holdsRandomLiteral reports a text in quotes that is one run of letters of
// both cases and digits without an order: a key by whatever name.
func holdsRandomLiteral(text string) bool {
	for {
		open := strings.IndexAny(text, "\"'`")
		if open < 0 {
			return false
		}
		quote := text[open]
		text = text[open+1:]
		end := strings.IndexAny(text, "\"'`\n")
		if end < 0 {
			return false
		}
		literal := text[:end]
		if text[end] == quote {
			text = text[end+1:]
		}
		if len(literal) >= minKeyBytes && len(literal) <= maxKeyBytes && isKeyLike(literal) {
			return true
		}
	}
}

// isKeyLike reports a run of letters of both cases and a few digits
// that are spread as by chance. Words joined by signs are none.
func isKeyLike(text string) bool {
	upper, lower, digits := 0, 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c >= 'A' && c <= 'Z':
			upper++
		case c >= 'a' && c <= 'z':
			lower++
		case c >= '0' && c <= '9':
			digits++
		case c != '_' && c != '-' && c != '.' && c != ':':
			return false
		}
	}
	return upper > 1 && lower > 1 && (digits >= 3 || digits > 0 && len(text) > 31) && redact.IsRandom(strings.ReplaceAll(text, ":", ""))
}

// holdsNetrc reports a line of netrc(5) with a password.
func holdsNetrc(text string) bool {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		at := slices.Index(words, "password")
		if at > 0 && at+1 < len(words) && slices.Contains(words, "login") && (words[0] == "machine" || words[0] == "default") {
			return true
		}
	}
	return false
}

// holdsKeyID reports an identifier of the form 8-4-4-4-12 that is given a name
// of a key: Heroku's and others' keys are such.
func holdsKeyID(text string) bool {
	for i := 8; i+28 <= len(text); i++ {
		if text[i] != '-' || text[i+5] != '-' || text[i+10] != '-' || text[i+15] != '-' {
			continue
		}
		line := strings.LastIndexByte(text[:i-8], '\n') + 1
		line = max(line, i-8-maxSegmentBytes)
		for _, w := range NameWords(text[line : i-8]) {
			switch w {
			case "key", "token", "secret", "apikey", "auth":
				return true
			}
		}
	}
	return false
}

// secretText adds an effect if a text that the call puts somewhere holds a
// secret. It does not quote it.
func (t *account) secretText(text, param string) {
	if text != "" && holdsSecret(text) {
		t.add(decision.Effect{
			Kind: decision.Secrets, Target: cut(param), Zone: decision.ZoneProject, Segment: cut(param), Concern: "text that looks like a secret",
		})
	}
}
