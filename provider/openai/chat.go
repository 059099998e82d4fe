package openai

import (
	"context"
	"encoding/json"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/internal/wire"
)

// chat sends conversations to /chat/completions as they are.
type chat struct {
	client *wire.Client
	model  string
	own    bool // the server is OpenAI's own
}

type request struct {
	Model     string    `json:"model"`
	Messages  []message `json:"messages"`
	Tools     []tool    `json:"tools,omitempty"`
	Format    *format   `json:"response_format,omitempty"`
	Stream    bool      `json:"stream"`
	MaxTokens int       `json:"max_tokens,omitempty"`
	// MaxCompletionTokens is OpenAI's name for MaxTokens, whose old name its
	// newer models refuse and most other servers still use.
	MaxCompletionTokens int `json:"max_completion_tokens,omitempty"`
	// Temperature is 0 for an answer that repeats itself. OpenAI's reasoning
	// models refuse it, so its own service is not sent any.
	Temperature *float64 `json:"temperature,omitempty"`
}

type format struct {
	Type   string     `json:"type"`
	Schema jsonSchema `json:"json_schema"`
}

type jsonSchema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

type message struct {
	Role       string     `json:"role"`
	Content    *string    `json:"content"` // null where the assistant only asks for tools
	ToolCalls  []toolCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
	Refusal    string     `json:"refusal,omitempty"`
}

type toolCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"` // a JSON text
	} `json:"function"`
}

type tool struct {
	Type     string   `json:"type"`
	Function function `json:"function"`
}

type function struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
}

type reply struct {
	Model   string `json:"model"`
	Choices []struct {
		Message      message `json:"message"`
		FinishReason string  `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		PromptTokens     int `json:"prompt_tokens"`
		CompletionTokens int `json:"completion_tokens"`
	} `json:"usage"`
}

// Complete implements [decision.Completer].
func (c *chat) Complete(ctx context.Context, p decision.Prompt) (decision.Completion, error) {
	var out reply
	if err := c.client.Post(ctx, "/chat/completions", c.request(p), &out); err != nil {
		return decision.Completion{}, err
	}
	return c.read(out)
}

func (c *chat) request(p decision.Prompt) request {
	in := request{Model: c.model, Messages: messages(p)}
	if c.own {
		in.MaxCompletionTokens = p.MaxTokens
	} else {
		in.MaxTokens, in.Temperature = p.MaxTokens, new(float64)
	}
	if p.Schema != nil {
		in.Format = &format{"json_schema", jsonSchema{Name: "answer", Strict: true, Schema: p.Schema}}
	}
	for _, t := range p.Tools {
		in.Tools = append(in.Tools, tool{"function", function{t.Name, t.Description, t.Schema}})
	}
	return in
}

func (c *chat) read(r reply) (decision.Completion, error) {
	if len(r.Choices) != 1 {
		return decision.Completion{}, c.client.Unreadable("the answer holds %d choices, where one was asked for", len(r.Choices))
	}
	m, why := r.Choices[0].Message, r.Choices[0].FinishReason
	switch {
	case m.Refusal != "":
		return decision.Completion{}, c.client.Refused("it gave a refusal") // whose words may repeat the call
	case why == "content_filter":
		return decision.Completion{}, c.client.Refused("its content filter")
	case why != "stop" && why != "length" && why != "tool_calls":
		return decision.Completion{}, c.client.Unreadable("the model stopped for %.30q", c.client.Name(why))
	case m.Content == nil && len(m.ToolCalls) == 0:
		return decision.Completion{}, c.client.Unreadable("the answer holds no text")
	}
	said := decision.Completion{
		Model: c.client.Name(r.Model), Cut: why == "length", InputTokens: r.Usage.PromptTokens, OutputTokens: r.Usage.CompletionTokens,
	}
	if m.Content != nil {
		said.Text = c.client.Hide(*m.Content)
	}
	for _, t := range m.ToolCalls {
		input, err := c.client.ToolInput([]byte(t.Function.Arguments))
		if err != nil {
			return decision.Completion{}, err
		}
		said.ToolCalls = append(said.ToolCalls, decision.ToolRequest{ID: t.ID, Name: t.Function.Name, Input: input})
	}
	return said, nil
}

func messages(p decision.Prompt) []message {
	var list []message
	if p.System != "" {
		list = append(list, message{Role: "system", Content: &p.System})
	}
	for _, m := range p.Messages {
		text := m.Text
		out := message{Role: string(m.Role), Content: &text}
		for _, t := range m.ToolCalls {
			call := toolCall{ID: t.ID, Type: "function"}
			call.Function.Name, call.Function.Arguments = t.Name, string(t.Input)
			out.ToolCalls = append(out.ToolCalls, call)
		}
		switch {
		case m.Role == decision.RoleTool:
			text, out.ToolCallID = wire.ToolResult(m), m.ToolCallID
		case text == "" && len(out.ToolCalls) > 0:
			out.Content = nil
		}
		list = append(list, out)
	}
	return list
}
