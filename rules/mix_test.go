package rules_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules"
)

// mixed returns n rules of the kinds that operators write: of ten rules five
// are about a tool's name, two about how it starts, one about a path, one about
// the agent and one about a part of a tool's name or a command. The first ten
// hold every kind. No two hold for the same call.
func mixed(n int) []rules.Spec {
	specs := make([]rules.Spec, n)
	for i := range specs {
		action := decision.Approve
		var condition string
		switch i % 10 {
		case 0, 2, 4, 6, 8:
			condition = fmt.Sprintf("tool equals tool%06d.run", i)
		case 1, 5:
			condition = fmt.Sprintf("tool starts_with ns%06d.", i)
		case 3:
			condition, action = fmt.Sprintf("params.path starts_with /data/area%06d/", i), decision.Deny
		case 7:
			condition, action = fmt.Sprintf("agent_id equals agent%06d", i), decision.Escalate
		case 9:
			condition, action = fmt.Sprintf("params.command contains verb%06d", i), decision.Deny
			if i%20 == 9 {
				condition, action = fmt.Sprintf("tool contains part%06d", i), decision.Approve
			}
		}
		specs[i] = rule(fmt.Sprint("rule ", i), condition, action)
	}
	return specs
}

// aimed returns a call for which the i-th of the mixed rules decides. With
// stray, it has a path and a command about which no rule says anything.
func aimed(i int, stray bool) *decision.Call {
	c := &decision.Call{Tool: "Other.Tool", Agent: "claude", Params: params{}}
	if stray {
		c.Params = params{"path": "/data/elsewhere/main.go", "command": "git status --short"}
	}
	switch i % 10 {
	case 0, 2, 4, 6, 8:
		c.Tool = fmt.Sprintf("Tool%06d.run", i)
	case 1, 5:
		c.Tool = fmt.Sprintf("ns%06d.read", i)
	case 3:
		c.Params["path"] = fmt.Sprintf("/data/area%06d/x/main.go", i)
	case 7:
		c.Agent = fmt.Sprintf("agent%06d", i)
	case 9:
		c.Params["command"] = fmt.Sprintf("ls && verb%06d", i)
		if i%20 == 9 {
			c.Tool = fmt.Sprintf("x.part%06d", i)
		}
	}
	return c
}

// stream returns 1,024 calls, each aimed at a rule by chance.
func stream(n int, stray bool) []*decision.Call {
	g := rand.New(rand.NewPCG(3, 7))
	calls := make([]*decision.Call, 1024)
	for i := range calls {
		calls[i] = aimed(g.IntN(n), stray)
	}
	return calls
}

// swapped puts the rule that the i-th calls aim at in another place.
func swapped(specs []rules.Spec, i, j int) []rules.Spec {
	specs = slices.Clone(specs)
	specs[i], specs[j] = specs[j], specs[i]
	return specs
}

func TestMixedRulesDecideTheirCalls(t *testing.T) {
	t.Parallel()
	set := newSet(t, nil, mixed(200)...)
	require.Zero(t, set.Unindexed())
	for i := range 200 {
		for _, stray := range []bool{false, true} {
			v, settled := set.Evaluate(t.Context(), aimed(i, stray))
			require.True(t, settled, i)
			require.Equal(t, fmt.Sprint("rule ", i), v.Source)
		}
	}
}
