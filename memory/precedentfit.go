package memory

import (
	"encoding/json"
	"slices"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/internal/nameword"
	"github.com/flux7-go/supervisor/internal/redact"
)

// unfit says why no number of precedents approves calls with such effects;
// empty: they may. What is opaque, cannot be undone, or has something that
// speaks against it never does, nor does what deletes, sends data, or touches
// secrets, privileges, other programs, or what guards the agent. Reads do
// anywhere that is known; changes within the project, and only with writes.
func unfit(e decision.Effects, writes bool) string {
	if e.Opaque() {
		return "it cannot be seen whole"
	}
	for _, one := range e.List {
		switch {
		case one.Irreversible:
			return "it cannot be undone"
		case one.Concern != "":
			return one.Concern
		case len(one.Sends) > 0:
			return "it sends data"
		case !fits(one, writes):
			return string(one.Kind)
		}
	}
	return ""
}

// fits is a closed list: a kind that is not on it does not fit.
func fits(e decision.Effect, writes bool) bool {
	switch e.Kind {
	case decision.Reads:
		return e.Zone != decision.ZoneUnknown
	case decision.Executes, decision.Network:
		return true // the other effects tell what is done; the signature names the host
	case decision.Creates, decision.Overwrites, decision.ExecutesProject:
		return writes && e.Zone == decision.ZoneProject
	}
	return false
}

// mustBeExact reports whether only the same fingerprint is like the call: where
// it carries a text that is not a path, or does anything but read, or nothing
// was seen that could be compared.
func mustBeExact(c *decision.Call, e decision.Effects) bool {
	if len(e.List) == 0 || len(e.Segments) > 0 || nameword.RunsCommands(c.Tool) {
		return true
	}
	if slices.ContainsFunc(e.List, func(one decision.Effect) bool { return one.Kind != decision.Reads }) {
		return true
	}
	for name, value := range c.Params {
		if !onlyPaths(name, value) {
			return true
		}
	}
	return false
}

// onlyPaths reports whether every text of a parameter is a path. Numbers and
// switches are none of the texts.
func onlyPaths(name string, value any) bool {
	if nameword.IsCode(name) {
		return false
	}
	switch v := value.(type) {
	case nil, bool, json.Number:
		return true
	case string:
		return effect.IsPathParam(name)
	case []any:
		return !slices.ContainsFunc(v, func(item any) bool { return !onlyPaths(name, item) })
	case map[string]any:
		for key, item := range v {
			if !onlyPaths(key, item) {
				return false
			}
		}
		return true
	}
	return false
}

// signature is that of effects as evidence shows them, with secrets masked, so
// that what was recorded and what is seen are compared in the same form. It is
// empty where there is nothing to compare.
func signature(e decision.Effects) string {
	if e.Opaque() || len(e.List) == 0 {
		return ""
	}
	return shown(e).Signature()
}

// shown returns effects with what looks like a secret masked.
func shown(e decision.Effects) decision.Effects {
	e.List = slices.Clone(e.List)
	for i := range e.List {
		one := &e.List[i]
		one.Target, one.Sends = redact.Text(one.Target), slices.Clone(one.Sends)
		for k := range one.Sends {
			one.Sends[k] = redact.Text(one.Sends[k])
		}
	}
	return e
}
