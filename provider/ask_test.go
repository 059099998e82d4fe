package provider_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider"
	"github.com/flux7-go/supervisor/question"
)

// talker is a provider with every ability.
type talker struct {
	*fake
	err error
}

func (f talker) Ask(context.Context, question.Set, any) (question.Answers, error) {
	f.asked.Add(1)
	return question.Answers{Model: f.name}, f.err
}

func (f talker) Complete(context.Context, decision.Prompt) (decision.Completion, error) {
	f.asked.Add(1)
	return decision.Completion{Model: f.name}, f.err
}

func TestTheAbilitiesOfLinksAreThoseOfTheChain(t *testing.T) {
	t.Parallel()
	down := talker{&fake{name: "down"}, errDown}
	c := mustChain(t, provider.Options{Failures: 2, Links: []provider.Link{
		link("plain", passes), {Provider: down}, {Provider: talker{&fake{name: "up"}, nil}},
	}})
	asker, ok := c.Asker()
	require.True(t, ok)
	completer, ok := c.Completer()
	require.True(t, ok)
	for range 2 {
		answers, err := asker.Ask(t.Context(), question.Set{}, nil)
		require.NoError(t, err)
		assert.Equal(t, "up", answers.Model)
		completion, err := completer.Complete(t.Context(), decision.Prompt{})
		require.NoError(t, err)
		assert.Equal(t, "up", completion.Model)
	}
	assert.Equal(t, int32(2), down.asked.Load(), "one breaker for all that is asked of a link")
	assert.Equal(t, "skipped", c.LinkHealth()[1].State)
}

func TestAChainHasNoAbilityThatNoLinkHas(t *testing.T) {
	t.Parallel()
	c := chainOf(t, link("plain", passes))
	_, ok := c.Asker()
	assert.False(t, ok)
	_, ok = c.Completer()
	assert.False(t, ok)
}
