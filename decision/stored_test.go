package decision_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
)

var storedAt = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

func TestWhichWordsHold(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		word             decision.Word
		holds, spendable bool
	}{
		"a precedent":             {decision.Word{Action: decision.Approve}, false, false},
		"for a time":              {decision.Word{Action: decision.Approve, Until: storedAt.Add(1)}, true, false},
		"its time has come":       {decision.Word{Action: decision.Approve, Until: storedAt}, false, false},
		"revoked":                 {decision.Word{Action: decision.Approve, Until: storedAt.Add(1), Revoked: storedAt}, false, false},
		"once":                    {decision.Word{Action: decision.Approve, Once: true}, true, true},
		"once, for a time":        {decision.Word{Action: decision.Approve, Once: true, Until: storedAt.Add(1)}, true, true},
		"once, too late":          {decision.Word{Action: decision.Approve, Once: true, Until: storedAt}, false, false},
		"once, spent":             {decision.Word{Action: decision.Approve, Once: true, Until: storedAt.Add(1), Spent: storedAt}, false, false},
		"once, revoked":           {decision.Word{Action: decision.Approve, Once: true, Revoked: storedAt}, false, false},
		"a refusal":               {decision.Word{Action: decision.Deny, Until: storedAt.Add(1)}, true, false},
		"a refusal is not spent":  {decision.Word{Action: decision.Deny, Once: true, Until: storedAt.Add(1)}, true, false},
		"a refusal as precedent":  {decision.Word{Action: decision.Deny, Once: true}, false, false},
		"an escalate is no grant": {decision.Word{Once: true}, false, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.holds, tt.word.Holds(storedAt))
			assert.Equal(t, tt.spendable, tt.word.Spendable(storedAt))
		})
	}
}

func TestWhatNoStoreKeeps(t *testing.T) {
	t.Parallel()
	session := decision.Standing{Scope: decision.StandingSession, Agent: "a", Tool: "t", Session: "s", ExpiresAt: storedAt}
	with := func(change func(*decision.Standing)) decision.Standing {
		s := session
		change(&s)
		return s
	}
	tests := map[string]struct {
		err  error
		want string // empty: kept
	}{
		"a word":                {decision.Word{ID: "w", Action: decision.Deny}.Validate(), ""},
		"a word without an id":  {decision.Word{Action: decision.Deny}.Validate(), "id"},
		"an undecided word":     {decision.Word{ID: "w"}.Validate(), "approve or deny"},
		"standing, session":     {session.Validate(), ""},
		"standing, permanent":   {decision.Standing{Scope: decision.StandingPermanent, Agent: "a", Tool: "t"}.Validate(), ""},
		"without an agent":      {with(func(s *decision.Standing) { s.Agent = "" }).Validate(), "agent"},
		"without a tool":        {with(func(s *decision.Standing) { s.Tool = "" }).Validate(), "tool"},
		"of the config":         {with(func(s *decision.Standing) { s.Scope = decision.StandingConfig }).Validate(), "config"},
		"of an unknown scope":   {with(func(s *decision.Standing) { s.Scope = "always" }).Validate(), "unknown scope"},
		"of no conversation":    {with(func(s *decision.Standing) { s.Session = "" }).Validate(), "conversation"},
		"a session for ever":    {with(func(s *decision.Standing) { s.ExpiresAt = time.Time{} }).Validate(), "ends"},
		"negative uses":         {with(func(s *decision.Standing) { s.MaxUses = -1 }).Validate(), "negative"},
		"approved by somebody":  {decision.Resolution{Status: decision.ApprovalApproved, By: "person:ann"}.Validate(), ""},
		"approved by nobody":    {decision.Resolution{Status: decision.ApprovalApproved}.Validate(), "by whom"},
		"denied by nobody":      {decision.Resolution{Status: decision.ApprovalDenied}.Validate(), "by whom"},
		"nobody answered":       {decision.Resolution{Status: decision.ApprovalTimeout}.Validate(), ""},
		"settled as pending":    {decision.Resolution{Status: decision.ApprovalPending, By: "a"}.Validate(), "cannot be settled"},
		"settled as nothing":    {decision.Resolution{By: "a"}.Validate(), "cannot be settled"},
		"a word that is no one": {decision.Word{ID: "w", Action: 9}.Validate(), "approve or deny"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.want == "" {
				require.NoError(t, tt.err)
			} else {
				require.ErrorContains(t, tt.err, tt.want)
			}
		})
	}
}

func TestKeyOfAStandingApproval(t *testing.T) {
	t.Parallel()
	key := func(change func(*decision.Standing)) string {
		s := decision.Standing{
			Scope: decision.StandingPermanent, Agent: "a", Tool: "t", Arguments: map[string]any{"n": 1, "m": "x"},
			Kinds: []decision.EffectKind{"reads", "writes"}, Zones: []decision.Zone{"project"}, Hosts: []string{"h", "i"},
		}
		change(&s)
		k, err := s.Key()
		require.NoError(t, err)
		return k
	}
	base := key(func(*decision.Standing) {})
	for name, change := range map[string]func(*decision.Standing){
		"what it is not about": func(s *decision.Standing) {
			s.ID, s.CreatedBy, s.Uses, s.MaxUses, s.ExpiresAt = "i", "b", 1, 2, storedAt
		},
		"order":               func(s *decision.Standing) { s.Hosts = []string{"i", "h", "i"} },
		"a number, otherwise": func(s *decision.Standing) { s.Arguments = map[string]any{"m": "x", "n": 1.0} },
	} {
		assert.Equal(t, base, key(change), name)
	}
	for name, change := range map[string]func(*decision.Standing){
		"scope":             func(s *decision.Standing) { s.Scope = decision.StandingSession },
		"agent and tool":    func(s *decision.Standing) { s.Agent, s.Tool = "at", "" },
		"session":           func(s *decision.Standing) { s.Session = "s" },
		"fingerprint":       func(s *decision.Standing) { s.Fingerprint = "f" },
		"signature":         func(s *decision.Standing) { s.Signature = "f" },
		"an argument less":  func(s *decision.Standing) { delete(s.Arguments, "n") },
		"a kind less":       func(s *decision.Standing) { s.Kinds = s.Kinds[:1] },
		"a zone less":       func(s *decision.Standing) { s.Zones = nil },
		"hosts, other cuts": func(s *decision.Standing) { s.Hosts = []string{"hi"} },
	} {
		assert.NotEqual(t, base, key(change), name)
	}
	_, err := decision.Standing{Arguments: map[string]any{"x": func() {}}}.Key()
	require.ErrorContains(t, err, "arguments")
}

func TestAWordQueryMatchesExactly(t *testing.T) {
	t.Parallel()
	w := decision.Word{Agent: "a", Tool: "t", Fingerprint: "f", Signature: "s", Session: "c", Time: storedAt}
	assert.True(t, decision.WordQuery{}.Matches(w))
	assert.True(t, decision.WordQuery{Agent: "a", Tool: "t", Fingerprint: "f", Signature: "s", Session: "c", Since: storedAt}.Matches(w))
	for _, q := range []decision.WordQuery{{Agent: "x"}, {Tool: "x"}, {Fingerprint: "x"}, {Signature: "x"}, {Session: "x"}, {Since: storedAt.Add(1)}} {
		assert.False(t, q.Matches(w), "%+v", q)
	}
}
