package anthropic_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/anthropic"
	"github.com/flux7-go/supervisor/provider/providertest"
	"github.com/flux7-go/supervisor/provider/textmodel"
)

// key is of no form that a detector knows: only who was given it can hide it.
const key = "lantern-river-quartz"

func open(t *testing.T, o anthropic.Options) *anthropic.Provider {
	t.Helper()
	if o.Model == "" {
		o.Model = "claude-fake"
	}
	p, err := anthropic.New(o)
	require.NoError(t, err)
	t.Cleanup(p.CloseIdleConnections)
	return p
}

func TestJudgeSendsASchemaAndNoTemperature(t *testing.T) {
	t.Parallel()
	s := providertest.NewAnthropic(providertest.Verdict(decision.Deny, 0.9, "no"))
	t.Cleanup(s.Close)
	p := open(t, anthropic.Options{URL: s.URL, Key: key})
	assert.Equal(t, "anthropic:claude-fake", p.Name())
	v, err := p.Judge(t.Context(), &decision.Call{Tool: "t"})
	require.NoError(t, err)
	assert.Equal(t, decision.Deny, v.Action)

	sent := s.Requests()[0]
	assert.Equal(t, key, sent.Header.Get("X-Api-Key"))
	assert.Equal(t, "2023-06-01", sent.Header.Get("Anthropic-Version"))
	assert.Empty(t, sent.Header.Get("Authorization"))
	assert.True(t, json.Valid(sent.Schema))
	var body map[string]any
	require.NoError(t, json.Unmarshal(sent.Body, &body))
	assert.NotContains(t, body, "temperature")
	assert.Equal(t, 1024.0, body["max_tokens"])
}

func TestStopReasons(t *testing.T) {
	t.Parallel()
	for reason, want := range map[string]struct {
		cause decision.Cause
		cut   bool
	}{
		"end_turn": {}, "tool_use": {}, "stop_sequence": {},
		"max_tokens": {cut: true}, "model_context_window_exceeded": {cut: true},
		"refusal":    {cause: decision.CauseRefused},
		"pause_turn": {cause: decision.CauseUnreadable},
		"":           {cause: decision.CauseUnreadable},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"a"},{"type":"text","text":"b"}],"stop_reason":"`+reason+`"}`)
		}))
		t.Cleanup(s.Close)
		said, err := open(t, anthropic.Options{URL: s.URL}).Complete(t.Context(), decision.Prompt{})
		assert.Equal(t, want.cause, decision.CauseOf(err), "%s: %v", reason, err)
		assert.Equal(t, want.cut, said.Cut, reason)
		if err == nil {
			assert.Equal(t, "ab", said.Text, "thoughts are no answer")
		}
	}
}

func TestResultsOfToolsAreOneMessage(t *testing.T) {
	t.Parallel()
	s := providertest.NewAnthropic(providertest.Says("done")) // refuses roles that do not alternate
	t.Cleanup(s.Close)
	_, err := open(t, anthropic.Options{URL: s.URL}).Complete(t.Context(), decision.Prompt{MaxTokens: 7, Messages: []decision.Message{
		{Role: decision.RoleUser, Text: "go"},
		{Role: decision.RoleAssistant, Text: "looking", ToolCalls: []decision.ToolRequest{{ID: "1", Name: "x", Input: json.RawMessage(`{}`)}, {ID: "2", Name: "x"}}},
		{Role: decision.RoleTool, ToolCallID: "1", Text: "fine"},
		{Role: decision.RoleTool, ToolCallID: "2", Text: "broken", ToolError: true},
		{Role: decision.RoleUser, Text: "go on"},
	}})
	require.NoError(t, err)
	sent := s.Requests()[0]
	assert.Equal(t, map[string]string{"1": "fine", "2": "broken"}, sent.Results)
	assert.Contains(t, string(sent.Body), `"content":"broken","is_error":true}`)
	assert.Contains(t, string(sent.Body), `"max_tokens":7`)
	assert.Contains(t, string(sent.Body), `"id":"2","name":"x","input":{}`)
}

func TestCheck(t *testing.T) {
	t.Parallel()
	s := providertest.NewAnthropic(providertest.Says(""))
	t.Cleanup(s.Close)
	require.NoError(t, open(t, anthropic.Options{URL: s.URL}).Check(t.Context()))
	require.ErrorContains(t, open(t, anthropic.Options{URL: s.URL, Model: "unknown"}).Check(t.Context()), "404")

	bare := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(bare.Close)
	require.NoError(t, open(t, anthropic.Options{URL: bare.URL}).Check(t.Context()), "a gateway without the endpoint passes")
}

func TestNewReportsEveryFault(t *testing.T) {
	t.Parallel()
	_, err := anthropic.New(anthropic.Options{Judging: textmodel.Options{MaxTokens: -1}})
	for _, says := range []string{"Model:", "Key:", "MaxTokens:"} {
		require.ErrorContains(t, err, says)
	}
}

func ExampleNew() {
	server := providertest.NewAnthropic(providertest.Verdict(decision.Deny, 0.9, "it pays an unknown account"))
	defer server.Close()
	judge, err := anthropic.New(anthropic.Options{
		Model: "claude-fake", URL: server.URL,
		Judging: textmodel.Options{RedactParams: []string{"iban"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer judge.CloseIdleConnections()
	v, err := judge.Judge(context.Background(), &decision.Call{Tool: "bank.transfer", Params: map[string]any{"iban": "DE00 1234"}})
	fmt.Println(v.Source, v.Action, v.Reasoning, err)
	// Output: anthropic:claude-fake deny it pays an unknown account <nil>
}

// TestServerThatRepeatsTheKey keeps the key out of completions and errors.
func TestServerThatRepeatsTheKey(t *testing.T) {
	t.Parallel()
	const key = "lantern-river"
	for _, body := range []string{`{"model":"KEY","stop_reason":"end_turn","content":[{"type":"text","text":"say KEY"}]}`, `{"stop_reason":"KEY","content":[]}`} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, strings.ReplaceAll(body, "KEY", key))
		}))
		t.Cleanup(s.Close)
		p, err := anthropic.New(anthropic.Options{Model: "m", URL: s.URL, Key: key, HTTPClient: s.Client()})
		require.NoError(t, err)
		said, err := p.Complete(t.Context(), decision.Prompt{})
		shown := fmt.Sprintf("%+v %v", said, err)
		assert.NotContains(t, shown, key)
		assert.Contains(t, shown, "[secret]")
	}
}
