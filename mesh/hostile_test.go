package mesh_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

func hostileQueue(t *testing.T, m *meshtest.Mesh, o mesh.QueueOptions) *mesh.Queue {
	t.Helper()
	client, err := mesh.New(mesh.Options{URL: "http://mesh.test", HTTPClient: &http.Client{Transport: m.Transport()}})
	require.NoError(t, err)
	return mesh.NewQueue(client, o)
}

func escalate(t *testing.T, q *mesh.Queue, calls []decision.Call) {
	t.Helper()
	for _, c := range calls {
		_, err := q.Resolve(t.Context(), decision.Decision{ID: c.ID, Expires: c.Expires, InjectionRisk: c.InjectionRisk})
		require.NoError(t, err)
	}
}

func next(t *testing.T, q *mesh.Queue) []decision.Call {
	t.Helper()
	calls, err := q.Next(t.Context())
	require.NoError(t, err)
	return calls
}

// TestAFloodDoesNotWashAFlagAway: an agent that queues more calls than are
// remembered must not make the queue forget the flag of its earlier one.
func TestAFloodDoesNotWashAFlagAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := meshtest.New(meshtest.Options{})
		q := hostileQueue(t, m, mesh.QueueOptions{MaxRemembered: 20})
		flagged := m.Submit(meshtest.Call{Agent: "a", Tool: "t", Timeout: time.Minute})
		m.SetInjectionRisk(flagged, true)
		calls := next(t, q)
		require.True(t, calls[0].InjectionRisk)
		escalate(t, q, calls)
		m.SetInjectionRisk(flagged, false)
		for range 60 {
			m.Submit(meshtest.Call{Agent: "a", Tool: "t", Timeout: 5 * time.Minute})
		}
		seen := map[string]bool{}
		for range 5 {
			calls := next(t, q)
			escalate(t, q, calls)
			for _, c := range calls {
				assert.NotEqual(t, flagged, c.ID, "it is remembered")
				seen[c.ID] = true
			}
		}
		assert.LessOrEqual(t, len(seen), 20, "what is not remembered waits")
		q.Requeue()
		for _, c := range next(t, q) {
			if c.ID == flagged {
				assert.True(t, c.InjectionRisk)
				return
			}
		}
		t.Error("the flagged call was not returned again")
	})
}

func TestACallWithoutTimeLeftIsJudgedOnce(t *testing.T) {
	t.Parallel()
	for _, remaining := range []string{"-5s", "0s", "-1000h"} {
		t.Run(remaining, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := meshtest.New(meshtest.Options{})
				m.SetFault(meshtest.Fault{Route: "/approvals", Body: `[{"id":"0123456789abcdef","agent_id":"a","tool":"t","params":{},"status":"pending","remaining":"` + remaining + `"}]`})
				q := hostileQueue(t, m, mesh.QueueOptions{Interval: 20 * time.Second})
				judged := 0
				for range 10 {
					calls := next(t, q)
					judged += len(calls)
					escalate(t, q, calls)
				}
				assert.Equal(t, 1, judged)
			})
		})
	}
}

// TestAListOfManyValuesIsReadInParts: what a list cannot be unpacked into at
// once comes with later lists, and nothing is lost.
func TestAListOfManyValuesIsReadInParts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := meshtest.New(meshtest.Options{})
		view := `{"id":"%016x","agent_id":"a","tool":"t","status":"pending","remaining":"4m0s","params":{"a":[` + strings.Repeat("0,", 90_000) + `0]}}`
		views := make([]string, 50)
		for i := range views {
			views[i] = fmt.Sprintf(view, i)
		}
		m.SetFault(meshtest.Fault{Route: "/approvals", Body: "[" + strings.Join(views, ",") + "]"})
		q := hostileQueue(t, m, mesh.QueueOptions{Interval: time.Second})
		first := next(t, q)
		assert.Less(t, len(first), 50)
		assert.NotEmpty(t, first)
		ids := map[string]bool{}
		for calls := first; len(calls) > 0; calls = next(t, q) {
			for _, c := range calls {
				assert.Empty(t, c.Fault)
				assert.NotEmpty(t, c.Params)
				ids[c.ID] = true
			}
		}
		assert.Len(t, ids, 50)
	})
}

func TestAHungListIsTold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := meshtest.New(meshtest.Options{})
		q := hostileQueue(t, m, mesh.QueueOptions{})
		next(t, q)
		m.SetFault(meshtest.Fault{Hang: true})
		ended := make(chan error, 1)
		go func() {
			_, err := q.Next(t.Context())
			ended <- err
		}()
		time.Sleep(10 * time.Second)
		assert.True(t, q.Health().Reachable)
		time.Sleep(15 * time.Second)
		h := q.Health()
		assert.False(t, h.Reachable)
		assert.Contains(t, h.Error, "no answer to a list for 23s")
		require.Error(t, <-ended)
	})
}

func TestSecretsInAnAnswerAreMasked(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{})
	m.SetFault(meshtest.Fault{Status: 400, Body: `{"error":"bad call: password=hunter22hunter22 ghp_0123456789abcdefghijklmnopqrstuvwxyz"}`})
	client, err := mesh.New(mesh.Options{URL: "http://mesh.test", HTTPClient: &http.Client{Transport: m.Transport()}})
	require.NoError(t, err)
	err = client.Approve(t.Context(), "0123456789abcdef", mesh.Resolution{})
	require.ErrorContains(t, err, "bad call")
	assert.NotContains(t, err.Error(), "hunter22")
	assert.NotContains(t, err.Error(), "ghp_")
}
