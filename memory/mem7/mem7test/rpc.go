package mem7test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// MaxBodyBytes bounds a request.
const MaxBodyBytes = 8 << 20

// The errors of JSON-RPC that a flux7-memory answers, all with status 200.
const (
	codeParse    = -32700
	codeInvalid  = -32600
	codeNoMethod = -32601
)

// call is a request.
type call struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  struct {
		Name      string    `json:"name"`
		Arguments arguments `json:"arguments"`
	} `json:"params"`
}

// arguments are those of all tools.
type arguments struct {
	Key   string   `json:"key"`
	Value string   `json:"value"`
	Tags  []string `json:"tags"`
	Agent string   `json:"agent"`
	TTL   float64  `json:"ttl"`
	Limit int      `json:"limit"`
	Query string   `json:"query"`
	Mode  string   `json:"mode"`
}

// Handler serves POST /rpc and GET /healthz.
func (m *Memory) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /rpc", m.rpc)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"status":"ok"}`)
	})
	return mux
}

func (m *Memory) rpc(w http.ResponseWriter, r *http.Request) {
	if m.o.Token != "" && r.Header.Get("Authorization") != "Bearer "+m.o.Token {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, "unauthorized")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBodyBytes))
	var c call
	if err == nil {
		err = json.Unmarshal(body, &c)
	}
	if f := m.takeFault(c); f != nil {
		if f.AfterHandling {
			_, _ = m.use(c)
		}
		f.strike(w, r, c)
		return
	}
	switch {
	case err != nil:
		answer(w, nil, rpcError(codeParse, "parse error"))
	case c.Version != "2.0":
		answer(w, c.ID, rpcError(codeInvalid, "invalid request"))
	case c.Method != "tools/call": // also a notification, which nobody should answer
		answer(w, c.ID, rpcError(codeNoMethod, "method not found: "+c.Method))
	default:
		text, ok := m.use(c)
		answer(w, c.ID, toolText(text, !ok))
	}
}

func rpcError(code int, message string) map[string]any {
	return map[string]any{"error": map[string]any{"code": code, "message": message}}
}

// toolText is the answer of a tool; one that failed as well.
func toolText(text string, failed bool) map[string]any {
	result := map[string]any{"content": []any{map[string]any{"type": "text", "text": text}}}
	if failed {
		result["isError"] = true
	}
	return map[string]any{"result": result}
}

func answer(w http.ResponseWriter, id json.RawMessage, members map[string]any) {
	members["jsonrpc"], members["id"] = "2.0", id
	if len(id) == 0 {
		members["id"] = nil
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(members); err != nil {
		_, _ = fmt.Fprintln(w, err) // the caller may be gone
	}
}
