package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/decision"
)

// maxPathBytes bounds the path that a reasoning quotes.
const maxPathBytes = 200

// verdict is what the rule says when it holds.
func (r *rule) verdict(s *sight) decision.Verdict {
	v := r.says(r.action)
	v.Reasoning = r.reasoning
	path := r.path(s)
	if path == "" {
		return v
	}
	matched := len("rule '") + len(r.ref.Name) + len("' matched")
	v.Reasoning = r.reasoning[:matched] + "; path=" + path + r.reasoning[matched:]
	v.Quoted = []string{path}
	return v
}

// unclear is what a deny or escalate rule says when it cannot be evaluated.
func (r *rule) unclear(err error) decision.Verdict {
	v := r.says(decision.Escalate)
	v.Cause = decision.CauseRule
	v.Reasoning = "rule '" + r.spec.Name + "' could not be evaluated: " + err.Error()
	return v
}

func (r *rule) says(action decision.Action) decision.Verdict {
	v := decision.Verdict{
		Action: action, Confidence: r.confidence, Source: r.ref.Name, Basis: r.basis,
		Rule: &r.ref, // shared by all verdicts of the rule; nobody writes to it
	}
	if action == decision.Escalate {
		v.Cause = decision.CauseRule
		if r.test == nil {
			v.Cause = decision.CauseUnsettled
		}
	}
	return v
}

// path is params.path if the condition is about it, as a text of one line.
func (r *rule) path(s *sight) string {
	if !r.quotesPath {
		return ""
	}
	text, _ := scalar(s.call.Params["path"])
	return cut(visible(text), maxPathBytes)
}

// visible makes text one line without invisible characters.
func visible(text string) string {
	if !strings.ContainsFunc(text, breaksLine) {
		return strings.TrimSpace(text)
	}
	clean := strings.Map(func(r rune) rune {
		if breaksLine(r) {
			return ' '
		}
		return r
	}, text)
	return strings.TrimSpace(clean)
}

// cut shortens text to at most limit bytes, at a whole character.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	end := limit - len("…")
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
