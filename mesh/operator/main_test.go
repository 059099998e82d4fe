package operator_test

import (
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
	"github.com/flux7-go/supervisor/mesh/operator"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const adminToken = "adm1n-t0ken"

// world is a mesh with an operator's queue on it, in virtual time.
type world struct {
	*testing.T
	mesh   *meshtest.Mesh
	client *mesh.Client
	queue  *operator.Queue
	log    *strings.Builder
}

// inWorld runs f on a mesh with the tools "t" and "u". Of o the client and the
// HTTP client are filled in.
func inWorld(t *testing.T, waits bool, o operator.Options, f func(w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{T: t, log: &strings.Builder{}}
		w.mesh = meshtest.New(meshtest.Options{
			AdminToken: adminToken, Operators: []string{"supervisor-*"}, MCPWaits: waits, Tools: []string{"t", "u"},
		})
		w.client = newClient(t, w.mesh)
		o.Client = w.client
		w.queue = w.open(o)
		f(w)
	})
}

func newClient(t testing.TB, m *meshtest.Mesh) *mesh.Client {
	t.Helper()
	c, err := mesh.New(mesh.Options{URL: "http://mesh.test", AdminToken: adminToken, HTTPClient: &http.Client{Transport: m.Transport()}})
	require.NoError(t, err)
	return c
}

func (w *world) open(o operator.Options) *operator.Queue {
	w.Helper()
	if o.AgentID == "" {
		o.AgentID = "supervisor-1"
	}
	o.HTTPClient, o.Logger = &http.Client{Transport: w.mesh.Transport()}, slog.New(slog.NewTextHandler(w.log, nil))
	q, err := operator.New(o)
	require.NoError(w, err)
	w.Cleanup(func() { assert.NoError(w, q.Close()) })
	return q
}

func (w *world) next() []decision.Call {
	w.Helper()
	calls, err := w.queue.Next(w.Context())
	require.NoError(w, err)
	return calls
}

func (w *world) one() decision.Call {
	w.Helper()
	calls := w.next()
	require.Len(w, calls, 1)
	return calls[0]
}

func decide(c decision.Call, a decision.Action) decision.Decision {
	return decision.Decision{ID: c.ID, Action: a, Confidence: 0.9, Reasoning: "because", InjectionRisk: c.InjectionRisk, Expires: c.Expires}
}

func (w *world) resolve(c decision.Call, a decision.Action) decision.Outcome {
	w.Helper()
	o, err := w.queue.Resolve(w.Context(), decide(c, a))
	require.NoError(w, err)
	return o
}

func (w *world) approval(id string) meshtest.Approval {
	w.Helper()
	a, found := w.mesh.Approval(id)
	require.True(w, found)
	return a
}

// call has an agent call the tool "t", over HTTP or over MCP, and returns the
// answer that it will get.
func (w *world) call(overHTTP bool, header ...string) <-chan string {
	answer := make(chan string, 1)
	ready := make(chan struct{})
	go func() {
		if overHTTP {
			close(ready)
			answer <- w.post("/tool/t", `{"params":{"path":"/p"}}`, header...)
			return
		}
		session := w.initialize("worker")
		close(ready)
		answer <- w.post("/mcp", `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t","arguments":{"path":"/p"}}}`, "Mcp-Session-Id", session)
	}()
	<-ready
	synctest.Wait()
	return answer
}

func (w *world) initialize(agent string) (session string) {
	resp, err := w.send("/mcp", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`, "Authorization", "Bearer agent:"+agent)
	if !assert.NoError(w, err) {
		return ""
	}
	defer resp.Body.Close()
	return resp.Header.Get("Mcp-Session-Id")
}

func (w *world) post(path, body string, header ...string) string {
	resp, err := w.send(path, body, header...)
	if err != nil {
		return err.Error()
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	assert.NoError(w, err)
	return string(text)
}

func (w *world) send(path, body string, header ...string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(w.Context(), http.MethodPost, "http://mesh.test"+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer agent:worker")
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	return w.mesh.Transport().RoundTrip(req)
}

// resolves counts the calls of approval.resolve.
func (w *world) resolves() (n int) {
	for _, r := range w.mesh.Requests() {
		if r.Path == "/mcp" && strings.Contains(r.Body, `"approval.resolve"`) {
			n++
		}
	}
	return n
}

func pass(d time.Duration) { <-time.After(d) }
