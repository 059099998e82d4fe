package decision_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision"
)

func TestWhatComesWithAnAsking(t *testing.T) {
	t.Parallel()
	_, ok := decision.HandedOn(t.Context())
	assert.False(t, ok)
	assert.False(t, decision.IsProbe(t.Context()))

	ctx := decision.WithProbe(decision.WithHandedOn(t.Context(), decision.Verdict{Source: "default"}))
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute) // as a chain asks its links
	defer cancel()
	v, ok := decision.HandedOn(ctx)
	assert.True(t, ok)
	assert.Equal(t, "default", v.Source)
	assert.True(t, decision.IsProbe(ctx))
}
