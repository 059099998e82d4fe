package callback

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// session is what one reviewer is served: its name is fixed, whatever it says of
// itself. It may stand for several connections.
type session struct {
	server   *Server
	reviewer string
	ended    <-chan struct{} // closed when it is served no more; what waits then ends
}

// newMCP makes the MCP server of a session.
func (s session) newMCP() *mcp.Server {
	m := mcp.NewServer(&mcp.Implementation{Name: "sup7", Title: "sup7 reviewer", Version: s.server.version}, &mcp.ServerOptions{
		Instructions: instructions,
		// Lists of tools and prompts never change, and nobody is told of resources:
		// sup7_pending waits for them.
		Capabilities: &mcp.ServerCapabilities{
			Tools: &mcp.ToolCapabilities{}, Prompts: &mcp.PromptCapabilities{}, Resources: &mcp.ResourceCapabilities{},
		},
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) { c.TTLMs, c.CacheScope = 0, "private" },
	})
	m.AddTool(pendingTool(), s.pending)
	m.AddTool(verdictTool(), s.verdict)
	m.AddResourceTemplate(pendingResource(), s.readResource)
	m.AddPrompt(reviewPrompt(), getReviewPrompt)
	m.AddReceivingMiddleware(recovered(s.server.log), s.listResources)
	return m
}

// recovered answers a request whose handler panics with an error: the SDK would let
// the process die. The panic's value is not logged, since it could hold a parameter.
func recovered(log *slog.Logger) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (_ mcp.Result, err error) {
			defer func() {
				if p := recover(); p != nil {
					log.ErrorContext(ctx, "a request of a reviewer panicked",
						"method", method, "panic", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
					err = errors.New("the server failed at this request")
				}
			}()
			return next(ctx, method, r)
		}
	}
}
