package supervisor

import (
	"context"
	"fmt"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/rules"
	"github.com/flux7-go/supervisor/rules/grant"
	"github.com/flux7-go/supervisor/rules/standing"
)

// grants has what rules grant given and revoked after the fact, as the present
// options say.
func (s *Supervisor) grants() *outbox {
	sink := grant.New(grant.Options{
		Duration: func(rule string) time.Duration { return s.snapshot.Load().Grants[rule] },
		Granter:  s.granter,
		Standing: func() *standing.Set { return s.StandingApprovals() },
		Tell: func(ctx context.Context, fields map[string]any) {
			_ = s.record(ctx, Event{Type: decision.EventGrant, Time: s.now(), Fields: fields}) // logged
		},
		Logger: s.log, Now: s.now,
	})
	return newOutbox("grants", s.log, func(e Event) (Event, bool) { return e, sink.Concerns(e) }, sink.Record)
}

// granter is a queue that is read and takes grants; nil if there is none.
func (s *Supervisor) granter() decision.Granter {
	s.mu.Lock()
	defer s.mu.Unlock()
	for r := range s.runs {
		if g, ok := r.queue.(decision.Granter); ok {
			return g
		}
	}
	return nil
}

// grants are those of the rules that approve.
func (c *Config) grants() map[string]time.Duration {
	durations := map[string]time.Duration{}
	for _, r := range c.Rules {
		if r.Grant > 0 {
			durations[r.Name] = r.Grant
		}
	}
	return durations
}

// checkGrant wants to know of which tool calls may be repeated, and whether
// their parameters matter: only a tool of which the analyser knows that they do
// not may be granted whatever it is told.
func (c *Config) checkGrant(path string, rule RuleConfig) {
	if rule.Grant <= 0 {
		return
	}
	if rule.Action != decision.Approve {
		c.doc.Fault(path, "belongs to a rule that approves: remove it")
		return
	}
	tools, outright := rules.NamedTools(rules.Spec{Condition: rule.Condition, When: rule.When, CatchAll: rule.CatchAll()})
	switch {
	case c.doc.Faulty(path), !outright && (c.doc.Faulty(ruleKey(path, "condition")) || c.doc.Faulty(ruleKey(path, "when"))):
	case !outright || len(tools) != 1:
		c.doc.Fault(path, "needs a condition that names one tool exactly, with equals or ==: a grant is of one tool")
	case effect.KindOfTool(tools[0]) == effect.ToolUnknown:
		c.doc.Fault(path, "is for a tool that the analyser knows, since a grant may not compare parameters: remove it; "+
			"the rule approves each call by itself, and agents[].auto_approve_tools a tool that is harmless whatever it is told")
	}
}

// ruleKey is the path of another key of a rule than the one at path.
func ruleKey(path, key string) string { return fmt.Sprintf("%s%s", path[:len(path)-len("grant")], key) }
