package standing_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/rules/standing"
)

func TestAnExemptAgentHasNoStandingApprovals(t *testing.T) {
	t.Parallel()
	d := newDesk(t, standing.AgentTools{Agent: "coder", Tools: []string{"fs.list"}})
	d.create(permanent("fs.read"))
	assert.Equal(t, "permanent", d.covered(d.read()))
	d.options = func(o *standing.Options) { o.Exempt = func(agent string) bool { return agent == "coder" } }
	assert.Empty(t, d.covered(d.read()), "of the store")
	assert.Empty(t, d.covered(d.call("fs.list", map[string]any{"path": project})), "of the config")
	steps := d.set().Explain(t.Context(), d.read())
	require.Len(t, steps, 1)
	assert.False(t, steps[0].Matched)
	_, _, err := d.set().Create(t.Context(), standing.Request{Standing: permanent("fs.list")})
	require.ErrorIs(t, err, standing.ErrRefused)
	require.ErrorContains(t, err, "never be looked at")
}

func TestTheLongestGlobOfAnAgentCounts(t *testing.T) {
	t.Parallel()
	d := newDesk(t, standing.AgentTools{Agent: "*", Tools: []string{"fs.read"}}, standing.AgentTools{Agent: "cod*"})
	assert.Empty(t, d.covered(d.read()))
	assert.Equal(t, "config", d.covered(of("ann", d.read())))
}
