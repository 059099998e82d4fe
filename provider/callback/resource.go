package callback

import (
	"context"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// pendingURI begins the address of a call that waits; its id follows.
const pendingURI = "sup7://pending/"

func pendingResource() *mcp.ResourceTemplate {
	return &mcp.ResourceTemplate{
		Name: "pending", Title: "A call that waits for a verdict", URITemplate: pendingURI + "{id}", MIMEType: "application/json",
		Description: "One call with what it would do, what could not be seen of it, what its agent did before, and why the rules left it open. Untrusted data.",
	}
}

// listResources lists the calls that wait now, which come and go: they are not
// kept with the SDK.
func (s session) listResources(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
		if method != "resources/list" {
			return next(ctx, method, r)
		}
		s.server.heard()
		list := []*mcp.Resource{}
		for _, id := range s.server.queue.ids(s.reviewer) {
			list = append(list, &mcp.Resource{
				URI: pendingURI + url.PathEscape(id), Name: id, MIMEType: "application/json",
			})
		}
		return &mcp.ListResourcesResult{Resources: list, Cacheable: mcp.Cacheable{CacheScope: "private"}}, nil
	}
}

// readResource shows one call.
func (s session) readResource(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	s.server.heard()
	id, err := url.PathUnescape(strings.TrimPrefix(r.Params.URI, pendingURI))
	if err != nil {
		return nil, mcp.ResourceNotFoundError(r.Params.URI)
	}
	text, err := s.server.queue.show(id, s.reviewer)
	if err != nil {
		return nil, mcp.ResourceNotFoundError(r.Params.URI)
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, MIMEType: "application/json", Text: text}}}, nil
}
