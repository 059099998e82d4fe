package mesh_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

// The other tests need no network. This one shows that a socket changes nothing.
func TestOverLoopback(t *testing.T) {
	t.Parallel()
	server, err := meshtest.NewServer(meshtest.Options{AdminToken: "hunter2"})
	require.NoError(t, err)
	t.Cleanup(server.Close)
	c, err := mesh.New(mesh.Options{URL: server.URL, AdminToken: "hunter2"})
	require.NoError(t, err)
	t.Cleanup(c.CloseIdleConnections)
	require.NoError(t, c.WaitHealthy(t.Context(), time.Minute))

	id := server.Submit(meshtest.Call{Agent: "a", Tool: "t", Params: map[string]any{"path": "/p"}})
	q := mesh.NewQueue(c, mesh.QueueOptions{})
	calls, err := q.Next(t.Context())
	require.NoError(t, err)
	require.Len(t, calls, 1)
	require.NoError(t, q.Detail(t.Context(), &calls[0]))

	server.SetFault(meshtest.Fault{Method: http.MethodPost, Reset: true, AfterHandling: true, Times: 1})
	o, err := q.Resolve(t.Context(), decision.Decision{ID: id, Action: decision.Deny, Expires: calls[0].Expires})
	require.NoError(t, err)
	assert.Equal(t, decision.OutcomeSent, o.State, "the connection broke after the mesh had decided")
	a, _ := server.Approval(id)
	assert.Equal(t, meshtest.StatusDenied, a.Status)
}

func TestAHungMeshOverLoopback(t *testing.T) {
	t.Parallel()
	server, err := meshtest.NewServer(meshtest.Options{})
	require.NoError(t, err)
	t.Cleanup(server.Close)
	server.SetFault(meshtest.Fault{Hang: true})
	c, err := mesh.New(mesh.Options{URL: server.URL, ListTimeout: 20 * time.Millisecond})
	require.NoError(t, err)
	t.Cleanup(c.CloseIdleConnections)
	_, err = c.List(t.Context(), "")
	assert.Equal(t, decision.CauseTimeout, decision.CauseOf(err), "%v", err)
}
