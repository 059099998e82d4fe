package memory_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

func TestExplainSaysWhyNobodysWordCounts(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	explain := func(r decision.Rule, c *decision.Call) []decision.Step {
		return r.(decision.Explainer).Explain(t.Context(), c)
	}
	assert.Empty(t, explain(d.word(), d.bash("python3 a.py")))
	d.save(d.bash("python3 a.py"), once)
	steps := explain(d.word(), d.bash("python3 a.py"))
	require.Len(t, steps, 1)
	assert.Equal(t, memory.WordSource, steps[0].Name)
	assert.Equal(t, decision.Approve, *steps[0].Action)
	assert.Equal(t, "approve", action(t, d.word(), d.bash("python3 a.py")), "explaining uses nothing up")

	flagged := d.read("/home/dev/project/a")
	flagged.InjectionRisk = true
	broken := memory.Precedents(broken{d.Store}, memory.PrecedentOptions{People: d.people})
	for detail, step := range map[string][]decision.Step{
		"too few":       explain(d.precedents(), d.read("/home/dev/project/a")),
		"never approve": explain(d.precedents(), d.bash("rm a.go")),
		"injection":     explain(d.precedents(), flagged),
		"is down":       explain(broken, d.read("/home/dev/project/a")),
	} {
		require.Len(t, step, 1, detail)
		assert.Contains(t, step[0].Detail, detail)
		assert.False(t, step[0].Matched)
	}
	d.approve(3, d.read("/home/dev/project/a"))
	assert.True(t, explain(d.precedents(), d.read("/home/dev/project/a"))[0].Settled)
}
