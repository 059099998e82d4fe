package provider_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider"
)

// telling is a provider that explains itself.
type telling struct {
	finding
	explain func() []decision.Step
}

func (t telling) Explain(context.Context, *decision.Call) []decision.Step { return t.explain() }

func TestAChainExplainsWithTheNamesOfItsLinks(t *testing.T) {
	t.Parallel()
	says := func() []decision.Step { return []decision.Step{{Stage: "provider", Name: "own", Detail: "why"}} }
	chain, err := provider.NewChain(provider.Options{Links: []provider.Link{
		{Provider: finding{}, Name: "silent"},
		{Provider: telling{explain: says}, Name: "first"},
		{Provider: telling{explain: func() []decision.Step { panic("x") }}, Name: "broken"},
	}})
	require.NoError(t, err)
	steps := chain.Explain(t.Context(), &decision.Call{Tool: "x"})
	assert.Equal(t, []decision.Step{{Stage: "provider", Name: "first", Detail: "why"}}, steps)
	single, err := provider.NewChain(provider.Options{Single: true, Links: []provider.Link{{Provider: telling{explain: says}}}})
	require.NoError(t, err)
	assert.Equal(t, "own", single.Explain(t.Context(), &decision.Call{Tool: "x"})[0].Name)
}
