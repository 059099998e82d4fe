package meshtest

import (
	"regexp"
	"sync"
)

// phrases are what a mesh takes for an attempt to talk to its supervisor.
// "act as" and "you are now" match in any sentence.
var phrases = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)` +
		`ignore\s+(all\s+)?(previous|prior)\s+instructions` +
		`|you\s+are\s+now` +
		`|system\s+prompt\s*:` +
		`|override\s+(the\s+)?policy` +
		`|pre-?approved` +
		`|do\s+not\s+(deny|escalate)` +
		`|pretend\s+(that\s+)?you\s+are` +
		`|act\s+as` +
		`|important\s*:\s*(approve|ignore|override)` +
		`|confidence\s+should\s+be` +
		`|must\s+(be\s+)?approv`)
})

// suspicious looks at every text among the values, in lists too; not at keys.
func suspicious(v any) bool {
	switch v := v.(type) {
	case string:
		return phrases().MatchString(v)
	case map[string]any:
		for _, item := range v {
			if suspicious(item) {
				return true
			}
		}
	case []any:
		for _, item := range v {
			if suspicious(item) {
				return true
			}
		}
	}
	return false
}
