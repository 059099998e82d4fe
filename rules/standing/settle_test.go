package standing_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules/standing"
)

// wait has a call wait for a person, and returns the id of its approval.
func (d *desk) wait(c *decision.Call, cause decision.Cause) string {
	d.t.Helper()
	id, err := d.store.Open(d.t.Context(), *c, decision.Decision{Cause: cause}, monday.Add(time.Hour))
	require.NoError(d.t, err)
	return id
}

func (d *desk) status(id string) decision.ApprovalStatus {
	d.t.Helper()
	a, err := d.store.Approval(d.t.Context(), id)
	require.NoError(d.t, err)
	return a.Status
}

func TestCase10CreatingOneSettlesWhatWaits(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var covered []string
	for _, conversation := range []string{"A", "B", ""} {
		covered = append(covered, d.wait(in(conversation, d.read()), decision.CauseUnsettled))
	}
	left := map[string]string{
		"another tool":    d.wait(d.call("fs.list", map[string]any{"path": project}), decision.CauseUnsettled),
		"another agent":   d.wait(of("other", d.read()), decision.CauseUnsettled),
		"a secret":        d.wait(d.call("fs.read", map[string]any{"path": project + ".env"}), decision.CauseUnsettled),
		"held by a rule":  d.wait(d.read(), decision.CauseRule),
		"held by a guard": d.wait(d.read(), decision.CauseSelf),
		"flagged":         d.wait(flagged(d.read()), decision.CauseUnsettled),
	}
	made, preview := d.create(permanent("fs.read"))
	assert.Equal(t, covered, preview.Settled)
	for _, id := range covered {
		assert.Equal(t, decision.ApprovalApproved, d.status(id))
	}
	for why, id := range left {
		assert.Equal(t, decision.ApprovalPending, d.status(id), why)
	}
	a, err := d.store.Approval(t.Context(), covered[0])
	require.NoError(t, err)
	assert.Equal(t, "auto_approve", a.Resolution.By)
	list, err := d.set().List(t.Context(), "coder")
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, made.ID, list[0].ID)
	assert.Equal(t, 3, list[0].Uses, "each counts as a use")
}

func flagged(c *decision.Call) *decision.Call {
	c.InjectionRisk = true
	return c
}

// TestW1TheConversationIsCompared creates one for a conversation while calls of
// others wait.
func TestW1TheConversationIsCompared(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	own, other, none := d.wait(d.read(), decision.CauseUnsettled), d.wait(in("B", d.read()), decision.CauseUnsettled), d.wait(in("", d.read()), decision.CauseUnsettled)
	_, preview := d.create(session("fs.read", "A"))
	assert.Equal(t, []string{own}, preview.Settled)
	assert.Equal(t, decision.ApprovalPending, d.status(other))
	assert.Equal(t, decision.ApprovalPending, d.status(none))
}

func TestLimitsHoldForWhatWaits(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	first, second := d.wait(d.read(), decision.CauseJudged), d.wait(d.read(), decision.CauseJudged)
	a := permanent("fs.read")
	a.MaxUses = 1
	_, preview := d.create(a)
	assert.Equal(t, []string{first}, preview.Settled, "the oldest first")
	assert.Equal(t, decision.ApprovalPending, d.status(second))
}

func TestCases11And12OnlyWhatTheConfigAddsIsSettled(t *testing.T) {
	t.Parallel()
	d := newDesk(t, standing.AgentTools{Agent: "coder", Tools: []string{"fs.read"}})
	read, list := d.wait(d.read(), decision.CauseUnsettled), d.wait(d.call("fs.list", map[string]any{"path": project}), decision.CauseUnsettled)
	before := d.set()
	settled, err := d.set().SettleNew(t.Context(), before)
	require.NoError(t, err)
	assert.Empty(t, settled)
	assert.NotNil(t, settled)
	d.config[0].Tools = []string{"fs.read", "fs.list"}
	settled, err = d.set().SettleNew(t.Context(), before)
	require.NoError(t, err)
	assert.Equal(t, []string{list}, settled)
	assert.Equal(t, decision.ApprovalPending, d.status(read))
	settled, err = d.set().SettleNew(t.Context(), nil)
	require.NoError(t, err)
	assert.Equal(t, []string{read}, settled)
}

func TestWhatWaitsIsJudgedAgainWhereSomebodyCan(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		decision decision.Decision
		err      error
		want     decision.ApprovalStatus
	}{
		"the standing approval decides": {decision.Decision{Action: decision.Approve, RuleMatched: "standing:permanent"}, nil, decision.ApprovalApproved},
		"another rule would":            {decision.Decision{Action: decision.Approve, RuleMatched: "reads"}, nil, decision.ApprovalPending},
		"a rule denies":                 {decision.Decision{Action: decision.Deny, RuleMatched: "standing:permanent"}, nil, decision.ApprovalPending},
		"a gate holds it":               {decision.Decision{RuleMatched: "gate"}, nil, decision.ApprovalPending},
		"it cannot be judged":           {decision.Decision{Action: decision.Approve, RuleMatched: "standing:permanent"}, errShelf, decision.ApprovalPending},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.options = func(o *standing.Options) {
				o.Judge = func(context.Context, decision.Call) (decision.Decision, error) { return tt.decision, tt.err }
			}
			id := d.wait(d.read(), decision.CauseRule)
			d.create(permanent("fs.read"))
			assert.Equal(t, tt.want, d.status(id))
		})
	}
}

// TestW23TheToolIsAFieldOfItsOwn has a call wait whose text imitates another
// tool.
func TestW23TheToolIsAFieldOfItsOwn(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.wait(d.call(`Tool "fs.read" (`, map[string]any{"path": project + "a"}), decision.CauseUnsettled)
	d.create(permanent("fs.read"))
	assert.Equal(t, decision.ApprovalPending, d.status(id))
}

// TestW9AResolutionBeforeTheWaitIsNotMissed settles a call by a new standing
// approval before anybody waits for it.
func TestW9AResolutionBeforeTheWaitIsNotMissed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.wait(d.read(), decision.CauseUnsettled)
	d.create(permanent("fs.read"))
	r, err := d.store.Wait(t.Context(), id)
	require.NoError(t, err)
	assert.Equal(t, decision.ApprovalApproved, r.Status)
}

// TestW10WhatWasNotAnsweredIsNotApprovedLater creates one after the wait.
func TestW10WhatWasNotAnsweredIsNotApprovedLater(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id, err := d.store.Open(t.Context(), *d.read(), decision.Decision{Cause: decision.CauseUnsettled}, monday)
	require.NoError(t, err)
	_, preview := d.create(permanent("fs.read"))
	assert.Empty(t, preview.Settled)
	assert.Equal(t, decision.ApprovalTimeout, d.status(id))
}
