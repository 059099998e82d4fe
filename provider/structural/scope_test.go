package structural_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision"
)

// byTool is an analyser for which a tool's name says what it does.
func byTool(table map[string]decision.Effects) decision.Analyzer {
	return decision.AnalyzerFunc(func(_ context.Context, c *decision.Call) decision.Effects { return table[c.Tool] })
}

func TestWhatTheAgentDidBefore(t *testing.T) {
	t.Parallel()
	at := func(kind decision.EffectKind, target string) decision.Effects {
		return covered(decision.Effect{Kind: kind, Target: target, Zone: decision.ZoneProject})
	}
	fetch := covered(decision.Effect{Kind: decision.Network, Target: "docs.example.org", Zone: decision.ZoneRemote})
	tools := map[string]decision.Effects{
		"read":     at(decision.Reads, "/srv/app/a"),
		"write":    at(decision.Overwrites, "/srv/app/a"),
		"other":    at(decision.Overwrites, "/srv/app/b"),
		"makefile": at(decision.Overwrites, "/srv/app/Makefile"),
		"env":      at(decision.Secrets, "/srv/app/.env"),
		"build":    at(decision.ExecutesProject, "/srv/app"),
		"fetch":    fetch,
		"both": covered(
			decision.Effect{Kind: decision.Creates, Target: "/srv/app/Makefile", Zone: decision.ZoneProject},
			decision.Effect{Kind: decision.ExecutesProject, Target: "/srv/app", Zone: decision.ZoneProject},
		),
	}
	trace := func(tool, policy string) decision.Trace { return decision.Trace{Tool: tool, Policy: policy} }
	for name, c := range map[string]struct {
		tool string
		past []decision.Trace
		want decision.Action
	}{
		"no history is neutral":                 {"write", nil, decision.Approve},
		"the target was denied":                 {"write", []decision.Trace{trace("read", "allow"), trace("write", "deny")}, decision.Escalate},
		"the same call was denied":              {"fetch", []decision.Trace{trace("fetch", "deny")}, decision.Escalate},
		"the same reading was denied":           {"read", []decision.Trace{trace("read", "deny")}, decision.Escalate},
		"a person denied it":                    {"write", []decision.Trace{{Tool: "write", Policy: "human_approval", ApprovalStatus: "denied"}}, decision.Escalate},
		"reading what was denied to be written": {"read", []decision.Trace{trace("write", "deny")}, decision.Approve},
		"another target was denied":             {"other", []decision.Trace{trace("write", "deny")}, decision.Approve},
		"a secret, then the network":            {"fetch", []decision.Trace{trace("env", "allow")}, decision.Escalate},
		"a secret that was not read":            {"fetch", []decision.Trace{trace("env", "deny")}, decision.Approve},
		"a secret, then work":                   {"write", []decision.Trace{trace("env", "allow")}, decision.Approve},
		"a build file, then the build":          {"build", []decision.Trace{trace("makefile", "allow")}, decision.Escalate},
		"a build file and the build at once":    {"both", nil, decision.Escalate},
		"source, then the build":                {"build", []decision.Trace{trace("write", "allow")}, decision.Approve},
		"a build file that was not written":     {"build", []decision.Trace{trace("makefile", "deny")}, decision.Approve},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProvider(t, basePack(t), byTool(tools))
			v := judge(t, p, decision.Call{Tool: c.tool, RecentTraces: c.past}, tools[c.tool])
			assert.Equal(t, c.want, v.Action, v.Reasoning)
		})
	}
}

func TestGoingOnIsSurerThanBeginning(t *testing.T) {
	t.Parallel()
	write := covered(decision.Effect{Kind: decision.Overwrites, Target: "/srv/app/a", Zone: decision.ZoneProject})
	p := newProvider(t, basePack(t), byTool(map[string]decision.Effects{"write": write}))
	scope := func(c decision.Call) float64 {
		c.Tool = "write"
		return judge(t, p, c, write).Signals["in_scope"]
	}
	let := decision.Trace{Tool: "write", Policy: "allow", SessionID: "s1"}
	alone := scope(decision.Call{})
	assert.Greater(t, scope(decision.Call{RecentTraces: []decision.Trace{let}}), alone)
	assert.Greater(t, scope(decision.Call{Session: "s1", RecentTraces: []decision.Trace{let}}), alone)
	for _, waiting := range []decision.Trace{{Tool: "write", Policy: "human_approval"}, {Tool: "write", Policy: "human_approval", ApprovalStatus: "timeout"}, {Tool: "write"}} {
		assert.Equal(t, alone, scope(decision.Call{RecentTraces: []decision.Trace{waiting}}), "nobody let it through")
	}
	assert.Equal(t, alone, scope(decision.Call{Session: "s2", RecentTraces: []decision.Trace{let}}), "another session")
}
