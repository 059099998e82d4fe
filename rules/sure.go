package rules

import (
	"strings"

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
	case c.isSegmentwise() && c.op == opStartsWith:
		return wordsTest(c.want)
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
	return !c.isSegmentwise() && (isAnchored(c.want) || strings.Contains(c.want, "/") || c.path.isPath())
}
