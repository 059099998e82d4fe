package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

var words = map[string]func(t *testing.T, b bench[decision.Words]){
	"what was said comes back":         wordRoundTrip,
	"the first word on a call counts":  wordFirst,
	"what is no word is refused":       wordInvalid,
	"by when they were said":           wordOrder,
	"filters":                          wordFilters,
	"limits":                           wordLimits,
	"a refusal behind many approvals":  wordBehindMany,
	"good once":                        wordOnce,
	"of many that spend, one succeeds": wordRace,
	"revoked":                          wordRevoked,
	"revoking is not limited":          wordRevokeAll,
	"no time is not when":              wordTimeless,
	"a context that ended":             wordContext,
}

// said is a word; each is a minute younger than the one before.
func said(n int) decision.Word {
	return decision.Word{
		ID: fmt.Sprintf("w%d", n), Agent: "coder", Session: "s1", Tool: "fs.read", Fingerprint: "f00d", Signature: "51c", Like: []string{"11ce", "11fe"},
		Action: decision.Approve, By: "person:ann", Time: noon.Add(time.Duration(n) * time.Minute),
	}
}

func say(t *testing.T, s decision.Words, said ...decision.Word) {
	t.Helper()
	for _, w := range said {
		require.NoError(t, s.SaveWord(t.Context(), w))
	}
}

func find(t *testing.T, s decision.Words, q decision.WordQuery) []decision.Word {
	t.Helper()
	found, err := s.FindWords(t.Context(), q)
	require.NoError(t, err)
	return found
}

func wordIDs(words []decision.Word) []string {
	out := []string{}
	for _, w := range words {
		out = append(out, w.ID)
	}
	return out
}

func spend(t *testing.T, s decision.Words, id string, at time.Time) bool {
	t.Helper()
	spent, err := s.SpendWord(t.Context(), id, at)
	require.NoError(t, err)
	return spent
}

func wordRoundTrip(t *testing.T, b bench[decision.Words]) {
	assert.Empty(t, find(t, b.store, decision.WordQuery{}))
	w := said(1)
	w.Once, w.Until = true, noon.Add(time.Hour)
	refusal := said(2)
	refusal.Action, refusal.Spent, refusal.Revoked = decision.Deny, noon.Add(time.Second), noon.Add(2*time.Second)
	say(t, b.store, w, refusal)
	found := find(t, b.other, decision.WordQuery{})
	require.Len(t, found, 2)
	for i, want := range []decision.Word{refusal, w} {
		got := found[i]
		sameTime(t, want.Time, got.Time, "said")
		sameTime(t, want.Until, got.Until, "until")
		sameTime(t, want.Spent, got.Spent, "spent")
		sameTime(t, want.Revoked, got.Revoked, "revoked")
		assert.Equal(t, want.Until.IsZero(), got.Until.IsZero())
		got.Time, got.Until, got.Spent, got.Revoked = want.Time, want.Until, want.Spent, want.Revoked
		assert.Equal(t, want, got)
	}
}

func wordFirst(t *testing.T, b bench[decision.Words]) {
	first, second := said(1), said(1)
	first.Action, second.Once = decision.Deny, true
	say(t, b.store, first)
	say(t, b.other, second)
	found := find(t, b.store, decision.WordQuery{})
	require.Len(t, found, 1)
	assert.Equal(t, decision.Deny, found[0].Action)
	assert.False(t, spend(t, b.store, "w1", noon))
}

func wordInvalid(t *testing.T, b bench[decision.Words]) {
	for _, change := range []func(*decision.Word){
		func(w *decision.Word) { w.ID = "" },
		func(w *decision.Word) { w.Action = decision.Escalate },
	} {
		w := said(1)
		change(&w)
		require.Error(t, b.store.SaveWord(t.Context(), w))
	}
	assert.Empty(t, find(t, b.store, decision.WordQuery{}))
}

func wordOrder(t *testing.T, b bench[decision.Words]) {
	last := said(3)
	last.ID = "later"
	say(t, b.store, said(1), said(3), said(2), last)
	assert.Equal(t, []string{"later", "w3", "w2", "w1"}, wordIDs(find(t, b.other, decision.WordQuery{})))
	assert.Equal(t, []string{"later", "w3", "w2", "w1"}, wordIDs(find(t, b.store, decision.WordQuery{Fingerprint: "f00d"})))
}

func wordFilters(t *testing.T, b bench[decision.Words]) {
	agent, tool, print, kind, session := said(2), said(3), said(4), said(5), said(6)
	session.Action = decision.Deny
	agent.Agent, tool.Tool, print.Fingerprint, kind.Signature, session.Session = "ann", "fs", "beef", "", ""
	say(t, b.store, said(1), agent, tool, print, kind, session)
	tests := map[string]struct {
		query decision.WordQuery
		want  []string
	}{
		"agent":            {decision.WordQuery{Agent: "ann"}, []string{"w2"}},
		"agent, exact":     {decision.WordQuery{Agent: "an"}, []string{}},
		"tool, exact":      {decision.WordQuery{Tool: "fs"}, []string{"w3"}},
		"fingerprint":      {decision.WordQuery{Fingerprint: "beef"}, []string{"w4"}},
		"signature":        {decision.WordQuery{Signature: "51c"}, []string{"w6", "w4", "w3", "w2", "w1"}},
		"session":          {decision.WordQuery{Session: "s1"}, []string{"w5", "w4", "w3", "w2", "w1"}},
		"approvals":        {decision.WordQuery{Signature: "51c", Action: decision.Approve}, []string{"w4", "w3", "w2", "w1"}},
		"refusals":         {decision.WordQuery{Signature: "51c", Action: decision.Deny}, []string{"w6"}},
		"refusals of all":  {decision.WordQuery{Action: decision.Deny}, []string{"w6"}},
		"unknown":          {decision.WordQuery{Fingerprint: "f"}, []string{}},
		"since, inclusive": {decision.WordQuery{Since: noon.Add(5 * time.Minute)}, []string{"w6", "w5"}},
		"limited":          {decision.WordQuery{Signature: "51c", Limit: 2}, []string{"w6", "w4"}},
		"all at once": {decision.WordQuery{
			Agent: "coder", Tool: "fs.read", Fingerprint: "f00d", Signature: "51c", Session: "s1", Action: decision.Approve, Since: noon,
		}, []string{"w1"}},
	}
	for name, tt := range tests {
		assert.Equal(t, tt.want, wordIDs(find(t, b.other, tt.query)), name)
	}
}

func wordLimits(t *testing.T, b bench[decision.Words]) {
	for n := range memory.MaxLimit + 10 {
		say(t, b.store, said(n))
	}
	for limit, want := range map[int]int{
		0: memory.DefaultLimit, -1: memory.DefaultLimit, 1: 1, memory.MaxLimit: memory.MaxLimit, memory.MaxLimit + 5: memory.MaxLimit,
	} {
		found := find(t, b.store, decision.WordQuery{Limit: limit})
		assert.Len(t, found, want, "limit %d", limit)
		assert.Equal(t, fmt.Sprintf("w%d", memory.MaxLimit+9), found[0].ID)
	}
}

func wordBehindMany(t *testing.T, b bench[decision.Words]) {
	refusal := said(0)
	refusal.Action = decision.Deny
	say(t, b.store, refusal)
	for n := range memory.MaxLimit + 10 {
		say(t, b.store, said(n+1))
	}
	q := decision.WordQuery{Agent: "coder", Tool: "fs.read", Signature: "51c", Action: decision.Deny}
	assert.Equal(t, []string{"w0"}, wordIDs(find(t, b.other, q)))
	n, err := b.other.RevokeWords(t.Context(), q, noon)
	require.NoError(t, err)
	assert.Equal(t, 1, n, "approvals stand")
}

func wordOnce(t *testing.T, b bench[decision.Words]) {
	once, timed, denied := said(2), said(3), said(4)
	once.Once, timed.Once, denied.Once, denied.Action = true, true, true, decision.Deny
	timed.Until = noon.Add(time.Minute)
	say(t, b.store, said(1), once, timed, denied)
	assert.False(t, spend(t, b.store, "unknown", noon))
	assert.False(t, spend(t, b.store, "w1", noon), "not a word that is good once")
	assert.False(t, spend(t, b.store, "w4", noon), "a refusal is not used")
	assert.False(t, spend(t, b.store, "w3", timed.Until), "its time has come")
	assert.True(t, spend(t, b.store, "w3", timed.Until.Add(-time.Second)))
	assert.True(t, spend(t, b.other, "w2", noon))
	assert.False(t, spend(t, b.store, "w2", noon.Add(time.Hour)))
	found := find(t, b.store, decision.WordQuery{})
	require.Equal(t, []string{"w4", "w3", "w2", "w1"}, wordIDs(found))
	sameTime(t, noon, found[2].Spent, "when it was spent")
	assert.Zero(t, found[3].Spent)
}

func wordRace(t *testing.T, b bench[decision.Words]) {
	w := said(1)
	w.Once = true
	say(t, b.store, w)
	assert.Equal(t, 1, race(t, b, func(s decision.Words, _ int) (bool, error) {
		return s.SpendWord(context.Background(), "w1", noon)
	}))
}

func wordRevoked(t *testing.T, b bench[decision.Words]) {
	once, other, later := said(2), said(3), said(9)
	once.Once, other.Tool = true, "mail.send"
	say(t, b.store, said(1), once, other)
	revoke := func(s decision.Words, q decision.WordQuery, at time.Time) int {
		n, err := s.RevokeWords(t.Context(), q, at)
		require.NoError(t, err)
		return n
	}
	at := noon.Add(5 * time.Minute)
	assert.Equal(t, 2, revoke(b.other, decision.WordQuery{Agent: "coder", Tool: "fs.read"}, at))
	assert.Zero(t, revoke(b.store, decision.WordQuery{Tool: "fs.read"}, at.Add(time.Hour)), "taken back before")
	assert.False(t, spend(t, b.store, "w2", at))
	say(t, b.store, later)
	found := find(t, b.store, decision.WordQuery{})
	require.Equal(t, []string{"w9", "w3", "w2", "w1"}, wordIDs(found), "they are still found")
	assert.Zero(t, found[0].Revoked)
	assert.Zero(t, found[1].Revoked)
	sameTime(t, at, found[3].Revoked, "when it was revoked")
	assert.Equal(t, 1, revoke(b.store, decision.WordQuery{Since: noon.Add(9 * time.Minute)}, at))
}

func wordRevokeAll(t *testing.T, b bench[decision.Words]) {
	for n := range memory.DefaultLimit + 10 {
		say(t, b.store, said(n))
	}
	n, err := b.store.RevokeWords(t.Context(), decision.WordQuery{Limit: 1}, noon)
	require.NoError(t, err)
	assert.Equal(t, memory.DefaultLimit+10, n)
}

func wordTimeless(t *testing.T, b bench[decision.Words]) {
	w := said(1)
	w.Once = true
	say(t, b.store, w)
	_, err := b.store.SpendWord(t.Context(), "w1", time.Time{})
	require.Error(t, err, "it could be spent again")
	_, err = b.store.RevokeWords(t.Context(), decision.WordQuery{}, time.Time{})
	require.Error(t, err, "it would not be revoked")
	assert.True(t, spend(t, b.store, "w1", noon))
}

func wordContext(t *testing.T, b bench[decision.Words]) {
	say(t, b.store, decision.Word{ID: "w", Action: decision.Approve, Once: true})
	ctx := ended(t)
	require.ErrorIs(t, b.store.SaveWord(ctx, said(1)), context.Canceled)
	_, err := b.store.FindWords(ctx, decision.WordQuery{})
	require.ErrorIs(t, err, context.Canceled)
	_, err = b.store.SpendWord(ctx, "w", noon)
	require.ErrorIs(t, err, context.Canceled)
	_, err = b.store.RevokeWords(ctx, decision.WordQuery{}, noon)
	require.ErrorIs(t, err, context.Canceled)
	found := find(t, b.store, decision.WordQuery{})
	require.Len(t, found, 1)
	assert.Zero(t, found[0].Spent)
	assert.Zero(t, found[0].Revoked)
}
