package effect

import (
	"encoding/json"
	"maps"
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

// target is a path as the call writes it.
type target struct{ param, text string }

func (t target) segment() string { return cut(t.param + "=" + t.text) }

// readParameters holds the parameters against a closed list and returns the
// paths among them, and a gap for everything that the list does not explain.
func readParameters(known map[string]kindOf, params map[string]any) ([]target, []decision.Gap) {
	var targets []target
	var gaps []decision.Gap
	gap := func(reason, name string) { gaps = append(gaps, decision.Gap{Reason: reason, Segment: cut(name)}) }
	named := 0
	for _, name := range slices.Sorted(maps.Keys(params)) {
		kind, ok := known[name]
		value := params[name]
		switch {
		case !ok:
			gap("unknown parameter", name)
		case !kind.fits(value):
			gap("parameter is not of the expected type", name)
		case kind == aPath:
			named++
			targets = append(targets, target{name, value.(string)})
		case kind == paths:
			named++
			for _, text := range value.([]any) {
				targets = append(targets, target{name, text.(string)})
			}
		}
	}
	switch {
	case named > 1:
		gap("more than one parameter names the path", "")
	case len(targets) == 0:
		gap("no parameter names a path", "")
	case len(targets) > maxTargets:
		targets = targets[:maxTargets]
		gap("more paths than are looked at", "")
	}
	return targets, gaps
}

// fits reports whether a value is what the parameter takes.
func (k kindOf) fits(value any) bool {
	switch k {
	case aPath, aText:
		_, ok := value.(string)
		return ok
	case aCount:
		_, ok := value.(json.Number)
		return ok
	case aFlag:
		_, ok := value.(bool)
		return ok
	case paths, texts:
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
