package mesh_test

import (
	"bytes"
	"log/slog"
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

func TestANewScheduleKeepsWhatIsRemembered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := meshtest.New(meshtest.Options{})
		client, err := mesh.New(mesh.Options{URL: "http://mesh.test", HTTPClient: &http.Client{Transport: m.Transport()}})
		require.NoError(t, err)
		q := mesh.NewQueue(client, mesh.QueueOptions{})
		escalated := m.Submit(meshtest.Call{Agent: "a", Tool: "fs.x"})
		calls, err := q.Next(t.Context())
		require.NoError(t, err)
		require.Len(t, calls, 1)
		_, err = q.Resolve(t.Context(), decision.Decision{ID: escalated, Expires: calls[0].Expires})
		require.NoError(t, err)

		q.SetSchedule([]string{"fs.*"}, 10*time.Second)
		m.Submit(meshtest.Call{Agent: "a", Tool: "mail.x"})
		fresh := m.Submit(meshtest.Call{Agent: "a", Tool: "fs.y"})
		start := time.Now()
		calls, err = q.Next(t.Context())
		require.NoError(t, err)
		require.Len(t, calls, 1, "the escalated call is not returned again, and the other scope is not read")
		assert.Equal(t, fresh, calls[0].ID)
		assert.Equal(t, 10*time.Second, time.Since(start))
	})
}

func TestTheLogSaysWhatIsWrongNow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := meshtest.New(meshtest.Options{AdminToken: "t"})
		var log bytes.Buffer
		client, err := mesh.New(mesh.Options{
			URL: "http://mesh.test", HTTPClient: &http.Client{Transport: m.Transport()}, Logger: slog.New(slog.NewTextHandler(&log, nil)),
		})
		require.NoError(t, err)
		q := mesh.NewQueue(client, mesh.QueueOptions{})
		m.SetFault(meshtest.Fault{Reset: true})
		_, err = q.Next(t.Context())
		require.Error(t, err)
		m.ClearFaults()
		for range 5 {
			_, err = q.Next(t.Context())
			require.True(t, mesh.IsUnauthorized(err))
		}
		assert.Equal(t, 1, strings.Count(log.String(), "admin token"), "said once, also after another trouble: %s", log.String())
	})
}
