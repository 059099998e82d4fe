package proxy_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/mcpguard/proxy"
)

// oddResult holds what the SDK's own types would lose, round or refuse.
const oddResult = `{"content":[{"type":"hologram","depth":9007199254740993}],"structuredContent":{"id":9007199254740993,"x":1e400},` +
	`"isError":false,"unheardOf":[1],"_meta":{"example.com/n":9007199254740993}}`

// odd is a server that answers every call with one result. It speaks with a
// handshake only.
func odd(t *testing.T, result string) mcp.Transport {
	t.Helper()
	requests, toServer := io.Pipe()
	fromServer, answers := io.Pipe()
	go func() {
		defer func() { _ = answers.Close() }()
		for lines := bufio.NewScanner(requests); lines.Scan(); {
			var req struct {
				ID     json.RawMessage
				Method string
			}
			if json.Unmarshal(lines.Bytes(), &req) != nil || req.ID == nil {
				continue
			}
			body := `"error":{"code":-32601,"message":"no"}`
			switch req.Method {
			case "initialize":
				body = `"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"odd","version":"1"}}`
			case "tools/call":
				body = `"result":` + result
			}
			_, _ = io.WriteString(answers, `{"jsonrpc":"2.0","id":`+string(req.ID)+`,`+body+"}\n")
		}
	}()
	t.Cleanup(func() { _ = requests.Close() })
	return &mcp.IOTransport{Reader: fromServer, Writer: toServer}
}

// raw asks a proxy in the words of a client, and returns the answers.
func raw(t *testing.T, behind mcp.Transport, requests ...string) []map[string]json.RawMessage {
	t.Helper()
	p, err := proxy.Connect(t.Context(), behind, proxy.Options{Name: "gate", Version: "1"})
	require.NoError(t, err)
	asked, ask := io.Pipe()
	told, tell := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- p.Serve(t.Context(), &mcp.IOTransport{Reader: asked, Writer: tell}) }()
	answers := json.NewDecoder(told)
	var all []map[string]json.RawMessage
	for _, request := range requests {
		_, err := io.WriteString(ask, request+"\n")
		require.NoError(t, err)
		var m struct {
			Result map[string]json.RawMessage
			Error  json.RawMessage
		}
		require.NoError(t, answers.Decode(&m))
		require.Empty(t, m.Error)
		all = append(all, m.Result)
	}
	require.NoError(t, ask.Close())
	require.NoError(t, <-served)
	require.NoError(t, p.Close())
	return all
}

const (
	handshake     = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`
	oldCall       = `{"jsonrpc":"2.0","id":"two","method":"tools/call","params":{"name":"any"}}`
	statelessCall = `{"jsonrpc":"2.0","id":"two","method":"tools/call","params":{"name":"any","_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
)

func TestAResultIsSentOnAsItCame(t *testing.T) {
	t.Parallel()
	check := func(t *testing.T, got map[string]json.RawMessage) {
		t.Helper()
		var want map[string]json.RawMessage
		require.NoError(t, json.Unmarshal([]byte(oddResult), &want))
		for key, value := range want {
			if key != "_meta" {
				assert.Equal(t, string(value), string(got[key]), key)
			}
		}
		assert.Contains(t, string(got["_meta"]), `"example.com/n":9007199254740993`)
	}
	t.Run("with a handshake", func(t *testing.T) {
		t.Parallel()
		got := raw(t, odd(t, oddResult), handshake, oldCall)[1]
		check(t, got)
		assert.NotContains(t, got, "resultType")
		assert.NotContains(t, string(got["_meta"]), "serverInfo")
	})
	t.Run("without", func(t *testing.T) {
		t.Parallel()
		got := raw(t, odd(t, oddResult), statelessCall)[0]
		check(t, got)
		assert.JSONEq(t, `"complete"`, string(got["resultType"]))
		assert.Contains(t, string(got["_meta"]), `"io.modelcontextprotocol/serverInfo":{"name":"gate"`)
	})
}

func TestWhatIsNoResultIsAnError(t *testing.T) {
	t.Parallel()
	for name, result := range map[string]string{
		"no object":        `[1]`,
		"null":             `null`,
		"_meta of a list":  `{"content":[],"_meta":[1]}`,
		"not complete yet": `{"resultType":"later","content":[]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, got := range []map[string]json.RawMessage{raw(t, odd(t, result), handshake, oldCall)[1], raw(t, odd(t, result), statelessCall)[0]} {
				assert.Equal(t, "true", string(got["isError"]))
				assert.Contains(t, string(got["content"]), "any did not finish")
			}
		})
	}
}

// TestAServerThatAsksForMore: the client declared that it cannot be asked. That is
// an error of the protocol, as the SDK sees it.
func TestAServerThatAsksForMore(t *testing.T) {
	t.Parallel()
	c, _ := through(t, eras[1], odd(t, `{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"?"}}}}`), proxy.Options{}, nil)
	_, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "any"})
	require.ErrorContains(t, err, "does not support elicitation")
}

func FuzzAResultIsSentOnOrIsAnError(f *testing.F) {
	for _, seed := range []string{oddResult, `{"content":[]}`, `null`, `{"_meta":null}`, `{"resultType":"complete","content":null,"_meta":{}}`, `{"a":1,"a":2}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, result string) {
		var object map[string]json.RawMessage
		if json.Unmarshal([]byte(result), &object) != nil || len(result) > 1<<16 {
			return // no line of the protocol
		}
		line, err := json.Marshal(object)
		require.NoError(t, err)
		got := raw(t, odd(t, string(line)), statelessCall)[0]
		assert.JSONEq(t, `"complete"`, string(got["resultType"]))
	})
}

func TestResultsOverHTTPAreThoseOfTheSDK(t *testing.T) {
	t.Parallel()
	server := behind(eras[1], nil)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	served := httptest.NewServer(handler)
	t.Cleanup(served.Close)
	c, _ := through(t, eras[0], &mcp.StreamableClientTransport{Endpoint: served.URL, HTTPClient: served.Client()}, proxy.Options{}, nil)
	res, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "echo", Arguments: map[string]any{"a": 1}})
	require.NoError(t, err)
	assert.Len(t, res.Content, 2)
}
