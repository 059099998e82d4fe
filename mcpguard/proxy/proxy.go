// Package proxy speaks for an MCP server that is behind it, so that middleware of
// the official Go SDK can stand before a server that is not written in Go:
//
//	p, err := proxy.Connect(ctx, &mcp.CommandTransport{Command: cmd}, proxy.Options{Middleware: guard.Middleware, ToolsChanged: guard.ToolsChanged})
//	err = p.Serve(ctx, &mcp.StdioTransport{})
//
// Either side may speak either era of the protocol, with a handshake (up to
// 2025-11-25) or without (2026-07-28): the two sides are two sessions, each with
// ids and progress tokens of its own.
//
// Tools, resources, prompts and completions are passed on, each when the client
// asks; so are progress, cancels, the pages of lists, and the notice that the tools
// changed. The result of a call, a prompt or a read arrives as it was sent. What a
// server would ask of the client (sampling, elicitation, roots), its log messages
// and subscriptions to resources are not offered to it, and it is told so.
//
// Over stdio a line that is no message is answered with an error, and so is a batch;
// the session goes on. A request that was cancelled gets no answer, but over HTTP,
// where the SDK's transport decides. How long a list or a resource may be kept is
// said to clients without a handshake only, as privately.
package proxy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"syscall"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ErrServerEnded says that the server behind is gone.
var ErrServerEnded = errors.New("the server behind the proxy ended")

// Options is what a [Proxy] is made of, besides the server behind it.
type Options struct {
	// Middleware stands before what is passed on. Nil: nothing does.
	Middleware mcp.Middleware
	// ToolsChanged is called when the server says that its tools changed, before
	// the client is told. It must return at once. Nil: nobody is.
	ToolsChanged func()
	// Name and Version are what both sides are told of the proxy. An empty Name
	// is "mcp-proxy".
	Name, Version string
	// Logger hears what the SDK logs of both sessions, much of it as information.
	// Nil: nothing is logged.
	Logger *slog.Logger
}

// Proxy passes on what comes in to one server. [Proxy.Close] ends it.
type Proxy struct {
	behind    *mcp.ClientSession
	server    *mcp.Server
	progress  relay
	answering answering
	alive     context.Context // until the server behind or Serve ends; its cause says why
	end       context.CancelCauseFunc
	gone      chan struct{} // closed once the server behind is
}

// Connect connects to the server that is to be behind. ctx bounds the connecting
// alone.
func Connect(ctx context.Context, behind mcp.Transport, opts Options) (*Proxy, error) {
	impl := &mcp.Implementation{Name: cmp.Or(opts.Name, "mcp-proxy"), Version: opts.Version}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	p := &Proxy{gone: make(chan struct{})}
	connected := make(chan struct{})
	defer close(connected)
	client := mcp.NewClient(impl, &mcp.ClientOptions{
		Capabilities: &mcp.ClientCapabilities{}, Logger: opts.Logger, ProgressNotificationHandler: p.progress.passOn,
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) {
			<-connected
			p.toolsChanged(opts.ToolsChanged)
		},
	})
	var err error
	if p.behind, err = client.Connect(ctx, exactly(behind), nil); err != nil {
		return nil, fmt.Errorf("connecting to the server behind the proxy: %w", err)
	}
	theirs := p.behind.InitializeResult()
	p.server = mcp.NewServer(impl, &mcp.ServerOptions{
		Capabilities: offer(theirs.Capabilities), Instructions: theirs.Instructions, Logger: opts.Logger,
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) { c.CacheScope = privately },
	})
	through := []mcp.Middleware{cacheable, p.whileAlive, opts.Middleware, p.passOn}
	p.server.AddReceivingMiddleware(slices.DeleteFunc(through, func(m mcp.Middleware) bool { return m == nil })...)
	p.alive, p.end = context.WithCancelCause(context.Background())
	go func() {
		defer close(p.gone)
		_ = p.behind.Wait() // of a server that ended nothing more is to be known
		p.end(ErrServerEnded)
	}()
	return p, nil
}

// offer is what of a server's capabilities is offered to clients.
func offer(theirs *mcp.ServerCapabilities) *mcp.ServerCapabilities {
	ours := &mcp.ServerCapabilities{}
	if theirs == nil {
		return ours
	}
	if theirs.Tools != nil {
		ours.Tools = &mcp.ToolCapabilities{ListChanged: theirs.Tools.ListChanged}
	}
	if theirs.Resources != nil {
		ours.Resources = &mcp.ResourceCapabilities{}
	}
	if theirs.Prompts != nil {
		ours.Prompts = &mcp.PromptCapabilities{}
	}
	ours.Completions = theirs.Completions
	return ours
}

// toolsChanged tells the client that the tools changed. The SDK does so when a
// tool is added; this one is never listed or called, since neither gets to it.
func (p *Proxy) toolsChanged(tell func()) {
	if p.server == nil { // the connecting failed
		return
	}
	if tell != nil {
		tell()
	}
	p.server.AddTool(&mcp.Tool{Name: "changed", InputSchema: map[string]any{"type": "object"}}, nil)
}

// Serve serves one client until it is gone or ctx ends, which is no error, or
// until the server behind is gone, which is [ErrServerEnded]. Calls that are under
// way then are answered first. A proxy serves once.
func (p *Proxy) Serve(ctx context.Context, client mcp.Transport) error {
	defer context.AfterFunc(ctx, func() { p.end(ctx.Err()) })()
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(p.alive, func() {
		p.answering.wait()
		stop()
	})()
	err := p.server.Run(serving, toClient(client))
	switch cause := context.Cause(p.alive); {
	case errors.Is(cause, ErrServerEnded):
		return cause
	case cause != nil, errors.Is(err, io.ErrClosedPipe), errors.Is(err, syscall.EPIPE): // the client went before its answers
		return nil
	}
	return err
}

// Close ends the server behind: a command has its standard input closed, and is
// stopped if it does not end by that.
func (p *Proxy) Close() error {
	err := p.behind.Close()
	<-p.gone
	return err
}
