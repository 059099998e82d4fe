package proxy_test

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/mcpguard/proxy"
)

// FuzzLines: whatever comes in before it, the last request is answered, and every
// line that goes out is JSON.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{"", "garbage{", ping, "[" + ping + "]", `{"jsonrpc":"1.0","id":1}`, "\xff\n\n{}\n12", `{"jsonrpc":"2.0","id":null,"method":"x"}`, `{"jsonrpc":"2.0","id":1,"result":{}}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "cancelled") { // which may be of the last
			return
		}
		p, err := proxy.Connect(t.Context(), within(t, behind(eras[1], nil)), proxy.Options{})
		require.NoError(t, err)
		defer func() { _ = p.Close() }()
		here, there := io.Pipe()
		out := newAnswers()
		go func() {
			_, _ = io.WriteString(there, text+"\n"+`{"jsonrpc":"2.0","id":"the last","method":"ping"}`+"\n")
			<-out.last
			_ = there.Close()
		}()
		_ = p.Serve(context.WithoutCancel(t.Context()), &mcp.IOTransport{Reader: here, Writer: out})
		<-out.last
		for line := range strings.Lines(out.text.String()) {
			require.True(t, json.Valid([]byte(line)), "%q", line)
		}
	})
}

// answers is where a proxy writes; last is closed when the last request is
// answered.
type answers struct {
	text strings.Builder
	last chan struct{}
	told bool
}

func newAnswers() *answers { return &answers{last: make(chan struct{})} }

func (a *answers) Write(p []byte) (int, error) {
	a.text.Write(p)
	if !a.told && strings.Contains(a.text.String(), "the last") {
		a.told = true
		close(a.last)
	}
	return len(p), nil
}

func (a *answers) Close() error { return nil }
