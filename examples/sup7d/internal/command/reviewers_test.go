//go:build unix

package command_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/mesh/meshtest"
)

const reviewed = `
evaluator: {provider: claude-code, callback_timeout: %s}
project_dirs: [/home/dev/project]
rules:
  - {name: no, condition: tool equals no, action: deny}
poll: {interval: 10ms}
mesh: {url: %q}
`

// reviewedMesh is a mesh and the path of a config whose calls a reviewer judges.
func reviewedMesh(t *testing.T, timeout, more string) (*meshtest.Server, string) {
	t.Helper()
	mesh, err := meshtest.NewServer(meshtest.Options{})
	require.NoError(t, err)
	t.Cleanup(mesh.Close)
	return mesh, config(t, fmt.Sprintf(reviewed, timeout, mesh.URL)+more)
}

var aRead = meshtest.Call{Agent: "coder", Tool: "fs.read", Params: map[string]any{"path": "/home/dev/project/a.txt"}}

// daemonOf is a command that runs the daemon.
func daemonOf(t *testing.T, path string, flags ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	daemon := exec.Command(self)
	daemon.Env = append(os.Environ(), "SUP7D_TEST_CONFIG="+path, "SUP7D_TEST_FLAGS="+strings.Join(flags, " "))
	return daemon
}

// review approves the first call that waits, and returns how it was listed.
func review(t *testing.T, session *mcp.ClientSession) (call map[string]any) {
	t.Helper()
	var list []map[string]any
	for len(list) == 0 {
		text, failed := use(t, session, "sup7_pending", map[string]any{"wait_seconds": 20})
		require.False(t, failed, text)
		require.NoError(t, json.Unmarshal([]byte(text), &list))
	}
	for i, want := range []string{"accepted", "was answered already"} {
		text, failed := use(t, session, "sup7_verdict", map[string]any{
			"approval_id": list[0]["id"], "action": "approve", "confidence": 0.95, "reasoning": "reads a file of the project",
		})
		assert.Equal(t, i > 0, failed)
		assert.Contains(t, text, want)
	}
	return list[0]
}

func use(t *testing.T, session *mcp.ClientSession, tool string, args map[string]any) (text string, failed bool) {
	t.Helper()
	res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	require.NoError(t, err)
	return res.Content[0].(*mcp.TextContent).Text, res.IsError
}

// settledByReviewer waits until a call is approved as the reviewer said.
func settledByReviewer(t *testing.T, mesh *meshtest.Server, id string) {
	t.Helper()
	a, err := mesh.Wait(t.Context(), id)
	require.NoError(t, err)
	assert.Equal(t, meshtest.StatusApproved, a.Status)
	assert.Equal(t, "reads a file of the project", a.Reasoning)
	assert.Equal(t, 0.95, a.Confidence)
	assert.Equal(t, "supervisor:supervisor", a.ResolvedBy)
}

func TestAReviewerOverStdio(t *testing.T) {
	t.Parallel()
	mesh, path := reviewedMesh(t, "10m", "")
	daemon := daemonOf(t, path, "--mcp")
	stderr, err := daemon.StderrPipe()
	require.NoError(t, err)
	logs := make(chan string)
	go func() {
		text, _ := io.ReadAll(stderr)
		logs <- string(text)
	}()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), &mcp.CommandTransport{
		Command: daemon, TerminateDuration: time.Minute, // before it is killed
	}, nil)
	require.NoError(t, err)
	id := mesh.Submit(aRead)
	call := review(t, session)
	assert.Equal(t, id, call["id"])
	assert.Equal(t, "coder", call["agent_id"])
	settledByReviewer(t, mesh, id)
	require.NoError(t, daemon.Process.Signal(syscall.SIGTERM)) // it would go on without its reviewer
	_ = session.Close()                                        // says how the process ended, which the log does better
	log := <-logs
	assert.Contains(t, log, "msg=stopped")
	assert.NotContains(t, log, "level=ERROR")
}

// TestAReviewerThatHangsUp reads the streams by hand: nothing but the protocol is on
// standard output, and the daemon survives a reviewer that is gone with all its
// pipes.
func TestAReviewerThatHangsUp(t *testing.T) {
	t.Parallel()
	mesh, path := reviewedMesh(t, "10m", "")
	daemon := daemonOf(t, path, "--mcp")
	stdin, err := daemon.StdinPipe()
	require.NoError(t, err)
	stdout, err := daemon.StdoutPipe()
	require.NoError(t, err)
	stderr, err := daemon.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, daemon.Start())
	lines := bufio.NewScanner(stdout)
	ask := func(request string) (answer map[string]any) {
		_, err := io.WriteString(stdin, request+"\n")
		require.NoError(t, err)
		require.True(t, lines.Scan())
		require.NoError(t, json.Unmarshal(lines.Bytes(), &answer), lines.Text())
		require.Equal(t, "2.0", answer["jsonrpc"])
		return answer
	}
	answer := ask(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`)
	assert.Contains(t, answer["result"].(map[string]any)["instructions"], "sup7_pending")
	_, err = io.WriteString(stdin, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	require.NoError(t, err)
	waiting := mesh.Submit(aRead)
	answer = ask(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"sup7_pending","arguments":{"wait_seconds":20}}}`)
	assert.Contains(t, fmt.Sprint(answer), waiting)
	_, err = io.WriteString(stdin, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"sup7_pending","arguments":{"wait_seconds":20}}}`+"\n")
	require.NoError(t, err)

	require.NoError(t, stdout.Close())
	require.NoError(t, stderr.Close())
	require.NoError(t, stdin.Close())
	denied, err := mesh.Wait(t.Context(), mesh.Submit(meshtest.Call{Agent: "coder", Tool: "no"}))
	require.NoError(t, err)
	assert.Equal(t, meshtest.StatusDenied, denied.Status, "judging goes on")
	a, _ := mesh.Approval(waiting)
	assert.Equal(t, meshtest.StatusPending, a.Status)
	require.NoError(t, daemon.Process.Signal(syscall.SIGTERM))
	require.NoError(t, daemon.Wait())
}

// authorised sends the reviewer's token.
type authorised struct{ http.RoundTripper }

func (a authorised) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer r3viewer")
	return a.RoundTripper.RoundTrip(r)
}

// overHTTP starts a daemon that serves reviewers over HTTP, and returns the address
// of its endpoint once it is there.
func overHTTP(t *testing.T, path string, port int) (url string, stop func()) {
	t.Helper()
	daemon, says := watchedDaemon(t, path)
	says("reviewers are served")
	return fmt.Sprintf("http://127.0.0.1:%d/mcp", port), func() {
		require.NoError(t, daemon.Process.Signal(syscall.SIGTERM))
		require.NoError(t, daemon.Wait())
	}
}

func TestAReviewerOverHTTP(t *testing.T) {
	t.Parallel()
	port := freePort(t)
	mesh, path := reviewedMesh(t, "10m", fmt.Sprintf("mcp_server: {transport: http, port: %d, token: r3viewer}\n", port))
	url, stop := overHTTP(t, path, port)
	defer stop()
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: url, HTTPClient: &http.Client{Transport: authorised{transport}},
	}, nil)
	require.NoError(t, err)
	id := mesh.Submit(aRead)
	assert.Equal(t, id, review(t, session)["id"])
	settledByReviewer(t, mesh, id)
	require.NoError(t, session.Close())

	own := mesh.Submit(meshtest.Call{Agent: "claude-code", Tool: "fs.read", Params: aRead.Params})
	last := mesh.Submit(meshtest.Call{Agent: "coder", Tool: "no"}) // judged beside it
	_, err = mesh.Wait(t.Context(), last)
	require.NoError(t, err)
	a, _ := mesh.Approval(own)
	assert.Equal(t, meshtest.StatusPending, a.Status, "the reviewer does not judge itself")
}

// TestNoReviewerComes has calls escalate when their time is over, or at once where
// nobody is served.
func TestNoReviewerComes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ config, want string }{
		"served":     {fmt.Sprintf("mcp_server: {transport: http, port: %d, token: r3viewer}\n", freePort(t)), "no reviewer answered in time"},
		"not served": {"", "claude-code answers through the mcp server, which is not on"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mesh, path := reviewedMesh(t, "1s", c.config)
			daemon, says := watchedDaemon(t, path)
			id := mesh.Submit(aRead)
			says(c.want)
			a, _ := mesh.Approval(id)
			assert.Equal(t, meshtest.StatusPending, a.Status)
			require.NoError(t, daemon.Process.Signal(syscall.SIGTERM))
			says("stopped")
			require.NoError(t, daemon.Wait())
		})
	}
}

func TestNobodyIsAskedThroughTheServer(t *testing.T) {
	t.Parallel()
	mesh, err := meshtest.NewServer(meshtest.Options{})
	require.NoError(t, err)
	defer mesh.Close()
	daemon := daemonOf(t, config(t, someRules+"mesh: {url: "+mesh.URL+"}\n"), "--mcp")
	var log lockedBuffer
	daemon.Stderr = &log
	stdin, err := daemon.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, daemon.Start())
	_, err = mesh.Wait(t.Context(), mesh.Submit(meshtest.Call{Agent: "coder", Tool: "no"}))
	require.NoError(t, err)
	require.NoError(t, daemon.Process.Signal(syscall.SIGTERM))
	require.NoError(t, daemon.Wait())
	assert.Contains(t, log.String(), "no provider of the config is claude-code")
	_ = stdin.Close() // the process has gone
}

// nodeReviewer runs the reviewer of testdata; without npm's SDK the test is skipped,
// or fails where SUP7_REQUIRE names it. SUP7_NODE_MODULES says where it is.
func nodeReviewer(t *testing.T, env []string, args ...string) (said struct {
	Tools         []string       `json:"tools"`
	Prompt        string         `json:"prompt"`
	Call          map[string]any `json:"call"`
	Detail        map[string]any `json:"detail"`
	First, Second string
	Refused       bool
},
) {
	t.Helper()
	modules := os.Getenv("SUP7_NODE_MODULES")
	node, err := exec.LookPath("node")
	if _, missing := os.Stat(modules + "/@modelcontextprotocol/sdk/package.json"); err != nil || missing != nil {
		require.NotContains(t, os.Getenv("SUP7_REQUIRE"), "mcp-client", "SUP7_NODE_MODULES must hold @modelcontextprotocol/sdk")
		t.Skip("there is no node with @modelcontextprotocol/sdk in SUP7_NODE_MODULES")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // a guard against hanging
	defer cancel()
	cmd := exec.CommandContext(ctx, node, append([]string{"testdata/reviewer.mjs", modules}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	var errs lockedBuffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	require.NoError(t, err, errs.String())
	require.NoError(t, json.Unmarshal(out, &said), string(out))
	return said
}

func TestNPMsClientOverBothTransports(t *testing.T) {
	t.Parallel()
	for _, transport := range []string{"stdio", "http"} {
		t.Run(transport, func(t *testing.T) {
			t.Parallel()
			port, more := freePort(t), ""
			if transport == "http" {
				more = fmt.Sprintf("mcp_server: {transport: http, port: %d, token: r3viewer}\n", port)
			}
			mesh, path := reviewedMesh(t, "10m", more)
			id := mesh.Submit(aRead)
			var args, env []string
			if transport == "http" {
				url, stop := overHTTP(t, path, port)
				defer stop()
				args = []string{"http", url, "r3viewer"}
			} else {
				daemon := daemonOf(t, path, "--mcp")
				args, env = append([]string{"stdio"}, daemon.Args...), daemon.Env
			}
			said := nodeReviewer(t, env, args...)
			assert.Equal(t, []string{"sup7_pending", "sup7_verdict"}, said.Tools)
			assert.Contains(t, said.Prompt, "sup7_verdict")
			assert.Equal(t, id, said.Call["id"])
			assert.Equal(t, "fs.read", said.Call["tool"])
			assert.Equal(t, map[string]any{"path": "/home/dev/project/a.txt"}, said.Call["params"])
			assert.NotEmpty(t, said.Detail["effects"])
			assert.Equal(t, "default", said.Detail["handed_on_by"].(map[string]any)["rule"])
			assert.Equal(t, "accepted", said.First)
			assert.True(t, said.Refused)
			assert.Contains(t, said.Second, "answered already")
			settledByReviewer(t, mesh, id)
		})
	}
}
