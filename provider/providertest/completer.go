package providertest

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
)

// completes is the part of [Run] for a provider that is a [decision.Completer].
func completes(t *testing.T, h Harness) {
	if _, ok := h.Start(t, Told{}).Provider.(decision.Completer); !ok {
		t.Skip("not a Completer")
	}
	for name, part := range map[string]func(*testing.T, Harness){
		"a text":              completesText,
		"a cut text":          completesCut,
		"a tool":              completesTool,
		"with faults":         completesFaults,
		"and shows no secret": completesSecret,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			part(t, h)
		})
	}
}

func completer(t *testing.T, h Harness, told Told) (decision.Completer, Subject) {
	t.Helper()
	s := h.Start(t, told)
	c, ok := s.Provider.(decision.Completer)
	require.True(t, ok)
	return c, s
}

func asking(text string) decision.Prompt {
	return decision.Prompt{System: "Be short.", Messages: []decision.Message{{Role: decision.RoleUser, Text: text}}}
}

func completesText(t *testing.T, h Harness) {
	c, _ := completer(t, h, Told{Reply: &TextReply{Text: "four"}})
	said, err := c.Complete(within(t, limit), asking("What is 2+2?"))
	require.NoError(t, err)
	assert.Equal(t, "four", said.Text)
	assert.False(t, said.Cut)
	assert.Empty(t, said.ToolCalls)
	assert.NotEmpty(t, said.Model)
}

func completesCut(t *testing.T, h Harness) {
	c, _ := completer(t, h, Told{Reply: &TextReply{Text: "fo", Cut: true}})
	said, err := c.Complete(within(t, limit), asking("What is 2+2?"))
	require.NoError(t, err)
	assert.Equal(t, "fo", said.Text)
	assert.True(t, said.Cut)
}

// completesTool has the model ask for a tool, and sends it the result.
func completesTool(t *testing.T, h Harness) {
	want := decision.ToolRequest{ID: "call_1", Name: "look_up", Input: json.RawMessage(`{"word":"owl"}`)}
	c, s := completer(t, h, Told{Reply: &TextReply{ToolCalls: []decision.ToolRequest{want}}})
	p := asking("What is an owl?")
	p.Tools = []decision.ToolSpec{{Name: "look_up", Description: "Looks a word up.", Schema: json.RawMessage(`{"type":"object","properties":{"word":{"type":"string"}}}`)}}
	said, err := c.Complete(within(t, limit), p)
	require.NoError(t, err)
	require.Len(t, said.ToolCalls, 1)
	got := said.ToolCalls[0]
	assert.NotEmpty(t, got.ID)
	assert.Equal(t, want.Name, got.Name)
	assert.JSONEq(t, string(want.Input), string(got.Input))

	p.Messages = append(p.Messages,
		decision.Message{Role: decision.RoleAssistant, ToolCalls: said.ToolCalls},
		decision.Message{Role: decision.RoleTool, ToolCallID: got.ID, Text: "a bird of the night"})
	_, err = c.Complete(within(t, limit), p)
	require.NoError(t, err)
	if s.Sent != nil {
		assert.Contains(t, s.Sent(), "a bird of the night")
	}
}

func completesFaults(t *testing.T, h Harness) {
	for fault, want := range causes {
		if slices.Contains(h.Without, fault) || fault == FaultNaN || fault == FaultRefusal {
			continue // these are faults of a verdict
		}
		t.Run(string(fault), func(t *testing.T) {
			t.Parallel()
			c, _ := completer(t, h, Told{Fault: fault})
			_, err := c.Complete(within(t, limit), asking("What is 2+2?"))
			require.Error(t, err)
			assert.Contains(t, want, decision.CauseOf(err), "%v", err)
			hidesSecrets(t, h, err.Error())
		})
	}
}

func completesSecret(t *testing.T, h Harness) {
	c, s := completer(t, h, Told{Reply: &TextReply{Text: "no"}})
	_, err := c.Complete(within(t, limit), asking("Is this a good key? "+secretToken))
	require.NoError(t, err)
	if s.Sent != nil {
		sent := s.Sent()
		require.Contains(t, sent, "Is this a good key?")
		hidesSecrets(t, h, sent)
	}
}
