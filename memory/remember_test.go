package memory_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

// TestApprovalsRemember holds what is kept of each answer.
func TestApprovalsRemember(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	call := decision.Call{Agent: "coder", Session: "s", Tool: "mail.send", Params: map[string]any{"to": "ann"}}
	fingerprint, err := decision.Fingerprint(&call)
	require.NoError(t, err)
	for name, row := range map[string]struct {
		status decision.ApprovalStatus
		by     string
		want   []decision.Word
	}{
		"a person allows": {decision.ApprovalApproved, "person:ann", []decision.Word{{
			Action: decision.Approve, By: "person:ann", Once: true, Until: now.Add(memory.DefaultAllowedFor),
		}}},
		"a program allows":       {decision.ApprovalApproved, "supervisor:x", nil},
		"a standing one allows":  {decision.ApprovalApproved, "auto_approve", nil},
		"a person refuses":       {decision.ApprovalDenied, "person:ann", []decision.Word{{Action: decision.Deny, By: "person:ann"}}},
		"a program refuses":      {decision.ApprovalDenied, "bot:x", []decision.Word{{Action: decision.Deny, By: "bot:x"}}},
		"nobody answers":         {decision.ApprovalTimeout, "system:timeout", nil},
		"a name of several rows": {decision.ApprovalDenied, "person:a\nb", []decision.Word{{Action: decision.Deny, By: "person:a b"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := memory.NewStore(memory.Options{Now: func() time.Time { return now }})
			people, err := memory.NewPeople(nil, false)
			require.NoError(t, err)
			waiting := memory.Approvals(store, store, memory.ApprovalOptions{People: people, Now: func() time.Time { return now }})
			id, err := waiting.Open(t.Context(), call, decision.Decision{}, now.Add(time.Minute))
			require.NoError(t, err)
			keeper := waiting.(decision.ApprovalKeeper)
			require.Error(t, keeper.Take(t.Context(), id), "nobody approved it yet")
			require.NoError(t, waiting.Resolve(t.Context(), id, decision.Resolution{Status: row.status, By: row.by, At: now}))
			a, err := waiting.Approval(t.Context(), id)
			require.NoError(t, err)
			require.NoError(t, keeper.Remember(t.Context(), a))
			require.NoError(t, keeper.Remember(t.Context(), a), "again")
			words, err := store.FindWords(t.Context(), decision.WordQuery{})
			require.NoError(t, err)
			require.Len(t, words, len(row.want))
			for i, want := range row.want {
				assert.Len(t, words[i].Like, 1, "by its words: nothing was seen of its effects")
				want.ID, want.Agent, want.Session, want.Tool, want.Fingerprint, want.Time = id, "coder", "s", "mail.send", fingerprint, now
				want.Like = words[i].Like
				assert.Equal(t, want, words[i])
			}
			if row.status == decision.ApprovalApproved {
				require.NoError(t, keeper.Take(t.Context(), id))
			} else {
				require.Error(t, keeper.Take(t.Context(), id))
			}
			if len(row.want) > 0 {
				require.Error(t, keeper.Take(t.Context(), id), "a second time")
			}
		})
	}
}

func TestObserveLeavesApprovalsAlone(t *testing.T) {
	t.Parallel()
	store := memory.NewStore(memory.Options{})
	people, err := memory.NewPeople(nil, false)
	require.NoError(t, err)
	d := decision.Decision{ID: "a", Approval: "b", Fingerprint: "f"}
	require.NoError(t, memory.Observe(store, people).Record(t.Context(), decision.Event{
		Type: decision.EventOutcome, Decision: &d,
		Outcome: &decision.Outcome{State: decision.OutcomeSettled, By: "person:ann", Status: "approved"},
	}))
	words, err := store.FindWords(t.Context(), decision.WordQuery{})
	require.NoError(t, err)
	assert.Empty(t, words, "one click is one word")
}
