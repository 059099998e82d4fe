package mcpguard

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
)

// ReadResource is the tool that the reading of a resource is judged as, with the
// parameter uri. A rule that names it can approve it; nothing else knows it.
const ReadResource = "resources/read"

// DefaultWait is how long a call is held for a person. Claude Code moves a call
// to the background after two minutes; the person should have answered before.
const DefaultWait = 2 * time.Minute

// codeRefused is the code of a read that is refused. The protocol keeps all codes
// from -32768 to -32000 for itself.
const codeRefused = 403

// Options is what a [Guard] is made of, besides its supervisor. The zero Options
// is valid.
type Options struct {
	// Caller says for whom calls are judged: its Agent, Session and WorkingDir
	// above all. Tool, Params, ID and ToolDescription are those of each call. An
	// empty Session is that of the transport; stdio has none.
	Caller supervisor.Call
	// Wait is how long a call that is escalated is held for a person, at most
	// until its approval ends. 0 means [DefaultWait]; less than 0 means that the
	// model is told at once to come back.
	Wait time.Duration
	// Advice tells the model what it may do without being refused, in a sentence
	// or two. Empty: nothing is said of that.
	Advice string
	// People tells the model where a person answers what waits, such as "on the
	// page at http://127.0.0.1:9096". Empty: nothing is said of that.
	People string
	// Logger hears of definitions that changed and of calls that could not be
	// judged. Nil: nothing is logged.
	Logger *slog.Logger
}

// Guard judges the calls that reach an MCP server. It is safe for concurrent use.
type Guard struct {
	sup   *supervisor.Supervisor
	opts  Options
	tools definitions
	holds holds
}

// New makes a guard. Use one for each server that it stands before: it keeps the
// definitions of that server's tools.
func New(sup *supervisor.Supervisor, opts Options) (*Guard, error) {
	if sup == nil {
		return nil, errors.New("mcpguard: a supervisor is needed")
	}
	if opts.Wait == 0 {
		opts.Wait = DefaultWait
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	return &Guard{sup: sup, opts: opts, tools: definitions{pinned: map[string]definition{}, log: opts.Logger}}, nil
}

// Middleware judges what comes in before next handles it. It is an
// [mcp.Middleware], for [mcp.Server.AddReceivingMiddleware].
func (g *Guard) Middleware(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch r := req.(type) {
		case *mcp.CallToolRequest:
			return g.callTool(ctx, next, r)
		case *mcp.ReadResourceRequest:
			return g.readResource(ctx, next, r)
		}
		res, err := next(ctx, method, req)
		if list, ok := res.(*mcp.ListToolsResult); ok && err == nil {
			g.tools.learn(list.Tools)
		}
		return res, err
	}
}

// ToolsChanged says that the server announced other tools, so that they are
// listed again before the next call is judged.
func (g *Guard) ToolsChanged() { g.tools.forgetFresh() }

// caller says for whom a call of a session is judged.
func (g *Guard) caller(session *mcp.ServerSession) supervisor.Call {
	call := g.opts.Caller
	if call.Session == "" && session != nil {
		call.Session = session.ID()
	}
	return call
}

func (g *Guard) callTool(ctx context.Context, next mcp.MethodHandler, req *mcp.CallToolRequest) (mcp.Result, error) {
	text := req.Params.Arguments
	if len(text) == 0 || string(text) == "null" { // some clients say null for none
		text = json.RawMessage("{}")
	}
	params, err := decision.ParseParams(text)
	if err != nil {
		return refusal(req, g.explain(req.Params.Name, &unreadable{err}), nil), nil
	}
	call := g.caller(req.Session)
	if err := g.tools.describe(&call, req.Params.Name, pagesOf(ctx, next, req.Session)); err != nil {
		g.opts.Logger.InfoContext(ctx, "a call was refused", "tool", fmt.Sprintf("%.64s", req.Params.Name), "error", err)
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf("unknown tool %.64q", req.Params.Name)}
	}
	res, err := g.judged(ctx, req, call, req.Params.Name, params, func(ctx context.Context, params map[string]any) (mcp.Result, error) {
		judged, err := json.Marshal(params)
		if err != nil {
			return nil, err
		}
		own := *req.Params
		own.Arguments = judged
		return next(ctx, "tools/call", &mcp.CallToolRequest{Session: req.Session, Params: &own, Extra: req.Extra})
	})
	var refused *refusedError
	if errors.As(err, &refused) {
		return refusal(req, g.explain(req.Params.Name, refused.why), decisionOf(refused.why)), nil
	}
	return res, err
}

func (g *Guard) readResource(ctx context.Context, next mcp.MethodHandler, req *mcp.ReadResourceRequest) (mcp.Result, error) {
	params := map[string]any{"uri": req.Params.URI}
	res, err := g.judged(ctx, req, g.caller(req.Session), ReadResource, params, func(ctx context.Context, _ map[string]any) (mcp.Result, error) {
		return next(ctx, "resources/read", req)
	})
	var refused *refusedError
	if errors.As(err, &refused) {
		return nil, &jsonrpc.Error{Code: codeRefused, Message: g.explain(ReadResource+" "+req.Params.URI, refused.why)}
	}
	return res, err
}
