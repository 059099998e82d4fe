package bench

import (
	"slices"

	"github.com/flux7-go/supervisor/decision"
)

// excludedText stands in recent activity for what is not to be seen.
const excludedText = "[excluded]"

// hidden is an earlier call of which only the tool is shown, and not even that
// when its name holds an excluded keyword or a path.
func (s *Selection) hidden(tool string) decision.Trace {
	tool = cleanText(tool)
	if s.hides(false, tool, []string{tool}, nil) {
		tool = excludedText
	}
	return decision.Trace{Tool: tool, Params: textParams(excludedText)}
}

// hides reports whether an earlier call holds what must not leave. Strictly, one
// that names no repository is hidden too.
func (s *Selection) hides(strict bool, tool string, call, names []string) bool {
	if _, found := s.keywords.in(slices.Concat(call, names)); found {
		return true
	}
	reason := s.refuses(tool, call, names)
	return reason == SkipTmp || reason == SkipOutside || strict && reason != ""
}

// shown returns a kept case as later ones are shown it. A cut may have taken the
// name of its repository.
func (s *Selection) shown(clean *Case) decision.Trace {
	t := traceOf(clean)
	if s.hides(false, t.Tool, callTexts(t.Tool, t.Params), nil) {
		return s.hidden(t.Tool)
	}
	return t
}

// recent returns the recent activity of a frozen case as it may leave. Texts
// that people wrote, and who they are, are left out.
func (s *Selection) recent(list []decision.Trace) []decision.Trace {
	out := make([]decision.Trace, len(list))
	for i := range list {
		t := &list[i]
		clean := cleanTrace(t)
		hide := s.hides(true, t.Tool, callTexts(t.Tool, t.Params), traceNames(t)) ||
			s.hides(false, clean.Tool, callTexts(clean.Tool, clean.Params), traceNames(&clean))
		if out[i] = clean; hide {
			out[i] = s.hidden(t.Tool)
		}
	}
	return out
}

// cleanTrace returns what may leave of an earlier call.
func cleanTrace(t *decision.Trace) decision.Trace {
	out := decision.Trace{
		TraceID: cleanText(t.TraceID), Tool: cleanText(t.Tool), Policy: cleanText(t.Policy), PolicyRule: cleanText(t.PolicyRule),
		ApprovalStatus: cleanText(t.ApprovalStatus), Timestamp: t.Timestamp,
	}
	if t.Params != nil {
		out.Params = cleanParams(t.Params)
	}
	return out
}
