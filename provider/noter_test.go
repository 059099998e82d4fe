package provider_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider"
)

type awayError struct{}

func (awayError) Error() string { return "not for a record" }
func (awayError) Note() string  { return "nobody is there" }

type away struct{}

func (away) Name() string { return "desk" }
func (away) Judge(context.Context, *decision.Call) (decision.Verdict, error) {
	return decision.Verdict{}, awayError{}
}

func TestAnErrorMayLeaveANote(t *testing.T) {
	t.Parallel()
	chain, err := provider.NewChain(provider.Options{Links: []provider.Link{{Provider: away{}}}})
	require.NoError(t, err)
	v, err := chain.Judge(t.Context(), &decision.Call{ID: "a", Tool: "t"})
	require.Error(t, err)
	assert.Equal(t, []string{"desk: nobody is there"}, v.Notes)
}
