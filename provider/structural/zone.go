package structural

import (
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/question"
)

// severity orders zones by how little a mistake in them can be mended.
func severity(z decision.Zone) int {
	switch z {
	case decision.ZoneNone:
		return 0
	case decision.ZoneTemp:
		return 1
	case decision.ZoneProject:
		return 2
	case decision.ZoneHome:
		return 3
	case decision.ZoneRemote:
		return 4
	case decision.ZoneSystem:
		return 5
	}
	return 6
}

// zoneOption is the option of the base pack's zone question for a zone; empty
// if there is none.
func zoneOption(z decision.Zone) string {
	switch z {
	case decision.ZoneNone, decision.ZoneTemp:
		return "none"
	case decision.ZoneProject, decision.ZoneHome, decision.ZoneRemote, decision.ZoneSystem:
		return string(z)
	}
	return ""
}

// zoneShare is what the zone that was found gets of the probability; the rest
// is shared by the others. It is above project_min (0.7).
const zoneShare = 0.96

// targetZone answers where the call acts: in the worst zone that it changes,
// or, if it changes nothing, that it reads. An unknown zone is no answer in
// favour of any.
func targetZone(effects []decision.Effect, options []question.Criterion) map[string]float64 {
	worst, changes := decision.ZoneNone, false
	for _, e := range effects {
		harmless := isLook(e)
		switch {
		case harmless && changes:
		case !harmless && !changes:
			worst, changes = e.Zone, true
		case severity(e.Zone) > severity(worst):
			worst = e.Zone
		}
	}
	return spread(zoneOption(worst), options)
}

// isLook reports an effect that changes nothing, where it takes place or
// elsewhere: what is fetched is looked at as well.
func isLook(e decision.Effect) bool {
	switch e.Kind {
	case decision.Reads, decision.Executes:
		return true
	case decision.Network:
		return len(e.Sends) == 0 && e.Concern == ""
	}
	return false
}

// spread gives one option its share and the others what is left; without such
// an option all get the same.
func spread(chosen string, options []question.Criterion) map[string]float64 {
	p := make(map[string]float64, len(options))
	for _, o := range options {
		p[o.Key] = 1 / float64(len(options))
	}
	if _, ok := p[chosen]; !ok || len(options) < 2 {
		return p
	}
	for _, o := range options {
		p[o.Key] = (1 - zoneShare) / float64(len(options)-1)
	}
	p[chosen] = zoneShare
	return p
}
