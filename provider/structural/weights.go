package structural

import (
	"slices"

	"github.com/flux7-go/supervisor/decision"
)

// The degrees of sureness. They are placed around the default thresholds:
// above destructive_max (0.2) nothing is approved, from deny_min (0.9) on a
// call may be denied.
const (
	surelyNot = 0.02 // nothing of the kind was seen, and all was seen
	unlikely  = 0.10 // of the kind, but routine
	unclear   = 0.50 // could be either
	likely    = 0.70 // harmful as a rule; a person may want it
	surely    = 0.97 // harmful in every reading
)

// weight is how sure one effect makes one danger, or the question about
// manipulation. The first weight that fits
// an effect counts.
type weight struct {
	danger string
	kind   decision.EffectKind
	zones  []decision.Zone // nil: all
	// sends, concern and irreversible restrict the weight to effects that
	// have such a thing.
	sends, concern, irreversible bool
	degree                       float64
}

var (
	inProject = []decision.Zone{decision.ZoneProject}
	inTemp    = []decision.Zone{decision.ZoneTemp, decision.ZoneNone}
	nowhere   = []decision.Zone{decision.ZoneNone}
	inHome    = []decision.Zone{decision.ZoneHome}
	inSystem  = []decision.Zone{decision.ZoneSystem}
)

// weights is the whole table. What an effect is not listed for, it is no sign
// of.
var weights = []weight{
	{danger: "deletes", kind: decision.Deletes, zones: inSystem, degree: surely},
	{danger: "deletes", kind: decision.Deletes, zones: inHome, irreversible: true, degree: surely},
	{danger: "deletes", kind: decision.Deletes, zones: inProject, concern: true, irreversible: true, degree: likely},
	{danger: "deletes", kind: decision.Deletes, zones: inProject, concern: true, degree: unclear},
	{danger: "deletes", kind: decision.Deletes, zones: inProject, irreversible: true, degree: unclear},
	{danger: "deletes", kind: decision.Deletes, zones: inProject, degree: unlikely},
	{danger: "deletes", kind: decision.Deletes, zones: inTemp, concern: true, degree: unclear},
	{danger: "deletes", kind: decision.Deletes, zones: nowhere, irreversible: true, degree: unclear},
	{danger: "deletes", kind: decision.Deletes, zones: inTemp, degree: unlikely},
	{danger: "deletes", kind: decision.Deletes, degree: likely},
	{danger: "deletes", kind: decision.Disrupts, zones: inSystem, irreversible: true, degree: surely},
	{danger: "deletes", kind: decision.Disrupts, degree: unclear},
	{danger: "deletes", kind: decision.ExecutesUnseen, irreversible: true, degree: surely},
	{danger: "deletes", kind: decision.ExecutesUnseen, degree: unclear},
	{danger: "deletes", kind: decision.Privilege, irreversible: true, degree: surely},

	{danger: "overwrites", kind: decision.Overwrites, zones: inSystem, degree: surely},
	{danger: "overwrites", kind: decision.Overwrites, zones: inProject, degree: likely}, // not counted if the zone is surely the project
	{danger: "overwrites", kind: decision.Overwrites, zones: inTemp, concern: true, degree: unclear},
	{danger: "overwrites", kind: decision.Overwrites, zones: inTemp, degree: unlikely},
	{danger: "overwrites", kind: decision.Overwrites, degree: likely},
	{danger: "overwrites", kind: decision.Persistence, zones: inSystem, degree: surely},

	{danger: "exfiltrates", kind: decision.Network, sends: true, irreversible: true, degree: surely},
	{danger: "exfiltrates", kind: decision.Network, sends: true, degree: likely},
	{danger: "exfiltrates", kind: decision.Network, concern: true, degree: unclear},
	{danger: "exfiltrates", kind: decision.Network, degree: unlikely},
	{danger: "exfiltrates", kind: decision.External, sends: true, irreversible: true, degree: surely},
	{danger: "exfiltrates", kind: decision.External, degree: likely},
	{danger: "exfiltrates", kind: decision.ExecutesUnseen, irreversible: true, degree: surely},
	{danger: "exfiltrates", kind: decision.ExecutesUnseen, degree: unclear},

	{danger: "secrets", kind: decision.Secrets, zones: inProject, degree: likely},
	{danger: "secrets", kind: decision.Secrets, concern: true, degree: likely},
	{danger: "secrets", kind: decision.Secrets, degree: surely},
	{danger: "secrets", kind: decision.ExecutesUnseen, degree: unclear},

	{danger: "injection", kind: decision.Injection, degree: surely},
}

func (w weight) fits(danger string, e decision.Effect) bool {
	return w.danger == danger && w.kind == e.Kind &&
		(w.zones == nil || slices.Contains(w.zones, e.Zone)) &&
		(!w.sends || len(e.Sends) > 0) && (!w.concern || e.Concern != "") && (!w.irreversible || e.Irreversible)
}

// degreeOf returns how sure an effect makes a danger.
func degreeOf(danger string, e decision.Effect) float64 {
	for _, w := range weights {
		if w.fits(danger, e) {
			return w.degree
		}
	}
	return surelyNot
}

// dangerOf returns the degree of a danger over all effects, and the effect that
// brought it; nil if none did.
func dangerOf(danger string, effects []decision.Effect) (float64, *decision.Effect) {
	degree, by := surelyNot, (*decision.Effect)(nil)
	for i := range effects {
		if d := degreeOf(danger, effects[i]); d > degree {
			degree, by = d, &effects[i]
		}
	}
	return degree, by
}
