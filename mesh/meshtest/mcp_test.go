package meshtest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/mesh/meshtest"
)

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`

// peer is an MCP client of a mesh.
type peer struct {
	testing.TB
	mesh    *meshtest.Mesh
	session string
}

func connect(t testing.TB, m *meshtest.Mesh, agent string) peer {
	t.Helper()
	r := ask(t, m, "POST", "/mcp", initialize, "Authorization", "Bearer agent:"+agent, "Mcp-Session-Id", "mine")
	require.Equal(t, http.StatusOK, r.status)
	id := r.header.Get("Mcp-Session-Id")
	require.NotEmpty(t, id)
	require.NotEqual(t, "mine", id, "the mesh chooses the session")
	return peer{t, m, id}
}

func (p peer) send(message string, header ...string) reply {
	p.Helper()
	return ask(p, p.mesh, "POST", "/mcp", message, append([]string{"Mcp-Session-Id", p.session}, header...)...)
}

// call returns the text of a tool's result, or its JSON-RPC error.
func (p peer) call(tool string, arguments any, header ...string) string {
	p.Helper()
	return p.read(p.send(callMessage(p, tool, arguments), header...).body)
}

func callMessage(t testing.TB, tool string, arguments any) string {
	t.Helper()
	message, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments},
	})
	require.NoError(t, err)
	return string(message)
}

func (p peer) read(body string) string {
	p.Helper()
	var out struct {
		ID     int
		Result struct {
			Content []struct{ Type, Text string }
			IsError bool
		}
		Error *struct {
			Code    int
			Message string
		}
	}
	require.NoError(p, json.Unmarshal([]byte(body), &out), body)
	assert.Equal(p, 7, out.ID)
	if out.Error != nil {
		return fmt.Sprint(out.Error.Code, " ", out.Error.Message)
	}
	assert.False(p, out.Result.IsError)
	require.Len(p, out.Result.Content, 1, body)
	return out.Result.Content[0].Text
}

// callSoon has the peer call a tool and returns what will be the answer.
func (p peer) callSoon(ctx context.Context, tool string, arguments any) <-chan string {
	answer := make(chan string, 1)
	message := callMessage(p, tool, arguments)
	go func() {
		r, err := try(ctx, p.mesh, "POST", "/mcp", message, "Mcp-Session-Id", p.session)
		if err != nil {
			answer <- err.Error()
			return
		}
		answer <- p.read(r.body)
	}()
	return answer
}

func (p peer) tools() (names []string) {
	p.Helper()
	var out struct {
		Result struct{ Tools []struct{ Name string } }
	}
	require.NoError(p, json.Unmarshal([]byte(p.send(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`).body), &out))
	for _, tool := range out.Result.Tools {
		names = append(names, tool.Name)
	}
	return names
}

func TestMCPSessions(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{})
	first := ask(t, m, "POST", "/mcp", initialize)
	assert.JSONEq(t, `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},
		"serverInfo":{"name":"meshtest","version":"meshtest"}}}`, first.body, "one version, whatever was asked for")
	p := connect(t, m, "a")
	assert.Equal(t, http.StatusAccepted, p.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`).status)
	assert.JSONEq(t, `{"jsonrpc":"2.0","id":"x","result":{}}`, p.send(`{"jsonrpc":"2.0","id":"x","method":"ping"}`).body)
	assert.Contains(t, p.send(`{"jsonrpc":"2.0","id":3,"method":"server/discover"}`).body, `-32601`)
	assert.Contains(t, p.send(`[{"jsonrpc":"2.0","id":3,"method":"ping"}]`).body, `-32700`, "no lists")
	assert.Equal(t, http.StatusMethodNotAllowed, ask(t, m, "GET", "/mcp", "").status)

	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	none := ask(t, m, "POST", "/mcp", ping)
	assert.Equal(t, http.StatusBadRequest, none.status)
	assert.JSONEq(t, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Missing Mcp-Session-Id header"}}`, none.body)
	assert.Equal(t, http.StatusNoContent, ask(t, m, "DELETE", "/mcp", "", "Mcp-Session-Id", p.session).status)
	assert.Equal(t, http.StatusNotFound, ask(t, m, "DELETE", "/mcp", "", "Mcp-Session-Id", p.session).status)
	gone := p.send(ping)
	assert.Equal(t, http.StatusNotFound, gone.status)
	assert.JSONEq(t, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Unknown session"}}`, gone.body)

	other := connect(t, m, "a")
	m.ForgetSessions()
	assert.Equal(t, http.StatusNotFound, other.send(ping).status)
}

func TestMCPOperatorTools(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{Operators: []string{"supervisor-*"}, Tools: []string{"fs.write"}, AdminToken: "t"})
	worker, operator := connect(t, m, "worker"), connect(t, m, "supervisor-1")
	assert.Equal(t, []string{"fs.write", "grant.list"}, worker.tools())
	assert.Equal(t, []string{"fs.write", "approval.pending", "approval.resolve", "grant.create", "grant.revoke", "grant.list"}, operator.tools(),
		"also with an admin token, which nobody asked for")
	for _, tool := range []string{"approval.pending", "approval.resolve", "grant.create", "grant.revoke"} {
		assert.Contains(t, worker.call(tool, nil, "Authorization", "Bearer agent:supervisor-1"),
			"-32601 "+tool+" is operator-only — not callable by this agent. ", "identity is fixed at initialize")
	}
	assert.Equal(t, "No pending approvals.", operator.call("approval.pending", nil, "Authorization", "Bearer agent:worker"))
}

func TestMCPPendingText(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := meshtest.New(meshtest.Options{Operators: []string{"*"}})
		p := connect(t, m, "o")
		first := submit(m, "fs.write")
		pass(2500 * time.Millisecond)
		second := submit(m, "fs.read")
		settled := submit(m, "fs.read")
		require.NoError(t, m.ResolveAs(settled, "deny", "person:a"))
		assert.Equal(t, "Pending approvals (2):\n"+
			"- ID: "+second[:8]+"  tool: fs.read  agent: claude  age: 0s\n"+
			"- ID: "+first[:8]+"  tool: fs.write  agent: claude  age: 2s\n", p.call("approval.pending", nil))
	})
}

func TestMCPResolve(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{
		Operators: []string{"*"}, Tools: []string{"t", "fails"},
		Backend: func(_ context.Context, c meshtest.Call) (any, error) {
			if c.Tool == "fails" {
				return nil, assert.AnError
			}
			return map[string]any{"did": c.Params["n"]}, nil
		},
	})
	p := connect(t, m, "o")
	id := m.Submit(meshtest.Call{Agent: "a", Tool: "t", Params: map[string]any{"n": 1}})
	assert.Equal(t, "-32602 missing required parameter: id", p.call("approval.resolve", map[string]any{"decision": "approve"}))
	assert.Equal(t, "-32602 decision must be approve or deny", p.call("approval.resolve", map[string]any{"id": id}))
	assert.Equal(t, "-32602 approval not found: zzz", p.call("approval.resolve", map[string]any{"id": "zzz", "decision": "deny"}))
	assert.Equal(t, `{"did":1}`, p.call("approval.resolve", map[string]any{"id": id[:8], "decision": "approve", "reasoning": "because", "confidence": 1}))
	a, _ := m.Approval(id)
	assert.Equal(t, 1, a.Runs)
	assert.Equal(t, "mcp:o", a.ResolvedBy)
	assert.Empty(t, a.Reasoning, "it takes none")
	assert.Equal(t, "Cannot resolve: approval already resolved", p.call("approval.resolve", map[string]any{"id": id, "decision": "deny"}))

	tests := map[string]struct{ tool, decision, status, text string }{
		"denied":              {"t", "deny", meshtest.StatusDenied, "Denied. Tool t was not executed."},
		"not in the registry": {"cli.x", "approve", meshtest.StatusApproved, "Approved but tool cli.x no longer exists in registry."},
	}
	for name, tt := range tests {
		other := submit(m, tt.tool)
		assert.Equal(t, tt.text, p.call("approval.resolve", map[string]any{"id": other, "decision": tt.decision}), name)
		a, _ := m.Approval(other)
		assert.Equal(t, tt.status, a.Status, name)
		assert.Zero(t, a.Runs, name)
	}
	failing := submit(m, "fails")
	assert.Contains(t, p.call("approval.resolve", map[string]any{"id": failing, "decision": "approve"}), assert.AnError.Error())
}

// The six combinations of who waits and who approves, and how often each runs.
func TestHowOftenAnApprovedCallRuns(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		overHTTP, waits, resolve bool
		runs                     int
		agentGets                string
	}{
		"an http call, approved over http":        {overHTTP: true, runs: 1, agentGets: `"result":"ok"`},
		"an http call, approved over mcp":         {overHTTP: true, resolve: true, runs: 2, agentGets: `"result":"ok"`},
		"an mcp call that waits, over http":       {waits: true, runs: 1, agentGets: "ok"},
		"an mcp call that waits, over mcp":        {waits: true, resolve: true, runs: 2, agentGets: "ok"},
		"an mcp call that is answered, over http": {runs: 0, agentGets: "Approval required (id: "},
		"an mcp call that is answered, over mcp":  {resolve: true, runs: 1, agentGets: "Use approval.resolve with id="},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := meshtest.New(meshtest.Options{Operators: []string{"o"}, Tools: []string{"t"}, MCPWaits: tt.waits})
				operator, worker := connect(t, m, "o"), connect(t, m, "worker")
				var agent <-chan string
				if tt.overHTTP {
					agent = callOverHTTP(t, m)
				} else {
					agent = worker.callSoon(t.Context(), "t", map[string]any{"n": 1})
				}
				synctest.Wait()
				id := m.Approvals()[0].ID
				if tt.resolve {
					assert.Equal(t, "ok", operator.call("approval.resolve", map[string]any{"id": id, "decision": "approve"}))
				} else {
					assert.Equal(t, http.StatusOK, ask(t, m, "POST", "/approvals/"+id+"/approve", "").status)
				}
				assert.Contains(t, <-agent, tt.agentGets)
				a, _ := m.Approval(id)
				assert.Equal(t, tt.runs, a.Runs)
			})
		})
	}
}

func callOverHTTP(t testing.TB, m *meshtest.Mesh) <-chan string {
	answer := make(chan string, 1)
	go func() {
		r, err := try(t.Context(), m, "POST", "/tool/t", `{"params":{"n":1}}`, "Authorization", "Bearer agent:worker")
		answer <- fmt.Sprint(r.body, err)
	}()
	return answer
}

func TestWhatAnMCPAgentThatWaitsHears(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := meshtest.New(meshtest.Options{MCPWaits: true, Timeout: time.Minute})
		worker := connect(t, m, "worker")
		denied := worker.callSoon(t.Context(), "t", nil)
		synctest.Wait()
		ask(t, m, "POST", "/approvals/"+m.Approvals()[0].ID+"/deny", `{"reasoning":"not here"}`)
		assert.Equal(t, "Denied by supervisor: not here", <-denied)
		assert.Equal(t, "Approval timed out — no supervisor or human resolved it.", <-worker.callSoon(t.Context(), "t", nil))

		gone, cancel := context.WithCancel(t.Context())
		agent := worker.callSoon(gone, "t", nil)
		synctest.Wait()
		cancel()
		assert.Contains(t, <-agent, "canceled")
		last := m.Approvals()[2]
		assert.Equal(t, meshtest.StatusPending, last.Status, "an agent that hangs up leaves its approval")
	})
}

func TestMCPTraces(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{})
	worker := connect(t, m, "worker")
	require.Equal(t, http.StatusCreated, ask(t, m, "POST", "/grants", `{"agent":"*","tools":"*","duration":"1h"}`).status)
	assert.Contains(t, worker.call("t", map[string]any{"n": 12345678901234567}), "Approval required", "grants do not act on it")
	id := m.Approvals()[0].ID
	ask(t, m, "POST", "/approvals/"+id+"/approve", `{"resolved_by":"me","reasoning":"r"}`)
	traces := ask(t, m, "GET", "/traces", "").list(t)
	require.Len(t, traces, 1)
	assert.Equal(t, id, traces[0]["approval_id"])
	assert.Equal(t, worker.session, traces[0]["session_id"])
	for _, key := range []string{"approval_status", "approved_by", "approval_ms", "supervisor_reasoning"} {
		assert.NotContains(t, traces[0], key)
	}
	assert.Contains(t, ask(t, m, "GET", "/approvals/"+id, "").body, `"n":12345678901234567`)
}

func TestMCPGrants(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{Operators: []string{"o"}})
	p := connect(t, m, "o")
	assert.Equal(t, "No active grants.", connect(t, m, "worker").call("grant.list", nil), "open to all")
	for _, tt := range []struct {
		in   map[string]any
		says string
	}{
		{nil, "-32602 missing required parameter: tools"},
		{map[string]any{"tools": "t", "duration": "soon"}, "-32602 invalid duration: soon"},
		{map[string]any{"tools": "t", "duration": "25h"}, "-32602 duration exceeds 24h"},
	} {
		assert.Equal(t, tt.says, p.call("grant.create", tt.in))
	}
	assert.Contains(t, p.call("grant.create", map[string]any{"tools": "t", "duration": "1h"}), "o may use t for 1h0m0s", "for the caller")
	grants := ask(t, m, "GET", "/grants", "").list(t)
	require.Len(t, grants, 1)
	assert.Equal(t, "mcp:o", grants[0]["granted_by"])
	id := grants[0]["id"].(string)
	assert.Contains(t, p.call("grant.list", nil), "- ID: "+id[:8]+"  agent: o  tools: t  remaining: ")
	assert.Equal(t, "Grant "+id[:8]+" revoked.", p.call("grant.revoke", map[string]any{"id": id[:8]}))
	assert.Equal(t, "-32602 grant not found: "+id, p.call("grant.revoke", map[string]any{"id": id}))
}
