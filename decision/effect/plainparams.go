package effect

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// plainParams holds the parameters against a closed list of words: every word
// of every name, at every depth, must be on it.
func (t *account) plainParams(known []string) {
	for _, param := range slices.Sorted(maps.Keys(t.call.Params)) {
		t.plainParam(param, t.call.Params[param], known)
	}
}

func (t *account) plainParam(param string, value any, known []string) {
	last := param[strings.LastIndexByte(param, '.')+1:]
	words := NameWords(last)
	if len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(known, w) }) {
		t.gap("unknown parameter", param)
		return
	}
	switch v := value.(type) {
	case string:
		t.plainText(param, v)
	case nil, bool, json.Number:
	case []any:
		for _, item := range v {
			if object, ok := item.(map[string]any); ok {
				t.plainParam(param, object, known)
			} else {
				t.plainParam(param, item, known)
			}
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			t.plainParam(param+"."+key, v[key], known)
		}
	}
}

// plainText is a text that a service is asked with. It may name a secret file,
// or hold an address, which somebody will fetch.
func (t *account) plainText(param, text string) {
	if IsPathParam(param) && (strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~") || strings.Contains(text, "..")) {
		t.touch(decision.Reads, text, param+"="+text)
	}
	switch {
	case strings.HasPrefix(text, "file:"), isComputed(text) && !hasWord(param, proseWords):
		t.gap("text that may be more than it says", param)
	case hasWord(param, addressWords) && text != "":
		to := t.hosts.address(text)
		t.add(decision.Effect{Kind: decision.Network, Target: to.host, Zone: to.zone, Segment: cut(param + "=" + text), Concern: to.concern, By: "request"})
	case holdsSecret(text):
		t.secretText(text, param)
	}
}

var (
	proseWords   = []string{"body", "text", "content", "notes", "note", "value", "description", "message", "title", "query", "q", "thought", "observations", "contents"}
	addressWords = []string{"url", "uri", "link", "href"}
)
