package rules

import (
	"slices"

	"github.com/flux7-go/supervisor/decision"
)

// effectsRoot is the root of the fields that tell what a call would do. They
// are read in "when" conditions only.
const effectsRoot = "effects"

// Fields below [effectsRoot], beside one for each of [effectKinds].
const (
	effectOpaque       = "opaque"       // the call may do more than is seen
	effectIrreversible = "irreversible" // an effect cannot be undone
	effectConcern      = "concern"      // something speaks against an effect
	effectZone         = "zone"         // list: where the effects take place
	effectHost         = "host"         // list: the hosts that the call talks to
)

var effectKinds = []decision.EffectKind{
	decision.Reads, decision.Creates, decision.Overwrites, decision.Deletes, decision.Executes, decision.ExecutesProject,
	decision.ExecutesUnseen, decision.Network, decision.Secrets, decision.Privilege, decision.Persistence, decision.External,
	decision.Disrupts, decision.SelfTamper, decision.Injection,
}

// zoneNames are what effects.zone may hold.
var zoneNames = []string{
	string(decision.ZoneProject), string(decision.ZoneHome), string(decision.ZoneTemp), string(decision.ZoneSystem),
	string(decision.ZoneRemote), string(decision.ZoneNone), unknownZone,
}

// unknownZone is how the zone that has no name is written.
const unknownZone = "unknown"

// effectNames are the fields below [effectsRoot].
func effectNames() []string {
	names := []string{effectOpaque, effectIrreversible, effectConcern, effectZone, effectHost}
	for _, kind := range effectKinds {
		names = append(names, string(kind))
	}
	return names
}

// isEffect reports whether the field tells what a call would do.
func (f field) isEffect() bool { return f[0] == effectsRoot }

// isEffectList reports whether the field is a list, not true or false.
func (f field) isEffectList() bool {
	return f.isEffect() && len(f) == 2 && (f[1] == effectZone || f[1] == effectHost)
}

// shows reports whether one effect makes the field true.
func (f field) shows(e *decision.Effect) bool {
	switch f[1] {
	case effectIrreversible:
		return e.Irreversible
	case effectConcern:
		return e.Concern != ""
	}
	return string(e.Kind) == f[1]
}

// sighting is one text of a list of effects, and what shows it.
type sighting struct{ text, segment string }

// sightings are the texts of a list, each once, in the order of the effects.
func (f field) sightings(e decision.Effects) []sighting {
	var list []sighting
	add := func(text string, by *decision.Effect) {
		if !slices.ContainsFunc(list, func(s sighting) bool { return s.text == text }) {
			list = append(list, sighting{text, by.Segment})
		}
	}
	var nowhere *decision.Effect
	for i := range e.List {
		effect := &e.List[i]
		switch {
		case f[1] == effectHost:
			if effect.Kind == decision.Network {
				add(effect.Target, effect)
			}
		case effect.Kind == decision.Executes && effect.Zone == decision.ZoneNone:
			// What a program does, and where, the other effects tell.
			nowhere = effect
		case effect.Zone == decision.ZoneUnknown:
			add(unknownZone, effect)
		default:
			add(string(effect.Zone), effect)
		}
	}
	if len(list) == 0 && nowhere != nil {
		add(string(decision.ZoneNone), nowhere)
	}
	return list
}
