package proxy

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// firstStateless is the first version of the protocol in which a result says what
// type it is of.
const firstStateless = "2026-07-28"

// resultComplete is the type of a result that is one.
const resultComplete = `"complete"`

// The SDK reads a result into its own types. Numbers are rounded by that, members
// that it does not know are lost, and content of a type that it does not know is
// an error. So the results that models see are kept as they came, on their way
// through the connection, and sent on like that.

// exactly has the results of a transport kept. Those over HTTP stay as the SDK
// reads them: their connections have more to them than can be wrapped.
func exactly(t mcp.Transport) mcp.Transport {
	switch t.(type) {
	case *mcp.CommandTransport, *mcp.IOTransport, *mcp.InMemoryTransport, *mcp.StdioTransport:
		return exactTransport{t}
	}
	return t
}

type exactTransport struct{ mcp.Transport }

func (t exactTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &exactConnection{Connection: c, wanted: map[jsonrpc.ID]*kept{}}, nil
}

// kept is where the result of the requests of one context is kept.
type kept struct {
	mu   sync.Mutex
	raw  json.RawMessage
	done func() // forgets what was not answered
}

type keptKey struct{}

// exactConnection keeps results.
type exactConnection struct {
	mcp.Connection

	mu     sync.Mutex
	wanted map[jsonrpc.ID]*kept // of requests without an answer
}

// Write notes whose result is wanted.
func (c *exactConnection) Write(ctx context.Context, m jsonrpc.Message) error {
	req, isRequest := m.(*jsonrpc.Request)
	if k, ok := ctx.Value(keptKey{}).(*kept); ok && isRequest && req.IsCall() {
		c.mu.Lock()
		c.wanted[req.ID] = k
		c.mu.Unlock()
		k.mu.Lock()
		k.done = func() { c.take(req.ID) }
		k.mu.Unlock()
	}
	return c.Connection.Write(ctx, m)
}

// Read keeps a result that is wanted.
func (c *exactConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if res, ok := m.(*jsonrpc.Response); ok && err == nil {
		if k := c.take(res.ID); k != nil {
			k.mu.Lock()
			k.raw = bytes.Clone(res.Result)
			k.mu.Unlock()
		}
	}
	return m, err
}

func (c *exactConnection) take(id jsonrpc.ID) *kept {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.wanted[id]
	delete(c.wanted, id)
	return k
}

// exact makes a request of the server behind, and returns its result as it came,
// for a client that speaks a version of the protocol.
func exact(ctx context.Context, version string, request func(context.Context) (mcp.Result, error)) (mcp.Result, error) {
	k := &kept{done: func() {}}
	res, err := request(context.WithValue(ctx, keptKey{}, k))
	k.mu.Lock()
	raw, done := k.raw, k.done
	k.mu.Unlock()
	done()
	if len(raw) == 0 && err == nil { // nothing was kept
		raw, err = json.Marshal(res)
	}
	if len(raw) == 0 || ctx.Err() != nil {
		return answer(res, err)
	}
	whole, unreadable := readExact(raw, version)
	if unreadable != nil { // such as one that asks for more input, which err is about
		return answer(res, cmp.Or(err, unreadable))
	}
	return whole, nil
}

// exactResult is a result as it came, but for its type and its _meta.
type exactResult struct {
	mcp.ResultBase

	members map[string]json.RawMessage
}

func readExact(raw json.RawMessage, version string) (mcp.Result, error) {
	res := &exactResult{}
	if err := json.Unmarshal(raw, &res.members); err != nil || res.members == nil {
		return nil, errors.New("the server's result is no object")
	}
	if of, ok := res.members["resultType"]; ok && string(of) != resultComplete {
		return nil, errors.New("the server's result is not complete")
	}
	if meta, ok := res.members["_meta"]; ok {
		d := json.NewDecoder(bytes.NewReader(meta))
		d.UseNumber()
		if err := d.Decode(&res.Meta); err != nil {
			return nil, errors.New("the _meta of the server's result is no object")
		}
	}
	delete(res.members, "_meta")
	delete(res.members, "resultType")
	if version >= firstStateless {
		res.members["resultType"] = json.RawMessage(resultComplete)
	}
	return res, nil
}

// MarshalJSON implements [json.Marshaler].
func (r *exactResult) MarshalJSON() ([]byte, error) {
	all := maps.Clone(r.members)
	if len(r.Meta) > 0 {
		meta, err := json.Marshal(r.Meta)
		if err != nil {
			return nil, err
		}
		all["_meta"] = meta
	}
	return json.Marshal(all)
}
