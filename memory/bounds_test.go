package memory_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// TestWhichWordsMakeRoom fills a store of three words and says one more.
func TestWhichWordsMakeRoom(t *testing.T) {
	t.Parallel()
	words := map[string]decision.Word{
		"precedent": {Action: decision.Approve},
		"expired":   {Action: decision.Approve, Until: noon},
		"spent":     {Action: decision.Approve, Once: true, Spent: noon},
		"undone":    {Action: decision.Deny, Until: noon.Add(1), Revoked: noon},
		"refusal":   {Action: decision.Deny},
		"holding":   {Action: decision.Approve, Until: noon.Add(1)},
		"once":      {Action: decision.Approve, Once: true},
		"barred":    {Action: decision.Deny, Until: noon.Add(1)},
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
			s := memory.NewStore(memory.Options{MaxWords: 3, Now: func() time.Time { return noon }})
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
				found, err := s.FindWords(t.Context(), q)
				require.NoError(t, err)
				var ids []string
				for _, w := range found {
					ids = append(ids, w.ID)
				}
				assert.Equal(t, tt.want, strings.Join(ids, " "))
			}
		})
	}
}

func TestStandingApprovalsMakeRoomWhenTheyEnded(t *testing.T) {
	t.Parallel()
	s := memory.NewStore(memory.Options{MaxStandings: 2, Now: func() time.Time { return noon }})
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
	used, err := s.UseStanding(t.Context(), first, noon)
	require.True(t, used && err == nil)
	_, err = save(decision.Standing{Tool: "c", ExpiresAt: noon})
	require.NoError(t, err, "instead of the one that was used up")
	_, err = save(decision.Standing{Tool: "d"})
	require.NoError(t, err, "instead of the one that expired")
	found, err := s.FindStandings(t.Context(), "", "", noon)
	require.NoError(t, err)
	require.Len(t, found, 2)
	assert.Equal(t, "b d", found[0].Tool+" "+found[1].Tool)
}

func TestApprovalsMakeRoomWhenTheyAreSettled(t *testing.T) {
	t.Parallel()
	now := noon
	s := memory.NewStore(memory.Options{MaxApprovals: 2, MaxApprovalBytes: 1000, Now: func() time.Time { return now }})
	open := func(text int) (string, error) {
		call := decision.Call{Tool: "mail.send", Params: map[string]any{"text": strings.Repeat("x", text)}}
		return s.Open(t.Context(), call, decision.Decision{}, now.Add(time.Minute))
	}
	first, err := open(1)
	require.NoError(t, err)
	_, err = open(1)
	require.NoError(t, err)
	_, err = open(1)
	require.ErrorIs(t, err, memory.ErrFull, "too many wait")
	require.NoError(t, s.Resolve(t.Context(), first, decision.Resolution{Status: decision.ApprovalDenied, By: "person:ann"}))
	_, err = s.Approval(t.Context(), first)
	require.NoError(t, err, "it is kept while there is room")
	_, err = open(1)
	require.NoError(t, err)
	_, err = s.Approval(t.Context(), first)
	require.ErrorIs(t, err, decision.ErrNoApproval)

	now = now.Add(time.Minute)
	big, err := open(900)
	require.NoError(t, err, "those that nobody answered make room")
	_, err = open(100)
	require.ErrorIs(t, err, memory.ErrFull, "too large together")
	waiting, err := s.Pending(t.Context(), decision.Query{})
	require.NoError(t, err)
	require.Len(t, waiting, 1)
	assert.Equal(t, big, waiting[0].ID)
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
