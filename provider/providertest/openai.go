package providertest

import (
	"encoding/json"
	"errors"
	"net/http"
)

// NewOpenAI starts a fake server of the chat completions API that answers by
// script and lists the models "fake-model-1" and "gpt-fake". The base address
// for a client is its URL. Close it when done.
func NewOpenAI(script TextScript) *TextServer { return newTextServer(openaiWire{}, script) }

type openaiWire struct{}

func (openaiWire) path() string { return "/chat/completions" }

func (openaiWire) other(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/models" {
		http.NotFound(w, r)
		return
	}
	serveJSON(w, http.StatusOK, map[string]any{"object": "list", "data": []any{
		map[string]any{"id": fakeModel, "object": "model"}, map[string]any{"id": "gpt-fake", "object": "model"},
	}})
}

func (openaiWire) read(body []byte, in *TextRequest) error {
	var request struct {
		Model    string
		Stream   bool
		Messages []struct {
			Role       string
			Content    string
			ToolCallID string `json:"tool_call_id"`
		}
		Format *struct {
			Type   string
			Schema struct {
				Name   string
				Schema json.RawMessage
			} `json:"json_schema"`
		} `json:"response_format"`
		Tools []struct{ Function struct{ Name string } }
	}
	if json.Unmarshal(body, &request) != nil || request.Model == "" || len(request.Messages) == 0 || request.Stream {
		return errors.New("model and messages are required, and this fake does not stream")
	}
	if f := request.Format; f != nil {
		if f.Type != "json_schema" || f.Schema.Name == "" || f.Schema.Schema == nil {
			return errors.New("response_format: name and schema are required")
		}
		in.Schema = f.Schema.Schema
	}
	for _, t := range request.Tools {
		in.Tools = append(in.Tools, t.Function.Name)
	}
	for _, m := range request.Messages {
		switch m.Role {
		case "system":
			in.System = m.Content
		case "tool":
			in.result(m.ToolCallID, m.Content)
		}
		in.Prompt = m.Content
	}
	return nil
}

func (openaiWire) write(reply TextReply) any {
	message := map[string]any{"role": "assistant", "content": reply.Text}
	reason := "stop"
	var calls []any
	for _, t := range reply.ToolCalls {
		reason = "tool_calls"
		calls = append(calls, map[string]any{
			"id": t.ID, "type": "function", "function": map[string]any{"name": t.Name, "arguments": string(t.Input)},
		})
	}
	if calls != nil {
		message["tool_calls"] = calls
	}
	if reply.Refusal != "" {
		message["content"], message["refusal"] = nil, reply.Refusal
	}
	if reply.Cut {
		reason = "length"
	}
	return map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion", "model": fakeModel,
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": reason}},
		"usage":   map[string]int{"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
	}
}
