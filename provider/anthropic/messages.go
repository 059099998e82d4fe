package anthropic

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/internal/wire"
	"github.com/flux7-go/supervisor/provider/textmodel"
)

// messages sends conversations to /v1/messages as they are. It sends no
// temperature: current models refuse it.
type messages struct {
	client *wire.Client
	model  string
}

type request struct {
	Model     string    `json:"model"`
	MaxTokens int       `json:"max_tokens"` // required by the API
	System    string    `json:"system,omitempty"`
	Messages  []message `json:"messages"`
	Tools     []tool    `json:"tools,omitempty"`
	Output    *output   `json:"output_config,omitempty"`
}

type output struct {
	Format format `json:"format"`
}

type format struct {
	Type   string          `json:"type"`
	Schema json.RawMessage `json:"schema"`
}

type tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Schema      json.RawMessage `json:"input_schema"`
}

type message struct {
	Role    string  `json:"role"`
	Content []block `json:"content"`
}

// block is one part of a message: a text, a request for a tool, its result.
type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text,omitempty"`
	ID        string          `json:"id,omitempty"`
	Name      string          `json:"name,omitempty"`
	Input     json.RawMessage `json:"input,omitempty"`
	ToolUseID string          `json:"tool_use_id,omitempty"`
	Content   string          `json:"content,omitempty"`
	IsError   bool            `json:"is_error,omitempty"`
}

type reply struct {
	Model       string  `json:"model"`
	Content     []block `json:"content"`
	StopReason  string  `json:"stop_reason"`
	StopDetails struct {
		Category string `json:"category"` // its explanation may repeat the call
	} `json:"stop_details"`
	Usage struct {
		InputTokens  int `json:"input_tokens"`
		OutputTokens int `json:"output_tokens"`
	} `json:"usage"`
}

// Complete implements [decision.Completer].
func (m *messages) Complete(ctx context.Context, p decision.Prompt) (decision.Completion, error) {
	var out reply
	if err := m.client.Post(ctx, "/v1/messages", m.request(p), &out); err != nil {
		return decision.Completion{}, err
	}
	return m.read(out)
}

func (m *messages) request(p decision.Prompt) request {
	in := request{Model: m.model, MaxTokens: p.MaxTokens, System: p.System, Messages: conversation(p.Messages)}
	if in.MaxTokens == 0 {
		in.MaxTokens = textmodel.DefaultMaxTokens
	}
	if p.Schema != nil {
		in.Output = &output{format{Type: "json_schema", Schema: p.Schema}}
	}
	for _, t := range p.Tools {
		in.Tools = append(in.Tools, tool(t))
	}
	return in
}

func (m *messages) read(r reply) (decision.Completion, error) {
	said := decision.Completion{Model: m.client.Name(r.Model), InputTokens: r.Usage.InputTokens, OutputTokens: r.Usage.OutputTokens}
	switch r.StopReason {
	case "end_turn", "stop_sequence", "tool_use":
	case "max_tokens", "model_context_window_exceeded":
		said.Cut = true
	case "refusal":
		return decision.Completion{}, m.client.Refused(cmp.Or(r.StopDetails.Category, "no category"))
	default:
		return decision.Completion{}, m.client.Unreadable("the model stopped for %.30q", m.client.Name(r.StopReason))
	}
	var text strings.Builder
	for _, b := range r.Content {
		switch b.Type {
		case "text":
			text.WriteString(b.Text)
		case "tool_use":
			input, err := m.client.ToolInput(b.Input)
			if err != nil {
				return decision.Completion{}, err
			}
			said.ToolCalls = append(said.ToolCalls, decision.ToolRequest{ID: b.ID, Name: b.Name, Input: input})
		}
	}
	said.Text = m.client.Hide(text.String())
	return said, nil
}

// conversation turns messages into the API's form, in which the results of
// tools are parts of a message of the user.
func conversation(in []decision.Message) []message {
	var list []message
	for _, m := range in {
		role, blocks := string(m.Role), blocksOf(m)
		if m.Role == decision.RoleTool {
			role = string(decision.RoleUser)
		}
		if n := len(list); n > 0 && list[n-1].Role == role {
			list[n-1].Content = append(list[n-1].Content, blocks...)
			continue
		}
		if len(blocks) > 0 {
			list = append(list, message{Role: role, Content: blocks})
		}
	}
	return list
}

func blocksOf(m decision.Message) (list []block) {
	if m.Role == decision.RoleTool {
		return []block{{Type: "tool_result", ToolUseID: m.ToolCallID, Content: m.Text, IsError: m.ToolError}}
	}
	if m.Text != "" { // the API refuses an empty one
		list = append(list, block{Type: "text", Text: m.Text})
	}
	for _, t := range m.ToolCalls {
		list = append(list, block{Type: "tool_use", ID: t.ID, Name: t.Name, Input: t.Input})
	}
	return list
}
