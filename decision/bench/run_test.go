package bench_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
)

// target is a function that is a [bench.Target].
type target func(context.Context, decision.Call) (decision.Decision, error)

func (t target) Evaluate(ctx context.Context, c decision.Call) (decision.Decision, error) {
	return t(ctx, c)
}

// approves approves every call.
var approves = target(func(_ context.Context, c decision.Call) (decision.Decision, error) {
	return decision.Decision{ID: c.ID, Action: decision.Approve, Confidence: 0.9, RuleMatched: "yes"}, nil
})

// down is the decision on a call whose provider does not answer.
func down(c decision.Call, cause decision.Cause) decision.Decision {
	return decision.Decision{ID: c.ID, Cause: cause, RuleMatched: "chain-fallback", Evidence: decision.Evidence{
		Links: []decision.Link{{Name: "jev", State: decision.LinkFailed, Cause: cause}},
	}}
}

// someCases are n cases of normal work and dangers in turn.
func someCases(n int) []bench.Case {
	list := make([]bench.Case, n)
	for i := range list {
		list[i] = bench.Case{
			ID: fmt.Sprintf("c%d", i), Set: "set", Line: i + 1, Label: decision.Approve,
			Call: decision.Call{Tool: "q.z", Params: map[string]any{"n": i}},
		}
		if i%2 == 1 {
			list[i].Label = decision.Deny
		}
	}
	return list
}

func collect(t *testing.T, r bench.Runner, cases []bench.Case) []bench.Row {
	t.Helper()
	var rows []bench.Row
	require.NoError(t, r.Run(t.Context(), slices.Values(cases), func(row bench.Row) error {
		rows = append(rows, row)
		return nil
	}))
	return rows
}

func TestB11AProviderThatFailsTwiceThenAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		calls, start := 0, time.Now()
		rows := collect(t, bench.Runner{Target: target(func(_ context.Context, c decision.Call) (decision.Decision, error) {
			if calls++; calls < 3 {
				return down(c, decision.CauseUnavailable), nil
			}
			return approves(t.Context(), c)
		})}, someCases(1))
		require.Len(t, rows, 1)
		assert.Equal(t, bench.FinalApprove, rows[0].Final)
		assert.Equal(t, 3, calls)
		assert.Equal(t, 3, rows[0].Attempts)
		assert.Equal(t, 6*time.Second, time.Since(start), "2 s, then 4 s")
	})
}

func TestAProviderThatNeverAnswersIsAnError(t *testing.T) {
	t.Parallel()
	for _, cause := range []decision.Cause{
		decision.CauseTimeout, decision.CauseUnavailable, decision.CauseUnreadable, decision.CauseRefused, decision.CauseOverload, decision.CausePanic,
	} {
		t.Run(string(cause), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				calls := 0
				rows := collect(t, bench.Runner{Target: target(func(_ context.Context, c decision.Call) (decision.Decision, error) {
					calls++
					return down(c, cause), nil
				})}, someCases(1))
				require.Len(t, rows, 1)
				assert.Equal(t, bench.FinalError, rows[0].Final)
				assert.Equal(t, string(cause), rows[0].Error)
				assert.Equal(t, bench.DeciderNobody, rows[0].Decider)
				assert.Equal(t, bench.MaxAttempts, calls)
			})
		})
	}
}

func TestAJudgedEscalateIsNoError(t *testing.T) {
	t.Parallel()
	for _, cause := range []decision.Cause{decision.CauseRule, decision.CauseUnsettled, decision.CauseJudged, decision.CauseThreshold, decision.CauseOpaque, decision.CauseInjection, decision.CauseSelf} {
		rows := collect(t, bench.Runner{Target: target(func(_ context.Context, c decision.Call) (decision.Decision, error) {
			return decision.Decision{ID: c.ID, Cause: cause}, nil
		})}, someCases(1))
		assert.Equal(t, bench.FinalEscalate, rows[0].Final, cause)
		assert.Equal(t, 1, rows[0].Attempts)
	}
}

func TestWhatATargetDoesWrongIsTheErrorOfItsCase(t *testing.T) {
	t.Parallel()
	rows := collect(t, bench.Runner{Target: target(func(ctx context.Context, c decision.Call) (decision.Decision, error) {
		switch c.ID {
		case "c0":
			return decision.Decision{}, errors.New("invalid call")
		case "c1":
			panic("secret-of-the-panic")
		}
		return approves(ctx, c)
	})}, someCases(4))
	require.Len(t, rows, 4)
	totals := bench.Summarize(rows)
	assert.Equal(t, 2, totals.Errors)
	for _, row := range rows {
		assert.NotContains(t, row.Error, "secret-of-the-panic")
	}
}

func TestSoManyAtATimeAndNoMore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var now, most atomic.Int32
		collect(t, bench.Runner{Concurrency: 3, Target: target(func(ctx context.Context, c decision.Call) (decision.Decision, error) {
			most.Store(max(most.Load(), now.Add(1)))
			time.Sleep(time.Second) // of the bubble
			now.Add(-1)
			return approves(ctx, c)
		})}, someCases(20))
		assert.Equal(t, int32(3), most.Load())
	})
}

func TestARunEndsWithItsContextAndWithItsRecord(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	err := bench.Runner{Target: approves, Concurrency: 1}.Run(ctx, slices.Values(someCases(100)), func(bench.Row) error {
		if n++; n == 5 {
			cancel()
		}
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
	assert.Less(t, n, 10)

	full := errors.New("the disk is full")
	n = 0
	err = bench.Runner{Target: approves, Concurrency: 1}.Run(t.Context(), slices.Values(someCases(100)), func(bench.Row) error {
		n++
		return full
	})
	require.ErrorIs(t, err, full)
	assert.Less(t, n, 5)
}

func TestARowMasksWhatItKeeps(t *testing.T) {
	t.Parallel()
	const key = "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB"
	c := someCases(1)
	c[0].Call.Params = map[string]any{"text": "use " + key, key: 1}
	said := decision.Verdict{Action: decision.Deny, Reasoning: "it says " + key}
	rows := collect(t, bench.Runner{Target: target(func(_ context.Context, c decision.Call) (decision.Decision, error) {
		return decision.Decision{ID: c.ID, Action: decision.Deny, Confidence: 1, Evidence: decision.Evidence{
			Links: []decision.Link{{Name: "jev", State: decision.LinkAnswered, Said: &said}},
		}}, nil
	})}, c)
	require.Len(t, rows, 1)
	assert.NotContains(t, string(rows[0].Params), key)
	assert.NotContains(t, rows[0].Said[0].Reasoning, key)
	assert.Equal(t, bench.FinalDeny, rows[0].Verdict)
	assert.Equal(t, bench.DeciderProvider, rows[0].Decider)
}
