package mesh_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

func TestAQueueGrants(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{})
	client := newClient(t, m)
	queue := mesh.NewQueue(client, mesh.QueueOptions{})
	grant, err := queue.Grant(t.Context(), decision.GrantRequest{Agent: "coder", Tool: "datetime.now", Duration: time.Hour, ApprovalID: "a-1"})
	require.NoError(t, err)
	list, err := client.Grants(t.Context())
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, grant.ID, list[0].ID)
	require.NoError(t, queue.Revoke(t.Context(), grant.ID))
	require.NoError(t, queue.Revoke(t.Context(), grant.ID), "one that is no more is no error")
	m.SetFault(meshtest.Fault{Status: 500})
	require.Error(t, queue.Revoke(t.Context(), grant.ID))
}

// TestAGrantWhoseAnswerIsLostIsFound, so that it can be revoked.
func TestAGrantWhoseAnswerIsLostIsFound(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{})
	queue := mesh.NewQueue(newClient(t, m), mesh.QueueOptions{})
	ask := decision.GrantRequest{Agent: "coder", Tool: "datetime.now", Duration: time.Hour}
	m.SetFault(meshtest.Fault{Method: "POST", Status: 502, AfterHandling: true, Times: 1})
	grant, err := queue.Grant(t.Context(), ask)
	require.NoError(t, err)
	assert.NotEmpty(t, grant.ID)
	m.SetFault(meshtest.Fault{Method: "POST", Status: 502, Times: 1})
	ask.Tool = "fs.pwd"
	_, err = queue.Grant(t.Context(), ask)
	require.Error(t, err, "nothing arrived")
}

// TestNoNameIsAPatternToTheMesh has an agent call itself everybody.
func TestNoNameIsAPatternToTheMesh(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{})
	queue := mesh.NewQueue(newClient(t, m), mesh.QueueOptions{})
	for _, name := range []string{"*", "code?", "[a-z]oder", `cod\er`} {
		_, err := queue.Grant(t.Context(), decision.GrantRequest{Agent: name, Tool: "datetime.now", Duration: time.Hour})
		require.ErrorContains(t, err, "pattern", name)
		_, err = queue.Grant(t.Context(), decision.GrantRequest{Agent: "coder", Tool: name, Duration: time.Hour})
		require.ErrorContains(t, err, "pattern", name)
	}
	assert.Empty(t, m.Requests())
}
