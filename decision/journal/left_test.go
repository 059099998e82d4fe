package journal_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
)

func TestLeftFindsWhatStillWaitsForAPerson(t *testing.T) {
	t.Parallel()
	decided := func(id string, action decision.Action, observed bool) decision.Event {
		e := event(id)
		e.Decision.Action = action
		if observed {
			e.Decision.Observed = &action
		}
		return e
	}
	path := newPath(t)
	j := open(t, path, journal.Options{RotateSize: 4000})
	appendAll(t, j,
		decided("left", decision.Escalate, false), outcome("left", decision.OutcomeLeft),
		decided("observed", decision.Approve, true), outcome("observed", decision.OutcomeObserved),
		decided("killed", decision.Escalate, false),
		decided("killed-observed", decision.Deny, true),
		decided("sent", decision.Approve, false), outcome("sent", decision.OutcomeSent),
		decided("killed-sending", decision.Approve, false),
		decided("unsent", decision.Deny, false), outcome("unsent", decision.OutcomeUnsent),
		decided("settled", decision.Escalate, false), outcome("settled", decision.OutcomeLeft), outcome("settled", decision.OutcomeSettled),
		decided("forgotten", decision.Escalate, false), outcome("forgotten", decision.OutcomeLeft), outcome("forgotten", decision.OutcomeForgotten),
		decided("again", decision.Escalate, false), outcome("again", decision.OutcomeLeft),
		decided("again", decision.Approve, false), outcome("again", decision.OutcomeSent),
	)
	require.NotEmpty(t, files(t, path), "it was rotated")
	waits := func(id string, kind decision.EventType) decision.Event {
		e := decided(id, decision.Escalate, false)
		e.Type, e.Decision.Via, e.Decision.Approval = kind, decision.ViaEvaluate, "appr-"+id
		return e
	}
	over := outcome("answered", decision.OutcomeSettled)
	over.Decision.Approval = "appr-answered"
	nobodys := waits("nobodys", decision.EventDecision)
	nobodys.Decision.Approval = ""
	appendAll(t, j, waits("own", decision.EventDecision), waits("paused", decision.EventPausedCall), waits("answered", decision.EventDecision), over, nobodys)
	found, err := journal.Left(t.Context(), path, time.Time{})
	require.NoError(t, err)
	var ids []string
	for _, r := range found {
		ids = append(ids, r.ApprovalID)
	}
	assert.Equal(t, []string{"left", "observed", "killed", "killed-observed", "own", "paused"}, ids)

	list, err := j.Left(t.Context())
	require.NoError(t, err)
	require.Len(t, list, 6)
	assert.Equal(t, "appr-own", list[4].Approval)
	assert.Equal(t, decision.Escalate, list[0].Action)
	assert.Nil(t, list[0].Observed)
	require.NotNil(t, list[1].Observed)
	assert.Equal(t, decision.Approve, list[1].Action)
	assert.Equal(t, "f00d", list[1].Fingerprint)

	unsettled, err := journal.Unsettled(t.Context(), path, time.Time{})
	require.NoError(t, err)
	assert.Len(t, unsettled, 2, "killed-sending and unsent")

	found, err = journal.Left(t.Context(), path, noon.Add(time.Hour))
	require.NoError(t, err)
	assert.Empty(t, found)
	_, err = journal.Left(t.Context(), newPath(t), time.Time{})
	require.ErrorContains(t, err, "left to people")
}

func TestAnOutcomeSaysWhenTheCallWasSettled(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	e := outcome("a1", decision.OutcomeSettled)
	e.Outcome.By, e.Outcome.Status, e.Outcome.At = "person:ada", "denied", noon
	appendAll(t, open(t, path, journal.Options{}), e)
	assert.Contains(t, lines(t, path)[0], `"outcome":"settled","resolved_by":"person:ada","status":"denied","resolved_at":"2026-03-04T10:00:00.123456+00:00"`)
}
