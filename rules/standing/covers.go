package standing

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/nameword"
	"github.com/flux7-go/supervisor/internal/strictjson"
)

// refuses says why a stored standing approval does not cover a call; empty: it
// does. Every limit that it has must hold, and what is opaque or destructive is
// covered by none.
func refuses(ctx context.Context, a decision.Standing, c *decision.Call, now time.Time) string {
	switch {
	case a.Agent != c.Agent || a.Tool != c.Tool:
		return "it is about another agent or tool"
	case !a.InForce(now):
		return "it has expired or is used up"
	case a.Scope == decision.StandingSession && (a.Session == "" || a.Session != c.Session):
		return "it is about another conversation"
	case !sameArguments(a.Arguments, c.Params):
		return "the arguments are others"
	case a.Fingerprint == "" && a.Signature == "" && !pinsCode(a.Arguments, c):
		return "the call carries a command or other code, and the approval does not say which"
	}
	if a.Fingerprint != "" {
		if own, err := decision.Fingerprint(c); err != nil || own != a.Fingerprint {
			return "the call is not exactly the one that was approved"
		}
	}
	effects := c.Effects(ctx)
	if why := Unfit(a, effects); why != "" {
		return why
	}
	return outside(a, effects)
}

// outside says which limit on effects does not hold.
func outside(a decision.Standing, e decision.Effects) string {
	if a.Signature != "" && e.Signature() != a.Signature {
		return "its effects are others"
	}
	for _, one := range e.List {
		switch {
		case len(a.Kinds) > 0 && !slices.Contains(a.Kinds, one.Kind):
			return "its effects go beyond the approval: " + string(one.Kind)
		case len(a.Zones) > 0 && !slices.Contains(a.Zones, one.Zone):
			return "it acts outside the zones of the approval"
		case len(a.Hosts) > 0 && leaves(one) && !slices.Contains(a.Hosts, one.Target):
			return "it reaches a host that the approval does not name"
		}
	}
	return ""
}

// leaves reports whether an effect reaches another machine.
func leaves(e decision.Effect) bool {
	return e.Zone == decision.ZoneRemote || e.Kind == decision.Network || e.Kind == decision.External
}

// sameArguments reports whether the parameters have every wanted member, equal
// as canonical JSON.
func sameArguments(want, params map[string]any) bool {
	for name, value := range want {
		got, ok := params[name]
		if !ok || !equalJSON(value, got) {
			return false
		}
	}
	return true
}

func equalJSON(a, b any) bool {
	one, err := canonical(a)
	if err != nil {
		return false
	}
	other, err := canonical(b)
	return err == nil && bytes.Equal(one, other)
}

// canonical takes Go values too: a limit may be made by a program.
func canonical(v any) ([]byte, error) {
	wrapped, err := (&decision.Call{Tool: "x", Params: map[string]any{"v": v}}).Normalize()
	if err != nil {
		return nil, err
	}
	return strictjson.Canonical(wrapped.Params["v"])
}

// pinsCode reports whether every parameter of the call that is run or
// interpreted is among the wanted arguments. A tool that is named as one that
// runs what it is told must have all of its texts there.
func pinsCode(want map[string]any, c *decision.Call) bool {
	all := nameword.RunsCommands(c.Tool) && !searches(c.Tool)
	for name, value := range c.Params {
		if _, pinned := want[name]; pinned {
			continue
		}
		if all || carriesCode(c.Tool, name, value) {
			return false
		}
	}
	return !all || len(want) > 0
}

// searchWords are words in the names of tools whose query is words to look for.
var searchWords = []string{"find", "lookup", "search"}

func searches(tool string) bool { return nameword.HasWord([]string{tool}, searchWords) }

// carriesCode reports whether a parameter is run or interpreted, by its name or
// by a name within it.
func carriesCode(tool, name string, value any) bool {
	if nameword.IsCode(name) && !(searches(tool) && nameword.HasWord([]string{name}, []string{"query", "queries"})) {
		return true
	}
	switch v := value.(type) {
	case map[string]any:
		for key, item := range v {
			if carriesCode(tool, key, item) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(item any) bool {
			_, text := item.(string)
			return !text && carriesCode(tool, "", item)
		})
	}
	return false
}
