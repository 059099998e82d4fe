package effect

import (
	"encoding/json"
	"slices"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/decision"
)

const (
	// maxTargets bounds the paths of one call; a call with more is opaque.
	maxTargets = 1000
	// maxSegmentBytes bounds the part of the input that evidence quotes.
	maxSegmentBytes = 200
)

// target is a text of the call that says what the call is about.
type target struct {
	param, text string
	kind        kindOf
}

func (t target) segment() string { return t.param + "=" + t.text }

// readParameters holds the parameters against a closed list and returns the
// texts among them that matter, and a gap for everything that the list does not
// explain.
func readParameters(op operation, params map[string]any) ([]target, []decision.Gap) {
	r := parameterReader{op: op, named: map[kindOf]int{}}
	for _, name := range sortedKeys(params) {
		r.read(name, params[name])
	}
	switch {
	case r.named[aPath]+r.named[paths] > 1 || r.named[aRoot] > 1 || r.named[aSource] > 1 || r.named[aDest] > 1 || r.named[aPatch] > 1:
		r.gap("more than one parameter names the path", "")
	case r.named[aPatch] == 0 && op.takes(aPatch):
		r.gap("no parameter holds the patch", "")
	case !r.op.rooted && r.located == 0, r.named[aSource] != r.named[aDest]:
		r.gap("no parameter names a path", "")
	}
	return r.targets, r.gaps
}

// sortedKeys are the names in a value, in the order in which they are read.
func sortedKeys(value map[string]any) []string {
	keys := make([]string, 0, len(value))
	for key := range value {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func (op operation) takes(kind kindOf) bool {
	for _, k := range op.params {
		if k == kind {
			return true
		}
	}
	return false
}

// parameterReader reads the parameters of one call.
type parameterReader struct {
	op      operation
	targets []target
	gaps    []decision.Gap
	named   map[kindOf]int // parameters of a kind
	located int            // paths among the targets
}

func (r *parameterReader) gap(reason, name string) {
	r.gaps = append(r.gaps, decision.Gap{Reason: reason, Segment: cut(name)})
}

func (r *parameterReader) read(name string, value any) {
	kind, ok := r.op.params[name]
	switch {
	case !ok:
		r.gap("unknown parameter", name)
		return
	case !kind.fits(value):
		r.gap("parameter is not of the expected type", name)
		return
	}
	r.named[kind]++
	switch kind {
	case aPath, aSource, aDest, aRoot, aGlob, aContent, aPatch, aPattern:
		r.take(target{name, value.(string), kind})
	case paths, globs:
		for _, text := range value.([]any) {
			r.take(target{name, text.(string), kind})
		}
	case edits:
		for _, one := range value.([]any) {
			for key, v := range one.(map[string]any) {
				if oneEdit[key] == aContent {
					r.take(target{name + "." + key, v.(string), aContent})
				}
			}
		}
	}
}

func (r *parameterReader) take(t target) {
	switch t.kind {
	case aPath, paths, aSource, aDest, aRoot:
		if r.located++; r.located > maxTargets {
			if r.located == maxTargets+1 {
				r.gap("more paths than are looked at", "")
			}
			return
		}
	}
	r.targets = append(r.targets, t)
}

// fits reports whether a value is what the parameter takes.
func (k kindOf) fits(value any) bool {
	switch k {
	case aPath, aSource, aDest, aRoot, aGlob, aContent, aPatch, aPattern, aText:
		_, ok := value.(string)
		return ok
	case aCount:
		_, ok := value.(json.Number)
		return ok
	case aFlag:
		_, ok := value.(bool)
		return ok
	case paths, texts, globs:
		return every(value, aText.fits)
	case counts:
		return every(value, aCount.fits)
	case edits:
		return every(value, fitsEdit)
	}
	return false
}

func fitsEdit(value any) bool {
	object, ok := value.(map[string]any)
	for name, v := range object {
		ok = ok && oneEdit[name].fits(v)
	}
	return ok
}

func every(value any, fits func(any) bool) bool {
	list, ok := value.([]any)
	return ok && !slices.ContainsFunc(list, func(v any) bool { return !fits(v) })
}

// cut shortens text to what evidence may quote, at a whole character.
func cut(text string) string {
	if len(text) <= maxSegmentBytes {
		return text
	}
	end := maxSegmentBytes - len("…")
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
