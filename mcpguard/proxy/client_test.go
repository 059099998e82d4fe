package proxy_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/mcpguard/proxy"
)

// line is a message as a raw client reads it.
type line struct {
	ID     any
	Method string
	Result map[string]any
	Error  *struct {
		Code    int
		Message string
	}
}

// rawClient speaks to a proxy line by line.
type rawClient struct {
	in     io.WriteCloser
	out    *bufio.Scanner
	served <-chan error
}

// wire connects one, of the era with a handshake.
func wire(t *testing.T, maxLine int) *rawClient {
	t.Helper()
	p, err := proxy.Connect(t.Context(), within(t, behind(eras[1], nil)), proxy.Options{})
	require.NoError(t, err)
	in, toProxy := io.Pipe()
	fromProxy, out := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- p.Serve(context.WithoutCancel(t.Context()), &mcp.IOTransport{Reader: in, Writer: out, MaxLineLength: maxLine})
	}()
	c := &rawClient{in: toProxy, out: bufio.NewScanner(fromProxy), served: served}
	t.Cleanup(func() {
		_ = toProxy.Close()
		_ = fromProxy.Close()
		_ = p.Close()
	})
	c.send(t, `{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`)
	require.Equal(t, "init", c.next(t).ID)
	c.send(t, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return c
}

func (c *rawClient) send(t *testing.T, text string) {
	t.Helper()
	_, err := io.WriteString(c.in, text+"\n")
	require.NoError(t, err)
}

func (c *rawClient) next(t *testing.T) line {
	t.Helper()
	require.True(t, c.out.Scan(), "%v", c.out.Err())
	var l line
	require.NoError(t, json.Unmarshal(c.out.Bytes(), &l), "%s", c.out.Bytes())
	return l
}

const ping = `{"jsonrpc":"2.0","id":7,"method":"ping"}`

func TestALineThatIsNoMessageIsAnswered(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 5000)
	for name, tt := range map[string]struct {
		text string
		code int
		id   any
	}{
		"no JSON":          {`garbage{`, -32700, nil},
		"cut off":          {`{"jsonrpc":"2.0","id":3,"method":`, -32700, nil},
		"two in a line":    {ping + ping, -32700, nil},
		"a batch":          {"[" + ping + "]", -32600, nil},
		"another version":  {`{"jsonrpc":"1.0","id":3,"method":"ping"}`, -32600, 3.0},
		"a number":         {`12`, -32600, nil},
		"nothing in it":    {`{}`, -32600, nil},
		"an id that is no": {`{"jsonrpc":"2.0","id":{"a":"s3cret"},"method":"ping"}`, -32600, nil},
		"a name of digits": {`{"jsonrpc":"2.0","id":"a","method":5}`, -32600, "a"},
		"too long":         {`{"jsonrpc":"2.0","id":3,"method":"ping","params":{"a":"` + long + `"}}`, -32600, nil},
		"long and no JSON": {long, -32600, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := wire(t, 4096)
			c.send(t, tt.text)
			l := c.next(t)
			require.NotNil(t, l.Error)
			assert.Equal(t, tt.code, l.Error.Code)
			assert.Equal(t, tt.id, l.ID)
			assert.NotContains(t, l.Error.Message, "s3cret")
			assert.Less(t, len(l.Error.Message), 100)
			c.send(t, "\r\n\n"+ping+"\r")
			l = c.next(t)
			assert.Nil(t, l.Error, "it goes on, and empty lines are none")
			assert.InDelta(t, 7, l.ID, 0)
		})
	}
}

func TestTheLastLineNeedsNoEnd(t *testing.T) {
	t.Parallel()
	c := wire(t, 0)
	_, err := io.WriteString(c.in, "garbage")
	require.NoError(t, err)
	require.NoError(t, c.in.Close())
	assert.Equal(t, -32700, c.next(t).Error.Code)
	require.NoError(t, <-c.served)
}

// TestACancelledRequestGetsNoAnswer: the next answer is that to the next request.
func TestACancelledRequestGetsNoAnswer(t *testing.T) {
	t.Parallel()
	c := wire(t, 0)
	for i, id := range []string{`7`, `"seven"`} {
		c.send(t, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"slow","_meta":{"progressToken":"p%d"}}}`, id, i))
		for range 3 {
			assert.Equal(t, "notifications/progress", c.next(t).Method)
		}
		c.send(t, fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}`, id))
		c.send(t, fmt.Sprintf(`{"jsonrpc":"2.0","id":"echo%d","method":"tools/call","params":{"name":"echo"}}`, i))
		assert.Equal(t, fmt.Sprint("echo", i), c.next(t).ID)
	}
	c.send(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}`) // of nothing
	c.send(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[]}}`)
	c.send(t, `{"jsonrpc":"2.0","id":9,"method":"ping"}`)
	assert.InDelta(t, 9, c.next(t).ID, 0, "a cancel of what is not open is of nothing to come")
	require.NoError(t, c.in.Close())
	for c.out.Scan() {
		assert.NotContains(t, c.out.Text(), `"id"`, "nor later")
	}
	require.NoError(t, <-c.served)
}

func TestAnErrorDoesNotRepeatTheParameters(t *testing.T) {
	t.Parallel()
	c := wire(t, 0)
	for _, params := range []string{`{"name":["s3cret"]}`, `{"name":{},"arguments":{"key":"s3cret"}}`, `["s3cret"]`, `"s3cret"`} {
		c.send(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+params+`}`)
		l := c.next(t)
		require.NotNil(t, l.Error, params)
		assert.Equal(t, -32602, l.Error.Code)
		assert.NotContains(t, l.Error.Message, "s3cret")
	}
}
