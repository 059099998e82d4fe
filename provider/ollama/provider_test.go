package ollama_test

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
	"github.com/flux7-go/supervisor/provider/ollama"
	"github.com/flux7-go/supervisor/provider/providertest"
	"github.com/flux7-go/supervisor/provider/textmodel"
)

// open returns a provider for a fake server.
func open(t *testing.T, url string, o ollama.Options) *ollama.Provider {
	t.Helper()
	if o.Model == "" {
		o.Model = "qwen3:14b"
	}
	o.URL = url
	p, err := ollama.New(o)
	require.NoError(t, err)
	t.Cleanup(p.CloseIdleConnections)
	return p
}

func TestJudgeSendsWhatOllamaNeeds(t *testing.T) {
	t.Parallel()
	s := providertest.NewOllama(providertest.Verdict(decision.Deny, 0.9, "no"))
	t.Cleanup(s.Close)
	p := open(t, s.URL, ollama.Options{})
	assert.Equal(t, "ollama:qwen3:14b", p.Name())
	v, err := p.Judge(t.Context(), &decision.Call{Tool: "t"})
	require.NoError(t, err)
	assert.Equal(t, decision.Deny, v.Action)
	assert.Equal(t, "ollama:qwen3:14b", v.Source)

	require.Len(t, s.Requests(), 1)
	sent := s.Requests()[0]
	assert.Empty(t, sent.Header.Get("Authorization"))
	var body map[string]any
	require.NoError(t, json.Unmarshal(sent.Body, &body))
	assert.Equal(t, "qwen3:14b", body["model"])
	assert.Equal(t, false, body["stream"])
	assert.Equal(t, false, body["truncate"], "a call is never cut in silence")
	assert.Equal(t, false, body["think"])
	assert.Equal(t, map[string]any{"temperature": 0.0, "num_ctx": 16384.0, "num_predict": 1024.0}, body["options"])
	assert.Contains(t, string(sent.Schema), `"enum":["approve","deny","escalate"]`)
	assert.NotEmpty(t, sent.System)
}

func TestOneLineSendsNoSchema(t *testing.T) {
	t.Parallel()
	s := providertest.NewOllama(providertest.Verdict(decision.Deny, 0.9, "no"))
	t.Cleanup(s.Close)
	v, err := open(t, s.URL, ollama.Options{Judging: textmodel.Options{OneLine: true}}).Judge(t.Context(), &decision.Call{Tool: "t"})
	require.NoError(t, err)
	assert.Equal(t, decision.Deny, v.Action)
	assert.Nil(t, s.Requests()[0].Schema)
}

func TestAnswersThatAreNone(t *testing.T) {
	t.Parallel()
	for body, cause := range map[string]decision.Cause{
		`{"error":"the runner has stopped"}`:                           decision.CauseUnavailable,
		`{"done":true}`:                                                decision.CauseUnreadable,
		`{"message":{"content":"x"},"done":false}`:                     decision.CauseUnreadable,
		`{"message":{"content":"x"},"done":true,"done_reason":"load"}`: decision.CauseUnreadable,
		`{"message":{"content":"","tool_calls":[{"function":{"name":"x","arguments":"text"}}]},"done":true,"done_reason":"stop"}`:                     decision.CauseUnreadable,
		`{"message":{"content":"x"},"done":true,"done_reason":"stop"}` + "\n" + `{"message":{"content":"y"},"done":true,"done_reason":"stop"}` + "\n": decision.CauseUnreadable,
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, body)
		}))
		t.Cleanup(s.Close)
		_, err := open(t, s.URL, ollama.Options{}).Complete(t.Context(), decision.Prompt{})
		require.Error(t, err, body)
		assert.Equal(t, cause, decision.CauseOf(err), "%s: %v", body, err)
	}
}

func TestResultsOfToolsGoByName(t *testing.T) {
	t.Parallel()
	s := providertest.NewOllama(providertest.Says("done"))
	t.Cleanup(s.Close)
	_, err := open(t, s.URL, ollama.Options{}).Complete(t.Context(), decision.Prompt{Messages: []decision.Message{
		{Role: decision.RoleUser, Text: "go"},
		{Role: decision.RoleAssistant, ToolCalls: []decision.ToolRequest{{ID: "1", Name: "first", Input: json.RawMessage(`{}`)}, {ID: "2", Name: "second", Input: json.RawMessage(`{}`)}}},
		{Role: decision.RoleTool, ToolCallID: "2", Text: "broken", ToolError: true},
		{Role: decision.RoleTool, ToolCallID: "1", Text: "fine"},
	}})
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"first": "fine", "second": "error: broken"}, s.Requests()[0].Results)
}

func TestCheck(t *testing.T) {
	t.Parallel()
	s := providertest.NewOllama(providertest.Says(""))
	t.Cleanup(s.Close)
	require.NoError(t, open(t, s.URL, ollama.Options{}).Check(t.Context()))
	require.ErrorContains(t, open(t, s.URL, ollama.Options{Model: "unknown"}).Check(t.Context()), "not found")
	assert.Empty(t, s.Requests(), "nothing is asked")

	bare := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(bare.Close)
	require.NoError(t, open(t, bare.URL, ollama.Options{}).Check(t.Context()), "a server without the endpoint passes")

	bare.Close()
	require.Error(t, open(t, bare.URL, ollama.Options{}).Check(t.Context()))
}

func TestNewReportsEveryFault(t *testing.T) {
	t.Parallel()
	_, err := ollama.New(ollama.Options{URL: "http://gpu.example.test", Key: "k", ContextTokens: -1, Judging: textmodel.Options{MaxTokens: -1}})
	for _, says := range []string{"Model:", "URL:", "ContextTokens:", "MaxTokens:"} {
		require.ErrorContains(t, err, says)
	}
}

func ExampleNew() {
	server := providertest.NewOllama(providertest.Verdict(decision.Deny, 0.97, "it deletes the home directory"))
	defer server.Close()
	judge, err := ollama.New(ollama.Options{Model: "qwen3:14b", URL: server.URL})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer judge.CloseIdleConnections()
	v, err := judge.Judge(context.Background(), &decision.Call{Tool: "shell", Params: map[string]any{"command": "rm -rf ~"}})
	fmt.Println(v.Source, v.Action, v.Confidence, v.Reasoning, err)
	// Output: ollama:qwen3:14b deny 0.97 it deletes the home directory <nil>
}

func ExampleProvider_Complete() {
	server := providertest.NewOllama(providertest.Says("A bird of the night."))
	defer server.Close()
	model, err := ollama.New(ollama.Options{Model: "qwen3:14b", URL: server.URL})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer model.CloseIdleConnections()
	said, err := model.Complete(context.Background(), decision.Prompt{
		Messages: []decision.Message{{Role: decision.RoleUser, Text: "What is an owl?"}},
	})
	fmt.Println(strings.ToLower(said.Text), err)
	// Output: a bird of the night. <nil>
}

// TestServerThatRepeatsTheKey keeps the key out of completions and errors.
func TestServerThatRepeatsTheKey(t *testing.T) {
	t.Parallel()
	const key = "lantern-river"
	for _, body := range []string{`{"model":"KEY","message":{"content":"say KEY"},"done":true,"done_reason":"stop"}`, `{"message":{"content":"x"},"done":true,"done_reason":"KEY"}`} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, strings.ReplaceAll(body, "KEY", key))
		}))
		t.Cleanup(s.Close)
		p, err := ollama.New(ollama.Options{Model: "m", URL: s.URL, Key: key, HTTPClient: s.Client()})
		require.NoError(t, err)
		said, err := p.Complete(t.Context(), decision.Prompt{})
		shown := fmt.Sprintf("%+v %v", said, err)
		assert.NotContains(t, shown, key)
		assert.Contains(t, shown, "[secret]")
	}
}
