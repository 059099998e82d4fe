package callback_test

import (
	"context"
	"net/http"
	"path/filepath"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/mesh/meshtest"
	"github.com/flux7-go/supervisor/provider/callback"
)

const reviewed = `
evaluator: {provider: claude-code, callback_timeout: 30s}
project_dirs: [/home/dev/project]
mesh: {url: "http://mesh.test"}
`

// loop is a supervisor that judges the calls of a mesh, and asks reviewers.
type loop struct {
	desk
	mesh *meshtest.Mesh
	sup  *supervisor.Supervisor
}

// inLoop runs a test in a bubble with a running loop.
func inLoop(t *testing.T, test func(t *testing.T, l *loop)) {
	synctest.Test(t, func(t *testing.T) {
		l := &loop{mesh: meshtest.New(meshtest.Options{})}
		l.desk = newDesk(t, callback.Options{}, callback.ProviderOptions{})
		parts := supervisor.Parts{
			MCP: true, HTTPClient: &http.Client{Transport: l.mesh.Transport()},
			Providers: map[string]supervisor.ProviderFactory{
				callback.Name: func(_ *supervisor.Config, p supervisor.ProviderConfig) (supervisor.Provider, error) {
					return l.Server.Provider(callback.ProviderOptions{Timeout: p.CallbackTimeout})
				},
			},
		}
		cfg := parsed(t, reviewed+"journal: {path: "+filepath.Join(t.TempDir(), "j.jsonl")+"}\n")
		var err error
		l.sup, err = supervisor.Build(cfg, parts)
		require.NoError(t, err)
		queue, _, err := supervisor.MeshQueue(cfg, parts)
		require.NoError(t, err)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- l.sup.Run(ctx, queue) }()
		test(t, l)
		stop()
		require.NoError(t, <-ended)
		require.NoError(t, l.sup.Close(t.Context()))
	})
}

func parsed(t *testing.T, text string) *supervisor.Config {
	t.Helper()
	cfg, err := supervisor.ParseConfig("test.yaml", []byte(text))
	require.NoError(t, err)
	return cfg
}

func (l *loop) submit() string {
	return l.mesh.Submit(meshtest.Call{Agent: "coder", Tool: "fs.read", Params: map[string]any{"path": "/home/dev/project/a.txt"}})
}

func (l *loop) approval(t *testing.T, id string) meshtest.Approval {
	t.Helper()
	a, ok := l.mesh.Approval(id)
	require.True(t, ok)
	return a
}

func TestAnApprovalOfAMeshIsSettled(t *testing.T) {
	t.Parallel()
	for action, status := range map[string]string{
		"approve": meshtest.StatusApproved, "deny": meshtest.StatusDenied, "escalate": meshtest.StatusPending,
	} {
		inLoop(t, func(t *testing.T, l *loop) {
			r := l.connect(t, "claude")
			id := l.submit()
			assert.Equal(t, id, r.next().ID)
			text, failed := r.verdict(id, action, 0.95)
			require.False(t, failed, text)
			synctest.Wait()
			a := l.approval(t, id)
			assert.Equal(t, status, a.Status)
			if action != "escalate" {
				assert.Equal(t, "looked at it", a.Reasoning)
				assert.Equal(t, 0.95, a.Confidence)
			}
		})
	}
	inLoop(t, func(t *testing.T, l *loop) {
		r := l.connect(t, "claude")
		id := l.submit()
		r.next()
		r.verdict(id, "approve", 0.79)
		synctest.Wait()
		assert.Equal(t, meshtest.StatusPending, l.approval(t, id).Status, "the threshold holds for reviewers")
	})
}

// TestWithoutAReviewerTheCallWaitsForAPerson, until a reviewer comes: what then waits
// still is judged by it, and nobody is asked in vain.
func TestWithoutAReviewerTheCallWaitsForAPerson(t *testing.T) {
	t.Parallel()
	inLoop(t, func(t *testing.T, l *loop) {
		events := make(chan supervisor.Event, 100)
		defer l.sup.Watch(func(e supervisor.Event) { events <- e })()
		idle := l.connect(t, "claude") // connected, and never asks
		id := l.submit()
		for e := range events {
			if e.Decision != nil {
				assert.Equal(t, supervisor.Escalate, e.Decision.Action)
				assert.Equal(t, supervisor.CauseTimeout, e.Decision.Cause)
				break
			}
		}
		assert.Equal(t, meshtest.StatusPending, l.approval(t, id).Status)
		assert.Equal(t, "failing", l.sup.Status().Evaluator.Providers[0].State)

		require.Equal(t, id, idle.next().ID, "it is asked once more, since now somebody answers")
		text, failed := idle.verdict(id, "deny", 1)
		require.False(t, failed, text)
		synctest.Wait()
		assert.Equal(t, meshtest.StatusDenied, l.approval(t, id).Status)
		assert.Equal(t, "ok", l.sup.Status().Evaluator.Providers[0].State)
	})
}

func TestAReloadKeepsWhatWaits(t *testing.T) {
	t.Parallel()
	inLoop(t, func(t *testing.T, l *loop) {
		r := l.connect(t, "claude")
		id := l.submit()
		r.next()
		restart, err := l.sup.Reload(t.Context(), parsed(t, reviewed+"rules: [{name: no, condition: tool equals no, action: deny}]\n"))
		require.NoError(t, err)
		assert.NotContains(t, restart, "mcp_server")
		text, failed := r.verdict(id, "deny", 1)
		require.False(t, failed, text)
		synctest.Wait()
		assert.Equal(t, meshtest.StatusDenied, l.approval(t, id).Status)
		next := l.submit()
		require.Equal(t, next, r.next().ID)
		r.verdict(next, "approve", 1)
		synctest.Wait()
		assert.Equal(t, meshtest.StatusApproved, l.approval(t, next).Status)
	})
}

func TestFlaggedCallsAreNotShown(t *testing.T) {
	t.Parallel()
	inLoop(t, func(t *testing.T, l *loop) {
		r := l.connect(t, "claude")
		id := l.submit()
		l.mesh.SetInjectionRisk(id, true)
		assert.Empty(t, r.pending(map[string]any{"wait_seconds": 20}))
		assert.Equal(t, meshtest.StatusPending, l.approval(t, id).Status)
	})
}
