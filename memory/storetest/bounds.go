package storetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

// bounds fills small stores.
func bounds(t *testing.T, o Options) {
	t.Helper()
	for name, part := range map[string]func(t *testing.T, o Options){
		"which words make room":              wordRoom,
		"which standing approvals make room": standingRoom,
		"which approvals make room":          approvalRoom,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			part(t, o)
		})
	}
}

// wordRoom fills a store of three words and says one more.
func wordRoom(t *testing.T, o Options) {
	words := map[string]decision.Word{
		"precedent": {Action: decision.Approve},
		"expired":   {Action: decision.Approve, Until: noon},
		"spent":     {Action: decision.Approve, Once: true, Spent: noon},
		"undone":    {Action: decision.Deny, Until: noon.Add(time.Second), Revoked: noon},
		"refusal":   {Action: decision.Deny},
		"holding":   {Action: decision.Approve, Until: noon.Add(time.Second)},
		"once":      {Action: decision.Approve, Once: true},
		"barred":    {Action: decision.Deny, Until: noon.Add(time.Second)},
	}
	tests := map[string]struct {
		full  string // oldest first
		fresh string
		want  string // newest first; empty: refused
	}{
		"the oldest precedent":            {"precedent precedent once", "precedent", "3 2 1"},
		"what holds stays":                {"once barred precedent", "precedent", "3 1 0"},
		"an approval before a refusal":    {"refusal precedent once", "refusal", "3 2 0"},
		"what expired":                    {"once expired refusal", "once", "3 2 0"},
		"what was spent":                  {"once spent holding", "barred", "3 2 0"},
		"a refusal that was undone":       {"refusal undone once", "precedent", "3 2 0"},
		"a refusal for a refusal":         {"once refusal refusal", "barred", "3 2 0"},
		"no refusal for an approval":      {"once refusal refusal", "precedent", ""},
		"no refusal for one that holds":   {"refusal refusal refusal", "once", ""},
		"nothing gives way: a refusal":    {"once barred holding", "barred", ""},
		"nothing gives way: an approval":  {"barred barred barred", "precedent", ""},
		"the oldest of refusals, by time": {"refusal refusal refusal", "refusal", "3 2 1"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, ok := o.Tight(t, (&clock{at: noon}).now, 3).(decision.Words)
			if !ok {
				t.Skip("the store does not keep words")
			}
			for n, kind := range strings.Fields(tt.full + " " + tt.fresh) {
				w := words[kind]
				w.ID, w.Time, w.Fingerprint = fmt.Sprint(n), noon.Add(time.Duration(n)*time.Second), "f"
				err := s.SaveWord(t.Context(), w)
				if n == 3 && tt.want == "" {
					require.ErrorIs(t, err, memory.ErrFull)
					tt.want = "2 1 0"
				} else {
					require.NoError(t, err)
				}
			}
			for _, q := range []decision.WordQuery{{}, {Fingerprint: "f"}} {
				assert.Equal(t, tt.want, strings.Join(wordIDs(find(t, s, q)), " "))
			}
		})
	}
}

// standingRoom has standing approvals make room when they end.
func standingRoom(t *testing.T, o Options) {
	s, ok := o.Tight(t, (&clock{at: noon}).now, 2).(decision.Standings)
	if !ok {
		t.Skip("the store does not keep standing approvals")
	}
	save := func(a decision.Standing) (string, error) {
		a.Scope, a.Agent = decision.StandingPermanent, "coder"
		return s.SaveStanding(t.Context(), a)
	}
	first, err := save(decision.Standing{Tool: "a", MaxUses: 1})
	require.NoError(t, err)
	_, err = save(decision.Standing{Tool: "b"})
	require.NoError(t, err)
	_, err = save(decision.Standing{Tool: "c"})
	require.ErrorIs(t, err, memory.ErrFull)
	_, err = save(decision.Standing{Tool: "a", MaxUses: 1})
	require.NoError(t, err, "one that is replaced needs no room")
	require.True(t, use(t, s, first, noon))
	_, err = save(decision.Standing{Tool: "c", ExpiresAt: noon})
	require.NoError(t, err, "instead of the one that was used up")
	_, err = save(decision.Standing{Tool: "d"})
	require.NoError(t, err, "instead of the one that expired")
	found := standing(t, s, "", "", noon)
	require.Len(t, found, 2)
	assert.Equal(t, "b d", found[0].Tool+" "+found[1].Tool)
}

// approvalRoom has approvals make room some time after they were settled.
func approvalRoom(t *testing.T, o Options) {
	c := &clock{at: noon}
	s, ok := o.Tight(t, c.now, 2).(decision.Approvals)
	if !ok {
		t.Skip("the store does not keep approvals")
	}
	b := bench[decision.Approvals]{store: s, other: s, clock: c}
	first, second := open(t, b, 1), open(t, b, 2)
	call, d := asked(3)
	_, err := s.Open(t.Context(), call, d, noon.Add(wait))
	require.ErrorIs(t, err, memory.ErrFull, "too many wait")
	require.NoError(t, s.Resolve(t.Context(), second, yes("person:ann")))
	approval(t, s, second)
	c.forward(wait / 2)
	third := open(t, b, 3)
	_, err = s.Approval(t.Context(), second)
	require.ErrorIs(t, err, decision.ErrNoApproval, "it was settled")
	assert.Equal(t, []string{third, first}, pending(t, s, decision.Query{}))
	c.forward(wait)
	c.forward(wait)
	fourth := open(t, b, 4)
	assert.Equal(t, []string{fourth}, pending(t, s, decision.Query{}), "what nobody answered was settled, too")
}
