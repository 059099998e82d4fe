package supervisor_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

// picky is a sink that wants refusals, and panics about what has no agent.
type picky struct{ heard []string }

func (p *picky) Wants(e supervisor.Event) bool {
	if e.Decision.Agent == "" {
		panic("nobody asked")
	}
	return e.Decision.Action == supervisor.Deny
}

func (p *picky) Record(_ context.Context, e supervisor.Event) error {
	p.heard = append(p.heard, e.Decision.ID)
	return nil
}

func TestASinkHearsWhatItWants(t *testing.T) {
	t.Parallel()
	sink := &picky{}
	s, err := supervisor.New(supervisor.Options{Rules: []supervisor.Rule{byTool{}}, Sinks: []supervisor.Sink{sink}})
	require.NoError(t, err)
	for _, c := range []supervisor.Call{
		{ID: "approved", Agent: "a", Tool: "yes"}, {ID: "denied", Agent: "a", Tool: "no"}, {ID: "panic", Tool: "yes"},
	} {
		evaluate(t, s, c)
	}
	require.NoError(t, s.Close(t.Context()))
	assert.Equal(t, []string{"denied", "panic"}, sink.heard, "what it cannot tell it hears")
}
