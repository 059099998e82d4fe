package mcpguard_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mcpguard"
)

// bubble runs a test in virtual time, for both eras of the protocol. The session
// is closed inside, since its goroutines live there.
func bubble(t *testing.T, test func(t *testing.T, era string)) {
	t.Helper()
	for _, era := range eras {
		t.Run(era, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { test(t, era) })
		})
	}
}

// heldCall calls a tool that a person decides about, in the background.
func (b *bench) heldCall(ctx context.Context, token any) <-chan *mcp.CallToolResult {
	done := make(chan *mcp.CallToolResult, 1)
	params := &mcp.CallToolParams{Name: "odd", Arguments: map[string]any{"a": 1}}
	if token != nil {
		params.Meta = mcp.Meta{"progressToken": token}
	}
	go func() {
		res, _ := b.client.CallTool(ctx, params)
		done <- res
	}()
	synctest.Wait() // until it is held
	return done
}

func TestAHeldCallRunsOnceAPersonApproves(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, era string) {
		b := start(t, config, era, mcpguard.Options{}, &mcp.Tool{Name: "odd"})
		done := b.heldCall(t.Context(), "token")
		time.Sleep(25 * time.Second)
		assert.Empty(t, b.runs())
		b.answer(t, b.waiting(t), supervisor.ApprovalApproved, "")
		res := <-done
		assert.Len(t, res.Content, 2, "the tool's own result")
		assert.Equal(t, []string{`{"a":1}`}, b.runs())

		time.Sleep(time.Minute)
		b.mu.Lock()
		defer b.mu.Unlock()
		require.Len(t, b.progress, 3, "at once, and every ten seconds while it was held")
		for i, p := range b.progress {
			assert.Equal(t, "token", p.ProgressToken)
			assert.InDelta(t, -120+10*float64(i), p.Progress, 0.01)
			assert.Contains(t, p.Message, "odd waits for the approval of a person")
		}
	})
}

func TestAHeldCallThatAPersonRefuses(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, era string) {
		b := start(t, config, era, mcpguard.Options{Advice: "Read only."}, &mcp.Tool{Name: "odd"})
		done := b.heldCall(t.Context(), nil)
		b.answer(t, b.waiting(t), supervisor.ApprovalDenied, "not before the release")
		text := refusedText(t, <-done)
		assert.Contains(t, text, "DENIED: odd did not run.\nWhy: odd was denied by a person: not before the release\nRead only.\nDo not try")
		assert.Empty(t, b.runs())
		assert.Empty(t, b.progress, "it gave no token")
	})
}

func TestWhoComesBackLaterGetsWhatAPersonSaid(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, era string) {
		b := start(t, config, era, mcpguard.Options{People: "on the page at http://127.0.0.1:9096"}, &mcp.Tool{Name: "odd"})
		asked := time.Now()
		done := b.heldCall(t.Context(), nil)
		id := b.waiting(t)
		text := refusedText(t, <-done)
		assert.InDelta(t, mcpguard.DefaultWait.Seconds(), time.Since(asked).Seconds(), 1)
		assert.Contains(t, text, "NOT APPROVED YET: odd did not run.\nWhy: it needs a person because: ")
		assert.Contains(t, text, "It waits for one as "+id+". Ask your user to decide it on the page at http://127.0.0.1:9096, then make exactly the same call again.")
		assert.Equal(t, id, b.waiting(t), "it still waits")

		b.answer(t, id, supervisor.ApprovalApproved, "")
		assert.Empty(t, b.runs(), "nothing runs that nobody waits for")
		assert.Len(t, b.call(t, "odd", map[string]any{"a": 1}).Content, 2)
		assert.Len(t, b.runs(), 1)
		again := b.heldCall(t.Context(), nil)
		b.answer(t, b.waiting(t), supervisor.ApprovalDenied, "")
		refusedText(t, <-again)
		assert.Len(t, b.runs(), 1, "a yes is for one run")
	})
}

func TestNobodyAnswersInTime(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, era string) {
		b := start(t, config, era, mcpguard.Options{Wait: time.Hour}, &mcp.Tool{Name: "odd"})
		text := refusedText(t, <-b.heldCall(t.Context(), nil))
		assert.Contains(t, text, "NOT APPROVED: odd did not run.\nWhy: nobody answered in time. It needs a person because: ")
		assert.Contains(t, text, "make the same call again")
		assert.Empty(t, b.runs())
	})
}

func TestNobodyCanBeAsked(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, era string) {
		b := start(t, alone, era, mcpguard.Options{}, &mcp.Tool{Name: "odd"})
		text := refusedText(t, <-b.heldCall(t.Context(), nil))
		assert.Contains(t, text, "NOT APPROVED: odd did not run.\nWhy: it needs a person, and none can be asked here: ")
		assert.Empty(t, b.runs())
	})
}

// TestACancelledCallNeverRuns: it is withdrawn from the person who was asked, so
// that no yes is left over for the next call of its kind.
func TestACancelledCallNeverRuns(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, era string) {
		b := start(t, config, era, mcpguard.Options{}, &mcp.Tool{Name: "odd"})
		ctx, cancel := context.WithCancel(t.Context())
		done := b.heldCall(ctx, "token")
		id := b.waiting(t)
		cancel()
		assert.Nil(t, <-done)
		synctest.Wait()
		assert.Contains(t, b.logged.String(), "a call was given up before it ran")
		yes := supervisor.Resolution{Status: supervisor.ApprovalApproved, By: "person:ann"}
		require.ErrorIs(t, b.sup.Approvals().Resolve(t.Context(), id, yes), decision.ErrResolved, "a yes comes too late")
		a, err := b.sup.Approvals().Approval(t.Context(), id)
		require.NoError(t, err)
		assert.Equal(t, supervisor.ApprovalTimeout, a.Status)
		assert.Equal(t, mcpguard.WithdrawnBy, a.Resolution.By)
		time.Sleep(time.Hour)
		assert.Empty(t, b.runs())

		again := b.heldCall(t.Context(), nil)
		next := b.waiting(t)
		assert.NotEqual(t, id, next, "a person is asked anew")
		b.answer(t, next, supervisor.ApprovalApproved, "")
		assert.Len(t, (<-again).Content, 2)
		assert.Len(t, b.runs(), 1)
		assert.NotContains(t, b.logged.String(), "level=ERROR")
	})
}

// TestACancelTakesTheApprovalFromNoOther: two equal calls of one agent wait for
// one answer.
func TestACancelTakesTheApprovalFromNoOther(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, era string) {
		b := start(t, config, era, mcpguard.Options{}, &mcp.Tool{Name: "odd"})
		ctx, cancel := context.WithCancel(t.Context())
		first := b.heldCall(ctx, nil)
		second := b.heldCall(t.Context(), nil)
		id := b.waiting(t)
		cancel()
		assert.Nil(t, <-first)
		synctest.Wait()
		assert.Equal(t, id, b.waiting(t))
		b.answer(t, id, supervisor.ApprovalApproved, "")
		assert.Len(t, (<-second).Content, 2)
		assert.Len(t, b.runs(), 1)
	})
}

// TestAClientThatGoesWithdrawsItsCall: what nobody waits for any more, nobody is
// asked about.
func TestAClientThatGoesWithdrawsItsCall(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, era string) {
		b := start(t, config, era, mcpguard.Options{}, &mcp.Tool{Name: "odd"})
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		b.heldCall(ctx, nil)
		id := b.waiting(t)
		for s := range b.server.Sessions() {
			go func() { _ = s.Close() }()
		}
		cancel()
		synctest.Wait()
		a, err := b.sup.Approvals().Approval(t.Context(), id)
		require.NoError(t, err)
		assert.Equal(t, mcpguard.WithdrawnBy, a.Resolution.By)
	})
}

// TestALongCallOutlivesTheLimitOfTheWaiting: the limit is of the waiting, not of
// what was approved just before it.
func TestALongCallOutlivesTheLimitOfTheWaiting(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, era string) {
		b := start(t, config, era, mcpguard.Options{Wait: time.Minute})
		b.server.AddTool(&mcp.Tool{Name: "odd", InputSchema: map[string]any{"type": "object"}}, func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			select {
			case <-time.After(time.Hour):
				return everything(), nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		})
		done := b.heldCall(t.Context(), nil)
		time.Sleep(59 * time.Second)
		b.answer(t, b.waiting(t), supervisor.ApprovalApproved, "")
		assert.Len(t, (<-done).Content, 2)
	})
}
