package backtest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
)

// maxRuleText bounds a parameter that a rule repeats; the language of rules
// takes 4 KiB in all.
const maxRuleText = 1000

// effectKinds are the kinds that a rule can name.
var effectKinds = []decision.EffectKind{
	decision.Reads, decision.Creates, decision.Overwrites, decision.Deletes, decision.Executes, decision.ExecutesProject,
	decision.ExecutesUnseen, decision.Network, decision.Secrets, decision.Privilege, decision.Persistence, decision.External,
	decision.Disrupts, decision.SelfTamper, decision.Injection,
}

// ruleText writes a standing approval as a rule of a config. A rule compares texts
// without letter case, so it also names the effects, and approves no call that
// does anything else. Empty: no rule says the same.
func ruleText(c *call, a decision.Standing) string {
	parts := []string{"agent_id == " + quoted(a.Agent), "tool == " + quoted(a.Tool)}
	if a.Fingerprint != "" {
		told, ok := toldExactly(c.params)
		if !ok {
			return ""
		}
		parts = append(parts, told...)
	}
	parts = append(parts, limits(c.decision.Evidence.Effects)...)
	when := strings.Join(parts, " and ")
	return fmt.Sprintf("- name: %s\n  when: '%s'\n  action: approve\n  description: suggested by what people approved\n",
		ruleName(a, c.decision.Fingerprint), strings.ReplaceAll(when, "'", "''"))
}

// toldExactly compares every parameter; those that are no texts cannot be.
func toldExactly(params map[string]any) (parts []string, ok bool) {
	for _, name := range slices.Sorted(maps.Keys(params)) {
		text, isText := params[name].(string)
		if !isText || len(text) > maxRuleText || oneline.Clean(text, maxRuleText) != text {
			return nil, false
		}
		parts = append(parts, fmt.Sprintf("params[%s] == %s", quoted(name), quoted(text)))
	}
	return parts, len(parts) > 0
}

// limits say what the effects are, and that there are no others.
func limits(effects []decision.Effect) (parts []string) {
	var kinds, zones, hosts []string
	for _, e := range effects {
		kinds = append(kinds, string(e.Kind))
		if e.Zone != decision.ZoneNone {
			zones = append(zones, quoted(string(zoneName(e.Zone))))
		}
		if e.Zone == decision.ZoneRemote || e.Kind == decision.Network {
			hosts = append(hosts, quoted(e.Target))
		}
	}
	for name, values := range map[string]*[]string{"zone": &zones, "host": &hosts} {
		slices.Sort(*values)
		if *values = slices.Compact(*values); len(*values) > 0 {
			parts = append(parts, fmt.Sprintf("effects.%s in [%s]", name, strings.Join(*values, ", ")))
		}
	}
	slices.Sort(parts)
	var others []string
	for _, kind := range effectKinds {
		if !slices.Contains(kinds, string(kind)) {
			others = append(others, "effects."+string(kind))
		}
	}
	others = append(others, "effects.irreversible", "effects.concern")
	return append(parts, "not ("+strings.Join(others, " or ")+")")
}

func zoneName(z decision.Zone) decision.Zone {
	if z == decision.ZoneUnknown {
		return "unknown"
	}
	return z
}

// quoted is a text of the language of conditions.
func quoted(text string) string { return strconv.Quote(text) }

// ruleName is a name that is a plain word in YAML, and its own for each rule.
func ruleName(a decision.Standing, fingerprint string) string {
	plain := regexp.MustCompile(`[^A-Za-z0-9]+`).ReplaceAllString(a.Agent+"-"+a.Tool, "-")
	return "suggested-" + strings.Trim(plain, "-") + "-" + fingerprint[:min(len(fingerprint), 8)]
}
