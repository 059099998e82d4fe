package effect

import (
	"maps"
	"slices"

	"github.com/flux7-go/supervisor/decision"
)

// The verbs of browser tools beside those that go to an address.
var (
	browserLooks  = []string{"snapshot", "screenshot", "text", "content", "console", "title", "wait", "scroll", "back", "forward", "tabs", "network", "requests", "messages", "resize", "close", "hover", "html"}
	browserActs   = []string{"click", "type", "fill", "submit", "select", "press", "drag", "check", "tap", "key", "keypress", "dialog", "input", "form", "login", "buy"}
	browserKept   = []string{"cookie", "cookies", "storage", "localstorage", "sessionstorage", "credentials", "passwords", "session"}
	browserCode   = []string{"evaluate", "eval", "script", "execute", "code", "run"}
	browserParams = []string{"selector", "element", "ref", "time", "text", "width", "height", "url", "fullpage", "full_page", "tab", "index", "amount", "direction", "x", "y", "level", "depth", "state", "timeout", "wait_for", "type", "format", "quality", "name"}
)

// browserAct tells what a tool would do to the page that is open. What a click
// brings about nobody can tell: it acts on the outside world.
func (t *account) browserAct(name toolName) bool {
	is := func(verbs []string) bool {
		return slices.ContainsFunc(name.action, func(w string) bool { return slices.Contains(verbs, w) })
	}
	where := decision.ZoneRemote
	if address, ok := t.call.Params["url"].(string); ok && t.hosts.address(address).zone == decision.ZoneNone {
		where = decision.ZoneNone
	}
	e := decision.Effect{Target: "page", Zone: where, Segment: cut(t.call.Tool), By: "browser tool"}
	switch {
	case slices.Contains(name.action, "upload"):
		t.browserUpload(&e)
	case is(browserCode):
		e.Kind = decision.ExecutesUnseen
		t.gap("code that nobody has looked at", t.call.Tool)
	case is(browserActs):
		e.Kind, e.Concern = decision.External, "acts on a page"
		if where == decision.ZoneNone {
			e.Kind, e.Concern = decision.Network, ""
		}
	case is(browserKept):
		e.Kind, e.Concern = decision.Secrets, "what keeps somebody logged in"
		t.gap("what a page keeps", t.call.Tool)
	case is(browserLooks):
		e.Kind = decision.Reads
		t.browserLook()
	default:
		return false
	}
	t.add(e)
	return true
}

func (t *account) browserUpload(e *decision.Effect) {
	e.Kind = decision.External
	e.Concern = "local data to an unknown host"
	for _, param := range slices.Sorted(maps.Keys(t.call.Params)) {
		if !IsPathParam(param) {
			continue
		}
		eachText(param, t.call.Params[param], func(where, text string) {
			at := t.touch(decision.Reads, text, where+"="+text)
			e.Sends = append(e.Sends, at.Path)
		})
	}
}

// browserLook holds the parameters of a look against a closed list; a picture
// may be written to a file.
func (t *account) browserLook() {
	for _, param := range slices.Sorted(maps.Keys(t.call.Params)) {
		value := t.call.Params[param]
		text, isText := value.(string)
		switch {
		case isText && (param == "filename" || param == "path" || param == "file"):
			t.touch(decision.Creates, text, param+"="+text)
		case !slices.Contains(browserParams, plainName(param)) && !slices.Contains(browserParams, param), !isScalar(value):
			t.gap("unknown parameter", param)
		}
	}
}
