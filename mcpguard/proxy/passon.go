package proxy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// passOn hands requests to the server behind. What is about the session itself,
// such as its beginning, is the business of next.
func (p *Proxy) passOn(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch r := req.(type) {
		case *mcp.CallToolRequest:
			return p.callTool(ctx, r)
		case *mcp.ListToolsRequest:
			return answer(p.behind.ListTools(ctx, ours(r.Params)))
		case *mcp.ListResourcesRequest:
			return answer(p.behind.ListResources(ctx, ours(r.Params)))
		case *mcp.ListResourceTemplatesRequest:
			return answer(p.behind.ListResourceTemplates(ctx, ours(r.Params)))
		case *mcp.ReadResourceRequest:
			return exact(ctx, r.ProtocolVersion(), func(ctx context.Context) (mcp.Result, error) { return p.behind.ReadResource(ctx, ours(r.Params)) })
		case *mcp.ListPromptsRequest:
			return answer(p.behind.ListPrompts(ctx, ours(r.Params)))
		case *mcp.GetPromptRequest:
			return exact(ctx, r.ProtocolVersion(), func(ctx context.Context) (mcp.Result, error) { return p.behind.GetPrompt(ctx, ours(r.Params)) })
		case *mcp.CompleteRequest:
			return answer(p.behind.Complete(ctx, ours(r.Params)))
		}
		return next(ctx, method, req)
	}
}

func (p *Proxy) callTool(ctx context.Context, r *mcp.CallToolRequest) (mcp.Result, error) {
	params := &mcp.CallToolParams{
		Meta: ownMeta(r.Params.Meta), Name: r.Params.Name, Arguments: r.Params.Arguments,
	}
	if token := r.Params.GetProgressToken(); token != nil {
		own, forget := p.progress.open(func(n *mcp.ProgressNotificationParams) {
			n.ProgressToken = token
			_ = r.Session.NotifyProgress(ctx, n) // a client that is gone has its call cancelled
		})
		defer forget()
		params.SetProgressToken(own)
	}
	return exact(ctx, r.ProtocolVersion(), func(ctx context.Context) (mcp.Result, error) { return p.behind.CallTool(ctx, params) })
}

// whileAlive ends what is under way when the server behind does, and answers for
// it. A call of a tool gets a result, so that the model sees what happened.
func (p *Proxy) whileAlive(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		call, isCall := req.(*mcp.CallToolRequest)
		if isCall {
			p.answering.begin(ctx)
		}
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		defer context.AfterFunc(p.alive, func() { cancel(context.Cause(p.alive)) })()
		res, err := next(ctx, method, req)
		if !isCall || err == nil {
			return res, err
		}
		var answered *jsonrpc.Error
		ended := errors.Is(context.Cause(ctx), ErrServerEnded)
		switch {
		case errors.As(err, &answered), ctx.Err() != nil && !ended:
			return nil, err // the server said so, or the client gave the call up
		case ended:
			err = ErrServerEnded
		}
		return failed(call, err)
	}
}

// failed is the result of a call that went wrong between here and the server.
func failed(call *mcp.CallToolRequest, err error) (mcp.Result, error) {
	text := fmt.Sprintf("%.200s did not finish: %v. Whether it did anything is not known.", call.Params.Name, err)
	raw, err := json.Marshal(&mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}})
	if err != nil {
		return nil, err
	}
	return readExact(raw, call.ProtocolVersion())
}

// answer makes one type of what the SDK returns, and passes an error of the
// protocol on as the server sent it.
func answer[R mcp.Result](res R, err error) (mcp.Result, error) {
	var wire *jsonrpc.Error
	switch {
	case errors.As(err, &wire):
		return nil, wire
	case err != nil:
		return nil, err
	}
	return res, nil
}

// ours returns params for the session with the server behind, which has a _meta
// of its own.
func ours[T any, P interface {
	*T
	mcp.Params
}](theirs P) P {
	if theirs == nil {
		return nil
	}
	params := P(new(T))
	*params = *theirs
	params.SetMeta(ownMeta(params.GetMeta()))
	return params
}

// ownMeta returns a copy without what belongs to the session that it came from:
// the protocol's own keys, and the token for progress.
func ownMeta(theirs map[string]any) map[string]any {
	own := maps.Clone(theirs)
	maps.DeleteFunc(own, func(key string, _ any) bool {
		return key == "progressToken" || strings.HasPrefix(key, "io.modelcontextprotocol/")
	})
	return own
}
