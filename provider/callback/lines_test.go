package callback_test

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/provider/callback"
)

// refusal is an answer over stdio.
type refusal struct {
	ID     any            `json:"id"`
	Result map[string]any `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func TestABadLineEndsNoSession(t *testing.T) {
	t.Parallel()
	d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
	in, send := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- d.ServeStdio(t.Context(), "claude", in, out) }()
	lines := bufio.NewReader(answers)
	ask := func(line string) (r refusal) {
		t.Helper()
		_, err := io.WriteString(send, line+"\n")
		require.NoError(t, err)
		text, err := lines.ReadBytes('\n')
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &r), "%s", text)
		return r
	}
	ping := func(id string) {
		t.Helper()
		r := ask(`{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}`)
		assert.Nil(t, r.Error)
		assert.NotNil(t, r.Result)
	}
	hello := ask(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	require.Nil(t, hello.Error)
	_, err := io.WriteString(send, "\n \r\n"+`{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\r\n")
	require.NoError(t, err)
	ping("2")
	long := func(n int) string {
		return `{"jsonrpc":"2.0","method":"tools/call","params":{"x":"` + strings.Repeat("x", n) + `"},"id":7}`
	}
	for name, tt := range map[string]struct {
		line string
		code int
		id   any
		says string
	}{
		"no json":            {"not json", -32700, nil, "no json"},
		"half a message":     {`{"jsonrpc":"2.0","id":5,`, -32700, nil, "no json"},
		"two messages":       {`{"jsonrpc":"2.0","id":5,"method":"ping"}{"jsonrpc":"2.0","id":6,"method":"ping"}`, -32700, nil, "one message a line"},
		"no utf-8":           {"\xff\xfe", -32700, nil, "no json"},
		"a batch":            {`[{"jsonrpc":"2.0","id":5,"method":"ping"}]`, -32600, nil, "batches"},
		"an empty batch":     {`[]`, -32600, nil, "batches"},
		"a number":           {`5`, -32600, nil, "no message"},
		"null":               {`null`, -32600, nil, "no message"},
		"of ours, again":     {`{"jsonrpc":"2.0","id":2,"method":5}`, -32600, 2.0, "no message"},
		"an old version":     {`{"jsonrpc":"1.0","id":"five","method":"ping"}`, -32600, "five", "no message"},
		"a bad id":           {`{"jsonrpc":"2.0","id":{},"method":"ping"}`, -32600, nil, "no message"},
		"too long":           {long(callback.MaxMessageBytes), -32600, 7.0, "longer than"},
		"much too long":      {long(3 << 20), -32600, nil, "longer than"},
		"too long, no json":  {strings.Repeat("x", 100_000), -32600, nil, "longer than"},
		"deep":               {strings.Repeat("[", 60_000), -32700, nil, "no json"},
		"an id of some size": {`{"jsonrpc":"1.0","id":"` + strings.Repeat("i", 10_000) + `","method":"ping"}`, -32600, nil, "no message"},
	} {
		r := ask(tt.line)
		if assert.NotNil(t, r.Error, name) {
			assert.Equal(t, tt.code, r.Error.Code, name)
			assert.Contains(t, r.Error.Message, tt.says, name)
		}
		assert.Equal(t, tt.id, r.ID, name)
		ping(`"` + name + `"`)
	}
	for _, odd := range []string{`{"jsonrpc":"2.0","id":99,"result":{}}`, `{"jsonrpc":"2.0","method":"notifications/none"}`} {
		_, err := io.WriteString(send, odd+"\n") // what needs no answer gets none
		require.NoError(t, err)
		ping("2")
	}
	assert.NotNil(t, ask(`{"jsonrpc":"2.0","id":3,"method":"ping","params":5}`).Error)
	ping("4")
	require.NoError(t, send.Close())
	require.NoError(t, <-ended)
}

func FuzzLines(f *testing.F) {
	for _, seed := range []string{"", "\n", "not json\n", "[]\n{}", `{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\r\n", `{"jsonrpc":"1.0","id":1}`, "null", "5\n\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var refused strings.Builder
		let, err := io.ReadAll(callback.NewLineReader(strings.NewReader(text), &refused))
		require.NoError(t, err)
		for line := range strings.Lines(string(let)) {
			assert.True(t, json.Valid([]byte(line)), line)
			assert.True(t, strings.HasPrefix(line, "{"), line)
		}
		for line := range strings.Lines(refused.String()) {
			assert.True(t, json.Valid([]byte(line)), line)
		}
	})
}
