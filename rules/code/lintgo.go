package code

import (
	"context"
	"regexp"
	"strings"
	"sync"
)

var (
	// dottedCall is a pattern that is a call of a function in a package, with
	// nothing but variables as arguments.
	dottedCall = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\bpattern:\s*['"]?([A-Za-z_][A-Za-z0-9_.]*\.[A-Za-z_][A-Za-z0-9_]*\((?:\$+[A-Z0-9_]*(?:,\s*)?)+\))`)
	})
	variables = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$+[A-Z0-9_]*`) })
	// condition is a key of a rule that wants more than its pattern.
	condition = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(kind|regex|inside|has|not|follows|precedes|nthChild|matches|constraints)\s*:`)
	})
)

// conversions warns of patterns in Go that look like calls and find none: without
// a function around it, the grammar takes pkg.F($A) for a conversion to a type.
func (l *linter) conversions(ctx context.Context, r *treeRule) {
	if r.tree.Language != "go" || condition().MatchString(r.tree.Text) {
		return
	}
	finds := l.trial(ctx, r)
	for _, at := range dottedCall().FindAllStringSubmatchIndex(r.tree.Text, maxCallsLinted) {
		call := variables().ReplaceAllString(r.tree.Text[at[2]:at[3]], "1")
		if finds == nil || finds("package p\n\nfunc f() { "+call+" }\n") {
			continue
		}
		l.warnAt(r, at[2], "does not find "+call+": Go's grammar takes the pattern for a conversion to a type. Write {context: 'func _() { "+
			strings.TrimSpace(r.tree.Text[at[2]:at[3]])+" }', selector: call_expression}")
	}
}
