package rules

import (
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// sureTest is the reading of a condition that approves. A prefix that is a
// path or a URL holds only on a boundary of it, and by where it leads.
func sureTest(c Condition, scope *effect.Scope) test {
	switch {
	case c.op == opMatches:
		return patternTest(c)
	case c.project && c.op != opStartsWith && c.op != opInside:
		return never
	case c.project:
		return inProject
	case c.op == opInside:
		return newDirectory(c.want, scope).holds
	case c.namesTool() || c.op != opStartsWith:
		return textTest(c)
	case strings.Contains(c.want, "://"):
		return urlPrefix(c.want)
	case c.isPrefixOfPaths():
		return newDirectory(c.want, scope).holds
	}
	return textTest(c)
}

// isPrefixOfPaths reports whether an approve reads the value as a directory.
func (c Condition) isPrefixOfPaths() bool {
	return isAnchored(c.want) || strings.Contains(c.want, "/") || c.path.isPath()
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
