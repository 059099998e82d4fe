package command_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/examples/sup7d/internal/command"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

// freePort is a port that nobody listens on, at least a moment ago.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port
}

func TestStartServesTheAdminAPI(t *testing.T) {
	t.Parallel()
	port := freePort(t)
	path := config(t, someRules+fmt.Sprintf("\nmesh: {url: 'http://127.0.0.1:1'}\nadmin: {enabled: true, port: %d, token: t0ken}\n", port))
	ctx, stop := context.WithCancel(t.Context())
	var log lockedBuffer
	ended := make(chan int, 1)
	go func() { ended <- command.Run(ctx, []string{"-c", path, "start"}, command.Streams{Err: &log}) }()
	ask := func(method, route, token, body string) (int, string) {
		r, err := http.NewRequestWithContext(t.Context(), method, fmt.Sprintf("http://127.0.0.1:%d%s", port, route), strings.NewReader(body))
		require.NoError(t, err)
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		r.Close = true
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0, ""
		}
		defer func() { _ = answer.Body.Close() }()
		data, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		return answer.StatusCode, string(data)
	}
	require.Eventually(t, func() bool { code, _ := ask("GET", "/health", "", ""); return code == 200 }, time.Minute, 10*time.Millisecond)
	code, _ := ask("GET", "/status", "", "")
	assert.Equal(t, 401, code)
	code, body := ask("POST", "/evaluate", "t0ken", `{"tool":"yes"}`)
	assert.Equal(t, 200, code)
	assert.Contains(t, body, `"decision":"approve"`)
	code, body = ask("POST", "/pause", "t0ken", "")
	assert.Equal(t, 200, code)
	assert.Contains(t, body, `"state":"paused"`)
	stop()
	assert.Equal(t, 0, <-ended)
	assert.NotContains(t, log.String(), "t0ken")
	r := run(t, `{"tool":"yes"}`, "-c", path, "evaluate")
	assert.Contains(t, r.out, `"cause":"paused"`, "the pause outlives the process: %s", r.err)
}

func TestStartDoesNotBeginWithoutItsAdminAPI(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = l.Close() }()
	taken := fmt.Sprintf("admin: {enabled: true, port: %d, token: t0ken}", l.Addr().(*net.TCPAddr).Port)
	for name, c := range map[string]struct{ admin, says string }{
		"the port is taken":    {taken, "serving the admin api"},
		"open to all":          {"admin: {enabled: true, host: 0.0.0.0}", "no token"},
		"no such certificate":  {fmt.Sprintf("admin: {enabled: true, port: %d, tls_cert: /none.pem, tls_key: /none.key}", freePort(t)), "certificate"},
		"a variable not there": {"admin: {enabled: true, host: 0.0.0.0, token_env: SUP7_TEST_NO_SUCH_TOKEN}", "no token"},
	} {
		r := run(t, "", "-c", config(t, someRules+"\nmesh: {url: 'http://127.0.0.1:1'}\n"+c.admin), "start")
		assert.Equal(t, 1, r.code, name)
		assert.Contains(t, r.err, c.says, name)
	}
}

// TestAnEditOfWhatIsPolledIsInForceAtOnce has a call wait under a tool that the
// daemon does not ask for, until an edit makes it.
func TestAnEditOfWhatIsPolledIsInForceAtOnce(t *testing.T) {
	t.Parallel()
	mesh, err := meshtest.NewServer(meshtest.Options{})
	require.NoError(t, err)
	defer mesh.Close()
	port := freePort(t)
	text := someRules + fmt.Sprintf("\nmesh: {url: '%s'}\npoll: {interval: 10ms, tool_scopes: [other]}\nadmin: {enabled: true, port: %d, token: t0ken}\n", mesh.URL, port)
	path := config(t, text)
	ctx, stop := context.WithCancel(t.Context())
	var log lockedBuffer
	ended := make(chan int, 1)
	go func() { ended <- command.Run(ctx, []string{"-c", path, "start"}, command.Streams{Err: &log}) }()
	id := mesh.Submit(meshtest.Call{Agent: "a", Tool: "no"})
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	edited := strings.Replace(string(whole), "tool_scopes: [other]", "tool_scopes: ['*']", 1)
	sum := sha256.Sum256(whole)
	require.Eventually(t, func() bool {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, fmt.Sprintf("http://127.0.0.1:%d/files/config", port), strings.NewReader(edited))
		require.NoError(t, err)
		r.Header.Set("Authorization", "Bearer t0ken")
		r.Header.Set("If-Match", hex.EncodeToString(sum[:])[:12])
		r.Close = true
		answer, err := http.DefaultClient.Do(r)
		if err != nil { // it does not listen yet
			return false
		}
		defer func() { _ = answer.Body.Close() }()
		assert.Equal(t, http.StatusOK, answer.StatusCode)
		return true
	}, time.Minute, 10*time.Millisecond)
	a, err := mesh.Wait(t.Context(), id)
	require.NoError(t, err)
	assert.Equal(t, meshtest.StatusDenied, a.Status)
	stop()
	assert.Equal(t, 0, <-ended)
}
