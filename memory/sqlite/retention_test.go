package sqlite_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/sqlite"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

func TestDecisionsAreForgottenByCount(t *testing.T) {
	t.Parallel()
	s := open(t, sqlite.Options{Path: file(t), MaxDecisions: 100})
	for n := range 1000 {
		require.NoError(t, s.Save(t.Context(), decision.Decision{ID: fmt.Sprint(n), Time: noon}))
		found, err := s.Recent(t.Context(), decision.Query{Limit: 500})
		require.NoError(t, err)
		require.GreaterOrEqual(t, len(found), min(n+1, 100), "none too many is forgotten")
		require.LessOrEqual(t, len(found), 200)
		require.Equal(t, fmt.Sprint(n), found[0].ID)
	}
	require.NoError(t, s.Vacuum(t.Context()))
	found, err := s.Recent(t.Context(), decision.Query{Limit: 500})
	require.NoError(t, err)
	assert.Len(t, found, 100)
}

// TestWhatHoldsIsNotForgotten lets two years pass.
func TestWhatHoldsIsNotForgotten(t *testing.T) {
	t.Parallel()
	now := noon
	s := open(t, sqlite.Options{Path: file(t), MaxAge: 24 * time.Hour, Now: func() time.Time { return now }})
	later := noon.AddDate(3, 0, 0)
	for id, w := range map[string]decision.Word{
		"holds": {Action: decision.Approve, Until: later}, "once": {Action: decision.Approve, Once: true}, "barred": {Action: decision.Deny, Until: later},
		"refused": {Action: decision.Deny}, "undone": {Action: decision.Deny, Revoked: noon}, "approved": {Action: decision.Approve},
		"spent": {Action: decision.Approve, Once: true, Spent: noon},
	} {
		w.ID, w.Time = id, noon
		require.NoError(t, s.SaveWord(t.Context(), w))
	}
	_, err := s.SaveStanding(t.Context(), decision.Standing{Scope: decision.StandingPermanent, Agent: "a", Tool: "t"})
	require.NoError(t, err)
	waiting, err := s.Open(t.Context(), decision.Call{Tool: "t"}, decision.Decision{}, later)
	require.NoError(t, err)
	require.NoError(t, s.Save(t.Context(), decision.Decision{ID: "old", Time: noon}))
	now = noon.AddDate(2, 0, 0)
	require.NoError(t, s.Save(t.Context(), decision.Decision{ID: "new", Time: now}))
	require.NoError(t, s.Save(t.Context(), decision.Decision{ID: "late", Time: noon}))
	require.NoError(t, s.Vacuum(t.Context()))

	found, err := s.Recent(t.Context(), decision.Query{})
	require.NoError(t, err)
	require.Len(t, found, 2)
	assert.Equal(t, "late new", found[0].ID+" "+found[1].ID, "what was saved late stays as long as what came before it")
	var kept []string
	words, err := s.FindWords(t.Context(), decision.WordQuery{})
	require.NoError(t, err)
	for _, w := range words {
		kept = append(kept, w.ID)
	}
	assert.ElementsMatch(t, []string{"holds", "once", "barred", "refused"}, kept)
	standings, err := s.FindStandings(t.Context(), "a", "t", now)
	require.NoError(t, err)
	assert.Len(t, standings, 1)
	a, err := s.Approval(t.Context(), waiting)
	require.NoError(t, err)
	assert.Equal(t, decision.ApprovalPending, a.Status)
}

// TestSinceFindsWhatWasSavedLate looks for decisions whose times are in disorder.
func TestSinceFindsWhatWasSavedLate(t *testing.T) {
	t.Parallel()
	s := open(t, sqlite.Options{Path: file(t)})
	for n, minute := range []int{1, 5, 2, 7, 3, 6} {
		require.NoError(t, s.Save(t.Context(), decision.Decision{ID: fmt.Sprint(n), Time: noon.Add(time.Duration(minute) * time.Minute)}))
	}
	for since, want := range map[int]string{0: "543210", 3: "5431", 5: "531", 6: "53", 7: "3", 8: ""} {
		found, err := s.Recent(t.Context(), decision.Query{Since: noon.Add(time.Duration(since) * time.Minute)})
		require.NoError(t, err)
		got := ""
		for _, d := range found {
			got += d.ID
		}
		assert.Equal(t, want, got, "since minute %d", since)
	}
}

func TestExport(t *testing.T) {
	t.Parallel()
	s := open(t, sqlite.Options{Path: file(t), Now: func() time.Time { return noon }})
	require.NoError(t, s.Save(t.Context(), decision.Decision{ID: "d1", Agent: "coder", Action: decision.Deny, Time: noon}))
	require.NoError(t, s.Save(t.Context(), decision.Decision{ID: "d2", Agent: "coder", Time: noon}))
	require.NoError(t, s.SaveWord(t.Context(), decision.Word{ID: "w1", Action: decision.Approve, By: "person:ann", Time: noon}))
	_, err := s.SaveStanding(t.Context(), decision.Standing{ID: "s1", Scope: decision.StandingPermanent, Agent: "coder", Tool: "t"})
	require.NoError(t, err)
	_, err = s.Open(t.Context(), decision.Call{Tool: "t", Params: map[string]any{"n": json.Number("1.50")}},
		decision.Decision{ID: "d3", Agent: "coder"}, noon.Add(time.Minute))
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, s.Export(t.Context(), &out))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 5)
	for i, want := range []string{
		`{"decision":{"id":"d1","decision":"deny"`, `{"decision":{"id":"d2","decision":"escalate"`, `{"word":{"id":"w1"`, `{"standing":{"id":"s1"`, `{"approval":{"id":"`,
	} {
		assert.True(t, strings.HasPrefix(lines[i], want), lines[i])
	}
	assert.Contains(t, lines[4], `"n":1.50`)
	assert.Contains(t, lines[4], `"agent_id":"coder"`, "the decision with all its fields")
	broken := s.Export(t.Context(), failing{})
	require.ErrorIs(t, broken, os.ErrClosed)
	require.NoError(t, s.Save(t.Context(), decision.Decision{ID: "d4"}), "it did not hold anything up")
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestBackup(t *testing.T) {
	t.Parallel()
	s := open(t, sqlite.Options{Path: file(t)})
	require.NoError(t, s.SaveWord(t.Context(), decision.Word{ID: "w1", Action: decision.Approve}))
	copied := file(t)
	require.NoError(t, s.Backup(t.Context(), copied))
	require.ErrorIs(t, s.Backup(t.Context(), copied), os.ErrExist, "nothing is overwritten")
	info, err := os.Stat(copied)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	found, err := open(t, sqlite.Options{Path: copied}).FindWords(t.Context(), decision.WordQuery{})
	require.NoError(t, err)
	assert.Len(t, found, 1)
}
