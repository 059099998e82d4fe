package journal_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
)

func TestAJournalRecallsWhatWasNotSettled(t *testing.T) {
	t.Parallel()
	j, err := journal.Open(filepath.Join(t.TempDir(), "j.jsonl"), journal.Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, j.Close()) }()
	now := time.Now().UTC().Truncate(time.Microsecond)
	decide := func(id string, action decision.Action, at time.Time) *decision.Decision {
		d := &decision.Decision{ID: id, Action: action, Agent: "a", Tool: "t", Via: decision.ViaMesh, Fingerprint: "f-" + id, Time: at}
		c := &decision.Call{ID: id, Tool: "t", Expires: now.Add(time.Minute)}
		require.NoError(t, j.Append(t.Context(), decision.Event{Time: at, Decision: d, Call: c}))
		return d
	}
	outcome := func(d *decision.Decision, state decision.OutcomeState) {
		require.NoError(t, j.Append(t.Context(), decision.Event{Type: decision.EventOutcome, Time: now, Decision: d, Outcome: &decision.Outcome{State: state}}))
	}
	decide("old", decision.Approve, now.Add(-48*time.Hour))
	outcome(decide("sent", decision.Approve, now), decision.OutcomeSent)
	outcome(decide("unsent", decision.Deny, now), decision.OutcomeUnsent)
	decide("left", decision.Escalate, now)
	decide("killed", decision.Approve, now)

	list, err := j.Unsettled(t.Context())
	require.NoError(t, err)
	require.Len(t, list, 2)
	list[0].Time, list[0].Expires = list[0].Time.UTC(), list[0].Expires.UTC()
	assert.Equal(t, decision.Decision{
		ID: "unsent", Action: decision.Deny, Agent: "a", Tool: "t", Via: decision.ViaMesh, Fingerprint: "f-unsent", Time: now, Expires: now.Add(time.Minute),
	}, list[0])
	assert.Equal(t, "killed", list[1].ID)
	assert.Equal(t, decision.Approve, list[1].Action)
}
