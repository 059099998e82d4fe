package memory_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

func TestApprovalsAreBoundedInBytes(t *testing.T) {
	t.Parallel()
	s := memory.NewStore(memory.Options{MaxApprovalBytes: 1000})
	open := func(text int) (string, error) {
		call := decision.Call{Tool: "mail.send", Params: map[string]any{"text": strings.Repeat("x", text)}}
		return s.Open(t.Context(), call, decision.Decision{}, time.Now().Add(time.Minute))
	}
	id, err := open(900)
	require.NoError(t, err)
	_, err = open(100)
	require.ErrorIs(t, err, memory.ErrFull, "too large together")
	require.NoError(t, s.Resolve(t.Context(), id, decision.Resolution{Status: decision.ApprovalDenied, By: "person:ann"}))
	_, err = open(100)
	require.NoError(t, err, "what was settled made room")
}

// TestWaitingNeedsNobody waits with the real clock of a bubble: nothing but the
// waiting call is there to settle it.
func TestWaitingNeedsNobody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := memory.NewStore(memory.Options{})
		begun := time.Now()
		id, err := s.Open(t.Context(), decision.Call{Tool: "mail.send"}, decision.Decision{}, begun.Add(time.Hour))
		require.NoError(t, err)
		r, err := s.Wait(t.Context(), id)
		require.NoError(t, err)
		assert.Equal(t, memory.TimedOut(begun.Add(time.Hour)), r)
		assert.Equal(t, time.Hour, time.Since(begun))
	})
}

// TestWhoWaitsIsToldOfWhatWasDropped settles an approval and has it make room
// before the one that waits for it looks.
func TestWhoWaitsIsToldOfWhatWasDropped(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := memory.NewStore(memory.Options{MaxApprovals: 1})
		until := time.Now().Add(time.Hour)
		id, err := s.Open(t.Context(), decision.Call{Tool: "a"}, decision.Decision{}, until)
		require.NoError(t, err)
		told := make(chan decision.Resolution, 1)
		go func() {
			r, err := s.Wait(t.Context(), id)
			assert.NoError(t, err)
			told <- r
		}()
		synctest.Wait()
		require.NoError(t, s.Resolve(t.Context(), id, decision.Resolution{Status: decision.ApprovalApproved, By: "person:ann"}))
		_, err = s.Open(t.Context(), decision.Call{Tool: "b"}, decision.Decision{}, until)
		require.NoError(t, err)
		assert.Equal(t, "person:ann", (<-told).By)
	})
}
