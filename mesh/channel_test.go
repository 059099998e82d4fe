package mesh_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

// sideDoor is a channel that goes to the mesh directly, under a name of its own.
type sideDoor struct {
	mesh    *meshtest.Mesh
	pending func(known func(id string) bool) ([]mesh.View, error)
	approve func(d decision.Decision) error
	sent    int
}

func (s *sideDoor) Pending(_ context.Context, _ string, known func(id string) bool) ([]mesh.View, error) {
	return s.pending(known)
}

func (s *sideDoor) Approve(_ context.Context, d decision.Decision, _ mesh.Resolution) error {
	s.sent++
	return s.approve(d)
}

func (*sideDoor) Resolver() string { return "side:door" }

func (s *sideDoor) list(known func(id string) bool) (views []mesh.View, err error) {
	for _, a := range s.mesh.Approvals() {
		views = append(views, mesh.View{ID: a.ID, Agent: a.Call.Agent, Tool: a.Call.Tool, Status: mesh.StatusPending, Deferred: known(a.ID)})
	}
	return views, nil
}

func (s *sideDoor) settle(d decision.Decision) error {
	return s.mesh.ResolveAs(d.ID, "approve", s.Resolver())
}

func onSideDoor(t *testing.T, f func(w *world, door *sideDoor)) {
	t.Helper()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		door := &sideDoor{mesh: w.mesh}
		door.pending, door.approve = door.list, door.settle
		w.queue = mesh.NewQueue(newClient(w, w.mesh), mesh.QueueOptions{Channel: door})
		f(w, door)
	})
}

func TestAChannelListsAndApproves(t *testing.T) {
	t.Parallel()
	onSideDoor(t, func(w *world, door *sideDoor) {
		id := w.submit("t")
		c := w.one()
		assert.Empty(t, w.next())
		assert.Empty(t, w.mesh.Requests(), "the control plane is not polled")
		assert.Equal(t, decision.Outcome{State: decision.OutcomeSent}, w.resolve(decide(c, decision.Approve)))
		a, _ := w.mesh.Approval(id)
		assert.Equal(t, "side:door", a.ResolvedBy)
		assert.Equal(t, 1, door.sent)

		denied := w.submit("t")
		w.resolve(decide(w.one(), decision.Deny))
		a, _ = w.mesh.Approval(denied)
		assert.Equal(t, "supervisor:supervisor", a.ResolvedBy, "a deny goes over the control plane")
	})
}

func TestAChannelThatCannotBeRead(t *testing.T) {
	t.Parallel()
	onSideDoor(t, func(w *world, door *sideDoor) {
		door.pending = func(func(string) bool) ([]mesh.View, error) { return nil, errors.New("no door") }
		_, err := w.queue.Next(w.Context())
		require.ErrorContains(t, err, "no door")
		assert.False(t, w.queue.Health().Reachable)
	})
}

func TestWhatAChannelSaysOfAnApprove(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		first   error // what the first approve says
		arrives bool
		want    decision.OutcomeState
		sent    int
	}{
		"unclear, and it arrived":         {errors.New("no answer"), true, decision.OutcomeSent, 1},
		"unclear, and it did not":         {errors.New("no answer"), false, decision.OutcomeSent, 2},
		"settled, by one of our name":     {fmt.Errorf("x: %w", decision.ErrResolved), true, decision.OutcomeLost, 1},
		"refused":                         {decision.Errorf(decision.CauseInvalid, "no"), false, decision.OutcomeFailed, 1},
		"flagged after it was judged":     {decision.Errorf(decision.CauseInjection, "%w", mesh.ErrFlagged), false, decision.OutcomeFailed, 1},
		"settled, it says, and it is not": {decision.ErrResolved, false, decision.OutcomeUnsent, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onSideDoor(t, func(w *world, door *sideDoor) {
				w.submit("t")
				c := w.one()
				door.approve = func(d decision.Decision) error {
					if door.sent > 1 {
						return door.settle(d)
					}
					if tt.arrives {
						require.NoError(t, door.settle(d))
					}
					return tt.first
				}
				o, _ := w.queue.Resolve(w.Context(), decide(c, decision.Approve))
				assert.Equal(t, tt.want, o.State)
				assert.Equal(t, tt.sent, door.sent)
				if errors.Is(tt.first, mesh.ErrFlagged) {
					assert.True(t, w.one().InjectionRisk, "judged again, with the flag")
				}
			})
		})
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{})
	m.Submit(meshtest.Call{ID: "05ffa30f00000001", Agent: "a", Tool: "t"})
	c := newClient(t, m)
	_, err := c.Get(t.Context(), "05ffa30f")
	require.ErrorContains(t, err, "another approval", "a whole id was asked for")
	d, err := c.Find(t.Context(), "05ffa30f")
	require.NoError(t, err)
	assert.Equal(t, "05ffa30f00000001", d.ID)
	for _, short := range []string{"", "05ffa30"} {
		_, err = c.Find(t.Context(), short)
		assert.Equal(t, decision.CauseInvalid, decision.CauseOf(err))
	}
	_, err = c.Find(t.Context(), "05ffa30f/approve")
	assert.Equal(t, decision.CauseInvalid, decision.CauseOf(err))
	m.Submit(meshtest.Call{ID: "05ffa30f00000002", Agent: "a", Tool: "t"})
	_, err = c.Find(t.Context(), "05ffa30f")
	require.True(t, mesh.IsNotFound(err), "of several none is named")
	m.SetFault(meshtest.Fault{Body: `{"id":"15ffa30f00000001","tool":"t","status":"pending"}`})
	_, err = c.Find(t.Context(), "05ffa30f")
	require.ErrorContains(t, err, "another approval")
}
