package providertest

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

// NewOllama starts a fake Ollama server that answers /api/chat by script and
// knows every model but "unknown". Close it when done.
func NewOllama(script TextScript) *TextServer { return newTextServer(ollamaWire{}, script) }

type ollamaWire struct{}

func (ollamaWire) path() string { return "/api/chat" }

func (ollamaWire) other(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var show struct{ Model string }
	switch {
	case r.URL.Path != "/api/show":
		http.NotFound(w, r)
	case json.Unmarshal(body, &show) != nil || show.Model == "unknown":
		serveJSON(w, http.StatusNotFound, map[string]string{"error": "model 'unknown' not found"})
	default:
		serveJSON(w, http.StatusOK, map[string]any{"capabilities": []string{"completion", "tools"}})
	}
}

func (ollamaWire) read(body []byte, in *TextRequest) error {
	var request struct {
		Model    string
		Stream   *bool
		Messages []struct {
			Role, Content string
			ToolName      string `json:"tool_name"`
		}
		Format json.RawMessage
		Tools  []struct{ Function struct{ Name string } }
	}
	if json.Unmarshal(body, &request) != nil {
		return errors.New("invalid request")
	}
	if request.Model == "" || len(request.Messages) == 0 {
		return errors.New("model and messages are required")
	}
	if request.Stream == nil || *request.Stream {
		return errors.New("this fake does not stream, and streaming is the default")
	}
	in.Schema = request.Format
	for _, t := range request.Tools {
		in.Tools = append(in.Tools, t.Function.Name)
	}
	for _, m := range request.Messages {
		switch m.Role {
		case "system":
			in.System = m.Content
		case "tool":
			in.result(m.ToolName, m.Content)
		}
		in.Prompt = m.Content
	}
	return nil
}

func (ollamaWire) write(reply TextReply) any {
	message := map[string]any{"role": "assistant", "content": reply.Text}
	if reply.Refusal != "" { // the wire has no form for it
		message["content"] = reply.Refusal
	}
	var calls []any
	for _, t := range reply.ToolCalls {
		calls = append(calls, map[string]any{"function": map[string]any{"name": t.Name, "arguments": t.Input}})
	}
	if calls != nil {
		message["tool_calls"] = calls
	}
	reason := "stop"
	if reply.Cut {
		reason = "length"
	}
	return map[string]any{
		"model": fakeModel, "created_at": "2026-01-01T00:00:00Z", "message": message, "done": true, "done_reason": reason,
		"prompt_eval_count": 100, "eval_count": 20,
	}
}

// result notes the result of a tool.
func (in *TextRequest) result(id, text string) {
	if in.Results == nil {
		in.Results = map[string]string{}
	}
	in.Results[id] = text
}
