package code

import (
	"context"
	"strings"
	"sync"
	"unicode"

	"github.com/flux7-go/supervisor/decision"
)

// Limits of what is remembered of denials.
const (
	// maxDenials bounds the contents; the oldest is forgotten first. An agent
	// that tries another way does so at once.
	maxDenials = 64
	// minRemembered and maxRemembered bound the characters of a content without
	// blanks: what is shorter is in many calls.
	minRemembered = 24
	maxRemembered = 64 << 10
)

// denials remembers content that was refused, to know it again in a call of
// which the writes cannot be told.
type denials struct {
	mu   sync.Mutex
	list []denial
}

type denial struct {
	rejection
	bare   string // the content without what a language's strings may change
	digest string
	rules  *state // what the content broke; other rules are another matter
}

// remember keeps what was refused.
func (l *gateLook) remember() {
	l.denied.mu.Lock()
	defer l.denied.mu.Unlock()
	for _, r := range l.rejected {
		bare := bareText(r.content)
		if len(bare) < minRemembered || len(bare) > maxRemembered {
			continue
		}
		l.denied.list = append(l.denied.list, denial{r, bare, digest(r.content), r.project.project.Load().current()})
		if extra := len(l.denied.list) - maxDenials; extra > 0 {
			l.denied.list = append([]denial(nil), l.denied.list[extra:]...)
		}
	}
}

// find looks for refused content in a call of which not all writes are known.
// Content that was looked at where the call puts it is no repetition.
func (d *denials) find(ctx context.Context, l *gateLook) (rejection, bool) {
	d.mu.Lock()
	list := d.list
	d.mu.Unlock()
	if len(list) == 0 || !l.unknown && !l.call.Effects(ctx).Opaque() {
		return rejection{}, false
	}
	var texts []string
	gather(l.call.Params, &texts)
	for i := range texts {
		texts[i] = bareText(texts[i])
	}
	for _, one := range list {
		if l.seen[one.digest] || one.rules != one.project.project.Load().current() {
			continue
		}
		for _, text := range texts {
			if strings.Contains(text, one.bare) {
				return one.rejection, true
			}
		}
	}
	return rejection{}, false
}

// gather collects the texts of parameters, whose number and depth are bounded by
// [decision.Call.Normalize].
func gather(value any, texts *[]string) {
	switch value := value.(type) {
	case string:
		*texts = append(*texts, value)
	case []any:
		for _, item := range value {
			gather(item, texts)
		}
	case map[string]any:
		for _, item := range value {
			gather(item, texts)
		}
	}
}

// bareText is a text without blanks, quotation marks, and the escapes that stand
// for line ends in the strings of a program.
func bareText(text string) string {
	text = strings.NewReplacer(`\n`, "", `\r`, "", `\t`, "", `\`, "").Replace(text)
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '"' || r == '\'' || r == '`' {
			return -1
		}
		return r
	}, text)
}

var _ decision.Rule = (*Gate)(nil)
