package structural

import (
	"fmt"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
)

// maxReasons bounds the reasons that one sentence gives.
const maxReasons = 5

// reasoning says in one line what decided, or why nothing did, and which parts
// of it are the call's own words.
func (f findings) reasoning(v decision.Verdict) (text string, quoted []string) {
	if v.Action == decision.Approve {
		return Label + ": approve: all of it was seen, and it is routine: " + summary(f.effects.List), nil
	}
	var reasons []string
	limits, _ := v.Limits.([]decision.Limit)
	for _, l := range limits {
		if !l.Stopped {
			continue
		}
		reason, words := f.reason(l)
		reasons, quoted = append(reasons, reason), append(quoted, words...)
	}
	for _, g := range f.effects.Gaps {
		segment := redact.Text(g.Segment)
		reasons, quoted = append(reasons, fmt.Sprintf("%s: not seen: %s", segment, g.Reason)), append(quoted, segment)
	}
	if f.unknown != "" {
		reasons = append(reasons, "question "+f.unknown+" needs a model")
	}
	verb := "pass"
	if v.Action == decision.Deny {
		verb = "deny"
	}
	return Label + ": " + verb + ": " + strings.Join(reasons[:min(len(reasons), maxReasons)], "; "), quoted
}

// reason tells what stopped the call at one limit.
func (f findings) reason(l decision.Limit) (text string, quoted []string) {
	side := "above"
	if l.Least {
		side = "below"
	}
	text = fmt.Sprintf("%s %.2f %s %.2f", l.Question, l.Value, side, l.Limit)
	because := f.because[l.Question]
	if because.effect == nil {
		if because.words != "" {
			text = because.words + ": " + text
		}
		return text, nil
	}
	e := because.effect
	segment, target := redact.Text(e.Segment), redact.Text(e.Target)
	return fmt.Sprintf("%s: %s %s (%s): %s", segment, e.Kind, target, zoneName(e.Zone), text), []string{segment, target}
}

// because is what an answer rests on: an effect, or words.
type because struct {
	effect *decision.Effect
	words  string
}

func zoneName(z decision.Zone) string {
	if z == decision.ZoneUnknown {
		return "unknown zone"
	}
	return string(z)
}

// summary names the kinds of effects, in order of first appearance.
func summary(effects []decision.Effect) string {
	var kinds []string
	seen := map[decision.EffectKind]bool{}
	for _, e := range effects {
		if !seen[e.Kind] {
			seen[e.Kind] = true
			kinds = append(kinds, string(e.Kind))
		}
	}
	if len(kinds) == 0 {
		return "no effect"
	}
	return strings.Join(kinds, ", ")
}
