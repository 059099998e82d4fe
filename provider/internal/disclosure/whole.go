package disclosure

import (
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
)

// Params is [Screen.Clean] for what the call under judgment would run with, and
// reports whether a mask hides more than a word. A mask goes by how a text
// looks, so an agent can have one put over a command: between the lines of a
// private key, in the quotes of a password.
//
// What is withheld by name does not count: the operator wants it judged unseen.
func (s Screen) Params(v any) (clean any, hid bool, err error) {
	v, err = plain(v)
	if err != nil {
		return nil, false, err
	}
	if len(s.withheld) > 0 {
		v, _ = s.withhold(v)
	}
	masked, changed := redact.Value(v)
	return masked, changed && active(masked) < active(v), nil
}

// actives are the characters that a word has not, and without which no shell or
// program text says much. Brackets are missing since a mask has them, and the
// single quote since a masked name may get one.
const actives = " \t\r\n;|&$`(){}<>\"\\"

// active counts the active characters in the texts and names of a plain value.
func active(v any) (n int) {
	switch v := v.(type) {
	case string:
		for _, r := range v {
			if strings.ContainsRune(actives, r) {
				n++
			}
		}
	case []any:
		for _, e := range v {
			n += active(e)
		}
	case map[string]any:
		for name, e := range v {
			n += active(name) + active(e)
		}
	}
	return n
}

// Objection says why a model must not approve a call that it was not shown
// whole; empty where the analysis sees all that the call does, and that it is
// routine within the project. A model that was shown the beginning and the end
// of a command has not judged the middle.
func Objection(e decision.Effects) string {
	if e.Opaque() {
		return "what it does is not seen whole by the analysis either"
	}
	for i := range e.List {
		if !routine(&e.List[i]) {
			return "it has the effect " + string(e.List[i].Kind)
		}
	}
	return ""
}

// routine reports an effect that needs nobody's judgment. Where a program lies
// says nothing; its other effects tell what it does.
func routine(e *decision.Effect) bool {
	if len(e.Sends) > 0 || e.Concern != "" {
		return false
	}
	switch e.Kind {
	case decision.Executes:
		return e.Zone != decision.ZoneRemote
	case decision.Network:
		return e.Zone == decision.ZoneNone
	case decision.Reads, decision.Creates, decision.Overwrites, decision.ExecutesProject:
		return e.Zone == decision.ZoneProject
	}
	return false
}
