package effect

import (
	"slices"
	"strconv"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/injection"
)

// injections adds an effect if a text in the call, a key included, addresses
// a model with an order. One is enough: nothing lifts it.
func (a *analyzer) injections(c *decision.Call, effects *decision.Effects) {
	where, text, finding, ok := findInjection("", c.Params, false)
	if !ok {
		return
	}
	effects.List = append(effects.List, decision.Effect{
		Kind: decision.Injection, Target: cut(where), Zone: decision.ZoneNone,
		Segment: cut(where + ": " + text[finding.From:finding.To]), Concern: string(finding.Class), By: "text of the call",
	})
}

// findInjection looks through a value, in the order of the keys.
func findInjection(where string, value any, pattern bool) (at, text string, f injection.Finding, ok bool) {
	switch v := value.(type) {
	case string:
		f, ok := injection.Scan(v, injection.Options{Pattern: pattern || isSearch(where, v)})
		return where, v, f, ok
	case []any:
		for i, item := range v {
			if at, text, f, ok = findInjection(where+"["+strconv.Itoa(i)+"]", item, pattern); ok {
				return at, text, f, true
			}
		}
	case map[string]any:
		for _, key := range sortedKeys(v) {
			if f, ok := injection.Scan(key, injection.Options{}); ok {
				return member(where, "(key)"), key, f, true
			}
			inner := member(where, key)
			if at, text, f, ok = findInjection(inner, v[key], isPatternParam(key)); ok {
				return at, text, f, true
			}
		}
	}
	return "", "", injection.Finding{}, false
}

// member is the place of a member of an object, whose own place is where.
func member(where, key string) string {
	if where == "" {
		return strings.TrimPrefix(key, ".")
	}
	return where + "." + key
}

// isPatternParam reports a parameter that holds what is looked for in files.
func isPatternParam(name string) bool {
	return name == "pattern" || name == "regex" || name == "regexp"
}

// searchPrograms look for their pattern and print what holds it.
var searchPrograms = []string{"grep", "egrep", "fgrep", "rg", "ag", "ack", "git grep"}

// isSearch reports a command line that only looks for a text: one program of
// those that do, and nothing of the shell beside it.
func isSearch(where, text string) bool {
	if where != "command" && where != "cmd" || strings.ContainsAny(text, ";|&`$<>\n#") {
		return false
	}
	return slices.ContainsFunc(searchPrograms, func(program string) bool { return strings.HasPrefix(text, program+" ") })
}
