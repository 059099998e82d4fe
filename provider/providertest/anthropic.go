package providertest

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
)

// NewAnthropic starts a fake server of the Messages API that answers by script
// and knows every model but "unknown". Close it when done.
func NewAnthropic(script TextScript) *TextServer { return newTextServer(anthropicWire{}, script) }

type anthropicWire struct{}

func (anthropicWire) path() string { return "/v1/messages" }

func (anthropicWire) other(w http.ResponseWriter, r *http.Request) {
	id, found := strings.CutPrefix(r.URL.Path, "/v1/models/")
	switch {
	case !found:
		http.NotFound(w, r)
	case id == "unknown":
		serveJSON(w, http.StatusNotFound, map[string]any{
			"type": "error", "error": map[string]any{"type": "not_found_error", "message": "model: unknown"},
		})
	default:
		serveJSON(w, http.StatusOK, map[string]any{"type": "model", "id": id})
	}
}

type anthropicBlock struct {
	Type, Text, Content string
	ToolUseID           string `json:"tool_use_id"`
}

type anthropicMessage struct {
	Role    string
	Content []anthropicBlock
}

type anthropicRequest struct {
	Model       string
	MaxTokens   int `json:"max_tokens"`
	System      string
	Messages    []anthropicMessage
	Temperature *float64
	Output      *struct {
		Format struct {
			Type   string
			Schema json.RawMessage
		}
	} `json:"output_config"`
	Tools []struct {
		Name   string
		Schema json.RawMessage `json:"input_schema"`
	}
}

func (anthropicWire) read(body []byte, in *TextRequest) error {
	var request anthropicRequest
	switch {
	case in.Header.Get("Anthropic-Version") == "":
		return errors.New("anthropic-version: header is required")
	case json.Unmarshal(body, &request) != nil:
		return errors.New("invalid request")
	case request.Model == "" || request.MaxTokens <= 0 || len(request.Messages) == 0:
		return errors.New("model, max_tokens and messages are required")
	case request.Temperature != nil:
		return errors.New("temperature: not supported by this model")
	}
	in.System = request.System
	if request.Output != nil {
		in.Schema = request.Output.Format.Schema
	}
	for _, t := range request.Tools {
		in.Tools = append(in.Tools, t.Name)
	}
	for i, m := range request.Messages {
		if i > 0 && m.Role == request.Messages[i-1].Role || len(m.Content) == 0 {
			return errors.New("messages: roles must alternate, and none may be empty")
		}
		for _, b := range m.Content {
			switch b.Type {
			case "text":
				in.Prompt = b.Text
			case "tool_result":
				in.result(b.ToolUseID, b.Content)
			}
		}
	}
	return nil
}

func (anthropicWire) write(reply TextReply) any {
	content := []any{}
	if reply.Text != "" {
		content = append(content, map[string]any{"type": "text", "text": reply.Text})
	}
	reason := "end_turn"
	for _, t := range reply.ToolCalls {
		reason = "tool_use"
		content = append(content, map[string]any{"type": "tool_use", "id": t.ID, "name": t.Name, "input": t.Input})
	}
	if reply.Cut {
		reason = "max_tokens"
	}
	out := map[string]any{
		"id": "msg_1", "type": "message", "role": "assistant", "model": fakeModel, "content": content,
		"usage": map[string]int{"input_tokens": 100, "output_tokens": 20},
	}
	if reply.Refusal != "" {
		reason = "refusal"
		out["stop_details"] = map[string]string{"category": "policy", "explanation": reply.Refusal}
	}
	out["stop_reason"] = reason
	return out
}
