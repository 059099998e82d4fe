package meshtest

import (
	"encoding/json"
	"net/http"
	"slices"
)

// The codes of JSON-RPC errors.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeNoMethod       = -32601
	codeBadParams      = -32602
)

// mcpVersion is the only version that a mesh speaks, whatever a client asks for.
const mcpVersion = "2024-11-05"

const sessionHeader = "Mcp-Session-Id"

// session is a client of POST /mcp. Who it is was said at initialize; what
// later requests say of it is not looked at.
type session struct{ id, agent string }

type rpcRequest struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// mcp takes one message. There are no streams, and no lists of messages.
func (m *Mesh) mcp(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodPost:
	case http.MethodDelete:
		m.endSession(w, r)
		return
	default:
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	var in rpcRequest
	if json.NewDecoder(r.Body).Decode(&in) != nil {
		answerRPC(w, http.StatusOK, nil, nil, &rpcError{codeParse, "Parse error"})
		return
	}
	if in.Method == "initialize" {
		w.Header().Set(sessionHeader, m.beginSession(caller(r)))
		answerRPC(w, http.StatusOK, in.ID, map[string]any{
			"protocolVersion": mcpVersion, "capabilities": map[string]any{"tools": map[string]any{}},
			"serverInfo": map[string]string{"name": "meshtest", "version": "meshtest"},
		}, nil)
		return
	}
	s, status, missing := m.session(r)
	if missing != nil {
		answerRPC(w, status, in.ID, nil, missing)
		return
	}
	if len(in.ID) == 0 { // a notification
		w.WriteHeader(http.StatusAccepted)
		return
	}
	result, failed := m.rpc(r, s, in)
	answerRPC(w, http.StatusOK, in.ID, result, failed)
}

func (m *Mesh) rpc(r *http.Request, s session, in rpcRequest) (result any, failed *rpcError) {
	switch in.Method {
	case "ping":
		return struct{}{}, nil
	case "tools/list":
		return map[string]any{"tools": m.mcpTools(s)}, nil
	case "tools/call":
		return m.callMCP(r, s, in.Params)
	}
	return nil, &rpcError{codeNoMethod, "Method not found: " + in.Method}
}

// answerRPC writes an error if there is one, else a result.
func answerRPC(w http.ResponseWriter, status int, id json.RawMessage, result any, failed *rpcError) {
	reply := map[string]any{"jsonrpc": "2.0", "id": id}
	if len(id) == 0 {
		reply["id"] = nil
	}
	if failed != nil {
		reply["error"] = failed
	} else {
		reply["result"] = result
	}
	answer(w, status, reply)
}

// beginSession chooses an id; one that the client chose does not count.
func (m *Mesh) beginSession(agent string) (id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.sessions) == MaxSessions {
		m.sessions = m.sessions[1:]
	}
	id = newID()
	m.sessions = append(m.sessions, session{id, agent})
	return id
}

func (m *Mesh) session(r *http.Request) (s session, status int, missing *rpcError) {
	id := r.Header.Get(sessionHeader)
	if id == "" {
		return session{}, http.StatusBadRequest, &rpcError{codeInvalidRequest, "Missing Mcp-Session-Id header"}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	at := slices.IndexFunc(m.sessions, func(s session) bool { return s.id == id })
	if at < 0 {
		return session{}, http.StatusNotFound, &rpcError{codeInvalidRequest, "Unknown session"}
	}
	return m.sessions[at], 0, nil
}

func (m *Mesh) endSession(w http.ResponseWriter, r *http.Request) {
	s, status, missing := m.session(r)
	if missing != nil {
		answerRPC(w, status, nil, nil, missing)
		return
	}
	m.mu.Lock()
	m.sessions = slices.DeleteFunc(m.sessions, func(other session) bool { return other.id == s.id })
	m.mu.Unlock()
	w.WriteHeader(http.StatusNoContent)
}

// ForgetSessions ends all sessions of POST /mcp, as a restart does.
func (m *Mesh) ForgetSessions() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sessions = nil
}
