package otel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/otel"
)

func TestWhoDecided(t *testing.T) {
	t.Parallel()
	early := map[string]float64{"guards": 1, "gates": 1}
	late := map[string]float64{"guards": 1, "gates": 1, "rules": 1}
	rule := &decision.RuleRef{Name: "r"}
	link := func(states ...decision.LinkState) (links []decision.Link) {
		for _, s := range states {
			links = append(links, decision.Link{State: s})
		}
		return links
	}
	tests := map[string]struct {
		decision decision.Decision
		want     string
	}{
		"paused":                    {decision.Decision{Cause: decision.CausePaused}, "guard"},
		"a gate denies":             {decision.Decision{Action: decision.Deny, Evidence: decision.Evidence{Timings: early}}, "guard"},
		"the injection flag":        {decision.Decision{Cause: decision.CauseInjection, Evidence: decision.Evidence{Timings: late}}, "guard"},
		"a rule of the config":      {decision.Decision{Action: decision.Approve, Evidence: decision.Evidence{Timings: late, Rule: rule}}, "rule"},
		"a rule of an embedder":     {decision.Decision{Action: decision.Approve, Evidence: decision.Evidence{Timings: late}}, "rule"},
		"a catch-all, links passed": {decision.Decision{Cause: decision.CauseRule, Evidence: decision.Evidence{Timings: late, Rule: rule, Links: link(decision.LinkPassed)}}, "rule"},
		"a catch-all, links failed": {decision.Decision{Cause: decision.CauseTimeout, Evidence: decision.Evidence{Timings: late, Rule: rule, Links: link(decision.LinkFailed)}}, "nobody"},
		"nothing matched":           {decision.Decision{Cause: decision.CauseUnsettled, Evidence: decision.Evidence{Timings: late}}, "nobody"},
		"the last link answered":    {decision.Decision{Cause: decision.CauseThreshold, Evidence: decision.Evidence{Timings: late, Links: link(decision.LinkFailed, decision.LinkAnswered)}}, "provider"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tp, kept := spans(t)
			tt.decision.Tool = "x"
			told(t, otel.Options{TracerProvider: tp}, 1, tt.decision)
			assert.Equal(t, tt.want, values(named(kept, "supervisor.decide")[0].Attributes)["supervisor.decider"])
		})
	}
}
