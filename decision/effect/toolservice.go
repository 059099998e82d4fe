package effect

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// serviceTool tells what a tool of a known kind of service would do, by the
// verb in its name.
func (t *account) serviceTool(name toolName) bool {
	at := familyOf(name)
	if at < 0 {
		return false
	}
	f := families[at]
	verb := verbOf(name.action)
	switch {
	case isDraft(name):
		t.keeps(family{name: "draft", own: true}, name)
	case verb == nil:
		t.looks(f, familyWords()[at][1], name)
	case f.own && verb.name == "change":
		t.keeps(f, name)
	default:
		t.acts(f, *verb, name)
	}
	return true
}

// looks is a tool that only shows something. It is covered if every word of
// its name is known and its parameters are plain. What is private is for a
// person to show, what is secret more so.
func (t *account) looks(f family, nouns []string, name toolName) {
	e := decision.Effect{Kind: decision.Reads, Target: f.name, Zone: f.zoneOf(), Segment: cut(t.call.Tool), By: f.name + " tool"}
	if f.reads == private || isPrivate(name, nouns) {
		e.Concern = "private data"
	}
	t.add(e)
	if f.reads == secret || slices.ContainsFunc(name.action, func(w string) bool { return slices.Contains(secretNouns(), w) }) || t.asksForSecret() {
		e.Kind, e.Concern = decision.Secrets, "credentials of a service"
		t.add(e)
	}
	for _, w := range name.action {
		if !isKnownNoun(w, nouns) && !slices.Contains(strings.Fields(f.words), w) && !slices.Contains(name.space, w) {
			t.gap("word in the tool's name that is not known", w)
		}
	}
	if len(name.space)+len(name.action) < 2 && f.reads != public {
		t.gap("name that does not say what the tool does", t.call.Tool)
	}
	t.plainParams(lookParams())
}

// isPrivate reports a name that says whose its nouns are, or that means what
// somebody looked at.
func isPrivate(name toolName, nouns []string) bool {
	if slices.Contains(name.action, "history") && name.hasAny("search", "browser", "browsing", "watch", "web") {
		return true
	}
	return slices.ContainsFunc(name.action, func(w string) bool { return slices.Contains(privateNouns(), w) && !slices.Contains(nouns, w) })
}

func isKnownNoun(w string, nouns []string) bool {
	return slices.Contains(readWords(), w) || slices.Contains(fillWords(), w) || slices.Contains(nouns, w)
}

// asksForSecret reports a parameter that says which kind of thing is meant,
// and means a secret: kind=secret.
func (t *account) asksForSecret() bool {
	for _, value := range t.call.Params {
		if text, ok := value.(string); ok && len(text) < 64 {
			for _, w := range NameWords(text) {
				if slices.Contains(secretNouns(), w) && !strings.Contains(text, " ") {
					return true
				}
			}
			if (strings.Contains(text, "/") || strings.HasPrefix(text, ".")) && t.secrets.match(text) {
				return true
			}
		}
	}
	return false
}

// keeps is a tool that makes or changes something of the agent's own.
func (t *account) keeps(f family, name toolName) {
	t.add(decision.Effect{Kind: decision.Creates, Target: f.name, Zone: f.zoneOf(), Segment: cut(t.call.Tool), By: f.name + " tool"})
	t.attachments()
	t.plainParams(keepParams())
	for _, param := range slices.Sorted(maps.Keys(t.call.Params)) {
		eachText(param, t.call.Params[param], func(where, text string) { t.secretText(text, where) })
	}
}

// acts is a tool that changes something outside.
func (t *account) acts(f family, v verb, name toolName) {
	sent := t.attachments()
	for _, param := range slices.Sorted(maps.Keys(t.call.Params)) {
		eachText(param, t.call.Params[param], func(where, text string) { t.secretText(text, where) })
	}
	e := decision.Effect{
		Kind: v.kind, Target: t.recipientsOr(f.name), Zone: f.zoneOf(), Segment: cut(t.call.Tool), Irreversible: v.irreversible, By: f.name + " tool: " + v.by,
	}
	if e.Kind == decision.External {
		e.Sends = sent
		if v.sends && len(t.call.Params) > 0 {
			e.Sends = append(e.Sends, "input")
		}
		e.Concern = t.recipientConcern()
		// A secret that is out cannot be taken back.
		e.Irreversible = e.Irreversible && len(e.Sends) == 0 || t.has(decision.Secrets)
	}
	t.add(e)
	if e.Kind == decision.ExecutesUnseen {
		t.gap("code that nobody has looked at", t.call.Tool)
	}
	if f.reads == secret || slices.ContainsFunc(name.action, func(w string) bool { return slices.Contains(secretNouns(), w) }) {
		t.add(decision.Effect{Kind: decision.Secrets, Target: f.name, Zone: f.zoneOf(), Segment: e.Segment, Concern: "credentials of a service", By: e.By})
	}
}

// unknownTool tells what a name that was never seen says by its verb. It is
// opaque whatever it says: a name is no proof that a tool only looks.
func (t *account) unknownTool(name toolName) {
	t.gap("unknown tool", t.call.Tool)
	t.effects.Covered = false
	if v := verbOf(name.action); v != nil {
		zone := decision.ZoneUnknown
		t.add(decision.Effect{Kind: v.kind, Target: t.recipientsOr(cut(t.call.Tool)), Zone: zone, Segment: cut(t.call.Tool), By: v.by})
	}
	for _, param := range slices.Sorted(maps.Keys(t.call.Params)) {
		if !IsPathParam(param) {
			continue
		}
		eachText(param, t.call.Params[param], func(where, text string) {
			if at := t.scope.Locate(text, t.call.WorkingDir); at.Err == nil && t.secrets.match(at.Path) {
				t.add(decision.Effect{Kind: decision.Secrets, Target: at.Path, Zone: at.Zone, Segment: cut(where + "=" + text)})
			}
		})
	}
}

// attachments finds local files that go along, and returns their paths.
func (t *account) attachments() (sent []string) {
	for _, param := range slices.Sorted(maps.Keys(t.call.Params)) {
		if !hasWord(param, attachmentWords) {
			continue
		}
		eachText(param, t.call.Params[param], func(where, text string) {
			if strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~") || strings.HasPrefix(text, ".") {
				at := t.touch(decision.Reads, text, where+"="+text)
				sent = append(sent, at.Path)
			}
		})
	}
	return sent
}

var attachmentWords = []string{"attachment", "attachments", "file", "files", "path", "paths", "filepath", "document", "documents", "image", "media", "upload", "source", "src"}

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
