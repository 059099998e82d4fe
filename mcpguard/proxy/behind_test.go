package proxy_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/mcpguard/proxy"
)

var object = map[string]any{"type": "object"}

// behind is a server with some of everything, three tools a page, of one era.
func behind(era string, release <-chan struct{}) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "behind", Version: "1"}, &mcp.ServerOptions{
		Instructions: "be kind", PageSize: 3, SupportedProtocolVersions: []string{era},
		CompletionHandler: func(_ context.Context, r *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
			return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{r.Params.Argument.Value + "!"}}}, nil
		},
	})
	for i := range 4 {
		s.AddTool(&mcp.Tool{Name: fmt.Sprint("tool", i), Description: "a tool", InputSchema: object}, nil)
	}
	s.AddTool(&mcp.Tool{Name: "echo", InputSchema: object}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{
			Meta:              mcp.Meta{"example.com/seen": r.Params.Meta},
			Content:           []mcp.Content{&mcp.TextContent{Text: string(r.Params.Arguments)}, &mcp.ImageContent{Data: []byte("png"), MIMEType: "image/png"}},
			StructuredContent: r.Params.Arguments, IsError: true,
		}, nil
	})
	s.AddTool(&mcp.Tool{Name: "slow", InputSchema: object}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		for i := range 3 {
			_ = r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: r.Params.GetProgressToken(), Progress: float64(i), Total: 3})
		}
		select {
		case <-release:
			return &mcp.CallToolResult{}, nil
		case <-ctx.Done():
			fmt.Fprintln(os.Stderr, "slow was cancelled")
			return nil, ctx.Err()
		}
	})
	s.AddTool(&mcp.Tool{Name: "grow", InputSchema: object}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		s.AddTool(&mcp.Tool{Name: "grown", InputSchema: object}, nil)
		return &mcp.CallToolResult{}, nil
	})
	s.AddTool(&mcp.Tool{Name: "ask", InputSchema: object}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if _, err := r.Session.Elicit(ctx, &mcp.ElicitParams{Message: "your name?", RequestedSchema: object}); err != nil {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}}, nil
		}
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{}}, nil
	})
	s.AddTool(&mcp.Tool{Name: "die", InputSchema: object}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		os.Exit(3)
		return nil, nil
	})
	s.AddResource(&mcp.Resource{URI: "docs://a", Name: "a"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: "docs://a", Text: "text of a"}}}, nil
	})
	s.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "docs://{name}", Name: "t"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return nil, mcp.ResourceNotFoundError("docs://x")
	})
	s.AddPrompt(&mcp.Prompt{Name: "greet"}, func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{Description: fmt.Sprint(r.Params.Meta), Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: "hello"}}}}, nil
	})
	return s
}

// serveBehind is the server behind as a process.
func serveBehind() int {
	fmt.Fprintln(os.Stderr, "behind started")
	if err := behind(os.Getenv("PROXY_TEST_SERVER"), nil).Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		return 1
	}
	return 0
}

// process is the server behind as a command.
func process(t *testing.T, era string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), "PROXY_TEST_SERVER="+era)
	return cmd
}

// eras are protocol versions of both kinds: with a handshake, and without.
var eras = []string{"2025-06-18", "2026-07-28"}

// through connects a client to a server that is behind a proxy.
func through(t *testing.T, era string, to mcp.Transport, opts proxy.Options, client *mcp.ClientOptions) (*mcp.ClientSession, <-chan error) {
	t.Helper()
	start, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	p, err := proxy.Connect(start, to, opts)
	require.NoError(t, err)
	here, there := mcp.NewInMemoryTransports()
	served := make(chan error, 1)
	go func() { served <- p.Serve(context.WithoutCancel(t.Context()), here) }()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, client).Connect(start, there, &mcp.ClientSessionOptions{ProtocolVersion: era})
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = session.Close()
		_ = p.Close()
	})
	return session, served
}

// within runs the server behind in this process.
func within(t *testing.T, s *mcp.Server) mcp.Transport {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	_, err := s.Connect(t.Context(), here, nil)
	require.NoError(t, err)
	return there
}
