package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/mesh"
)

// hang bounds what would else hang a broken test.
const hang = 2 * time.Minute

// rules are those of the gateway in these tests.
const rules = `
rules:
  - {name: tools, when: 'tool in ["env", "die", "change"]', action: approve, confidence: 1}
  - {name: named, when: 'tool == "write_file" and params.path starts_with project_dir', action: approve, confidence: 1}
`

// gateway is a running gateway and a client of it.
type gateway struct {
	*mcp.ClientSession
	cmd     *exec.Cmd
	log     *log
	dir     string // the project
	journal string
	people  *mesh.Client // answers what waits
}

// setup is what a test may choose; the zero value is the usual.
type setup struct {
	era    string
	config string // more of it
	rules  string // instead of the usual; /home/dev/project is the project in them
	flags  []string
	server []string // the command; nil: the server of this package
	client *mcp.ClientOptions
}

// prepare makes the command of a gateway in a project directory of its own. With
// port 0 nobody is asked.
func prepare(t *testing.T, s setup, port int) *gateway {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	g := &gateway{dir: t.TempDir(), journal: filepath.Join(t.TempDir(), "journal.jsonl"), log: &log{}}
	text := fmt.Sprintf("project_dirs: [%q]\nevaluator: {provider: structural}\ndecision_log: %q\n", g.dir, g.journal) + s.config
	if port != 0 {
		text += fmt.Sprintf("admin: {enabled: true, port: %d, token_env: GATEWAY_TEST_TOKEN, operator: ann}\n", port)
	}
	text += strings.ReplaceAll(cmp.Or(s.rules, rules), "/home/dev/project", g.dir)
	config := filepath.Join(t.TempDir(), "sup7.yaml")
	require.NoError(t, os.WriteFile(config, []byte(text), 0o600))
	if s.server == nil {
		s.server = []string{self, "server"}
	}
	args := append([]string{"gateway", "-c", config, "--agent", "coder"}, s.flags...)
	g.cmd = exec.Command(self, append(append(args, "--"), s.server...)...)
	g.cmd.Dir = g.dir
	g.cmd.Env = append(os.Environ(), "GATEWAY_TEST_TOKEN=s3cret-s3cret-s3cret", "GATEWAY_TEST_OTHER=kept")
	g.cmd.Stderr = g.log
	return g
}

// start starts a gateway, and connects a client to it.
func start(t *testing.T, s setup) *gateway {
	t.Helper()
	for range 5 { // the port may be taken by the time that it is used
		port := freePort(t)
		g := prepare(t, s, port)
		ctx, cancel := context.WithTimeout(t.Context(), hang)
		var err error
		g.ClientSession, err = mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, s.client).
			Connect(ctx, &mcp.CommandTransport{Command: g.cmd}, &mcp.ClientSessionOptions{ProtocolVersion: s.era})
		cancel()
		if err != nil && strings.Contains(g.log.String(), "address already in use") {
			continue
		}
		require.NoError(t, err, "%s", g.log)
		g.people, err = mesh.New(mesh.Options{URL: fmt.Sprintf("http://127.0.0.1:%d", port), AdminToken: "s3cret-s3cret-s3cret"})
		require.NoError(t, err)
		t.Cleanup(func() {
			_ = g.Close()
			g.people.CloseIdleConnections()
		})
		return g
	}
	require.Fail(t, "no free port")
	return nil
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port
}

// call calls a tool, and returns its result and the text in it.
func (g *gateway) call(t *testing.T, tool string, args map[string]any) (*mcp.CallToolResult, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hang)
	defer cancel()
	res, err := g.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	require.NoError(t, err, "%s", g.log)
	require.Len(t, res.Content, 1)
	return res, res.Content[0].(*mcp.TextContent).Text
}

// refused calls a tool that must not run, and returns what the model is told.
func (g *gateway) refused(t *testing.T, tool string, args map[string]any) string {
	t.Helper()
	res, text := g.call(t, tool, args)
	require.True(t, res.IsError, text)
	assert.NotContains(t, g.log.String(), "ran "+tool)
	return text
}

// waiting returns the id of the call that waits, once it does.
func (g *gateway) waiting(t *testing.T) string {
	t.Helper()
	var id string
	require.Eventually(t, func() bool {
		list, err := g.people.List(t.Context(), "")
		if err == nil && len(list) == 1 {
			id = list[0].ID
		}
		return id != ""
	}, hang, 10*time.Millisecond)
	return id
}

// log collects what is written to standard error.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// wait waits until something was written.
func (l *log) wait(t *testing.T, text string) {
	t.Helper()
	require.Eventually(t, func() bool { return strings.Contains(l.String(), text) }, hang, 10*time.Millisecond, "%s", l)
}

// eras runs a test for clients and servers of both eras of the protocol.
func eras(t *testing.T, test func(t *testing.T, s setup)) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	for _, client := range []string{"2025-06-18", "2026-07-28"} {
		for _, server := range []string{"legacy", "any"} {
			t.Run(client+" to "+server, func(t *testing.T) {
				t.Parallel()
				test(t, setup{era: client, server: []string{self, "server", server}})
			})
		}
	}
}

func TestCallsAreJudged(t *testing.T) {
	t.Parallel()
	eras(t, func(t *testing.T, s setup) {
		g := start(t, s)
		tools, err := g.ListTools(t.Context(), nil)
		require.NoError(t, err)
		assert.Len(t, tools.Tools, 7)

		res, text := g.call(t, "read_file", map[string]any{"path": filepath.Join(g.dir, "a.txt")})
		assert.False(t, res.IsError)
		assert.Equal(t, "read_file ran", text)
		assert.Equal(t, map[string]any{"ran": "read_file"}, res.StructuredContent)
		assert.Equal(t, "b", res.Meta["example.com/a"])
		_, text = g.call(t, "list_directory", map[string]any{"path": "."})
		assert.Equal(t, "list_directory ran", text, "relative to where the server is")

		said := g.refused(t, "write_file", map[string]any{"path": "/opt/other/x", "content": "x"})
		assert.Contains(t, said, "DENIED: write_file did not run.\nWhy: ")
		assert.Contains(t, said, "/opt/other/x")
		assert.Contains(t, said, "Without a person you may do what is routine in "+g.dir)
		assert.Contains(t, said, "\nDecision eval-")

		require.NoError(t, g.Close())
		log := g.log.String()
		assert.Contains(t, log, "the server says hello", "the server's log is passed on")
		journal, err := os.ReadFile(g.journal)
		require.NoError(t, err)
		assert.Equal(t, 3, strings.Count(string(journal), `"agent_id":"coder"`))
		assert.Contains(t, string(journal), `"working_dir":"`+g.dir+`"`)
	})
}

func TestAnnotationsOnlyTighten(t *testing.T) {
	t.Parallel()
	g := start(t, setup{flags: []string{"--wait", "1ms"}, config: "approvals: {timeout: 10m}\n"})
	inside := map[string]any{"path": filepath.Join(g.dir, "a.txt"), "content": "x"}
	_, text := g.call(t, "write_file", inside)
	assert.Equal(t, "write_file ran", text, "a rule names it")
	assert.Contains(t, g.refused(t, "odd", nil), "NOT APPROVED YET", "that it only reads is what the server says")
	id := g.waiting(t)
	require.NoError(t, g.people.Deny(t.Context(), id, mesh.Resolution{}))

	here := map[string]any{"path": g.dir}
	_, text = g.call(t, "list_directory", here)
	assert.Equal(t, "list_directory ran", text)
	_, err := g.CallTool(t.Context(), &mcp.CallToolParams{Name: "change"})
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		res, err := g.CallTool(t.Context(), &mcp.CallToolParams{Name: "list_directory", Arguments: here})
		return err == nil && res.IsError
	}, hang, 10*time.Millisecond, "from when its definition changed, a person decides")
	g.log.wait(t, "the definition of a tool is not the one that was first seen")
}

func TestAPersonAnswers(t *testing.T) {
	t.Parallel()
	eras(t, func(t *testing.T, s setup) {
		heard := make(chan string, 1000)
		s.config = "approvals: {timeout: 10m}\n"
		s.client = &mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, n *mcp.ProgressNotificationClientRequest) { heard <- n.Params.Message }}
		g := start(t, s)
		done := make(chan *mcp.CallToolResult, 1)
		go func() {
			res, err := g.CallTool(t.Context(), &mcp.CallToolParams{Name: "odd", Arguments: map[string]any{"n": 1}, Meta: mcp.Meta{"progressToken": "p"}})
			assert.NoError(t, err)
			done <- res
		}()
		id := g.waiting(t)
		assert.Contains(t, <-heard, "odd waits for the approval of a person ("+id+")")
		assert.NotContains(t, g.log.String(), "ran odd")
		require.NoError(t, g.people.Approve(t.Context(), id, mesh.Resolution{}))
		assert.False(t, (<-done).IsError)
		g.log.wait(t, `ran odd {"n":1}`)

		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan error, 1)
		go func() {
			_, err := g.CallTool(ctx, &mcp.CallToolParams{Name: "odd", Arguments: map[string]any{"n": 2}})
			gone <- err
		}()
		id = g.waiting(t)
		cancel()
		require.ErrorIs(t, <-gone, context.Canceled)
		g.log.wait(t, "a call was given up before it ran")
		require.Eventually(t, func() bool {
			list, err := g.people.List(t.Context(), "")
			return err == nil && len(list) == 0
		}, hang, 10*time.Millisecond, "it is withdrawn from the person")
		require.ErrorContains(t, g.people.Approve(t.Context(), id, mesh.Resolution{}), "already resolved")
		_, _ = g.call(t, "list_directory", map[string]any{"path": "."}) // what came before is done by then
		require.NoError(t, g.Close())
		assert.NotContains(t, g.log.String(), `ran odd {"n":2}`)
		assert.NotContains(t, g.log.String(), "level=ERROR")
	})
}

func TestNobodyAnswersInTime(t *testing.T) {
	t.Parallel()
	g := start(t, setup{flags: []string{"--wait", "1ms"}, config: "approvals: {timeout: 10m}\n"})
	said := g.refused(t, "odd", nil)
	id := g.waiting(t)
	assert.Contains(t, said, "NOT APPROVED YET: odd did not run.")
	assert.Contains(t, said, "It waits for one as "+id+". Ask your user to decide it on the page at http://127.0.0.1:")
	require.NoError(t, g.people.Approve(t.Context(), id, mesh.Resolution{}))
	_, text := g.call(t, "odd", nil)
	assert.Equal(t, "odd ran", text, "the answer counts when the model comes back")
}

// TestTheGatewayItselfIsProtected: a rule that names the tool does not help.
func TestTheGatewayItselfIsProtected(t *testing.T) {
	t.Parallel()
	g := start(t, setup{rules: "rules:\n  - {name: all, condition: tool equals write_file, action: approve, confidence: 1}\n"})
	for _, own := range []string{g.cmd.Path, g.cmd.Args[3], g.journal} {
		assert.Contains(t, g.refused(t, "write_file", map[string]any{"path": own, "content": "x"}), "DENIED: write_file did not run.", own)
	}
}

func TestNobodyCanBeAsked(t *testing.T) {
	t.Parallel()
	g := start(t, setup{})
	assert.Contains(t, g.refused(t, "odd", nil), "NOT APPROVED: odd did not run.\nWhy: it needs a person, and none can be asked here: ")
}

func TestTheServerGetsNoSecretsOfTheGateway(t *testing.T) {
	t.Parallel()
	_, text := start(t, setup{}).call(t, "env", nil)
	assert.Contains(t, text, "GATEWAY_TEST_OTHER=kept")
	assert.NotContains(t, text, "s3cret")
}

func TestTheServerDies(t *testing.T) {
	t.Parallel()
	eras(t, func(t *testing.T, s setup) {
		s.config = "approvals: {timeout: 10m}\n"
		g := start(t, s)
		held := make(chan *mcp.CallToolResult, 1)
		go func() {
			res, err := g.CallTool(t.Context(), &mcp.CallToolParams{Name: "odd"})
			assert.NoError(t, err)
			held <- res
		}()
		g.waiting(t)
		res, text := g.call(t, "die", nil)
		assert.True(t, res.IsError)
		assert.Contains(t, text, "die did not finish: ")
		res = <-held
		require.NotNil(t, res)
		assert.True(t, res.IsError)
		_ = g.Wait()
		_ = g.Close()
		assert.Equal(t, 1, g.cmd.ProcessState.ExitCode())
		assert.Contains(t, g.log.String(), "mcpgateway: the server behind the proxy ended")
	})
}

func TestItEndsWhenToldTo(t *testing.T) {
	t.Parallel()
	g := start(t, setup{config: "approvals: {timeout: 10m}\n"})
	go func() { _, _ = g.CallTool(t.Context(), &mcp.CallToolParams{Name: "odd"}) }()
	g.waiting(t)
	require.NoError(t, g.cmd.Process.Signal(syscall.SIGTERM))
	_ = g.Wait()
	_ = g.Close()
	assert.Equal(t, 0, g.cmd.ProcessState.ExitCode(), "%s", g.log)
}

// TestALineThatIsNoMessage: standard input is what proxy.Serve makes of it.
func TestALineThatIsNoMessage(t *testing.T) {
	t.Parallel()
	cmd := prepare(t, setup{}, 0).cmd
	cmd.Stdin = strings.NewReader("garbage{\n" + `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",` +
		`"capabilities":{},"clientInfo":{"name":"c","version":"1"}}}` + "\n")
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	require.NoError(t, cmd.Run())
	assert.Contains(t, stdout.String(), `"code":-32700`)
}

func TestWhatItDoesNotStartWith(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	config, broken := filepath.Join(dir, "sup7.yaml"), filepath.Join(dir, "broken.yaml")
	require.NoError(t, os.WriteFile(config, fmt.Appendf(nil, "decision_log: %q\nevaluator: {provider: structural}\n", filepath.Join(dir, "j.jsonl")), 0o600))
	require.NoError(t, os.WriteFile(broken, []byte("rules:\n  - {name: x, condition: tool is x, action: approve}\n"), 0o600))
	for name, tt := range map[string]struct {
		args []string
		says string
	}{
		"no config":       {[]string{"--", "true"}, "use: mcpgateway -c sup7.yaml"},
		"no server":       {[]string{"-c", config}, "use: mcpgateway -c sup7.yaml"},
		"a flag":          {[]string{"--nonsense"}, "nonsense"},
		"no such config":  {[]string{"-c", filepath.Join(dir, "none.yaml"), "--", "true"}, "none.yaml"},
		"a broken config": {[]string{"-c", broken, "--", "true"}, "broken.yaml:2:"},
		"no such server":  {[]string{"-c", config, "--", filepath.Join(dir, "none")}, "connecting to the server behind the proxy"},
		"not a server":    {[]string{"-c", config, "--", "true"}, "connecting to the server behind the proxy"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), hang)
			defer cancel()
			cmd := exec.CommandContext(ctx, self, append([]string{"gateway"}, tt.args...)...)
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			var exit *exec.ExitError
			require.ErrorAs(t, cmd.Run(), &exit)
			assert.Equal(t, 1, exit.ExitCode())
			assert.Contains(t, stderr.String(), tt.says)
			assert.Empty(t, stdout.String(), "standard output is for the protocol")
		})
	}
}
