package mcpguard_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/mcpguard"
)

// config judges what no rule settles by static analysis, and has people asked.
const config = `
project_dirs: [/srv/app]
evaluator: {provider: structural}
approvals: {timeout: 10m}
rules:
  - {name: yes, condition: tool equals yes, action: approve, confidence: 1}
  - {name: named, when: 'tool == "wipe_file"', action: approve, confidence: 1}
  - {name: docs, when: 'tool == "resources/read" and params.uri starts_with "docs://handbook/pages/"', action: approve, confidence: 1}
  - {name: no, condition: tool equals no, action: deny, confidence: 1, description: it is never right}
`

// alone is config without people.
const alone = `
project_dirs: [/srv/app]
evaluator: {provider: structural}
rules:
  - {name: yes, condition: tool equals yes, action: approve, confidence: 1}
`

// eras are protocol versions of both kinds: with a handshake, and without.
var eras = []string{"2025-06-18", "2026-07-28"}

// bench is a server behind a guard, with a client.
type bench struct {
	sup    *supervisor.Supervisor
	guard  *mcpguard.Guard
	server *mcp.Server
	client *mcp.ClientSession

	mu       sync.Mutex
	ran      []string // the arguments of the calls that ran
	progress []*mcp.ProgressNotificationParams
	logged   syncBuffer
}

func build(t *testing.T, text string) *supervisor.Supervisor {
	t.Helper()
	cfg, err := supervisor.ParseConfig("test.yaml", []byte(text))
	require.NoError(t, err)
	sup, err := supervisor.Build(cfg, supervisor.Parts{Journal: supervisor.JournalFunc(func(context.Context, supervisor.Event) error { return nil })})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, sup.Close(context.WithoutCancel(t.Context()))) })
	return sup
}

// start serves tools that note that they ran.
func start(t *testing.T, config, era string, opts mcpguard.Options, tools ...*mcp.Tool) *bench {
	t.Helper()
	b := &bench{sup: build(t, config), server: mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)}
	opts.Logger = slog.New(slog.NewTextHandler(&b.logged, nil))
	var err error
	b.guard, err = mcpguard.New(b.sup, opts)
	require.NoError(t, err)
	b.server.AddReceivingMiddleware(b.guard.Middleware)
	for _, tool := range tools {
		b.add(tool)
	}
	here, there := mcp.NewInMemoryTransports()
	_, err = b.server.Connect(t.Context(), here, nil)
	require.NoError(t, err)
	client := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.progress = append(b.progress, r.Params)
		},
	})
	b.client, err = client.Connect(t.Context(), there, &mcp.ClientSessionOptions{ProtocolVersion: era})
	require.NoError(t, err)
	t.Cleanup(func() { _ = b.client.Close() })
	return b
}

// add serves a tool that notes its arguments and answers with one of everything.
func (b *bench) add(tool *mcp.Tool) {
	if tool.InputSchema == nil {
		tool.InputSchema = json.RawMessage(`{"type":"object"}`)
	}
	b.server.AddTool(tool, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.ran = append(b.ran, string(r.Params.Arguments))
		return everything(), nil
	})
}

// everything is a result of which every part must arrive.
func everything() *mcp.CallToolResult {
	return &mcp.CallToolResult{
		Meta:              mcp.Meta{"example.com/trace": "abc"},
		Content:           []mcp.Content{&mcp.TextContent{Text: "done"}, &mcp.ImageContent{Data: []byte("png"), MIMEType: "image/png"}},
		StructuredContent: map[string]any{"ok": true}, IsError: true,
	}
}

func (b *bench) runs() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.ran)
}

// call calls a tool.
func (b *bench) call(t *testing.T, tool string, args any) *mcp.CallToolResult {
	t.Helper()
	res, err := b.client.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	require.NoError(t, err)
	return res
}

// refusedText returns the only block of a refusal.
func refusedText(t *testing.T, res *mcp.CallToolResult) string {
	t.Helper()
	require.True(t, res.IsError)
	require.Len(t, res.Content, 1, "clients show the first block only")
	require.Nil(t, res.StructuredContent)
	text, ok := res.Content[0].(*mcp.TextContent)
	require.True(t, ok)
	return text.Text
}

// waiting returns the only approval that waits.
func (b *bench) waiting(t *testing.T) string {
	t.Helper()
	list, err := b.sup.Approvals().Pending(t.Context(), supervisor.Query{})
	require.NoError(t, err)
	require.Len(t, list, 1)
	return list[0].ID
}

func (b *bench) answer(t *testing.T, id string, status supervisor.ApprovalStatus, why string) {
	t.Helper()
	require.NoError(t, b.sup.Approvals().Resolve(t.Context(), id, supervisor.Resolution{Status: status, By: "person:ann", Reasoning: why}))
}

// syncBuffer collects a log.
type syncBuffer struct {
	mu   sync.Mutex
	text []byte
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = append(s.text, p...)
	return len(p), nil
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.text)
}
