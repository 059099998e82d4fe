package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

var approvals = map[string]func(t *testing.T, b bench[decision.Approvals]){
	"what waits comes back":            approvalRoundTrip,
	"what waits, newest first":         approvalOrder,
	"filters and limits":               approvalFilters,
	"what was settled, last first":     approvalSettled,
	"settled once":                     approvalOnce,
	"of many that settle, one wins":    approvalRace,
	"what settles nothing is refused":  approvalInvalid,
	"what cannot wait is refused":      approvalUnopened,
	"nobody answers in time":           approvalLate,
	"a late answer does not count":     approvalTooLate,
	"waiting misses nothing":           approvalWait,
	"who waits is woken":               approvalWoken,
	"who waits is told of the time":    approvalWaitedOut,
	"who stops waiting leaves it open": approvalLeft,
	"copies are isolated":              approvalIsolation,
	"a context that ended":             approvalContext,
}

// wait is how long calls of this suite wait for a person.
const wait = 5 * time.Minute

func asked(n int) (decision.Call, decision.Decision) {
	c := decision.Call{
		ID: fmt.Sprintf("c%d", n), Agent: "coder", Tool: "mail.send", Session: "s1", Created: noon,
		Params:       map[string]any{"to": "ann", "n": json.Number("1.50"), "list": []any{"a", nil, true}},
		RecentTraces: []decision.Trace{{Tool: "fs.read", Params: map[string]any{"path": "/p"}}},
		UserMessages: []string{"send it"},
	}
	return c, decision.Decision{
		ID: c.ID, Action: decision.Escalate, Cause: decision.CauseThreshold, Reasoning: "not sure", Confidence: 0.5,
		Agent: c.Agent, Tool: c.Tool, Session: c.Session, Fingerprint: "f00d", Time: noon, Quoted: []string{"q"},
	}
}

func openTool(t *testing.T, b bench[decision.Approvals], n int, tool string) (id string) {
	t.Helper()
	c, d := asked(n)
	c.Tool = tool
	id, err := b.store.Open(t.Context(), c, d, b.clock.now().Add(wait))
	require.NoError(t, err)
	require.NotEmpty(t, id)
	return id
}

func open(t *testing.T, b bench[decision.Approvals], n int) (id string) {
	t.Helper()
	return openTool(t, b, n, "mail.send")
}

func pending(t *testing.T, s decision.Approvals, q decision.Query) (ids []string) {
	t.Helper()
	found, err := s.Pending(t.Context(), q)
	require.NoError(t, err)
	for _, a := range found {
		assert.Equal(t, decision.ApprovalPending, a.Status)
		assert.Nil(t, a.Resolution)
		ids = append(ids, a.ID)
	}
	return ids
}

func approval(t *testing.T, s decision.Approvals, id string) decision.Approval {
	t.Helper()
	a, err := s.Approval(t.Context(), id)
	require.NoError(t, err)
	return a
}

func yes(by string) decision.Resolution {
	return decision.Resolution{Status: decision.ApprovalApproved, By: by, At: noon.Add(time.Second), Reasoning: "fine", Confidence: 1}
}

func approvalRoundTrip(t *testing.T, b bench[decision.Approvals]) {
	assert.Empty(t, pending(t, b.store, decision.Query{}))
	c, d := asked(1)
	id := open(t, b, 1)
	a := approval(t, b.other, id)
	assert.Equal(t, id, a.ID)
	sameTime(t, noon, a.CreatedAt, "created")
	sameTime(t, noon.Add(wait), a.Until, "until")
	a.Call.Created, a.Decision.Time = c.Created, d.Time
	a.Decision.Evidence = d.Evidence
	assert.Equal(t, c, a.Call)
	d.Approval = id
	assert.Equal(t, d, a.Decision)
	require.NoError(t, b.store.Resolve(t.Context(), id, yes("person:ann")))
	a = approval(t, b.other, id)
	assert.Equal(t, decision.ApprovalApproved, a.Status)
	require.NotNil(t, a.Resolution)
	sameTime(t, noon.Add(time.Second), a.Resolution.At, "resolved")
	a.Resolution.At = noon.Add(time.Second)
	assert.Equal(t, yes("person:ann"), *a.Resolution)
	_, err := b.store.Approval(t.Context(), "unknown")
	require.ErrorIs(t, err, decision.ErrNoApproval)
	_, err = b.store.Approval(t.Context(), "")
	require.ErrorIs(t, err, decision.ErrNoApproval)
}

func approvalOrder(t *testing.T, b bench[decision.Approvals]) {
	first, second, third := open(t, b, 1), open(t, b, 2), open(t, b, 3)
	assert.Equal(t, []string{third, second, first}, pending(t, b.other, decision.Query{}))
	require.NoError(t, b.other.Resolve(t.Context(), second, yes("person:ann")))
	assert.Equal(t, []string{third, first}, pending(t, b.store, decision.Query{}))
}

func approvalFilters(t *testing.T, b bench[decision.Approvals]) {
	first := openTool(t, b, 1, "fs.read")
	b.clock.forward(time.Minute)
	second := open(t, b, 2)
	deny := decision.Deny
	assert.Equal(t, []string{first}, pending(t, b.store, decision.Query{Tool: "fs.read"}))
	assert.Empty(t, pending(t, b.store, decision.Query{Tool: "fs"}))
	assert.Empty(t, pending(t, b.store, decision.Query{Agent: "ann"}))
	assert.Empty(t, pending(t, b.store, decision.Query{Action: &deny}))
	assert.Equal(t, []string{second}, pending(t, b.store, decision.Query{Since: noon.Add(time.Minute)}))
	assert.Equal(t, []string{second}, pending(t, b.store, decision.Query{Agent: "coder", Limit: 1}))
	for n := range memory.DefaultLimit {
		open(t, b, n)
	}
	assert.Len(t, pending(t, b.store, decision.Query{}), memory.DefaultLimit)
	assert.Len(t, pending(t, b.store, decision.Query{Limit: memory.MaxLimit + 1}), memory.DefaultLimit+2)
}

func approvalSettled(t *testing.T, b bench[decision.Approvals]) {
	late, no, yours, other := open(t, b, 1), open(t, b, 2), open(t, b, 3), openTool(t, b, 4, "fs.read")
	open(t, b, 5)
	settle := func(id string, r decision.Resolution) {
		b.clock.forward(time.Second)
		r.At = b.clock.now()
		require.NoError(t, b.other.Resolve(t.Context(), id, r))
	}
	settle(other, yes("person:ann"))
	settle(no, decision.Resolution{Status: decision.ApprovalDenied, By: "person:bob"})
	settle(yours, yes("person:ann"))
	settled := func(q decision.Query, as ...decision.ApprovalStatus) (ids []string) {
		found, err := b.store.Settled(t.Context(), q, as...)
		require.NoError(t, err)
		require.NotNil(t, found)
		for _, a := range found {
			require.NotNil(t, a.Resolution)
			assert.Equal(t, a.Resolution.Status, a.Status)
			ids = append(ids, a.ID)
		}
		return ids
	}
	assert.Equal(t, []string{yours, no, other}, settled(decision.Query{}))
	assert.Equal(t, []string{yours, no}, settled(decision.Query{Tool: "mail.send"}))
	assert.Equal(t, []string{no}, settled(decision.Query{}, decision.ApprovalDenied))
	assert.Equal(t, []string{yours, no}, settled(decision.Query{Limit: 2}, decision.ApprovalDenied, decision.ApprovalApproved))
	assert.Empty(t, settled(decision.Query{}, decision.ApprovalTimeout))
	b.clock.forward(wait)
	assert.Len(t, settled(decision.Query{}, decision.ApprovalTimeout), 2)
	assert.Contains(t, settled(decision.Query{}, decision.ApprovalTimeout), late)
}

func approvalOnce(t *testing.T, b bench[decision.Approvals]) {
	id := open(t, b, 1)
	require.ErrorIs(t, b.store.Resolve(t.Context(), "unknown", yes("person:ann")), decision.ErrNoApproval)
	require.NoError(t, b.store.Resolve(t.Context(), id, decision.Resolution{Status: decision.ApprovalDenied, By: "person:bob"}))
	require.ErrorIs(t, b.other.Resolve(t.Context(), id, yes("person:ann")), decision.ErrResolved)
	a := approval(t, b.store, id)
	assert.Equal(t, decision.ApprovalDenied, a.Status)
	assert.Equal(t, "person:bob", a.Resolution.By)
	sameTime(t, noon, a.Resolution.At, "by the store's clock, where nobody says when")
}

func approvalRace(t *testing.T, b bench[decision.Approvals]) {
	id := open(t, b, 1)
	assert.Equal(t, 1, race(t, b, func(s decision.Approvals, n int) (bool, error) {
		err := s.Resolve(context.Background(), id, yes(fmt.Sprint("person:", n)))
		if errors.Is(err, decision.ErrResolved) {
			return false, nil
		}
		return err == nil, err
	}))
}

func approvalInvalid(t *testing.T, b bench[decision.Approvals]) {
	id := open(t, b, 1)
	for _, r := range []decision.Resolution{
		{}, {Status: decision.ApprovalPending, By: "person:ann"}, {Status: "maybe", By: "person:ann"}, {Status: decision.ApprovalApproved},
	} {
		err := b.store.Resolve(t.Context(), id, r)
		require.Error(t, err)
		require.NotErrorIs(t, err, decision.ErrResolved)
	}
	assert.Equal(t, []string{id}, pending(t, b.store, decision.Query{}))
}

func approvalUnopened(t *testing.T, b bench[decision.Approvals]) {
	c, d := asked(1)
	_, err := b.store.Open(t.Context(), c, d, time.Time{})
	require.Error(t, err, "it would wait for no time, or for ever")
	_, err = b.store.Open(t.Context(), decision.Call{}, d, noon.Add(wait))
	require.Error(t, err, "a call that nobody could judge")
	assert.Empty(t, pending(t, b.store, decision.Query{}))
}

func approvalLate(t *testing.T, b bench[decision.Approvals]) {
	id := open(t, b, 1)
	b.clock.forward(wait - time.Second)
	later := open(t, b, 2)
	assert.Equal(t, []string{later, id}, pending(t, b.store, decision.Query{}))
	b.clock.forward(time.Second)
	assert.Equal(t, []string{later}, pending(t, b.other, decision.Query{}))
	a := approval(t, b.store, id)
	assert.Equal(t, decision.ApprovalTimeout, a.Status)
	require.NotNil(t, a.Resolution)
	assert.Equal(t, decision.ApprovalTimeout, a.Resolution.Status)
	sameTime(t, noon.Add(wait), a.Resolution.At, "settled as of its own time")
}

func approvalTooLate(t *testing.T, b bench[decision.Approvals]) {
	id := open(t, b, 1)
	b.clock.forward(wait)
	require.ErrorIs(t, b.store.Resolve(t.Context(), id, yes("person:ann")), decision.ErrResolved)
	r, err := b.other.Wait(t.Context(), id)
	require.NoError(t, err)
	assert.Equal(t, decision.ApprovalTimeout, r.Status)
	again := open(t, b, 2)
	b.clock.forward(wait)
	assert.Equal(t, decision.ApprovalTimeout, approval(t, b.other, again).Status, "seen by one who asks for it alone")
}

func approvalWait(t *testing.T, b bench[decision.Approvals]) {
	id := open(t, b, 1)
	require.NoError(t, b.other.Resolve(t.Context(), id, yes("person:ann")))
	for range 2 {
		r, err := b.store.Wait(t.Context(), id)
		require.NoError(t, err)
		r.At = yes("").At
		assert.Equal(t, yes("person:ann"), r)
	}
	_, err := b.store.Wait(t.Context(), "unknown")
	require.ErrorIs(t, err, decision.ErrNoApproval)
}

// settledAs is what one who waits was told.
type settledAs struct {
	r   decision.Resolution
	err error
}

// waiters wait on both openings of a store.
func waiters(t *testing.T, b bench[decision.Approvals], id string) <-chan settledAs {
	told := make(chan settledAs, racers)
	for n := range racers {
		s := b.store
		if n%2 == 1 {
			s = b.other
		}
		go func() {
			r, err := s.Wait(t.Context(), id)
			told <- settledAs{r, err}
		}()
	}
	return told
}

func approvalWoken(t *testing.T, b bench[decision.Approvals]) {
	id := open(t, b, 1)
	told := waiters(t, b, id)
	require.NoError(t, b.store.Resolve(t.Context(), id, yes("person:ann")))
	for range racers {
		got := <-told
		require.NoError(t, got.err)
		assert.Equal(t, "person:ann", got.r.By)
	}
}

// approvalWaitedOut lets little time pass: the clock of the store is set forward,
// that of its timers is not.
func approvalWaitedOut(t *testing.T, b bench[decision.Approvals]) {
	c, d := asked(1)
	id, err := b.store.Open(t.Context(), c, d, noon.Add(20*time.Millisecond))
	require.NoError(t, err)
	told := waiters(t, b, id)
	b.clock.forward(20 * time.Millisecond)
	for range racers {
		got := <-told
		require.NoError(t, got.err)
		assert.Equal(t, decision.ApprovalTimeout, got.r.Status)
	}
}

func approvalLeft(t *testing.T, b bench[decision.Approvals]) {
	id := open(t, b, 1)
	ctx, cancel := context.WithCancel(t.Context())
	told := make(chan error, 1)
	go func() {
		_, err := b.store.Wait(ctx, id)
		told <- err
	}()
	cancel()
	require.ErrorIs(t, <-told, context.Canceled)
	assert.Equal(t, []string{id}, pending(t, b.store, decision.Query{}))
	require.NoError(t, b.store.Resolve(t.Context(), id, yes("person:ann")))
}

func approvalIsolation(t *testing.T, b bench[decision.Approvals]) {
	c, d := asked(1)
	spoil := func(c *decision.Call, d *decision.Decision) {
		c.Params["to"], c.Params["list"].([]any)[0], c.UserMessages[0], d.Quoted[0] = "x", "x", "x", "x"
		c.RecentTraces[0].Params["path"] = "x"
	}
	id, err := b.store.Open(t.Context(), c, d, noon.Add(wait))
	require.NoError(t, err)
	spoil(&c, &d)
	want, wanted := asked(1)
	for range 2 {
		found, err := b.store.Pending(t.Context(), decision.Query{})
		require.NoError(t, err)
		one := approval(t, b.store, id)
		for _, a := range []*decision.Approval{&found[0], &one} {
			assert.Equal(t, want.Params, a.Call.Params)
			assert.Equal(t, want.UserMessages, a.Call.UserMessages)
			assert.Equal(t, want.RecentTraces, a.Call.RecentTraces)
			assert.Equal(t, wanted.Quoted, a.Decision.Quoted)
			spoil(&a.Call, &a.Decision)
		}
	}
}

func approvalContext(t *testing.T, b bench[decision.Approvals]) {
	id := open(t, b, 1)
	ctx := ended(t)
	c, d := asked(2)
	_, err := b.store.Open(ctx, c, d, noon.Add(wait))
	require.ErrorIs(t, err, context.Canceled)
	_, err = b.store.Pending(ctx, decision.Query{})
	require.ErrorIs(t, err, context.Canceled)
	_, err = b.store.Approval(ctx, id)
	require.ErrorIs(t, err, context.Canceled)
	_, err = b.store.Wait(ctx, id)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorIs(t, b.store.Resolve(ctx, id, yes("person:ann")), context.Canceled)
	assert.Equal(t, []string{id}, pending(t, b.store, decision.Query{}))
}
