package standing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules/standing"
)

func TestDescribe(t *testing.T) {
	t.Parallel()
	for want, a := range map[string]decision.Standing{
		"every call of kv by ann, as long as the config says so": {Scope: decision.StandingConfig},
		"calls of kv by ann that are neither opaque nor destructive, until it is deleted": {
			Scope: decision.StandingPermanent,
		},
		"exactly this call of kv by ann, in this conversation, until 2026-03-04T12:15:00Z": {
			Scope: decision.StandingSession, Session: "s", Fingerprint: "f", Signature: "x", ExpiresAt: time.Date(2026, 3, 4, 12, 15, 0, 0, time.UTC),
		},
		"calls of kv by ann that are neither opaque nor destructive, with the same effects, with the given key and to, " +
			"with no effects but reads, only in project, temp, reaching no hosts but a.example, until it is deleted or used 3 times": {
			Scope: decision.StandingPermanent, Signature: "x", Arguments: map[string]any{"to": "secret", "key": "k"},
			Kinds: []decision.EffectKind{decision.Reads}, Zones: []decision.Zone{decision.ZoneProject, decision.ZoneTemp},
			Hosts: []string{"a.example"}, MaxUses: 3,
		},
	} {
		a.Agent, a.Tool = "ann", "kv"
		assert.Equal(t, want, standing.Describe(a))
	}
}

// TestCheckIsProposeWithoutLooking wants the two to agree.
func TestCheckIsProposeWithoutLooking(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for name, ask := range map[string]standing.Request{
		"fine":    {Standing: decision.Standing{Scope: decision.StandingPermanent}, Call: d.read()},
		"refused": {Standing: decision.Standing{Scope: decision.StandingConfig}, Call: d.read()},
	} {
		proposed, _, proposing := d.set().Propose(t.Context(), ask)
		checked, checking := d.set().Check(t.Context(), ask)
		assert.Equal(t, proposed, checked, name)
		assert.Equal(t, proposing, checking, name)
	}
	set, err := standing.New(standing.Options{})
	require.NoError(t, err)
	_, _, err = set.Create(t.Context(), standing.Request{})
	require.ErrorIs(t, err, standing.ErrNoStore)
}
