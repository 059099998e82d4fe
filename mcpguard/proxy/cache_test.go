package proxy_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHowLongAResultMayBeKept: a version with a handshake has no word for it, one
// without must have it.
func TestHowLongAResultMayBeKept(t *testing.T) {
	t.Parallel()
	const stateless = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	ask := func(method, params string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":"two","method":%q,"params":{%s}}`, method, params)
	}
	for _, server := range eras {
		for _, method := range []string{"tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"} {
			t.Run(method+" from "+server, func(t *testing.T) {
				t.Parallel()
				uri := ""
				if method == "resources/read" {
					uri = `"uri":"docs://a",`
				}
				got := raw(t, within(t, behind(server, nil)), handshake, ask(method, uri+`"_meta":{}`))[1]
				for _, key := range []string{"cacheScope", "ttlMs", "resultType"} {
					assert.NotContains(t, got, key)
				}
				got = raw(t, within(t, behind(server, nil)), ask(method, uri+stateless))[0]
				assert.JSONEq(t, `"private"`, string(got["cacheScope"]))
				assert.JSONEq(t, `"complete"`, string(got["resultType"]))
				assert.Equal(t, "0", string(got["ttlMs"]))
				if method == "tools/list" {
					assert.Contains(t, string(got["tools"]), `"ask"`)
				}
			})
		}
	}
	for _, says := range []string{`5000`, `-1`, `"a"`, `1e400`, `1.5`} {
		t.Run(says, func(t *testing.T) {
			t.Parallel()
			s := behind(eras[1], nil)
			s.AddReceivingMiddleware(answering(`{"contents":[],"cacheScope":"public","ttlMs":` + says + `}`))
			got := raw(t, within(t, s), ask("resources/read", `"uri":"docs://a",`+stateless))[0]
			assert.JSONEq(t, `"private"`, string(got["cacheScope"]))
			want := "0"
			if says == "5000" {
				want = says
			}
			assert.Equal(t, want, string(got["ttlMs"]))
		})
	}
	got := raw(t, within(t, behind(eras[1], nil)), ask("server/discover", stateless))[0]
	require.JSONEq(t, `"private"`, string(got["cacheScope"]))
}

// saying is a result that is what it says.
type saying struct {
	mcp.ResultBase

	text string
}

func (s *saying) MarshalJSON() ([]byte, error) { return []byte(s.text), nil }

// answering reads every resource with one result.
func answering(text string) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method == "resources/read" {
				return &saying{text: text}, nil
			}
			return next(ctx, method, req)
		}
	}
}
