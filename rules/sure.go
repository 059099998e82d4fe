package rules

import (
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// sureTest is the reading of a condition that approves. A prefix that is a
// path or a URL holds only on a boundary of it, and by where it leads.
func sureTest(c Condition) test {
	switch {
	case c.want == projectDir && c.op != opStartsWith:
		return never
	case c.namesTool() || c.op != opStartsWith:
		return textTest(c)
	case c.want == projectDir:
		return inProject
	case strings.Contains(c.want, "://"):
		return urlPrefix(c.want)
	case isAnchored(c.want), strings.Contains(c.want, "/"), c.isPath():
		return surePrefix(c.want)
	}
	return textTest(c)
}

func surePrefix(dir string) test {
	return func(s sight, text string, _ bool) (bool, error) {
		at := s.locate(text)
		if at.Err != nil {
			return false, unresolved(at.Err)
		}
		return at.In(s.locate(dir)), nil
	}
}

// objection says why an inferred approve of a call with these effects must not
// hold; empty if nothing speaks against it. It quotes nothing of the call.
func objection(e decision.Effects) string {
	switch {
	case len(e.Gaps) > 0:
		return "what the call does is not seen whole: " + e.Gaps[0].Reason
	case !e.Covered:
		return "what the call does is not seen whole"
	case len(e.List) == 0:
		return "the call has no known effect"
	}
	for _, effect := range e.List {
		switch effect.Kind {
		case decision.Reads, decision.Creates, decision.Overwrites:
			if effect.Zone != decision.ZoneProject {
				return "the call " + string(effect.Kind) + " outside the project"
			}
		default:
			return "the call has the effect " + string(effect.Kind)
		}
	}
	return ""
}
