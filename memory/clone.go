package memory

import (
	"encoding/json"
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

func cloneStanding(s decision.Standing) decision.Standing {
	if s.Arguments != nil {
		s.Arguments = cloneValue(s.Arguments).(map[string]any)
	}
	s.Kinds, s.Zones, s.Hosts = slices.Clone(s.Kinds), slices.Clone(s.Zones), slices.Clone(s.Hosts)
	return s
}

// cloneCall copies a call, within its limits, or says what is wrong with it.
func cloneCall(c *decision.Call) (*decision.Call, error) {
	out, err := c.Normalize()
	if err != nil {
		return nil, err
	}
	for i := range out.RecentTraces {
		if t := &out.RecentTraces[i]; t.Params != nil {
			t.Params = cloneValue(t.Params).(map[string]any)
		}
	}
	out.UserMessages = slices.Clone(out.UserMessages)
	return out, nil
}

func cloneApproval(a *decision.Approval) decision.Approval {
	out := *a
	if call, err := cloneCall(&a.Call); err == nil { // it was within its limits before
		out.Call = *call
	}
	out.Decision = clone(&a.Decision)
	if a.Resolution != nil {
		r := *a.Resolution
		out.Resolution = &r
	}
	return out
}

// weigh counts the bytes of what can be long in a call.
func weigh(c *decision.Call) int {
	n := weighValue(c.Params) + len(c.ToolDescription) + len(c.Fault)
	for _, t := range c.RecentTraces {
		n += weighValue(t.Params) + len(t.Error)
	}
	for _, m := range c.UserMessages {
		n += len(m)
	}
	return n
}

// valueBytes is about what a value takes besides its text.
const valueBytes = 16

func weighValue(v any) int {
	n := valueBytes
	switch v := v.(type) {
	case string:
		n += len(v)
	case json.Number:
		n += len(v)
	case []any:
		for _, one := range v {
			n += weighValue(one)
		}
	case map[string]any:
		for name, one := range v {
			n += len(name) + weighValue(one)
		}
	}
	return n
}
