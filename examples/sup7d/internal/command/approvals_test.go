package command_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/examples/sup7d/internal/command"
	"github.com/flux7-go/supervisor/mesh"
)

// serving is a running "sup7d start".
type serving struct {
	t     *testing.T
	url   string
	ended chan int
	stop  context.CancelFunc
	log   *lockedBuffer
}

func startServing(t *testing.T, config string, port int) *serving {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	d := &serving{t: t, url: fmt.Sprintf("http://127.0.0.1:%d", port), ended: make(chan int, 1), stop: stop, log: &lockedBuffer{}}
	go func() { d.ended <- command.Run(ctx, []string{"-c", config, "start"}, command.Streams{Err: d.log}) }()
	require.Eventually(t, func() bool { code, _ := d.ask("GET", "/health", ""); return code == 200 }, time.Minute, 10*time.Millisecond)
	return d
}

func (d *serving) end() {
	d.t.Helper()
	d.stop()
	require.Equal(d.t, 0, <-d.ended, "%s", d.log)
}

func (d *serving) ask(method, path, body string) (int, string) {
	r, err := http.NewRequestWithContext(d.t.Context(), method, d.url+path, strings.NewReader(body))
	require.NoError(d.t, err)
	r.Header.Set("Authorization", "Bearer t0ken")
	r.Close = true
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, ""
	}
	defer func() { _ = answer.Body.Close() }()
	data, err := io.ReadAll(answer.Body)
	require.NoError(d.t, err)
	return answer.StatusCode, string(data)
}

// leave has a call judged that waits then.
func (d *serving) leave(call string) (approval string) {
	d.t.Helper()
	code, body := d.ask("POST", "/evaluate", call)
	require.Equal(d.t, 200, code, body)
	var left struct{ Approval string }
	require.NoError(d.t, json.Unmarshal([]byte(body), &left))
	require.NotEmpty(d.t, left.Approval, body)
	return left.Approval
}

// TestWhatWaitsForAPersonOutlivesARestart drives the queue of a daemon with the
// client of the supervisor protocol.
func TestWhatWaitsForAPersonOutlivesARestart(t *testing.T) {
	t.Parallel()
	port := freePort(t)
	path := configWithMemory(t)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	text = fmt.Appendf(text, "mesh: {url: 'http://127.0.0.1:1'}\nadmin: {enabled: true, port: %d, token: t0ken, operator: ann}\n", port)
	require.NoError(t, os.WriteFile(path, text, 0o600))

	d := startServing(t, path, port)
	answered := d.leave(`{"agent_id":"coder","tool":"mail.send","params":{"to":"bob"}}`)
	soon, err := time.Now().Add(time.Second).MarshalText()
	require.NoError(t, err)
	unanswered := d.leave(fmt.Sprintf(`{"agent_id":"coder","tool":"mail.send","params":{"to":"eve"},"expires_at":%q}`, soon))
	d.end()

	d = startServing(t, path, port)
	client, err := mesh.New(mesh.Options{URL: d.url, AdminToken: "t0ken"})
	require.NoError(t, err)
	defer client.CloseIdleConnections()
	detail, err := client.Get(t.Context(), answered)
	require.NoError(t, err)
	assert.Equal(t, mesh.StatusPending, detail.Status)
	require.NoError(t, client.Approve(t.Context(), answered, mesh.Resolution{Reasoning: "fine"}))
	assert.True(t, mesh.IsResolved(client.Deny(t.Context(), answered, mesh.Resolution{})))
	require.Eventually(t, func() bool {
		detail, err = client.Get(t.Context(), unanswered)
		return err == nil && detail.Status == mesh.StatusTimeout
	}, time.Minute, 10*time.Millisecond)
	assert.True(t, mesh.IsResolved(client.Approve(t.Context(), unanswered, mesh.Resolution{})), "nobody answered in time: denied")
	d.end()

	d = startServing(t, path, port)
	_, body := d.ask("POST", "/evaluate", `{"agent_id":"coder","tool":"mail.send","params":{"to":"bob"}}`)
	assert.Contains(t, body, `"decision":"approve"`, "the person's word is there as well")
	assert.Contains(t, body, "person:ann allowed exactly this call, once")
	_, body = d.ask("POST", "/evaluate", `{"agent_id":"coder","tool":"mail.send","params":{"to":"bob"}}`)
	assert.Contains(t, body, `"decision":"escalate"`)
	d.end()
}
