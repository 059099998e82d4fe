package proxy

import (
	"context"
	"encoding/json"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// toClient has the transport of a client do what the protocol asks for and the SDK
// does not: no answer to a request that was cancelled, none that repeats all
// parameters, and an answer to a line that is no message. Transports over HTTP stay as
// they are: their connections have more to them than can be wrapped.
func toClient(t mcp.Transport) mcp.Transport {
	switch own := t.(type) {
	case *mcp.StdioTransport:
		return clientTransport{stdio(own.MaxLineLength)}
	case *mcp.IOTransport:
		return clientTransport{lineByLine(own.Reader, own.Writer, own.MaxLineLength)}
	case *mcp.InMemoryTransport:
		return clientTransport{t}
	}
	return t
}

type clientTransport struct{ mcp.Transport }

func (t clientTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &clientConnection{Connection: c, open: map[jsonrpc.ID]bool{}}, nil
}

// clientConnection knows which requests are open, and which of them the client
// has given up.
type clientConnection struct {
	mcp.Connection

	mu   sync.Mutex
	open map[jsonrpc.ID]bool // without an answer; true: cancelled
}

// Read notes requests and cancels.
func (c *clientConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	req, isRequest := m.(*jsonrpc.Request)
	if err != nil || !isRequest {
		return m, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if req.IsCall() {
		if _, again := c.open[req.ID]; !again { // which is refused under no id
			c.open[req.ID] = false
		}
		return m, nil
	}
	if req.Method == "notifications/cancelled" {
		if id := cancelledID(req.Params); id.IsValid() {
			if _, open := c.open[id]; open {
				c.open[id] = true
			}
		}
	}
	return m, nil
}

// cancelledID returns which request a cancel is of; none, if it does not say.
func cancelledID(params json.RawMessage) jsonrpc.ID {
	var of mcp.CancelledParams
	if err := json.Unmarshal(params, &of); err != nil {
		return jsonrpc.ID{}
	}
	id, err := jsonrpc.MakeID(of.RequestID)
	if err != nil {
		return jsonrpc.ID{}
	}
	return id
}

// repeatsParams is how the SDK says that it could not read parameters. It goes on
// with all of them, secrets and megabytes alike.
const repeatsParams = "invalid params: unmarshaling "

// Write leaves out the answer to a request that was cancelled.
func (c *clientConnection) Write(ctx context.Context, m jsonrpc.Message) error {
	res, ok := m.(*jsonrpc.Response)
	if !ok {
		return c.Connection.Write(ctx, m)
	}
	c.mu.Lock()
	cancelled := c.open[res.ID]
	delete(c.open, res.ID)
	c.mu.Unlock()
	if cancelled {
		return nil
	}
	if res.Error != nil && strings.Contains(res.Error.Error(), repeatsParams) {
		m = &jsonrpc.Response{ID: res.ID, Error: &jsonrpc.Error{
			Code: jsonrpc.CodeInvalidParams, Message: "invalid params: they are not those of this method",
		}}
	}
	return c.Connection.Write(ctx, m)
}
