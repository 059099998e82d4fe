package meshtest

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// operatorTool is a tool by which an agent operates the mesh.
type operatorTool struct {
	name, about string
	open        bool // to everybody
	call        func(m *Mesh, r *http.Request, s session, in toolArguments) (string, *rpcError)
}

func operatorTools() []operatorTool {
	return []operatorTool{
		{"approval.pending", "Lists what waits for a decision.", false, (*Mesh).pendingText},
		{"approval.resolve", "Approves or denies what waits.", false, (*Mesh).resolveOverMCP},
		{"grant.create", "Lets an agent use tools for a while.", false, (*Mesh).grantOverMCP},
		{"grant.revoke", "Ends a grant.", false, (*Mesh).revokeOverMCP},
		{"grant.list", "Lists the grants.", true, (*Mesh).grantsText},
	}
}

func (m *Mesh) operates(s session) bool {
	return slices.ContainsFunc(m.opts.Operators, func(glob string) bool { return matches(glob, s.agent) })
}

// pendingText shows no parameters, no injection flag and no whole id.
func (m *Mesh) pendingText(_ *http.Request, _ session, _ toolArguments) (string, *rpcError) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	m.expire(now)
	lines := []string{}
	for _, a := range newestFirst(m.approvals) {
		if a.Status == StatusPending {
			lines = append(lines, fmt.Sprintf("- ID: %s  tool: %s  agent: %s  age: %s\n",
				a.ID[:shortID], a.Call.Tool, a.Call.Agent, now.Sub(a.Created).Truncate(time.Second)))
		}
	}
	if len(lines) == 0 {
		return "No pending approvals.", nil
	}
	return fmt.Sprintf("Pending approvals (%d):\n", len(lines)) + strings.Join(lines, ""), nil
}

// resolveOverMCP runs what it approves, and answers with the result. It does
// not know whether somebody waits for the call, and then runs it as well.
func (m *Mesh) resolveOverMCP(r *http.Request, s session, in toolArguments) (string, *rpcError) {
	id, _ := in["id"].(string)
	action, _ := in["decision"].(string)
	if id == "" {
		return "", &rpcError{codeBadParams, "missing required parameter: id"}
	}
	if action != "approve" && action != "deny" {
		return "", &rpcError{codeBadParams, "decision must be approve or deny"}
	}
	m.mu.Lock()
	m.expire(time.Now())
	a := m.find(id)
	err := errUnknown
	if a != nil {
		err = m.settle(a, action, resolution{ResolvedBy: "mcp:" + s.agent})
	}
	m.mu.Unlock()
	switch {
	case errors.Is(err, errUnknown):
		return "", &rpcError{codeBadParams, "approval not found: " + id}
	case err != nil:
		return "Cannot resolve: " + err.Error(), nil
	case action == "deny":
		return fmt.Sprintf("Denied. Tool %s was not executed.", a.Call.Tool), nil
	case !slices.Contains(m.opts.Tools, a.Call.Tool):
		return fmt.Sprintf("Approved but tool %s no longer exists in registry.", a.Call.Tool), nil
	}
	m.count(a)
	return resultText(m.backend(r.Context(), a.Call)), nil
}

// maxMCPGrant bounds a grant over MCP; over HTTP nothing does.
const maxMCPGrant = 24 * time.Hour

func (m *Mesh) grantOverMCP(_ *http.Request, s session, in toolArguments) (string, *rpcError) {
	agent, _ := in["agent"].(string)
	tools, _ := in["tools"].(string)
	length, _ := in["duration"].(string)
	if agent == "" {
		agent = s.agent
	}
	d, err := time.ParseDuration(length)
	switch {
	case tools == "":
		return "", &rpcError{codeBadParams, "missing required parameter: tools"}
	case err != nil:
		return "", &rpcError{codeBadParams, "invalid duration: " + length}
	case d > maxMCPGrant:
		return "", &rpcError{codeBadParams, "duration exceeds 24h"}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	g := m.addGrant(grant{ID: newID(), Agent: agent, Tools: tools, ExpiresAt: time.Now().Add(d), GrantedBy: "mcp:" + s.agent})
	return fmt.Sprintf("Grant %s created: %s may use %s for %s.", g.ID[:shortID], agent, tools, d), nil
}

func (m *Mesh) revokeOverMCP(_ *http.Request, _ session, in toolArguments) (string, *rpcError) {
	id, _ := in["id"].(string)
	if _, found := m.dropGrant(id); !found {
		return "", &rpcError{codeBadParams, "grant not found: " + id}
	}
	return "Grant " + id + " revoked.", nil
}

func (m *Mesh) grantsText(_ *http.Request, _ session, _ toolArguments) (string, *rpcError) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	list := m.activeGrants("", now)
	if len(list) == 0 {
		return "No active grants.", nil
	}
	var text strings.Builder
	fmt.Fprintf(&text, "Active grants (%d):\n", len(list))
	for _, g := range list {
		fmt.Fprintf(&text, "- ID: %s  agent: %s  tools: %s  remaining: %s\n", g.ID[:shortID], g.Agent, g.Tools, remaining(g.ExpiresAt, now))
	}
	return text.String(), nil
}
