package effect

import (
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
		t.keeps(family{name: draft, own: true})
	case verb == nil:
		t.looks(f, familyWords()[at], name)
	case f.own && verb.name == "change":
		t.keeps(f)
	default:
		t.acts(f, *verb, name)
	}
	return true
}

// looks is a tool that only shows something. It is covered if every word of
// its name is known and its parameters are plain. What is private is for a
// person to show, what is secret more so.
func (t *account) looks(f family, known [2][]string, name toolName) {
	nouns := known[1]
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
		if !isKnownNoun(w, nouns) && !slices.Contains(known[0], w) && !slices.Contains(name.space, w) {
			t.gap("word in the tool's name that is not known", w)
		}
	}
	t.knownSpace(known, name)
	t.tellingValues(f)
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

// kindWords are the words of parameters that say which thing is meant.
var kindWords = []string{"kind", "kinds", "type", "resource", "resources", "name", "names", "path", "key", "id"}

// asksForSecret reports a parameter that says which kind of thing is meant,
// and means a secret: kind=secret, path=.env.
func (t *account) asksForSecret() bool {
	for param, value := range t.call.Params {
		text, ok := value.(string)
		if !ok || !hasWord(param, kindWords) {
			continue
		}
		if hasWord(text, secretNouns()) && !strings.Contains(text, " ") || secretFiles().match(withoutBackup(text)) {
			return true
		}
	}
	return false
}

// draft is the family of what somebody sends later.
const draft = "draft"

// keeps is a tool that makes or changes something of the agent's own.
func (t *account) keeps(f family) {
	t.add(decision.Effect{Kind: decision.Creates, Target: f.name, Zone: f.zoneOf(), Segment: cut(t.call.Tool), By: f.name + " tool"})
	if f.name == draft {
		t.attachments()
	} else {
		t.ownFiles()
	}
	t.plainParams(keepParams())
	for _, param := range slices.Sorted(maps.Keys(t.call.Params)) {
		eachText(param, t.call.Params[param], func(where, text string) { t.secretText(text, where) })
	}
}

// ownFiles finds the paths that such a tool is given: it may keep things in
// files.
func (t *account) ownFiles() {
	for _, param := range slices.Sorted(maps.Keys(t.call.Params)) {
		if IsPathParam(param) {
			eachText(param, t.call.Params[param], func(where, text string) { t.touch(decision.Overwrites, text, where+"="+text) })
		}
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
			if at := t.scope.LocateFor(t.call, text); at.Err == nil && secretFiles().match(at.Path) {
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
