package bench

import (
	"unicode/utf8"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
)

const (
	// recentCalls is how many earlier calls of a set are the recent activity of
	// a case, as in the reference.
	recentCalls = 5
	// maxTraceRunes bounds the parameters of each of them, as in the reference.
	maxTraceRunes = 200
)

// history rebuilds the recent activity of cases from the cases before them.
// The zero value is ready.
type history struct {
	bySession map[string][]decision.Trace // newest first
}

// before returns the recent activity of a case, never nil.
func (h *history) before(c *Case) []decision.Trace {
	return append([]decision.Trace{}, h.bySession[stream(c)]...)
}

// add makes a case part of what comes after it.
func (h *history) add(c *Case) {
	h.push(c, decision.Trace{Tool: redact.Text(c.Call.Tool), Params: traceParams(c.Call.Params)})
}

func (h *history) push(c *Case, t decision.Trace) {
	key := stream(c)
	if key == "" {
		return
	}
	if h.bySession == nil {
		h.bySession = map[string][]decision.Trace{}
	}
	list := append([]decision.Trace{t}, h.bySession[key]...)
	h.bySession[key] = list[:min(len(list), recentCalls)]
}

// stream names what a case goes on from: its session, else its agent's calls.
// A case without either goes on from nothing.
func stream(c *Case) string {
	switch {
	case c.Call.Session != "":
		return "session " + c.Call.Session
	case c.Call.Agent != "":
		return "agent " + c.Call.Agent
	}
	return ""
}

// traceParams returns parameters as recent activity shows them: masked, and
// when their JSON is longer than maxTraceRunes, the start of it as a text. What
// is short stays an object, which analysers can read.
func traceParams(params map[string]any) map[string]any {
	masked := maskParams(params)
	text, err := encode(masked)
	if err != nil {
		return map[string]any{traceText: redact.Mask}
	}
	if utf8.RuneCount(text) <= maxTraceRunes {
		return masked
	}
	return map[string]any{traceText: settle(string(text), maxTraceRunes, "")}
}

// maxSettleRounds bounds how often a text is masked and cut: a cut may make of
// a text what looks like a secret, and masking it may make it longer.
const maxSettleRounds = 4

// settle masks s, then cuts it to limit characters, until neither changes it.
// More is what a cut text ends with.
func settle(s string, limit int, more string) string {
	for range maxSettleRounds {
		next := shorten(redact.Text(s), limit, more)
		if next == s {
			return s
		}
		s = next
	}
	return redact.Mask
}

// shorten cuts s to limit characters with more after them. A text that was cut
// so before stays.
func shorten(s string, limit int, more string) string {
	head := cutRunes(s, limit)
	if head == s || s[len(head):] == more {
		return s
	}
	return head + more
}
