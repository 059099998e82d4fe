package meshtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// shortID is how many characters of an id the texts of the MCP tools show.
const shortID = 8

type mcpTool struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	InputSchema map[string]any `json:"inputSchema"`
}

// mcpTools lists the registry, and the operator tools for an operator.
func (m *Mesh) mcpTools(s session) []mcpTool {
	list := []mcpTool{}
	for _, name := range m.opts.Tools {
		list = append(list, mcpTool{name, "A tool of the mesh.", map[string]any{"type": "object"}})
	}
	for _, tool := range operatorTools() {
		if tool.open || m.operates(s) {
			list = append(list, mcpTool{tool.name, tool.about, map[string]any{"type": "object"}})
		}
	}
	return list
}

type toolArguments = map[string]any

func (m *Mesh) callMCP(r *http.Request, s session, params json.RawMessage) (any, *rpcError) {
	var in struct {
		Name      string        `json:"name"`
		Arguments toolArguments `json:"arguments"`
	}
	decoder := json.NewDecoder(bytes.NewReader(params))
	decoder.UseNumber()
	if decoder.Decode(&in) != nil || in.Name == "" {
		return nil, &rpcError{codeBadParams, "missing tool name"}
	}
	at := slices.IndexFunc(operatorTools(), func(t operatorTool) bool { return t.name == in.Name })
	if at < 0 {
		return m.callWorkerTool(r, s, in.Name, in.Arguments), nil
	}
	tool := operatorTools()[at]
	if !tool.open && !m.operates(s) {
		return nil, &rpcError{codeNoMethod, in.Name + " is operator-only — not callable by this agent. " +
			"Ask an operator to add it to supervisor.supervisor_agents."}
	}
	text, failed := tool.call(m, r, s, in.Arguments)
	if failed != nil {
		return nil, failed
	}
	return mcpText(text), nil
}

// mcpText is the result of every tool: one block of text, never isError.
func mcpText(text string) any {
	return map[string]any{"content": []map[string]string{{"type": "text", "text": text}}}
}

// resultText is the result of a tool as a text.
func resultText(result any) string {
	if text, ok := result.(string); ok {
		return text
	}
	data, err := json.Marshal(result)
	if err != nil {
		return fmt.Sprint(result)
	}
	return string(data)
}

// callWorkerTool is an agent's call. Grants do not act on it. It waits for the
// decision only with Options.MCPWaits.
func (m *Mesh) callWorkerTool(r *http.Request, s session, tool string, params map[string]any) any {
	c := Call{Agent: s.agent, Tool: tool, Params: params, Session: s.id}
	m.mu.Lock()
	a := m.queue(c)
	a.mcp = true
	m.mu.Unlock()
	if !m.opts.MCPWaits {
		return mcpText(fmt.Sprintf("Approval required (id: %s). Tool: %s. Timeout: %s.\nUse approval.resolve with id=%[1]s to approve or deny it.",
			a.ID[:shortID], tool, remaining(a.Deadline, time.Now())))
	}
	settled, err := m.Wait(r.Context(), a.ID)
	switch {
	case err != nil: // the agent is gone
		return mcpText("")
	case settled.Status == StatusApproved:
		m.count(a)
		return mcpText(resultText(m.backend(r.Context(), a.Call)))
	case settled.Status == StatusDenied:
		return mcpText("Denied by supervisor: " + settled.Reasoning)
	}
	return mcpText("Approval timed out — no supervisor or human resolved it.")
}
