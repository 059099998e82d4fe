package wire

import (
	"encoding/json"
	"slices"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
	"github.com/flux7-go/supervisor/internal/strictjson"
)

// Mask returns a prompt with the secrets in its texts and in the inputs of its
// tools masked, for prompts that somebody else put together. p is not changed.
func Mask(p decision.Prompt) decision.Prompt {
	p.System = redact.Text(p.System)
	p.Messages = slices.Clone(p.Messages)
	for i := range p.Messages {
		m := &p.Messages[i]
		m.Text = redact.Text(m.Text)
		m.ToolCalls = slices.Clone(m.ToolCalls)
		for j := range m.ToolCalls {
			m.ToolCalls[j].Input = maskJSON(m.ToolCalls[j].Input)
		}
	}
	return p
}

// maxInputDepth bounds the nesting of a tool's input.
const maxInputDepth = 64

// maskJSON masks a JSON value. What cannot be read is left out whole.
func maskJSON(raw json.RawMessage) json.RawMessage {
	v, err := strictjson.Decode(raw, strictjson.Limits{Depth: maxInputDepth})
	if err != nil {
		return json.RawMessage(`{}`)
	}
	masked, changed := redact.Value(v)
	if !changed {
		return raw
	}
	out, err := json.Marshal(masked)
	if err != nil {
		return json.RawMessage(`{}`)
	}
	return out
}

// ToolInput returns the input that a model gave a tool. Only a JSON object
// will do; an absent one is empty.
func (c *Client) ToolInput(raw []byte) (json.RawMessage, error) {
	if len(raw) == 0 {
		return json.RawMessage(`{}`), nil
	}
	v, err := strictjson.Decode(raw, strictjson.Limits{Bytes: MaxAnswerBytes, Depth: maxInputDepth})
	if err != nil {
		return nil, c.Unreadable("the input of a tool: %w", err)
	}
	if _, ok := v.(map[string]any); !ok {
		return nil, c.Unreadable("the input of a tool is no json object")
	}
	return slices.Clone(raw), nil
}
