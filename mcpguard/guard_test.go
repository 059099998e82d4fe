package mcpguard_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/mcpguard"
)

func TestAnApprovedCallComesBackAsItIs(t *testing.T) {
	t.Parallel()
	for _, era := range eras {
		t.Run(era, func(t *testing.T) {
			t.Parallel()
			b := start(t, config, era, mcpguard.Options{}, &mcp.Tool{Name: "yes"})
			res := b.call(t, "yes", json.RawMessage(`{"n":9007199254740993,"html":"<&>"}`))
			want := everything()
			assert.Equal(t, want.Content, res.Content)
			assert.Equal(t, want.StructuredContent, res.StructuredContent)
			assert.True(t, res.IsError)
			assert.Equal(t, "abc", res.Meta["example.com/trace"])
			require.Len(t, b.runs(), 1)
			assert.Contains(t, b.runs()[0], "9007199254740993", "numbers are not rounded on the way")
			assert.JSONEq(t, `{"n":9007199254740993,"html":"<&>"}`, b.runs()[0])
			assert.Less(t, strings.Index(b.runs()[0], "html"), strings.Index(b.runs()[0], `"n"`), "it gets what was judged, not the text that came")
		})
	}
}

func TestNoArgumentsAreNone(t *testing.T) {
	t.Parallel()
	b := start(t, config, eras[0], mcpguard.Options{}, &mcp.Tool{Name: "yes"})
	b.call(t, "yes", nil)
	b.call(t, "yes", json.RawMessage("null"))
	assert.Equal(t, []string{"{}", "{}"}, b.runs())
}

func TestARefusedCallIsReadableAndDoesNotRun(t *testing.T) {
	t.Parallel()
	for _, era := range eras {
		t.Run(era, func(t *testing.T) {
			t.Parallel()
			b := start(t, config, era, mcpguard.Options{Advice: "Files of /srv/app may be changed."}, &mcp.Tool{Name: "no"}, &mcp.Tool{Name: "write_file"})
			res := b.call(t, "no", nil)
			wire, err := json.Marshal(res)
			require.NoError(t, err)
			assert.Equal(t, era >= "2026", strings.Contains(string(wire), `"resultType":"complete"`))
			said, ok := res.Meta[mcpguard.MetaKey].(map[string]any)
			require.True(t, ok)
			assert.Equal(t, "deny", said["decision"])
			id, _ := said["id"].(string)
			assert.Equal(t, strings.Join([]string{
				"DENIED: no did not run.",
				"Why: rule 'no' matched; it is never right",
				"Files of /srv/app may be changed.",
				"Do not try to reach the same in another way; tell your user what you needed it for.",
				"Decision " + id + ".",
			}, "\n"), refusedText(t, res))
			text := refusedText(t, b.call(t, "write_file", map[string]any{"path": "/opt/other/x", "content": "x"}))
			assert.Contains(t, text, "DENIED: write_file did not run.\nWhy: ")
			assert.Contains(t, text, "/opt/other/x")
			assert.Empty(t, b.runs())
		})
	}
}

func TestWhatCannotBeJudgedDoesNotRun(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ tool, args, says string }{
		"a key twice":      {"yes", `{"path":"/srv/app/a","path":"/etc/passwd"}`, "INVALID: yes did not run.\nWhy: its arguments cannot be judged: json object has a duplicate key"},
		"no object":        {"yes", `[1]`, "not a json object"},
		"half a character": {"yes", `{"path":"\ud800"}`, "unpaired surrogate"},
		"too deep":         {"yes", strings.Repeat(`{"a":`, 70) + "1" + strings.Repeat("}", 70), "nested too deeply"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := start(t, config, eras[1], mcpguard.Options{}, &mcp.Tool{Name: "yes"})
			assert.Contains(t, refusedText(t, b.call(t, tt.tool, json.RawMessage(tt.args))), tt.says)
			assert.Empty(t, b.runs())
		})
	}
}

// TestAToolThatIsNotThere: a call that cannot run waits for nobody.
func TestAToolThatIsNotThere(t *testing.T) {
	t.Parallel()
	for _, era := range eras {
		t.Run(era, func(t *testing.T) {
			t.Parallel()
			b := start(t, config, era, mcpguard.Options{}, &mcp.Tool{Name: "yes"}, &mcp.Tool{Name: "odd"})
			refused := func(tool string) string {
				_, err := b.client.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: map[string]any{"key": "s3cret"}})
				var wire *jsonrpc.Error
				require.ErrorAs(t, err, &wire)
				assert.EqualValues(t, jsonrpc.CodeInvalidParams, wire.Code)
				return wire.Message
			}
			assert.Equal(t, `unknown tool "nobody"`, refused("nobody"))
			assert.Less(t, len(refused(strings.Repeat("x", 1<<20))), 100)
			b.call(t, "yes", nil)
			b.server.RemoveTools("yes", "odd")
			b.guard.ToolsChanged()
			assert.Equal(t, `unknown tool "odd"`, refused("odd"), "any more")
			assert.Equal(t, `unknown tool "yes"`, refused("yes"), "whatever the rules say")
			waiting, err := b.sup.Approvals().Pending(t.Context(), supervisor.Query{})
			require.NoError(t, err)
			assert.Empty(t, waiting)
			assert.Len(t, b.runs(), 1)
		})
	}
}

func TestWhoCallsAndWhatTheToolIs(t *testing.T) {
	t.Parallel()
	b := start(t, config, eras[0], mcpguard.Options{Wait: -1, Caller: supervisor.Call{Agent: "coder", Session: "s1", WorkingDir: "/srv/app", Tool: "other"}},
		&mcp.Tool{Name: "odd", Description: "does odd things"})
	b.call(t, "odd", map[string]any{"a": 1})
	a, err := b.sup.Approvals().Approval(t.Context(), b.waiting(t))
	require.NoError(t, err)
	assert.Equal(t, "coder", a.Call.Agent)
	assert.Equal(t, "s1", a.Call.Session)
	assert.Equal(t, "/srv/app", a.Call.WorkingDir)
	assert.Equal(t, "odd", a.Call.Tool)
	assert.Equal(t, "does odd things", a.Call.ToolDescription)
	assert.Empty(t, a.Call.Doubts)
}

func TestReadingAResourceIsJudged(t *testing.T) {
	t.Parallel()
	for _, era := range eras {
		t.Run(era, func(t *testing.T) {
			t.Parallel()
			b := start(t, config, era, mcpguard.Options{Wait: -1})
			for _, uri := range []string{"docs://handbook/pages/a", "file:///etc/passwd"} {
				b.server.AddResource(&mcp.Resource{URI: uri, Name: uri}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
					return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, Text: "text"}}}, nil
				})
			}
			res, err := b.client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "docs://handbook/pages/a"})
			require.NoError(t, err)
			assert.Equal(t, "text", res.Contents[0].Text)
			_, err = b.client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "file:///etc/passwd"})
			var wire *jsonrpc.Error
			require.ErrorAs(t, err, &wire)
			assert.EqualValues(t, 403, wire.Code)
			assert.Contains(t, wire.Message, "NOT APPROVED YET: resources/read file:///etc/passwd did not run.")
		})
	}
}

func TestCallsAtOnce(t *testing.T) {
	t.Parallel()
	b := start(t, config, eras[1], mcpguard.Options{}, &mcp.Tool{Name: "yes"}, &mcp.Tool{Name: "no"})
	var calls sync.WaitGroup
	for i := range 40 {
		calls.Go(func() {
			tool := []string{"yes", "no"}[i%2]
			res, err := b.client.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: map[string]any{"i": i}})
			if assert.NoError(t, err) {
				assert.Equal(t, tool == "yes", len(res.Content) == 2)
			}
		})
	}
	calls.Wait()
	assert.Len(t, b.runs(), 20)
	for i := range 20 {
		assert.Contains(t, b.runs(), fmt.Sprintf(`{"i":%d}`, 2*i))
	}
}

func TestNewNeedsASupervisor(t *testing.T) {
	t.Parallel()
	_, err := mcpguard.New(nil, mcpguard.Options{})
	require.Error(t, err)
}
