package callback_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/callback"
)

func TestVerdictsThatCountForNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
	r := d.connect(t, "claude")
	result := d.judge(t.Context(), write("a-1"))
	waitFor(t, d, r, 1)
	says := func(want string, args map[string]any) {
		t.Helper()
		text, failed := r.call("sup7_verdict", args)
		assert.True(t, failed, "%v", args)
		assert.Contains(t, text, want, "%v", args)
	}
	with := func(name string, value any) map[string]any {
		args := map[string]any{"approval_id": "a-1", "action": "approve", "confidence": 1, "reasoning": "fine"}
		if value == nil {
			delete(args, name)
		} else {
			args[name] = value
		}
		return args
	}
	says("you were not shown this call", with("reasoning", "fine"))
	require.Len(t, r.pending(nil), 1)
	says("unknown approval_id", with("approval_id", "a-2"))
	for name, values := range map[string][]any{
		"approval_id": {nil, "", 1, []string{"a-1"}},
		"action":      {nil, "", "allow", "APPROVE", "approved", true},
		"confidence":  {nil, "0.9", "NaN", -0.1, 1.01, 1e300, true, []int{1}},
		"reasoning":   {nil, "", "  ", 5, strings.Repeat("é", callback.MaxReasoning+1)},
	} {
		for _, value := range values {
			says(name+" must be", with(name, value))
		}
	}
	says(`unknown argument "force"`, with("force", true))

	text, failed := r.verdict("a-1", "deny", 0.5)
	assert.False(t, failed, text)
	says("answered already", with("reasoning", "fine"))
	got := <-result
	assert.Equal(t, decision.Deny, got.verdict.Action)
	assert.Equal(t, 0.5, got.verdict.Confidence)
}

// waitFor waits until calls are in the queue, without having them shown.
func waitFor(t *testing.T, _ desk, r reviewer, n int) {
	t.Helper()
	for {
		list, err := r.ListResources(t.Context(), nil)
		require.NoError(t, err)
		if len(list.Resources) >= n {
			return
		}
	}
}

func TestTimeIsOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, callback.Options{}, callback.ProviderOptions{Timeout: time.Minute})
		r := d.connect(t, "claude")
		start := time.Now()
		result := d.judge(t.Context(), write("a-1"))
		r.next()
		got := <-result
		assert.Equal(t, decision.CauseTimeout, decision.CauseOf(got.err))
		assert.Equal(t, time.Minute, time.Since(start))
		text, failed := r.verdict("a-1", "approve", 1)
		assert.True(t, failed)
		assert.Contains(t, text, "has expired")

		// Judged again, the call is shown again: an answer to what was is none to this.
		result = d.judge(t.Context(), write("a-1"))
		synctest.Wait()
		text, failed = r.verdict("a-1", "approve", 1)
		assert.True(t, failed)
		assert.Contains(t, text, "not shown")
		r.next()
		r.verdict("a-1", "approve", 1)
		assert.Equal(t, decision.Approve, (<-result).verdict.Action)

		// Whoever asks has less time.
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		start = time.Now()
		got = <-d.judge(ctx, write("a-2"))
		assert.Equal(t, decision.CauseTimeout, decision.CauseOf(got.err))
		assert.Equal(t, 1900*time.Millisecond, time.Since(start), "it ends a little before its context")

		// Whoever asks goes away.
		ctx, cancel = context.WithCancel(t.Context())
		result = d.judge(ctx, write("a-3"))
		require.Equal(t, "a-3", r.next().ID)
		cancel()
		require.ErrorIs(t, (<-result).err, context.Canceled)
		text, _ = r.verdict("a-3", "approve", 1)
		assert.Contains(t, text, "has expired")
	})
}

// What a reviewer sees and leaves is put before it once more, and not for ever. What
// it did not see is.
func TestACallIsNotPutBeforeAReviewerForEver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, callback.Options{}, callback.ProviderOptions{Timeout: time.Minute})
		r := d.connect(t, "claude")
		for range 3 {
			got := <-d.judge(t.Context(), write("unseen"))
			assert.Equal(t, decision.CauseTimeout, decision.CauseOf(got.err))
			ctx, cancel := context.WithCancel(t.Context())
			result := d.judge(ctx, write("taken away"))
			r.next()
			cancel()
			require.ErrorIs(t, (<-result).err, context.Canceled)
		}
		for range 2 {
			result := d.judge(t.Context(), write("left"))
			assert.Equal(t, "left", r.next().ID)
			assert.Equal(t, decision.CauseTimeout, decision.CauseOf((<-result).err))
		}
		_, err := d.provider.Judge(t.Context(), write("left"))
		require.ErrorIs(t, err, decision.ErrPass)
	})
}

// TestOneOfManyReviewersWins has many answer the same calls at once.
func TestOneOfManyReviewersWins(t *testing.T) {
	t.Parallel()
	const calls, reviewers = 8, 8
	d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
	var all []reviewer
	for i := range reviewers {
		all = append(all, d.connect(t, string(rune('a'+i))))
	}
	for range calls {
		result := d.judge(t.Context(), write(""))
		for _, r := range all { // each has looked before any answers
			r.next()
		}
		var mu sync.Mutex
		var wins []string
		var wg sync.WaitGroup
		for i, r := range all {
			wg.Go(func() {
				action := []string{"approve", "deny"}[i%2]
				list := r.pending(nil)
				if len(list) == 0 {
					return // somebody has answered
				}
				if text, failed := r.verdict(list[0].ID, action, 1); failed {
					assert.Contains(t, text, "answered already")
					return
				}
				mu.Lock()
				defer mu.Unlock()
				wins = append(wins, action)
			})
		}
		wg.Wait()
		got := <-result
		require.NoError(t, got.err)
		assert.Equal(t, []string{got.verdict.Action.String()}, wins)
	}
}
