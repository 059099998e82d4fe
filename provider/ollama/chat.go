package ollama

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/internal/wire"
)

// chat sends conversations to /api/chat as they are.
type chat struct {
	client        *wire.Client
	model         string
	contextTokens int
}

type request struct {
	Model    string          `json:"model"`
	Messages []message       `json:"messages"`
	Tools    []tool          `json:"tools,omitempty"`
	Format   json.RawMessage `json:"format,omitempty"`
	Stream   bool            `json:"stream"`   // the server's default is true
	Think    bool            `json:"think"`    // thoughts would eat the tokens of the answer
	Truncate bool            `json:"truncate"` // true would drop the start of a long prompt without a word
	Options  options         `json:"options"`
}

type options struct {
	Temperature float64 `json:"temperature"`
	NumCtx      int     `json:"num_ctx"`
	NumPredict  int     `json:"num_predict,omitempty"`
}

type message struct {
	Role      string     `json:"role"`
	Content   string     `json:"content"`
	ToolCalls []toolCall `json:"tool_calls,omitempty"`
	ToolName  string     `json:"tool_name,omitempty"`
}

type toolCall struct {
	ID       string `json:"id,omitempty"` // newer servers give one
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
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
	Model           string   `json:"model"`
	Message         *message `json:"message"`
	Done            bool     `json:"done"`
	DoneReason      string   `json:"done_reason"`
	PromptEvalCount int      `json:"prompt_eval_count"`
	EvalCount       int      `json:"eval_count"`
	Error           string   `json:"error"` // may come with status 200
}

// Complete implements [decision.Completer].
func (c *chat) Complete(ctx context.Context, p decision.Prompt) (decision.Completion, error) {
	in := request{
		Model: c.model, Messages: messages(p), Format: p.Schema,
		Options: options{NumCtx: c.contextTokens, NumPredict: p.MaxTokens},
	}
	for _, t := range p.Tools {
		in.Tools = append(in.Tools, tool{"function", function{t.Name, t.Description, t.Schema}})
	}
	var out reply
	if err := c.client.Post(ctx, "/api/chat", in, &out); err != nil {
		return decision.Completion{}, err
	}
	return c.read(out)
}

func (c *chat) read(r reply) (decision.Completion, error) {
	switch {
	case r.Error != "":
		return decision.Completion{}, decision.Errorf(decision.CauseUnavailable, "ollama: %s", c.client.Message(r.Error))
	case r.Message == nil, !r.Done:
		return decision.Completion{}, c.client.Unreadable("the answer holds no finished message")
	case r.DoneReason != "stop" && r.DoneReason != "length" && r.DoneReason != "":
		return decision.Completion{}, c.client.Unreadable("the model stopped for %.30q", c.client.Name(r.DoneReason))
	}
	said := decision.Completion{
		Model: c.client.Name(r.Model), Text: c.client.Hide(r.Message.Content), Cut: r.DoneReason == "length",
		InputTokens: r.PromptEvalCount, OutputTokens: r.EvalCount,
	}
	for i, t := range r.Message.ToolCalls {
		input, err := c.client.ToolInput(t.Function.Arguments)
		if err != nil {
			return decision.Completion{}, err
		}
		if t.ID == "" {
			t.ID = fmt.Sprintf("call_%d", i+1)
		}
		said.ToolCalls = append(said.ToolCalls, decision.ToolRequest{ID: t.ID, Name: t.Function.Name, Input: input})
	}
	return said, nil
}

func messages(p decision.Prompt) []message {
	var list []message
	if p.System != "" {
		list = append(list, message{Role: "system", Content: p.System})
	}
	asked := map[string]string{} // names by id of request: results go by name
	for _, m := range p.Messages {
		out := message{Role: string(m.Role), Content: m.Text}
		for _, t := range m.ToolCalls {
			var call toolCall
			call.ID, call.Function.Name, call.Function.Arguments = t.ID, t.Name, t.Input
			out.ToolCalls = append(out.ToolCalls, call)
			asked[t.ID] = t.Name
		}
		if m.Role == decision.RoleTool {
			out.ToolName, out.Content = asked[m.ToolCallID], wire.ToolResult(m)
		}
		list = append(list, out)
	}
	return list
}
