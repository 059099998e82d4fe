package supervisor_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

// tiered is a supervisor whose agent coder is of a tier, and of which everything
// that could approve does.
func tiered(t *testing.T, tier supervisor.Tier, effects supervisor.Effects, approver supervisor.Rule) *supervisor.Supervisor {
	t.Helper()
	return mustNew(t, supervisor.Options{
		Agents:   []supervisor.AgentPolicy{{Agent: "coder", Tier: tier}},
		Analyzer: supervisor.AnalyzerFunc(func(context.Context, *supervisor.Call) supervisor.Effects { return effects }),
		Rules:    []supervisor.Rule{approver},
		Provider: judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
			return supervisor.Verdict{Action: supervisor.Approve, Confidence: 1, Basis: supervisor.BasisModel}, nil
		}),
	})
}

func TestATierNeverApproves(t *testing.T) {
	t.Parallel()
	for _, tier := range []supervisor.Tier{supervisor.TierSupervised, supervisor.TierAutonomous, supervisor.TierRestricted} {
		s := mustNew(t, supervisor.Options{Agents: []supervisor.AgentPolicy{{Agent: "*", Tier: tier}}, Analyzer: seen(readEffect)})
		d := evaluate(t, s, supervisor.Call{Agent: "coder", Tool: "fs.read"})
		assert.Equal(t, supervisor.Escalate, d.Action, tier)
		assert.Equal(t, supervisor.CauseUnsettled, d.Cause)
		assert.Empty(t, d.Status)
	}
}

// TestARestrictedAgentIsApprovedReadsOnly has each basis of a verdict approve
// each kind of effect.
func TestARestrictedAgentIsApprovedReadsOnly(t *testing.T) {
	t.Parallel()
	one := func(e supervisor.Effect) supervisor.Effects {
		return supervisor.Effects{Covered: true, List: []supervisor.Effect{e}}
	}
	with := func(change func(*supervisor.Effect)) supervisor.Effects {
		e := readEffect
		change(&e)
		return one(e)
	}
	run := supervisor.Effect{Kind: decision.Executes, Target: "cat", Zone: decision.ZoneNone}
	for name, tt := range map[string]struct {
		effects supervisor.Effects
		why     string // empty: it may be approved
	}{
		"a read":                {one(readEffect), ""},
		"a read by a program":   {supervisor.Effects{Covered: true, List: []supervisor.Effect{run, readEffect}}, ""},
		"a program alone":       {one(run), "nothing was seen that it reads"},
		"no effect":             {supervisor.Effects{Covered: true}, "nothing was seen that it reads"},
		"opaque":                {supervisor.Effects{List: []supervisor.Effect{readEffect}}, "cannot be seen whole"},
		"a gap":                 {supervisor.Effects{Covered: true, Gaps: []supervisor.Gap{{Reason: "x"}}, List: []supervisor.Effect{readEffect}}, "cannot be seen whole"},
		"outside the project":   {with(func(e *supervisor.Effect) { e.Zone = decision.ZoneHome }), "it reads outside the project"},
		"of a service":          {with(func(e *supervisor.Effect) { e.Zone = decision.ZoneRemote }), "it reads outside the project"},
		"what sends":            {with(func(e *supervisor.Effect) { e.Sends = []string{"input"} }), "it sends data"},
		"with a concern":        {with(func(e *supervisor.Effect) { e.Concern = "private data" }), "private data"},
		"for good":              {with(func(e *supervisor.Effect) { e.Irreversible = true }), "cannot be undone"},
		"a write":               {with(func(e *supervisor.Effect) { e.Kind = decision.Overwrites }), "overwrites"},
		"project code":          {with(func(e *supervisor.Effect) { e.Kind = decision.ExecutesProject }), "executes_project"},
		"network":               {with(func(e *supervisor.Effect) { e.Kind = decision.Network }), "network"},
		"a program elsewhere":   {with(func(e *supervisor.Effect) { e.Kind, e.Zone = decision.Executes, decision.ZoneRemote }), "executes"},
		"a read and a secret":   {supervisor.Effects{Covered: true, List: []supervisor.Effect{readEffect, {Kind: decision.Secrets}}}, "secrets"},
		"a read and a deletion": {supervisor.Effects{Covered: true, List: []supervisor.Effect{readEffect, {Kind: decision.Deletes}}}, "deletes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for basis := supervisor.BasisCondition; basis <= supervisor.BasisText; basis++ {
				v := approveWord("it")
				v.Basis = basis
				call := supervisor.Call{Agent: "coder", Tool: "x"}
				free := evaluate(t, tiered(t, supervisor.TierSupervised, tt.effects, settles(v)), call)
				d := evaluate(t, tiered(t, supervisor.TierRestricted, tt.effects, settles(v)), call)
				switch {
				case tt.why == "" || basis == supervisor.BasisPerson:
					assert.Equal(t, supervisor.Approve, d.Action, "%v: %s", basis, d.Reasoning)
				case free.Action == supervisor.Escalate: // nothing inferred approves an opaque call, in any tier
					assert.Equal(t, supervisor.CauseOpaque, d.Cause, "%v", basis)
				default:
					assert.Equal(t, supervisor.Escalate, d.Action, "%v", basis)
					assert.Equal(t, supervisor.CauseTier, d.Cause, "%v", basis)
					assert.Contains(t, d.Reasoning, "restricted to reads")
					assert.Contains(t, d.Reasoning, tt.why)
				}
			}
			judged := evaluate(t, tiered(t, supervisor.TierRestricted, tt.effects, handsOn(supervisor.Verdict{})), supervisor.Call{Agent: "coder", Tool: "x"})
			assert.Equal(t, tt.why == "", judged.Action == supervisor.Approve, "the provider is held to it as well: %s", judged.Reasoning)
		})
	}
}

// TestAPersonsWordLiftsWhatATierHolds has the operator's rule approve a write
// of a restricted agent, and a person allow exactly this call.
func TestAPersonsWordLiftsWhatATierHolds(t *testing.T) {
	t.Parallel()
	said := newSaid(t)
	o := supervisor.Options{
		Agents:   []supervisor.AgentPolicy{{Agent: "coder", Tier: supervisor.TierRestricted}},
		Analyzer: seen(supervisor.Effect{Kind: decision.Overwrites, Target: "/p/a", Zone: decision.ZoneProject}),
		Rules:    []supervisor.Rule{settles(approveWord("writes"))},
	}
	held := evaluate(t, mustNew(t, o), said.call)
	assert.Equal(t, supervisor.CauseTier, held.Cause)
	o.Rules = append(o.Rules, said.word(t))
	d := evaluate(t, mustNew(t, o), said.call)
	assert.Equal(t, supervisor.Approve, d.Action, d.Reasoning)
	assert.Equal(t, memory.WordSource, d.RuleMatched)
}

// TestAnAutonomousAgentPassesStandingApprovalsBy, also where nobody exempted it
// from them.
func TestAnAutonomousAgentPassesStandingApprovalsBy(t *testing.T) {
	t.Parallel()
	for tier, want := range map[supervisor.Tier]supervisor.Action{
		supervisor.TierSupervised: supervisor.Approve, supervisor.TierAutonomous: supervisor.Escalate,
	} {
		s := mustNew(t, supervisor.Options{
			Agents: []supervisor.AgentPolicy{{Agent: "coder", Tier: tier}}, Analyzer: seen(readEffect), Rules: []supervisor.Rule{said{}.approval(t)},
		})
		assert.Equal(t, want, evaluate(t, s, supervisor.Call{Agent: "coder", Tool: "fs.read"}).Action, tier)
	}
}

// TestTheExampleOfTheDocumentation loads and builds it.
func TestTheExampleOfTheDocumentation(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("docs/agents.md")
	require.NoError(t, err)
	_, example, found := strings.Cut(string(text), "```yaml\n")
	require.True(t, found)
	example, _, _ = strings.Cut(example, "```")
	s := assemble(t, example, supervisor.Parts{Journal: &recorder{}})
	assert.Empty(t, s.Config().Warnings)
	assert.Equal(t, "standing:config", evaluate(t, s, supervisor.Call{Agent: "coder", Tool: "todo_write"}).RuleMatched)
	assert.Equal(t, supervisor.CauseTier, evaluate(t, s, supervisor.Call{Agent: "stranger", Tool: "datetime.now"}).Cause)
	assert.Equal(t, supervisor.Approve, evaluate(t, s, supervisor.Call{Agent: "nightly-7", Tool: "datetime.now"}).Action)
}

func TestADenyHoldsInEveryTier(t *testing.T) {
	t.Parallel()
	for _, tier := range []supervisor.Tier{supervisor.TierAutonomous, supervisor.TierRestricted} {
		s := tiered(t, tier, supervisor.Effects{Covered: true, List: []supervisor.Effect{readEffect}}, settles(denyWord("no")))
		assert.Equal(t, supervisor.Deny, evaluate(t, s, supervisor.Call{Agent: "coder", Tool: "x"}).Action)
	}
}

func TestThePolicyOfAnAgent(t *testing.T) {
	t.Parallel()
	s := mustNew(t, supervisor.Options{
		Agents: []supervisor.AgentPolicy{
			{Agent: "*", Tier: supervisor.TierRestricted}, {Agent: "co*", Tier: supervisor.TierAutonomous}, {Agent: "cook", Tier: supervisor.TierRestricted},
		},
		Rules: []supervisor.Rule{settles(approveWord("all"))},
	})
	for agent, want := range map[string]supervisor.Action{
		"coder": supervisor.Approve, "cook": supervisor.Escalate, "ann": supervisor.Escalate, "": supervisor.Escalate,
		"a/b": supervisor.Approve, // a star crosses no slash: nothing is said of this agent
	} {
		call := supervisor.Call{Agent: agent, Tool: "x"}
		assert.Equal(t, want, evaluate(t, s, call).Action, agent)
		tried, err := s.Trial().Evaluate(t.Context(), call)
		require.NoError(t, err)
		assert.Equal(t, want, tried.Action, "a trial: %s", agent)
		explained, err := s.Explain(t.Context(), call)
		require.NoError(t, err)
		assert.Equal(t, want, explained.Decision.Action, "explained: %s", agent)
	}
}

func TestFaultsOfPolicies(t *testing.T) {
	t.Parallel()
	_, err := supervisor.New(supervisor.Options{Agents: []supervisor.AgentPolicy{
		{Agent: "a["}, {Agent: "b", Tier: 9}, {Agent: "c", Tier: supervisor.TierRestricted, Supervisor: judgeFunc(deniesAll)}, {Agent: "d", ReviewTimeout: -1},
	}})
	for _, says := range []string{"Agents[0]: Agent", "Agents[1]: unknown Tier 9", "Agents[2]: Supervisor is for TierSupervised", "Agents[3]: ReviewTimeout"} {
		require.ErrorContains(t, err, says)
	}
}
