package openai_test

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
	"github.com/flux7-go/supervisor/provider/openai"
	"github.com/flux7-go/supervisor/provider/providertest"
	"github.com/flux7-go/supervisor/provider/textmodel"
)

// key is of no form that a detector knows: only who was given it can hide it.
const key = "lantern-river-quartz"

func open(t *testing.T, o openai.Options) *openai.Provider {
	t.Helper()
	if o.Model == "" {
		o.Model = "gpt-fake"
	}
	p, err := openai.New(o)
	require.NoError(t, err)
	t.Cleanup(p.CloseIdleConnections)
	return p
}

func TestJudgeSendsAStrictSchema(t *testing.T) {
	t.Parallel()
	s := providertest.NewOpenAI(providertest.Verdict(decision.Deny, 0.9, "no"))
	t.Cleanup(s.Close)
	p := open(t, openai.Options{URL: s.URL + "/", Key: key})
	assert.Equal(t, "openai:gpt-fake", p.Name())
	v, err := p.Judge(t.Context(), &decision.Call{Tool: "t"})
	require.NoError(t, err)
	assert.Equal(t, decision.Deny, v.Action)

	sent := s.Requests()[0]
	assert.Equal(t, "Bearer "+key, sent.Header.Get("Authorization"))
	var body map[string]any
	require.NoError(t, json.Unmarshal(sent.Body, &body))
	assert.Equal(t, 0.0, body["temperature"])
	assert.Equal(t, 1024.0, body["max_tokens"])
	format := body["response_format"].(map[string]any)["json_schema"].(map[string]any)
	assert.Equal(t, true, format["strict"])
}

// to sends every request to a fake server, whatever host it names.
type to struct{ url string }

func (f to) RoundTrip(r *http.Request) (*http.Response, error) {
	moved := r.Clone(r.Context())
	moved.URL.Scheme, moved.URL.Host = "http", strings.TrimPrefix(f.url, "http://")
	moved.URL.Path = strings.TrimPrefix(r.URL.Path, "/v1")
	return http.DefaultTransport.RoundTrip(moved)
}

func TestOpenAIItselfIsSentNoTemperature(t *testing.T) {
	s := providertest.NewOpenAI(providertest.Verdict(decision.Deny, 0.9, "no"))
	t.Cleanup(s.Close)
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	_, err := open(t, openai.Options{Key: key, HTTPClient: &http.Client{Transport: to{s.URL}}}).Judge(t.Context(), &decision.Call{Tool: "t"})
	require.NoError(t, err)
	var body map[string]any
	require.NoError(t, json.Unmarshal(s.Requests()[0].Body, &body))
	assert.NotContains(t, body, "temperature")
	assert.NotContains(t, body, "max_tokens")
	assert.Equal(t, 1024.0, body["max_completion_tokens"])
}

func TestAnswersThatAreNone(t *testing.T) {
	t.Parallel()
	choice := func(finish, message string) string {
		return `{"choices":[{"finish_reason":"` + finish + `","message":` + message + `}]}`
	}
	one := choice("stop", `{"content":"x"}`)
	for body, cause := range map[string]decision.Cause{
		`{}`:             decision.CauseUnreadable,
		`{"choices":[]}`: decision.CauseUnreadable,
		`{"choices":[` + strings.Repeat(`{"finish_reason":"stop","message":{"content":"x"}},`, 1) + `{"finish_reason":"stop","message":{"content":"y"}}]}`: decision.CauseUnreadable,
		choice("stop", `{"content":null}`):                                                  decision.CauseUnreadable,
		choice("", `{"content":"x"}`):                                                       decision.CauseUnreadable,
		choice("stop", `{"content":"x","refusal":"never will I rm -rf"}`):                   decision.CauseRefused,
		choice("content_filter", `{"content":"x"}`):                                         decision.CauseRefused,
		choice("tool_calls", `{"tool_calls":[{"function":{"name":"x","arguments":"[]"}}]}`): decision.CauseUnreadable,
		one: decision.CauseNone,
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, body)
		}))
		t.Cleanup(s.Close)
		_, err := open(t, openai.Options{URL: s.URL}).Complete(t.Context(), decision.Prompt{})
		assert.Equal(t, cause, decision.CauseOf(err), "%s: %v", body, err)
		if err != nil {
			assert.NotContains(t, err.Error(), "rm -rf", "a model's words may repeat the call")
		}
	}
}

func TestConversationWithTools(t *testing.T) {
	t.Parallel()
	s := providertest.NewOpenAI(providertest.Says("done"))
	t.Cleanup(s.Close)
	_, err := open(t, openai.Options{URL: s.URL}).Complete(t.Context(), decision.Prompt{Messages: []decision.Message{
		{Role: decision.RoleUser, Text: "go"},
		{Role: decision.RoleAssistant, ToolCalls: []decision.ToolRequest{{ID: "c1", Name: "look", Input: json.RawMessage(`{"a":1}`)}}},
		{Role: decision.RoleTool, ToolCallID: "c1", Text: "broken", ToolError: true},
	}})
	require.NoError(t, err)
	sent := s.Requests()[0]
	assert.Equal(t, map[string]string{"c1": "error: broken"}, sent.Results)
	assert.Contains(t, string(sent.Body), `{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"look","arguments":"{\"a\":1}"}}]}`)
}

func TestCheck(t *testing.T) {
	t.Parallel()
	s := providertest.NewOpenAI(providertest.Says(""))
	t.Cleanup(s.Close)
	require.NoError(t, open(t, openai.Options{URL: s.URL}).Check(t.Context()))
	require.ErrorContains(t, open(t, openai.Options{URL: s.URL, Model: "gpt-typo"}).Check(t.Context()), `"gpt-typo" is none of them`)

	for name, tt := range map[string]struct {
		status int
		body   string
		passes bool
	}{
		"no endpoint": {404, "", true},
		"empty list":  {200, `{"data":[]}`, true},
		"wrong key":   {401, `{"error":{"message":"bad key"}}`, false},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(tt.status)
			_, _ = io.WriteString(w, tt.body)
		}))
		t.Cleanup(server.Close)
		err := open(t, openai.Options{URL: server.URL}).Check(t.Context())
		assert.Equal(t, tt.passes, err == nil, "%s: %v", name, err)
	}
}

func TestNewReportsEveryFault(t *testing.T) {
	t.Parallel()
	_, err := openai.New(openai.Options{Judging: textmodel.Options{MaxTokens: -1}})
	for _, says := range []string{"Model:", "Key:", "MaxTokens:"} {
		require.ErrorContains(t, err, says)
	}
	_, err = openai.New(openai.Options{Model: "m", URL: "http://gpu.example.test:8000/v1", Key: key})
	require.ErrorContains(t, err, "https")
	assert.NotContains(t, err.Error(), key)
}

func ExampleNew() {
	server := providertest.NewOpenAI(providertest.Verdict(decision.Escalate, 0.6, "it is not clear where this goes"))
	defer server.Close()
	judge, err := openai.New(openai.Options{Model: "gpt-fake", URL: server.URL})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer judge.CloseIdleConnections()
	v, err := judge.Judge(context.Background(), &decision.Call{Tool: "mail.send"})
	fmt.Println(v.Source, v.Action, v.Cause, err)
	// Output: openai:gpt-fake escalate judged <nil>
}

// TestServerThatRepeatsTheKey keeps the key out of completions and errors.
func TestServerThatRepeatsTheKey(t *testing.T) {
	t.Parallel()
	const key = "lantern-river"
	for _, body := range []string{`{"model":"KEY","choices":[{"finish_reason":"stop","message":{"content":"say KEY"}}]}`, `{"choices":[{"finish_reason":"KEY","message":{"content":"x"}}]}`} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, strings.ReplaceAll(body, "KEY", key))
		}))
		t.Cleanup(s.Close)
		p, err := openai.New(openai.Options{Model: "m", URL: s.URL, Key: key, HTTPClient: s.Client()})
		require.NoError(t, err)
		said, err := p.Complete(t.Context(), decision.Prompt{})
		shown := fmt.Sprintf("%+v %v", said, err)
		assert.NotContains(t, shown, key)
		assert.Contains(t, shown, "[secret]")
	}
}
