package memory

import (
	"maps"
	"slices"

	"github.com/flux7-go/supervisor/decision"
)

// clone copies a decision with everything that its holder could change.
func clone(d *decision.Decision) decision.Decision {
	out := *d
	out.Evaluator = cloneValue(d.Evaluator)
	out.Quoted = slices.Clone(d.Quoted)
	e := &out.Evidence
	if e.Rule != nil {
		rule := *e.Rule
		e.Rule = &rule
	}
	e.Links = slices.Clone(e.Links)
	e.Answers, e.Limits = cloneValue(e.Answers), cloneValue(e.Limits)
	e.Effects = slices.Clone(e.Effects)
	e.Opaque = slices.Clone(e.Opaque)
	e.Precedents = slices.Clone(e.Precedents)
	e.Timings, e.Signals = maps.Clone(e.Timings), maps.Clone(e.Signals)
	e.Notes = slices.Clone(e.Notes)
	return out
}

// cloneValue copies a JSON value deeply; any other value is shared.
func cloneValue(v any) any {
	switch v := v.(type) {
	case []any:
		out := slices.Clone(v)
		for i := range out {
			out[i] = cloneValue(out[i])
		}
		return out
	case map[string]any:
		out := maps.Clone(v)
		for k := range out {
			out[k] = cloneValue(out[k])
		}
		return out
	}
	return v
}
