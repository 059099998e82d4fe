package reviewer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
	"github.com/flux7-go/supervisor/internal/strictjson"
)

// turnView is what the model is shown of a turn.
type turnView struct {
	Agent   string        `json:"agent,omitempty"`
	Earlier []messageView `json:"earlier,omitempty"`
	Turn    []messageView `json:"turn"`
	LeftOut bool          `json:"parts_are_left_out,omitempty"`
}

type messageView struct {
	Role   decision.Role `json:"role"`
	Text   string        `json:"text,omitempty"`
	Tools  []toolView    `json:"tools,omitempty"`
	Result string        `json:"untrusted_result,omitempty"`
	Failed bool          `json:"failed,omitempty"`
}

type toolView struct {
	Tool  string `json:"tool"`
	Input string `json:"input,omitempty"`
}

// data is the turn as JSON of at most [MaxTurnBytes].
func (t *Turn) data(withheld []string) (string, error) {
	w := withholding(withheld)
	earlier, turn := w.messages(t.Earlier), w.messages(t.Messages)
	v := turnView{Agent: shortened(plain(redact.Text(t.Agent)), maxNameBytes), Earlier: earlier, Turn: turn}
	for limit := maxTextBytes; limit >= minTextBytes; limit /= 2 {
		if text, fits := v.fit(limit); fits {
			return text, nil
		}
		v.Earlier, v.LeftOut = nil, true
	}
	for i := range turn {
		turn[i].Tools = nil
	}
	if text, fits := v.fit(minTextBytes); fits {
		return text, nil
	}
	return "", fmt.Errorf("the turn cannot be shown in %d bytes", MaxTurnBytes)
}

// fit is the view with its texts cut to a limit.
func (v turnView) fit(limit int) (text string, fits bool) {
	cut := func(list []messageView) (out []messageView) {
		for _, m := range list {
			m.Text, m.Result = shortened(m.Text, limit), shortened(m.Result, min(limit, maxDetailBytes))
			tools := make([]toolView, len(m.Tools))
			for i, t := range m.Tools {
				tools[i] = toolView{t.Tool, shortened(t.Input, min(limit, maxDetailBytes))}
			}
			m.Tools = tools
			out = append(out, m)
		}
		return out
	}
	v.Earlier, v.Turn = cut(v.Earlier), cut(v.Turn)
	text = encoded(v)
	return text, len(text) <= MaxTurnBytes
}

// encoded is a value of texts as JSON on one line, code in it as it is.
func encoded(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil { // texts and lists of them have a JSON form
		return "{}"
	}
	return strings.TrimSpace(b.String())
}

// withholding are the folded names of members whose values are not shown.
type withholding []string

func (w withholding) messages(list []decision.Message) (out []messageView) {
	for _, m := range list {
		v := messageView{Role: m.Role, Failed: m.ToolError}
		switch text := clean(m.Text); m.Role {
		case decision.RoleTool:
			v.Result = text
		case decision.RoleUser, decision.RoleAssistant:
			v.Text = text
		default: // of a system, perhaps: others wrote it
			v.Role, v.Result = "other", text
		}
		for _, t := range m.ToolCalls {
			v.Tools = append(v.Tools, toolView{shortened(clean(t.Name), maxNameBytes), w.input(t.Input)})
		}
		out = append(out, v)
	}
	return out
}

// clean masks the secrets of a text, and leaves out what nobody sees. First the
// latter: a secret must not hide behind it.
func clean(text string) string {
	if len(text) > maxSeenBytes {
		return fmt.Sprintf("[a text of %d bytes is not shown]", len(text))
	}
	return redact.Text(plain(text))
}

// input is the input of a tool, without what is withheld. What cannot be read is
// not shown.
func (w withholding) input(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	v, err := strictjson.Decode(raw, strictjson.Limits{Bytes: maxSeenBytes, Depth: 64})
	if err != nil {
		return "[an input that cannot be read]"
	}
	masked, _ := redact.Value(w.withhold(v))
	return clean(encoded(masked))
}

func (w withholding) withhold(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, value := range v {
			if w.has(name) {
				value = "[redacted]"
			}
			out[name] = w.withhold(value)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = w.withhold(v[i])
		}
		return out
	}
	return v
}

func (w withholding) has(name string) bool {
	for _, own := range w {
		if strings.EqualFold(own, name) {
			return true
		}
	}
	return false
}

// shortened leaves out the middle of a text that is too long, between
// characters: the end counts as much as the beginning.
func shortened(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	tail := limit / 4
	return strings.ToValidUTF8(text[:limit-tail], "") + "…" + strings.ToValidUTF8(text[len(text)-tail:], "")
}
