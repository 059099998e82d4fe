package proxy_test

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/mcpguard/proxy"
)

// each runs a test for clients and servers of both eras.
func each(t *testing.T, test func(t *testing.T, era, server string)) {
	t.Helper()
	for _, era := range eras {
		for _, server := range eras {
			t.Run(era+" to "+server, func(t *testing.T) {
				t.Parallel()
				test(t, era, server)
			})
		}
	}
}

func TestWhatIsPassedOn(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, era, server string) {
		c, _ := through(t, era, within(t, behind(server, nil)), proxy.Options{}, nil)
		assert.Equal(t, "be kind", c.InitializeResult().Instructions)
		var names []string
		for tool, err := range c.Tools(t.Context(), nil) {
			require.NoError(t, err)
			names = append(names, tool.Name)
		}
		assert.Equal(t, []string{"ask", "die", "echo", "grow", "slow", "tool0", "tool1", "tool2", "tool3"}, names, "of all pages")
		first, err := c.ListTools(t.Context(), &mcp.ListToolsParams{})
		require.NoError(t, err)
		assert.Len(t, first.Tools, 3, "the pages are the server's")

		resources, err := c.ListResources(t.Context(), nil)
		require.NoError(t, err)
		assert.Equal(t, "docs://a", resources.Resources[0].URI)
		templates, err := c.ListResourceTemplates(t.Context(), nil)
		require.NoError(t, err)
		assert.Equal(t, "docs://{name}", templates.ResourceTemplates[0].URITemplate)
		read, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "docs://a"})
		require.NoError(t, err)
		assert.Equal(t, "text of a", read.Contents[0].Text)
		prompts, err := c.ListPrompts(t.Context(), nil)
		require.NoError(t, err)
		assert.Equal(t, "greet", prompts.Prompts[0].Name)
		prompt, err := c.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "greet", Meta: mcp.Meta{"progressToken": "mine", "example.com/a": "b"}})
		require.NoError(t, err)
		assert.Contains(t, prompt.Description, "example.com/a:b")
		assert.NotContains(t, prompt.Description, "mine", "what belongs to one session does not get into the other")
		assert.Equal(t, server >= "2026", strings.Contains(prompt.Description, "io.modelcontextprotocol/"))
		assert.Equal(t, "hello", prompt.Messages[0].Content.(*mcp.TextContent).Text)
		completed, err := c.Complete(t.Context(), &mcp.CompleteParams{
			Ref: &mcp.CompleteReference{Type: "ref/prompt", Name: "greet"}, Argument: mcp.CompleteParamsArgument{Name: "a", Value: "b"},
		})
		require.NoError(t, err)
		assert.Equal(t, []string{"b!"}, completed.Completion.Values)
	})
}

func TestWhatIsNotOffered(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, era, server string) {
		c, _ := through(t, era, within(t, behind(server, nil)), proxy.Options{}, nil)
		offered := c.InitializeResult().Capabilities
		text, err := json.Marshal(offered)
		require.NoError(t, err)
		assert.NotContains(t, string(text), "logging")
		assert.False(t, offered.Resources.Subscribe || offered.Resources.ListChanged || offered.Prompts.ListChanged)
		assert.True(t, offered.Tools.ListChanged)
		_, err = c.CallTool(t.Context(), &mcp.CallToolParams{Name: "ask"})
		require.NoError(t, err, "the server is told that nobody can be asked")

		bare, _ := through(t, era, within(t, mcp.NewServer(&mcp.Implementation{Name: "bare"}, nil)), proxy.Options{Name: "gate"}, nil)
		offered = bare.InitializeResult().Capabilities
		assert.Nil(t, offered.Tools)
		assert.Nil(t, offered.Resources)
		assert.Nil(t, offered.Prompts)
		assert.Nil(t, offered.Completions)
	})
}

func TestAResultArrivesAsItWasSent(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, era, server string) {
		c, _ := through(t, era, within(t, behind(server, nil)), proxy.Options{}, nil)
		const args = `{"n":9007199254740993,"html":"<&>"}`
		res, err := c.CallTool(t.Context(), &mcp.CallToolParams{
			Name: "echo", Arguments: json.RawMessage(args), Meta: mcp.Meta{"example.com/trace": "t", "progressToken": "mine"},
		})
		require.NoError(t, err)
		require.Len(t, res.Content, 2)
		assert.JSONEq(t, args, res.Content[0].(*mcp.TextContent).Text)
		assert.Equal(t, []byte("png"), res.Content[1].(*mcp.ImageContent).Data)
		assert.True(t, res.IsError)
		assert.NotNil(t, res.StructuredContent)
		seen, _ := res.Meta["example.com/seen"].(map[string]any)
		assert.Equal(t, "t", seen["example.com/trace"], "what the client says of its own is passed on")
		assert.NotEqual(t, "mine", seen["progressToken"], "the token is ours")
	})
}

func TestErrorsOfTheProtocolArePassedOn(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, era, server string) {
		c, _ := through(t, era, within(t, behind(server, nil)), proxy.Options{}, nil)
		var wire *jsonrpc.Error
		_, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "nobody"})
		require.ErrorAs(t, err, &wire)
		assert.EqualValues(t, jsonrpc.CodeInvalidParams, wire.Code)
		assert.Equal(t, `unknown tool "nobody"`, wire.Message)
		_, err = c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "docs://x"})
		require.ErrorAs(t, err, &wire)
		assert.EqualValues(t, jsonrpc.CodeInvalidParams, wire.Code)
	})
}

func TestProgressIsPassedOn(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, era, server string) {
		release, heard := make(chan struct{}), make(chan *mcp.ProgressNotificationParams, 10)
		c, _ := through(t, era, within(t, behind(server, release)), proxy.Options{}, &mcp.ClientOptions{
			ProgressNotificationHandler: func(_ context.Context, n *mcp.ProgressNotificationClientRequest) { heard <- n.Params },
		})
		go func() {
			for i := range 3 {
				n := <-heard
				assert.Equal(t, "mine", n.ProgressToken)
				assert.InDelta(t, float64(i), n.Progress, 0)
				assert.InDelta(t, 3, n.Total, 0)
			}
			close(release)
		}()
		_, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "slow", Meta: mcp.Meta{"progressToken": "mine"}})
		require.NoError(t, err)
	})
}

func TestThatTheToolsChangedIsPassedOn(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, era, server string) {
		heard := make(chan struct{}, 1)
		var told atomic.Bool
		c, _ := through(t, era, within(t, behind(server, nil)), proxy.Options{ToolsChanged: func() { told.Store(true) }}, &mcp.ClientOptions{
			ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { heard <- struct{}{} },
		})
		_, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "grow"})
		require.NoError(t, err)
		<-heard
		assert.True(t, told.Load(), "before the client")
		var names []string
		for tool, err := range c.Tools(t.Context(), nil) {
			require.NoError(t, err)
			names = append(names, tool.Name)
		}
		assert.Contains(t, names, "grown")
		assert.NotContains(t, names, "changed", "what the notice is made of is not listed")
	})
}

func TestMiddlewareStandsBefore(t *testing.T) {
	t.Parallel()
	c, _ := through(t, eras[1], within(t, behind(eras[1], nil)), proxy.Options{Middleware: func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method == "tools/call" {
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "not today"}}}, nil
			}
			return next(ctx, method, req)
		}
	}}, nil)
	res, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "die"})
	require.NoError(t, err)
	assert.Equal(t, "not today", res.Content[0].(*mcp.TextContent).Text)
}

func TestACancelIsPassedOn(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, era, server string) {
		cmd := process(t, server)
		said := newLines()
		cmd.Stderr = said
		heard := make(chan struct{}, 10)
		c, _ := through(t, era, &mcp.CommandTransport{Command: cmd}, proxy.Options{}, &mcp.ClientOptions{
			ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) { heard <- struct{}{} },
		})
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-heard // it runs
			cancel()
		}()
		_, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "slow", Meta: mcp.Meta{"progressToken": "mine"}})
		require.ErrorIs(t, err, context.Canceled)
		said.wait("slow was cancelled")
	})
}

func TestAServerThatDies(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, era, server string) {
		heard := make(chan struct{}, 10)
		c, served := through(t, era, &mcp.CommandTransport{Command: process(t, server)}, proxy.Options{}, &mcp.ClientOptions{
			ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) { heard <- struct{}{} },
		})
		slow := make(chan *mcp.CallToolResult, 1)
		go func() {
			res, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "slow", Meta: mcp.Meta{"progressToken": "mine"}})
			assert.NoError(t, err)
			slow <- res
		}()
		<-heard // it runs
		res, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "die"})
		require.NoError(t, err)
		for _, res := range []*mcp.CallToolResult{res, <-slow} {
			require.NotNil(t, res)
			require.True(t, res.IsError)
			assert.Contains(t, res.Content[0].(*mcp.TextContent).Text, "did not finish: ")
		}
		require.ErrorIs(t, <-served, proxy.ErrServerEnded)
	})
}

func TestTheClientGoes(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, era, server string) {
		heard := make(chan struct{}, 10)
		c, served := through(t, era, &mcp.CommandTransport{Command: process(t, server)}, proxy.Options{}, &mcp.ClientOptions{
			ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) { heard <- struct{}{} },
		})
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_, _ = c.CallTool(ctx, &mcp.CallToolParams{Name: "slow", Meta: mcp.Meta{"progressToken": "mine"}})
		}()
		<-heard
		cancel()
		<-ended
		require.NoError(t, c.Close())
		require.NoError(t, <-served)
	})
}

func TestServingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	p, err := proxy.Connect(t.Context(), within(t, behind(eras[1], nil)), proxy.Options{})
	require.NoError(t, err)
	here, there := mcp.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- p.Serve(ctx, here) }()
	c, err := mcp.NewClient(&mcp.Implementation{Name: "c"}, nil).Connect(t.Context(), there, nil)
	require.NoError(t, err)
	slow := make(chan error, 1)
	go func() {
		_, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "slow"})
		slow <- err
	}()
	cancel()
	require.NoError(t, <-served)
	require.Error(t, <-slow)
	_ = c.Close()
	require.NoError(t, p.Close())
}

func TestAServerThatCannotBeReached(t *testing.T) {
	t.Parallel()
	cmd := process(t, eras[1])
	cmd.Path += "-not-there"
	_, err := proxy.Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, proxy.Options{})
	require.ErrorContains(t, err, "connecting to the server behind the proxy")
	cmd = process(t, eras[1])
	cmd.Args = append(cmd.Args, "-test.run=^$") // a program that is no server
	cmd.Env = slices.DeleteFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, "PROXY_TEST_SERVER=") })
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err = proxy.Connect(ctx, &mcp.CommandTransport{Command: cmd}, proxy.Options{})
	require.Error(t, err)
	require.NoError(t, ctx.Err(), "it is noticed at once")
}

// lines is where a process writes, and who waits for what it says.
type lines struct {
	wrote chan []byte
	all   bytes.Buffer
}

func newLines() *lines { return &lines{wrote: make(chan []byte, 1000)} }

func (l *lines) Write(p []byte) (int, error) {
	l.wrote <- bytes.Clone(p)
	return len(p), nil
}

func (l *lines) wait(text string) {
	for !bytes.Contains(l.all.Bytes(), []byte(text)) {
		l.all.Write(<-l.wrote)
	}
}
