package supervisor

import (
	"context"
	"fmt"

	"github.com/flux7-go/supervisor/decision"
)

// RuleFailure is a case beside a rule that came out otherwise, with its place in
// the file.
type RuleFailure struct {
	ConfigFault
	Expect decision.Action `json:"expect"`
	Got    decision.Action `json:"got"`
	Rule   string          `json:"rule"` // that spoke; empty: none
}

// TestRules judges the cases that stand beside the rules, as a [Trial] without
// a provider does: guards, rules and threshold. It returns those that came out
// otherwise than they say, and how many cases there are. The config may name
// parts that are not linked.
func (c *Config) TestRules(ctx context.Context) (failures []RuleFailure, cases int, err error) {
	o, err := c.ruleOptions()
	if err != nil {
		return nil, 0, err
	}
	s, err := New(o)
	if err != nil {
		return nil, 0, err
	}
	trial := s.Trial(TrialStages(StageGuards, StageGates, StageRules))
	for i, rule := range c.Rules {
		for j, test := range rule.Tests {
			cases++
			d, err := trial.Evaluate(ctx, Call{Tool: test.Tool, Params: test.Params, Agent: test.Agent})
			if ctx.Err() != nil {
				return failures, cases, ctx.Err()
			}
			msg := caseDiffers(test, d, err)
			if msg == "" {
				continue
			}
			at := ConfigFault(c.doc.FaultAt(fmt.Sprintf("rules[%d].tests[%d]", i, j), msg))
			failures = append(failures, RuleFailure{ConfigFault: at, Expect: test.Expect, Got: d.Action, Rule: d.RuleMatched})
		}
	}
	return failures, cases, nil
}

// caseDiffers says how a decision differs from what a case expects; empty: not.
func caseDiffers(test RuleTestConfig, d Decision, err error) string {
	by := "no rule"
	if d.RuleMatched != "" {
		by = "rule '" + d.RuleMatched + "'"
	}
	switch {
	case err != nil:
		return "the call cannot be judged: " + err.Error()
	case d.Action != test.Expect:
		msg := fmt.Sprintf("expected %s, got %s by %s", test.Expect, d.Action, by)
		for _, note := range d.Evidence.Notes {
			msg += "; " + note
		}
		return msg
	case test.Rule != "" && d.RuleMatched != test.Rule:
		return fmt.Sprintf("expected rule '%s', got %s by %s", test.Rule, d.Action, by)
	}
	return ""
}
