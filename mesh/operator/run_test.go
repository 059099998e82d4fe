package operator_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
	"github.com/flux7-go/supervisor/mesh/operator"
	"github.com/flux7-go/supervisor/rules"
)

// journal keeps the outcomes by approval.
type journal struct {
	mu       sync.Mutex
	outcomes map[string][]supervisor.OutcomeState
}

func (j *journal) Append(_ context.Context, e supervisor.Event) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if e.Outcome != nil {
		j.outcomes[e.Decision.ID] = append(j.outcomes[e.Decision.ID], e.Outcome.State)
	}
	return nil
}

// Agents over HTTP and over MCP call tools of one mesh, on a real network; each
// call that is approved runs once, in both modes.
func TestRunOnLoopback(t *testing.T) {
	t.Parallel()
	for _, waits := range []bool{true, false} {
		t.Run(fmt.Sprint("waits ", waits), func(t *testing.T) {
			t.Parallel()
			const each = 10
			ctx, stop := context.WithTimeout(t.Context(), time.Minute) // a guard against hanging
			defer stop()
			server, record, ended := runOnLoopback(ctx, t, waits)
			var agents sync.WaitGroup
			for i := range each {
				agents.Go(func() { callOverHTTP(ctx, t, server.URL, i) })
				agents.Go(func() { callOverMCP(ctx, t, server.URL, i) })
			}
			agents.Wait()
			for _, a := range server.Approvals() {
				_, err := server.Wait(ctx, a.ID)
				require.NoError(t, err)
			}
			stop()
			require.NoError(t, <-ended)
			require.Len(t, server.Approvals(), 2*each)
			for _, a := range server.Approvals() {
				assert.Equal(t, meshtest.StatusApproved, a.Status)
				assert.Equal(t, 1, a.Runs, "%s by %s", a.Call.Agent, a.ResolvedBy)
				assert.Equal(t, []supervisor.OutcomeState{supervisor.OutcomeSent}, record.outcomes[a.ID])
			}
		})
	}
}

func runOnLoopback(ctx context.Context, t *testing.T, waits bool) (*meshtest.Server, *journal, <-chan error) {
	t.Helper()
	server, err := meshtest.NewServer(meshtest.Options{AdminToken: adminToken, Operators: []string{"owl"}, Tools: []string{"t"}, MCPWaits: waits})
	require.NoError(t, err)
	t.Cleanup(server.Close)
	client, err := mesh.New(mesh.Options{URL: server.URL, AdminToken: adminToken})
	require.NoError(t, err)
	t.Cleanup(client.CloseIdleConnections)
	o := operator.Options{Client: client, AgentID: "owl", Mode: operator.ModeAnswers, TrustSessions: true, Queue: mesh.QueueOptions{Interval: 10 * time.Millisecond}}
	if waits {
		o.Mode, o.TrustSessions = operator.ModeWaits, false
	}
	queue, err := operator.New(o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, queue.Close()) })
	set, err := rules.New([]rules.Spec{{Name: "t", Condition: "tool equals t", Action: supervisor.Approve, Confidence: 1}}, rules.Options{})
	require.NoError(t, err)
	record := &journal{outcomes: map[string][]supervisor.OutcomeState{}}
	sup, err := supervisor.New(supervisor.Options{Rules: []supervisor.Rule{set}, Journal: record})
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- sup.Run(ctx, queue) }()
	return server, record, ended
}

func callOverHTTP(ctx context.Context, t *testing.T, url string, n int) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/tool/t", strings.NewReader(fmt.Sprintf(`{"params":{"n":%d}}`, n)))
	if !assert.NoError(t, err) {
		return
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if !assert.NoError(t, err) {
		return
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	assert.NoError(t, err)
	assert.Contains(t, string(body), `"result":"ok"`)
}

func callOverMCP(ctx context.Context, t *testing.T, url string, n int) {
	web := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	client := mcp.NewClient(&mcp.Implementation{Name: "worker", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: url + "/mcp", HTTPClient: web}, nil)
	if !assert.NoError(t, err, "an SDK that asks for a newer version falls back") {
		return
	}
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "t", Arguments: map[string]any{"n": n}})
	if assert.NoError(t, err) {
		assert.Len(t, result.Content, 1)
	}
	assert.NoError(t, session.Close())
}
