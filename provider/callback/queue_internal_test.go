package callback

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
)

// TestAnAnswerNeedsWhoWaits has an answer come between the end of an asker's time
// and its leaving: it is not accepted, since nobody would use it.
func TestAnAnswerNeedsWhoWaits(t *testing.T) {
	t.Parallel()
	q := newQueue(1)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := q.add(ctx, waiting{id: "a", what: what{agent: "coder"}})
	require.NoError(t, err)
	q.list("claude", 1)
	cancel()
	said := answer{reviewer: "claude", action: decision.Approve, confidence: 1}
	require.ErrorContains(t, q.resolve("a", said), "has expired")

	// Another asker of the same call still waits.
	other, err := q.add(t.Context(), waiting{id: "a", what: what{agent: "coder"}})
	require.NoError(t, err)
	require.NoError(t, q.resolve("a", said))
	got, _ := q.leave(other)
	assert.Equal(t, &said, got)
}

func TestThePastIsBounded(t *testing.T) {
	t.Parallel()
	p := newPast()
	for i := range 3 * maxPast {
		p.add(fmt.Sprint(i%(2*maxPast)), what{fingerprint: "f"}, fateAnswered)
	}
	assert.Len(t, p.calls, maxPast)
	assert.Len(t, p.order, maxPast)
	require.ErrorContains(t, p.explain(fmt.Sprint(2*maxPast-1)), "unknown")
	require.ErrorContains(t, p.explain(fmt.Sprint(maxPast-1)), "answered already")
}

func TestWhoseCallIsTheReviewersOwn(t *testing.T) {
	t.Parallel()
	for _, own := range [][2]string{
		{"claude", "Claude"}, {"claude/explore", "claude"}, {"CLAUDE/a/b", " claude"}, {"team/bot/x", "team/bot"}, {"claude", "claude/explore"}, {"", "claude"}, {" ", "claude"},
	} {
		assert.True(t, isOwn(own[0], own[1]), own)
	}
	for _, other := range [][2]string{{"claude-2", "claude"}, {"claude2/x", "claude"}, {"x/claude", "claude"}, {"team/a", "team/b"}, {"/claude", "claude"}} {
		assert.False(t, isOwn(other[0], other[1]), other)
	}
}
