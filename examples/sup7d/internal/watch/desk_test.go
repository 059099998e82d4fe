package watch_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/examples/sup7d/internal/watch"
)

// asksPeople leaves what its rules do not settle to a person.
const asksPeople = `
evaluator: {provider: none}
project_dirs: [/srv/app]
approvals: {timeout: 1h}
rules:
  - {name: no-wipes, condition: "tool equals fs.wipe", action: deny, description: "never"}
  - {name: mail, condition: "tool equals mail.send", action: escalate, description: "a person reads mail"}
`

// desk is a supervisor whose calls wait for a person, behind its admin API. Its
// clock is the test's.
type desk struct {
	t      *testing.T
	sup    *supervisor.Supervisor
	server *httptest.Server
	later  atomic.Int64
	down   atomic.Bool // it answers nobody
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t}
	began := time.Now()
	now := func() time.Time { return began.Add(time.Duration(d.later.Load())) }
	cfg, err := supervisor.ParseConfig("sup7.yaml", []byte(asksPeople))
	require.NoError(t, err)
	d.sup, err = supervisor.Build(cfg, supervisor.Parts{
		Journal: supervisor.JournalFunc(func(context.Context, supervisor.Event) error { return nil }), Now: now,
	})
	require.NoError(t, err)
	handler, err := adminhttp.NewHandler(d.sup, adminhttp.Options{Token: "t0ken", ReadToken: "l00k", Operator: "ann", Now: now})
	require.NoError(t, err)
	d.server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.down.Load() {
			panic(http.ErrAbortHandler) // the connection ends
		}
		handler.ServeHTTP(w, r)
	}))
	d.server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	d.server.Start()
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		assert.NoError(t, handler.Close(ctx))
		d.server.Close()
		assert.NoError(t, d.sup.Close(ctx))
	})
	return d
}

// leave has a call judged that waits then, and returns the id of its approval.
func (d *desk) leave(tool string, params map[string]any) string {
	d.t.Helper()
	judged := d.judge(tool, params)
	require.NotEmpty(d.t, judged.Approval, judged.Reasoning)
	return judged.Approval
}

func (d *desk) judge(tool string, params map[string]any) supervisor.Decision {
	d.t.Helper()
	judged, err := d.sup.Evaluate(d.t.Context(), supervisor.Call{Agent: "maple", Tool: tool, Params: params})
	require.NoError(d.t, err)
	return judged
}

func (d *desk) approval(id string) supervisor.Approval {
	d.t.Helper()
	a, err := d.sup.Approvals().Approval(d.t.Context(), id)
	require.NoError(d.t, err)
	return a
}

// by is how and by whom an approval was settled.
func (d *desk) by(id string) string {
	d.t.Helper()
	a := d.approval(id)
	if a.Resolution == nil {
		return string(a.Status)
	}
	return string(a.Status) + " by " + a.Resolution.By
}

func (d *desk) settle(id string, status decision.ApprovalStatus, by string) {
	d.t.Helper()
	require.NoError(d.t, d.sup.Approvals().Resolve(d.t.Context(), id, supervisor.Resolution{Status: status, By: by}))
}

func (d *desk) client(token string) *watch.Client {
	d.t.Helper()
	client, err := watch.NewClient(watch.ClientOptions{URL: d.server.URL, Token: token})
	require.NoError(d.t, err)
	d.t.Cleanup(client.Close)
	return client
}

// standing are the standing approvals in force.
func (d *desk) standing() []decision.Standing {
	d.t.Helper()
	list, err := d.sup.StandingApprovals().List(d.t.Context(), "maple")
	require.NoError(d.t, err)
	return list
}

// goDown ends every connection, and every one to come.
func (d *desk) goDown() {
	d.down.Store(true)
	d.server.CloseClientConnections()
}
