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

// add makes an earlier call, as it is to be shown, part of what comes after c.
func (h *history) add(c *Case, t decision.Trace) {
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

// traceOf returns a case as recent activity shows it.
func traceOf(c *Case) decision.Trace {
	return decision.Trace{Tool: cleanText(c.Call.Tool), Params: traceParams(c.Call.Params)}
}

// traceParams returns parameters as recent activity shows them: masked, and
// when their JSON is longer than maxTraceRunes, the start of it as a text. What
// is short stays an object, which analysers can read.
func traceParams(params map[string]any) map[string]any {
	masked := cleanParams(params)
	text, err := encode(masked)
	if err != nil {
		return textParams(redact.Mask)
	}
	if utf8.RuneCount(text) <= maxTraceRunes {
		return masked
	}
	return textParams(settle(string(text), maxTraceRunes, ""))
}
