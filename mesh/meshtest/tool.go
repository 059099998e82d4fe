package meshtest

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// callTool is an agent's call. It answers when the call is settled, however
// long that takes; an agent that hangs up leaves its approval pending.
func (m *Mesh) callTool(w http.ResponseWriter, r *http.Request, tool string) {
	var in struct {
		Params map[string]any `json:"params"`
	}
	decoder := json.NewDecoder(r.Body)
	decoder.UseNumber()
	if decoder.Decode(&in) != nil {
		answerError(w, http.StatusBadRequest, "invalid JSON body")
		return
	}
	c := Call{Agent: caller(r), Tool: tool, Params: in.Params, Session: r.Header.Get("X-Session-Id")}
	start := time.Now()
	if trace := m.underGrant(c, start); trace != nil {
		m.run(w, r, c, trace, map[string]any{"policy": "allow"})
		return
	}
	m.mu.Lock()
	a := m.queue(c)
	m.mu.Unlock()
	settled, err := m.Wait(r.Context(), a.ID)
	reply := map[string]any{"trace_id": a.TraceID, "approval_id": a.ID, "policy": "human_approval"}
	switch {
	case err != nil: // the agent is gone
	case settled.Status == StatusApproved:
		m.count(a)
		m.run(w, r, a.Call, a.trace, reply)
	case settled.Status == StatusDenied:
		reply["error"] = "approval denied by " + settled.ResolvedBy
		m.finish(w, a.trace, http.StatusForbidden, reply)
	default:
		reply["error"] = "approval timed out"
		m.finish(w, a.trace, http.StatusRequestTimeout, reply)
	}
}

// caller is who an agent says it is.
func caller(r *http.Request) string {
	name := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if name = strings.TrimPrefix(name, "agent:"); name == "" {
		return "anonymous"
	}
	return name
}

// underGrant records a call that a grant lets run, and returns nil for another.
func (m *Mesh) underGrant(c Call, now time.Time) *Trace {
	m.mu.Lock()
	defer m.mu.Unlock()
	g := m.granted(c.Agent, c.Tool, now)
	if g == nil {
		return nil
	}
	t := &Trace{
		TraceID: newID(), SessionID: c.Session, AgentID: c.Agent, Tool: c.Tool, Params: c.Params,
		Policy: "allow", PolicyRule: "grant:" + g.ID, Timestamp: now,
	}
	m.addTrace(t)
	return t
}

func (m *Mesh) run(w http.ResponseWriter, r *http.Request, c Call, t *Trace, reply map[string]any) {
	reply["trace_id"], reply["result"] = t.TraceID, m.backend(r.Context(), c)
	m.finish(w, t, http.StatusOK, reply)
}

// count notes that the tool of an approval runs.
func (m *Mesh) count(a *approval) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a.Runs++
}

// backend runs the tool. One that fails still has an answer.
func (m *Mesh) backend(ctx context.Context, c Call) any {
	if m.opts.Backend == nil {
		return "ok"
	}
	result, err := m.opts.Backend(ctx, c)
	if err != nil {
		return map[string]string{"error": err.Error()}
	}
	return result
}

func (m *Mesh) finish(w http.ResponseWriter, t *Trace, status int, reply map[string]any) {
	m.mu.Lock()
	t.StatusCode = status
	t.LatencyMS = time.Since(t.Timestamp).Milliseconds()
	reply["latency_ms"] = t.LatencyMS
	m.mu.Unlock()
	answer(w, status, reply)
}
