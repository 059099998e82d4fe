package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
)

var standings = map[string]func(t *testing.T, b bench[decision.Standings]){
	"what was saved comes back":        standingRoundTrip,
	"one about the same replaces":      standingReplaces,
	"what does not stand is refused":   standingInvalid,
	"sorted, and by agent and tool":    standingOrder,
	"expired":                          standingExpired,
	"uses are counted":                 standingUses,
	"of many that use it, some may":    standingRace,
	"of many that make one, one stays": standingMakers,
	"deleted":                          standingDeleted,
	"copies are isolated":              standingIsolation,
	"a context that ended":             standingContext,
}

func permanent(agent, tool string) decision.Standing {
	return decision.Standing{Scope: decision.StandingPermanent, Agent: agent, Tool: tool, CreatedBy: "person:ann", CreatedAt: noon}
}

func inSession(agent, tool string) decision.Standing {
	s := permanent(agent, tool)
	s.Scope, s.Session, s.ExpiresAt = decision.StandingSession, "c1", noon.Add(15*time.Minute)
	return s
}

func stand(t *testing.T, s decision.Standings, a decision.Standing) (id string) {
	t.Helper()
	id, err := s.SaveStanding(t.Context(), a)
	require.NoError(t, err)
	require.NotEmpty(t, id)
	return id
}

func standing(t *testing.T, s decision.Standings, agent, tool string, now time.Time) []decision.Standing {
	t.Helper()
	found, err := s.FindStandings(t.Context(), agent, tool, now)
	require.NoError(t, err)
	return found
}

func use(t *testing.T, s decision.Standings, id string, now time.Time) bool {
	t.Helper()
	used, err := s.UseStanding(t.Context(), id, now)
	require.NoError(t, err)
	return used
}

func standingRoundTrip(t *testing.T, b bench[decision.Standings]) {
	assert.Empty(t, standing(t, b.store, "", "", noon))
	a := inSession("coder", "fs.write")
	a.Fingerprint, a.Signature, a.Arguments = "f00d", "51c", map[string]any{"path": "/p/a", "deep": map[string]any{"list": []any{"x", true, nil}}}
	a.Kinds, a.Zones, a.Hosts = []decision.EffectKind{"writes"}, []decision.Zone{"project"}, []string{"example.com"}
	a.MaxUses = 3
	a.ID = stand(t, b.store, a)
	require.True(t, use(t, b.store, a.ID, noon.Add(time.Second)))
	found := standing(t, b.other, "coder", "fs.write", noon)
	require.Len(t, found, 1)
	got := found[0]
	sameTime(t, a.CreatedAt, got.CreatedAt, "created")
	sameTime(t, a.ExpiresAt, got.ExpiresAt, "expires")
	sameTime(t, noon.Add(time.Second), got.LastUse, "last use")
	a.Uses, got.CreatedAt, got.ExpiresAt, got.LastUse = 1, a.CreatedAt, a.ExpiresAt, time.Time{}
	assert.Equal(t, a, got)
	id := stand(t, b.store, permanent("coder", "plain"))
	plain := permanent("coder", "plain")
	plain.ID = id
	got = standing(t, b.other, "coder", "plain", noon)[0]
	assert.True(t, got.ExpiresAt.IsZero() && got.LastUse.IsZero())
	got.CreatedAt = plain.CreatedAt
	assert.Equal(t, plain, got)
}

func standingReplaces(t *testing.T, b bench[decision.Standings]) {
	first := permanent("coder", "fs.read")
	first.Hosts = []string{"a", "b"}
	id := stand(t, b.store, first)
	require.True(t, use(t, b.store, id, noon))
	again := first
	again.Hosts, again.MaxUses, again.ID = []string{"b", "a"}, 2, "ffff"
	assert.Equal(t, id, stand(t, b.other, again))
	found := standing(t, b.store, "", "", noon)
	require.Len(t, found, 1)
	assert.Equal(t, 2, found[0].MaxUses)
	assert.Zero(t, found[0].Uses, "it counts anew")
	for _, change := range []func(*decision.Standing){
		func(s *decision.Standing) { s.Hosts = nil },
		func(s *decision.Standing) { s.Arguments = map[string]any{"a": "b"} },
		func(s *decision.Standing) { s.Fingerprint = "f" },
	} {
		other := first
		change(&other)
		assert.NotEqual(t, id, stand(t, b.store, other))
	}
	assert.Len(t, standing(t, b.store, "", "", noon), 4)
	taken := permanent("ann", "fs.read")
	taken.ID = id
	_, err := b.other.SaveStanding(t.Context(), taken)
	require.Error(t, err, "an id is not taken from another")
	taken.ID = "0123456789abcdef"
	assert.Equal(t, taken.ID, stand(t, b.store, taken), "an id of one's own")
}

func standingInvalid(t *testing.T, b bench[decision.Standings]) {
	for name, change := range map[string]func(*decision.Standing){
		"of the config":      func(s *decision.Standing) { s.Scope = decision.StandingConfig },
		"of no scope":        func(s *decision.Standing) { s.Scope = "" },
		"of no agent":        func(s *decision.Standing) { s.Agent = "" },
		"of no tool":         func(s *decision.Standing) { s.Tool = "" },
		"of no conversation": func(s *decision.Standing) { s.Session = "" },
		"without end":        func(s *decision.Standing) { s.ExpiresAt = time.Time{} },
		"of no json":         func(s *decision.Standing) { s.Arguments = map[string]any{"x": make(chan int)} },
	} {
		a := inSession("coder", "fs.read")
		change(&a)
		_, err := b.store.SaveStanding(t.Context(), a)
		require.Error(t, err, name)
	}
	assert.Empty(t, standing(t, b.store, "", "", noon))
}

func standingOrder(t *testing.T, b bench[decision.Standings]) {
	for _, a := range []decision.Standing{
		permanent("b", "x"), permanent("a", "y"), permanent("a", "x"), inSession("a", "x"), inSession("a", "xx"),
	} {
		stand(t, b.store, a)
	}
	names := func(agent, tool string) (out []string) {
		for _, s := range standing(t, b.other, agent, tool, noon) {
			out = append(out, s.Agent+" "+s.Tool+" "+string(s.Scope))
		}
		return out
	}
	assert.Equal(t, []string{"a x session", "a x permanent", "a xx session", "a y permanent", "b x permanent"}, names("", ""))
	assert.Equal(t, []string{"a x session", "a x permanent"}, names("a", "x"))
	assert.Equal(t, []string{"a x session", "a x permanent", "b x permanent"}, names("", "x"))
	assert.Empty(t, names("A", ""))
}

func standingExpired(t *testing.T, b bench[decision.Standings]) {
	id := stand(t, b.store, inSession("coder", "fs.read"))
	end := noon.Add(15 * time.Minute)
	assert.Len(t, standing(t, b.store, "", "", end.Add(-time.Second)), 1)
	assert.True(t, use(t, b.store, id, end.Add(-time.Second)))
	assert.Empty(t, standing(t, b.store, "", "", end))
	assert.False(t, use(t, b.other, id, end))
}

func standingUses(t *testing.T, b bench[decision.Standings]) {
	a := permanent("coder", "fs.read")
	a.MaxUses = 2
	id := stand(t, b.store, a)
	assert.True(t, use(t, b.store, id, noon))
	assert.True(t, use(t, b.other, id, noon.Add(time.Second)))
	assert.False(t, use(t, b.store, id, noon.Add(time.Minute)))
	assert.False(t, use(t, b.store, "unknown", noon))
	found := standing(t, b.store, "", "", noon)
	require.Len(t, found, 1, "what is used up is still shown")
	assert.Equal(t, 2, found[0].Uses)
	sameTime(t, noon.Add(time.Second), found[0].LastUse, "last use")
}

func standingRace(t *testing.T, b bench[decision.Standings]) {
	a := permanent("coder", "fs.read")
	a.MaxUses = 7
	id := stand(t, b.store, a)
	assert.Equal(t, 7, race(t, b, func(s decision.Standings, _ int) (bool, error) {
		return s.UseStanding(context.Background(), id, noon)
	}))
}

func standingMakers(t *testing.T, b bench[decision.Standings]) {
	race(t, b, func(s decision.Standings, _ int) (bool, error) {
		_, err := s.SaveStanding(context.Background(), permanent("coder", "fs.read"))
		return true, err
	})
	assert.Len(t, standing(t, b.store, "", "", noon), 1)
}

func standingDeleted(t *testing.T, b bench[decision.Standings]) {
	id := stand(t, b.store, inSession("coder", "fs.read"))
	deleted, err := b.other.DeleteStanding(t.Context(), id)
	require.NoError(t, err)
	assert.True(t, deleted)
	deleted, err = b.store.DeleteStanding(t.Context(), id)
	require.NoError(t, err)
	assert.False(t, deleted)
	assert.False(t, use(t, b.store, id, noon))
	assert.Empty(t, standing(t, b.store, "", "", noon))
}

func standingIsolation(t *testing.T, b bench[decision.Standings]) {
	a := permanent("coder", "fs.read")
	a.Arguments, a.Hosts = map[string]any{"a": map[string]any{"b": "kept"}}, []string{"kept"}
	spoil := func(s decision.Standing) {
		s.Arguments["a"].(map[string]any)["b"], s.Hosts[0] = "changed", "changed"
	}
	stand(t, b.store, a)
	spoil(a)
	for range 2 {
		got := standing(t, b.store, "", "", noon)[0]
		assert.Equal(t, map[string]any{"a": map[string]any{"b": "kept"}}, got.Arguments)
		assert.Equal(t, []string{"kept"}, got.Hosts)
		spoil(got)
	}
}

func standingContext(t *testing.T, b bench[decision.Standings]) {
	id := stand(t, b.store, permanent("coder", "fs.read"))
	ctx := ended(t)
	_, err := b.store.SaveStanding(ctx, permanent("coder", "other"))
	require.ErrorIs(t, err, context.Canceled)
	_, err = b.store.FindStandings(ctx, "", "", noon)
	require.ErrorIs(t, err, context.Canceled)
	_, err = b.store.UseStanding(ctx, id, noon)
	require.ErrorIs(t, err, context.Canceled)
	_, err = b.store.DeleteStanding(ctx, id)
	require.ErrorIs(t, err, context.Canceled)
	found := standing(t, b.store, "", "", noon)
	require.Len(t, found, 1)
	assert.Zero(t, found[0].Uses)
}
