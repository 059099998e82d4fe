package effect

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/sqltext"
)

// knownSpace notes a namespace that says nothing of what the tool is, if a verb
// such as search, by which families are told too, is all that is known of it.
func (t *account) knownSpace(known [2][]string, name toolName) {
	tells := func(w string) bool { return slices.Contains(known[0], w) }
	tellsMore := func(w string) bool { return tells(w) && !slices.Contains(readWords(), w) }
	if slices.ContainsFunc(name.space, tells) || slices.ContainsFunc(name.action, tellsMore) {
		return
	}
	for _, w := range name.space {
		if !isKnownNoun(w, known[1]) {
			t.gap("word in the tool's name that is not known", w)
		}
	}
}

// verbParams are the words of parameters whose value may say what a tool does.
var verbParams = []string{"method", "mode", "type", "request", "operation", "action", "verb", "op"}

// tellingValues looks for values that make a tool do more than look: a method
// of HTTP that changes something, a verb, a statement for a database.
func (t *account) tellingValues(f family) {
	for _, param := range slices.Sorted(maps.Keys(t.call.Params)) {
		value := t.call.Params[param]
		if text, ok := value.(string); ok && hasWord(param, verbParams) && saysVerb(text) {
			t.gap("value that says what the tool does", param)
		}
		if f.reads == public {
			continue
		}
		eachText(param, value, func(where, text string) {
			if len(text) <= maxStatementBytes && statement().MatchString(text) {
				t.gap("text that a database may run", where)
			}
		})
	}
	if f.name != "database" {
		return
	}
	for _, param := range []string{"collection", "table", "index"} {
		if text, ok := t.call.Params[param].(string); ok && sqltext.IsPrivate(text) {
			t.add(decision.Effect{Kind: decision.Reads, Target: cut(text), Zone: f.zoneOf(), Segment: cut(param + "=" + text), Concern: "private data", By: f.name + " tool"})
		}
	}
}

// maxStatementBytes bounds what is held against statement; what people look
// for is shorter.
const maxStatementBytes = 64 << 10

// saysVerb reports a value that begins with a verb of doing, or a method of
// HTTP that changes something.
func saysVerb(text string) bool {
	words := NameWords(text)
	if len(words) == 0 || len(words) > 6 {
		return false
	}
	if slices.Contains([]string{"post", "put", "patch"}, words[0]) && strings.ToUpper(text) == text {
		return true
	}
	for i, forms := range verbsWords() {
		if slices.Contains(forms[0], words[0]) && verbs[i].name != "change" {
			return true
		}
	}
	return false
}

// statement finds what a database, a document store, a graph or a GraphQL
// server runs and that is no query.
var statement = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\s*mutation\b[^{]*\{|\b(?:delete\s+from|drop\s+(?:table|database|index|collection|keyspace|schema|user|view)|truncate\s+table|insert\s+into|` +
		`update\s+\S+\s+set|alter\s+(?:table|user|role|database)|create\s+(?:table|user|role|function|trigger)|detach\s+delete|grant\s+\S+\s+(?:on|to))\b` +
		`|\.(?:drop\w*|remove|delete(?:one|many)?|insert(?:one|many)?|update(?:one|many)?|replaceone|eval)\s*\(`)
})
