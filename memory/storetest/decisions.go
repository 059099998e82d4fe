package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

var decisions = map[string]func(t *testing.T, b bench[decision.Store]){
	"an empty store returns nothing":        empty,
	"what was saved comes back":             roundTrip,
	"newest first":                          order,
	"filters":                               filters,
	"limits":                                limits,
	"a decision saved again replaces":       replace,
	"decisions without an id stay apart":    withoutID,
	"copies are isolated":                   isolation,
	"a context that ended is an error":      endedContext,
	"many goroutines save and look at once": concurrency,
	"they are seen from outside":            shared,
}

// numbered is a decision; each is a minute younger than the one before.
func numbered(n int) decision.Decision {
	return decision.Decision{
		ID: fmt.Sprintf("a%d", n), Action: decision.Approve, Confidence: 0.5, Reasoning: "because", RuleMatched: "rule",
		Agent: "coder", Tool: "fs.read", Fingerprint: "f00d", Time: noon.Add(time.Duration(n) * time.Minute),
	}
}

func save(t *testing.T, s decision.Store, decisions ...decision.Decision) {
	t.Helper()
	for _, d := range decisions {
		require.NoError(t, s.Save(t.Context(), d))
	}
}

func recent(t *testing.T, s decision.Store, q decision.Query) []decision.Decision {
	t.Helper()
	found, err := s.Recent(t.Context(), q)
	require.NoError(t, err)
	return found
}

func ids(decisions []decision.Decision) []string {
	out := []string{}
	for _, d := range decisions {
		out = append(out, d.ID)
	}
	return out
}

func empty(t *testing.T, b bench[decision.Store]) {
	assert.Empty(t, recent(t, b.store, decision.Query{}))
}

func roundTrip(t *testing.T, b bench[decision.Store]) {
	d := numbered(1)
	d.Action, d.Cause = decision.Escalate, decision.CauseThreshold
	d.PolicyRule, d.Session, d.Via, d.InjectionRisk = "mail", "s1", decision.ViaMesh, true
	save(t, b.store, d)
	found := recent(t, b.store, decision.Query{})
	require.Len(t, found, 1)
	got := found[0]
	assert.True(t, d.Time.Equal(got.Time))
	got.Time = d.Time // a store may return another location
	got.Evidence = d.Evidence
	assert.Equal(t, d, got)
}

func order(t *testing.T, b bench[decision.Store]) {
	save(t, b.store, numbered(1), numbered(2), numbered(3))
	assert.Equal(t, []string{"a3", "a2", "a1"}, ids(recent(t, b.store, decision.Query{})))
}

func filters(t *testing.T, b bench[decision.Store]) {
	ann, denied, mail := numbered(2), numbered(3), numbered(4)
	ann.Agent, denied.Action, mail.Tool = "ann", decision.Deny, "fs.read.all"
	save(t, b.store, numbered(1), ann, denied, mail)
	escalate, deny := decision.Escalate, decision.Deny
	tests := map[string]struct {
		query decision.Query
		want  []string
	}{
		"agent":             {decision.Query{Agent: "ann"}, []string{"a2"}},
		"agent, exact":      {decision.Query{Agent: "an"}, []string{}},
		"tool, exact":       {decision.Query{Tool: "fs.read"}, []string{"a3", "a2", "a1"}},
		"action":            {decision.Query{Action: &deny}, []string{"a3"}},
		"the zero action":   {decision.Query{Action: &escalate}, []string{}},
		"since, inclusive":  {decision.Query{Since: noon.Add(3 * time.Minute)}, []string{"a4", "a3"}},
		"since, just after": {decision.Query{Since: noon.Add(3*time.Minute + time.Millisecond)}, []string{"a4"}},
		"all at once":       {decision.Query{Agent: "coder", Tool: "fs.read", Action: &deny, Since: noon, Limit: 9}, []string{"a3"}},
		"filtered, limited": {decision.Query{Tool: "fs.read", Limit: 2}, []string{"a3", "a2"}},
	}
	for name, tt := range tests {
		assert.Equal(t, tt.want, ids(recent(t, b.store, tt.query)), name)
	}
}

func limits(t *testing.T, b bench[decision.Store]) {
	for n := range memory.MaxLimit + 10 {
		save(t, b.store, numbered(n))
	}
	for limit, want := range map[int]int{
		0: memory.DefaultLimit, -1: memory.DefaultLimit, 1: 1, 60: 60, memory.MaxLimit: memory.MaxLimit, memory.MaxLimit + 5: memory.MaxLimit,
	} {
		found := recent(t, b.store, decision.Query{Limit: limit})
		assert.Len(t, found, want, "limit %d", limit)
		assert.Equal(t, fmt.Sprintf("a%d", memory.MaxLimit+9), found[0].ID)
	}
}

func replace(t *testing.T, b bench[decision.Store]) {
	again := numbered(1)
	again.Action, again.Time = decision.Deny, noon.Add(time.Hour)
	save(t, b.store, numbered(1), numbered(2), again)
	found := recent(t, b.store, decision.Query{})
	assert.Equal(t, []string{"a1", "a2"}, ids(found), "it is the newest now")
	assert.Equal(t, decision.Deny, found[0].Action)
}

func withoutID(t *testing.T, b bench[decision.Store]) {
	first, second := numbered(1), numbered(2)
	first.ID, second.ID = "", ""
	save(t, b.store, first, second)
	assert.Len(t, recent(t, b.store, decision.Query{}), 2)
}

func isolation(t *testing.T, b bench[decision.Store]) {
	d := numbered(1)
	d.Quoted = []string{"quoted"}
	save(t, b.store, d)
	d.Quoted[0] = "changed by who saved it"
	found := recent(t, b.store, decision.Query{})
	if len(found[0].Quoted) > 0 { // a store need not keep everything
		assert.Equal(t, []string{"quoted"}, found[0].Quoted)
		found[0].Quoted[0] = "changed by who looked"
	}
	found[0].Reasoning = "changed by who looked"
	again := recent(t, b.store, decision.Query{})
	assert.Equal(t, "because", again[0].Reasoning)
	assert.NotContains(t, again[0].Quoted, "changed by who looked")
}

func endedContext(t *testing.T, b bench[decision.Store]) {
	ctx := ended(t)
	require.ErrorIs(t, b.store.Save(ctx, numbered(1)), context.Canceled)
	_, err := b.store.Recent(ctx, decision.Query{})
	require.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, recent(t, b.store, decision.Query{}), "nothing was saved")
}

func concurrency(t *testing.T, b bench[decision.Store]) {
	const savers, each = 4, 20
	var wg sync.WaitGroup
	for saver := range savers {
		wg.Go(func() {
			for n := range each {
				assert.NoError(t, b.store.Save(context.Background(), numbered(saver*each+n)))
				_, err := b.store.Recent(context.Background(), decision.Query{Agent: "coder"})
				assert.NoError(t, err)
			}
		})
	}
	wg.Wait()
	seen := map[string]bool{}
	for _, d := range recent(t, b.store, decision.Query{Limit: memory.MaxLimit}) {
		seen[d.ID] = true
	}
	assert.Len(t, seen, savers*each)
}

func shared(t *testing.T, b bench[decision.Store]) {
	save(t, b.store, numbered(1))
	save(t, b.other, numbered(2))
	assert.Equal(t, []string{"a2", "a1"}, ids(recent(t, b.store, decision.Query{})))
	assert.Equal(t, []string{"a2", "a1"}, ids(recent(t, b.other, decision.Query{})))
}
