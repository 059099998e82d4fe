package code

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/flux7-go/supervisor/rules/code/astrule"
)

// anyCall is a pattern in a rule that is a call of a plain name with any
// arguments.
var anyCall = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(?:pattern|context):\s*['"]?([A-Za-z_][A-Za-z0-9_]*)\(\$\$\$[A-Z0-9_]*\)`)
})

// maxCallsLinted bounds the patterns of one rule that are looked at.
const maxCallsLinted = 20

// otherCalls are the ways to call a function that a pattern of the plain call
// does not fit, in languages that have them.
func otherCalls(language string) []string {
	ways := []string{"window.NAME(1)", "globalThis.NAME(1)", "NAME?.(1)"}
	switch language {
	case "javascript":
		return ways
	case "typescript", "tsx":
		return append(ways, "NAME<T>(1)")
	}
	return nil
}

// calls warns of rules about calls that overlook some. What a rule finds is
// tried out, so that one which lists the others, however it does, is left alone.
func (l *linter) calls(ctx context.Context, r *treeRule) {
	ways := otherCalls(r.tree.Language)
	if len(ways) == 0 {
		return
	}
	finds := l.trial(ctx, r)
	var seen []string
	for _, at := range anyCall().FindAllStringSubmatchIndex(r.tree.Text, maxCallsLinted) {
		name := r.tree.Text[at[2]:at[3]]
		if finds == nil || slices.Contains(seen, name) || !finds(name+"(1)") {
			continue
		}
		seen = append(seen, name)
		var missed []string
		for _, way := range ways {
			if text := strings.ReplaceAll(way, "NAME", name); !finds(text) {
				missed = append(missed, text)
			}
		}
		if len(missed) > 0 {
			l.warnAt(r, at[2], "finds "+name+"(1), but not "+strings.Join(missed, ", ")+": list those that count under any")
		}
	}
}

// trial returns what tells whether a rule finds anything in a text; nil if the
// rule cannot run, which was said when it was loaded.
func (l *linter) trial(ctx context.Context, r *treeRule) func(text string) bool {
	if r.engine == nil {
		return nil
	}
	program, err := r.engine.Compile(ctx, []*astrule.Rule{r.tree})
	if err != nil || program == nil {
		return nil
	}
	return func(text string) bool {
		scan, err := program.Scan(ctx, []byte(text))
		return err == nil && len(scan.Matches) > 0
	}
}

// warnAt warns of a byte of a rule's text.
func (l *linter) warnAt(r *treeRule, at int, message string) {
	f := r.faulty(message)
	f.Key = "rule"
	above := r.tree.Text[:at]
	f.Line += strings.Count(above, "\n")
	f.Column = at - strings.LastIndexByte(above, '\n')
	l.warn(f)
}
