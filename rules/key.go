package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision/effect"
)

// key is what must be true of one field for a rule to hold or to be unclear.
// The index finds rules by their keys; a rule that was found is still tried.
type key struct {
	path field
	how  how
	text string // in lower case
}

// how a key is compared with the text of a field, the best ones last: how few
// calls a key fits.
type how uint8

const (
	pathUnclear  how = iota // the text is a path that does not resolve
	pathProject             // it leads into the project
	pathContains            // the key is in where it leads
	pathPrefix              // where it leads starts with the key
	pathDir                 // it leads into a directory
	textContains            // the key is in it
	textPrefix              // it starts with the key
	textEquals              // it is the key
)

// keyed are the fields that keys are about, besides parameters.
var keyed = []string{"tool", "agent_id", "id", "policy_rule", "session_id", "working_dir"}

// keys returns keys of which one fits every call for which the expression
// holds or cannot be told; false if there are no such keys.
func (e *expression) keys(r reading) ([]key, bool) {
	switch e.join {
	case joinNothing:
		if c, ok := e.leaf.(Condition); ok && !r.negated {
			return c.keys(r)
		}
		return nil, false
	case joinNot:
		return e.parts[0].keys(r.not())
	}
	if (e.join == joinAll) != r.negated {
		return e.bestKeys(r)
	}
	var all []key
	for _, part := range e.parts {
		keys, ok := part.keys(r)
		if !ok {
			return nil, false
		}
		all = append(all, keys...)
	}
	return all, true
}

// bestKeys returns those of the most telling part: all parts must hold, so
// any will do. A part that surely does not hold makes up for one that cannot
// be told.
func (e *expression) bestKeys(r reading) ([]key, bool) {
	var best []key
	found := false
	for _, part := range e.parts {
		keys, ok := part.keys(r)
		if ok && (!found || telling(keys) > telling(best)) {
			best, found = keys, true
		}
	}
	return best, found
}

func telling(keys []key) how {
	least := textEquals
	for _, k := range keys {
		least = min(least, k.how)
	}
	return least
}

func (c Condition) keys(r reading) ([]key, bool) {
	if c.path.isWhole() || c.path[0] != "params" && !slices.Contains(keyed, c.path[0]) {
		return nil, false
	}
	one := func(h how, text string) []key { return []key{{c.path, h, text}} }
	switch c.op {
	case opEquals, opEqualsSign:
		if c.project {
			return nil, true // never holds
		}
		return one(textEquals, lower(c.want)), true
	case opContains:
		if c.project {
			return nil, true
		}
		return c.containsKeys(r), true
	case opIn:
		if c.project {
			return nil, true
		}
		var keys []key
		for _, name := range c.members {
			keys = append(keys, key{c.path, textEquals, name})
		}
		return keys, true
	case opInside:
		return c.pathKeys(r.scope), true
	case opStartsWith:
		return c.prefixKeys(r)
	}
	return nil, false
}

// containsKeys follows [sureTest] and [waryTest].
func (c Condition) containsKeys(r reading) []key {
	keys := []key{{c.path, textContains, lower(c.want)}}
	if !r.sure() && c.isWaryPath() {
		keys = append(keys, key{c.path, pathUnclear, ""}, key{c.path, pathContains, lower(c.want)})
	}
	return keys
}

// prefixKeys follows [sureTest] and [waryTest].
func (c Condition) prefixKeys(r reading) ([]key, bool) {
	text := key{c.path, textPrefix, lower(c.want)}
	switch {
	case c.project:
		return c.pathKeys(r.scope), true
	case !r.sure() && c.isWaryPrefix():
		below := key{c.path, pathPrefix, lower(path.Clean(c.want))}
		return append(c.pathKeys(r.scope), below, text), true
	case !r.sure() || c.namesTool():
		return []key{text}, true
	case c.isSegmentwise():
		return []key{text}, true
	case strings.Contains(c.want, "://"):
		return nil, false
	case !c.isPrefixOfPaths():
		return []key{text}, true
	}
	return c.pathKeys(r.scope), isAnchored(c.want)
}

// pathKeys are keys for where a path leads. That it does not resolve is one
// of them.
func (c Condition) pathKeys(scope *effect.Scope) []key {
	keys := []key{{c.path, pathUnclear, ""}}
	if c.project {
		return append(keys, key{c.path, pathProject, ""})
	}
	if dir := newDirectory(c.want, scope); dir.at.Err == nil {
		keys = append(keys, key{c.path, pathDir, dir.at.Path})
	}
	return keys
}
