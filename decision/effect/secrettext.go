package effect

import (
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
	return redact.Text(text) != text || holdsKeyID(text)
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
