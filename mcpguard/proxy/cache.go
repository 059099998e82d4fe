package proxy

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// privately says that only the client of who asked may keep a result: what one
// may see behind a proxy that judges, another may not.
const privately = "private"

// cacheable has the results that say how long they may be kept say it as the
// version of the client has it: with a handshake not at all, without one always,
// and privately. A time of the server's own stays; none is 0, which is not to be
// kept.
func cacheable(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if err != nil {
			return res, err
		}
		switch method {
		case "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read":
		default:
			return res, nil
		}
		version := ""
		if of, ok := req.(interface{ ProtocolVersion() string }); ok {
			version = of.ProtocolVersion()
		}
		exact, isExact := res.(*exactResult)
		if !isExact {
			raw, err := json.Marshal(res)
			if err != nil {
				return nil, err
			}
			whole, err := readExact(raw, version)
			if err != nil {
				return nil, err
			}
			exact, _ = whole.(*exactResult)
		}
		exact.keep(version >= firstStateless)
		return exact, nil
	}
}

// keep says how long the result may be kept, and by whom, if the client's version
// says that at all.
func (r *exactResult) keep(says bool) {
	ttl, err := strconv.ParseUint(string(r.members["ttlMs"]), 10, 53) // what every JSON reader reads exactly
	delete(r.members, "ttlMs")
	delete(r.members, "cacheScope")
	if !says {
		return
	}
	if err != nil {
		ttl = 0
	}
	r.members["ttlMs"] = json.RawMessage(strconv.FormatUint(ttl, 10))
	r.members["cacheScope"] = json.RawMessage(`"` + privately + `"`)
}
