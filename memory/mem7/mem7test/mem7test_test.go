package mem7test_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/flux7-go/supervisor/memory/mem7/mem7test"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// post sends a body and returns status and answer.
func post(t *testing.T, way http.RoundTripper, url, token, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/rpc", strings.NewReader(body))
	require.NoError(t, err)
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := way.RoundTrip(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp.StatusCode, strings.TrimSpace(string(text))
}

func tool(name, arguments string) string {
	return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"` + name + `","arguments":` + arguments + `}}`
}

func TestTraps(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	m := mem7test.New(mem7test.Options{MaxEntries: 3, Now: func() time.Time { return now }})
	for _, step := range []struct{ name, body, want string }{
		{"no JSON", `{`, `"code":-32700`},
		{"another version", `{"jsonrpc":"1.0","id":7}`, `"code":-32600`},
		{"a notification is answered", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, `"code":-32601`},
		{"an unknown tool", tool("memory_context", `{}`), `"isError":true`},
		{"nothing there", tool("memory_recall", `{}`), "No memories found."},
		{"created", tool("memory_store", `{"key":"k","value":"v","agent":"a","tags":["x","y"]}`), "Memory 'k' created (1 total entries)"},
		{"tags replaced, agent kept", tool("memory_store", `{"key":"k","value":"w","tags":["x","z"]}`), "Memory 'k' updated (1 total entries)"},
		{"recalled", tool("memory_recall", `{"tags":["z","x"],"agent":"a"}`), `## k\nw\nTags: x, z\nAgent: a\nUpdated: 2026-03-04T12:00:00Z\n\n`},
		{"all tags are wanted", tool("memory_recall", `{"tags":["x","y"]}`), "No memories found."},
		{"listed", tool("memory_list", `{}`), `1 memories:\n- k [x, z] (by a) — 2026-03-04T12:00:00Z`},
		{"a ttl hides", tool("memory_store", `{"key":"h","value":"v","ttl":60}`), "created (2 total entries)"},
		{"it is hidden", tool("memory_recall", `{"key":"h"}`), "No memories found."},
		{"words are anded", tool("memory_search", `{"query":"k z"}`), `1 results (ranked by relevance):\n\n## k\n`},
		{"an operator alone", tool("memory_search", `{"query":"AND"}`), `"isError":true`},
		{"natural words", tool("memory_search", `{"query":"and","mode":"natural"}`), "No memories found."},
		{"the last one", tool("memory_store", `{"key":"l","value":"v"}`), "created (3 total entries)"},
		{"full", tool("memory_store", `{"key":"m","value":"v"}`), `"isError":true`},
		{"full, but known", tool("memory_store", `{"key":"l","value":"w"}`), "updated"},
		{"forgotten", tool("memory_forget", `{"key":"l"}`), "Removed 1 memory(ies). 2 remaining."},
		{"nothing to forget", tool("memory_forget", `{}`), "No matching memories found."},
	} {
		status, got := post(t, m.Transport(), "http://mem7", "", step.body)
		assert.Equal(t, http.StatusOK, status, step.name)
		assert.Contains(t, got, step.want, step.name)
	}
	assert.Equal(t, 5, m.Stores())
	assert.Len(t, m.Entries(), 2)
}

func TestServer(t *testing.T) {
	t.Parallel()
	s := mem7test.NewServer(mem7test.Options{Token: "secret"})
	defer s.Close()
	way := &http.Transport{}
	defer way.CloseIdleConnections()
	status, text := post(t, way, s.URL, "", `{}`)
	assert.Equal(t, http.StatusUnauthorized, status)
	assert.Equal(t, "unauthorized", text)
	s.SetFault(mem7test.Fault{Status: http.StatusBadGateway, Times: 2, AfterHandling: true})
	status, _ = post(t, way, s.URL, "secret", tool("memory_store", `{"key":"k","value":"v"}`))
	assert.Equal(t, http.StatusBadGateway, status)
	require.NoError(t, s.Wait(t.Context(), 1), "it was handled")
	status, _ = post(t, way, s.URL, "secret", tool("memory_list", `{}`))
	assert.Equal(t, http.StatusBadGateway, status)
	status, _ = post(t, way, s.URL, "secret", tool("memory_list", `{}`))
	assert.Equal(t, http.StatusOK, status, "twice is over")

	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	require.ErrorIs(t, s.Wait(ctx, 2), context.DeadlineExceeded)
	s.Put(mem7test.Entry{Key: "l"})
	require.NoError(t, s.Wait(t.Context(), 2))
}
