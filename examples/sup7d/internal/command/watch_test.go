//go:build linux

package command_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/term"
)

// watchable is a config with an admin API, and the port of it.
func watchable(t *testing.T) (path string, port int) {
	t.Helper()
	port = freePort(t)
	path = configWithMemory(t)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	text = fmt.Appendf(text, "mesh: {url: 'http://127.0.0.1:1'}\nadmin: {enabled: true, port: %d, token: t0ken, operator: ann}\n", port)
	require.NoError(t, os.WriteFile(path, text, 0o600))
	return path, port
}

func TestWatchOnce(t *testing.T) {
	t.Parallel()
	path, port := watchable(t)
	d := startServing(t, path, port)
	r := run(t, "", "-c", path, "watch", "--once")
	require.Equal(t, 0, r.code, r.err)
	assert.Equal(t, "Nothing waits for a person.\n", r.out)
	id := d.leave(`{"agent_id":"coder","tool":"mail.send","params":{"to":"bob","password":"hunter2hunter2"}}`)
	r = run(t, "", "-c", path, "watch", "--once")
	require.Equal(t, 0, r.code, r.err)
	assert.Contains(t, r.out, "Call "+id+": mail.send by coder, ")
	assert.Contains(t, r.out, `"to": "bob"`)
	assert.NotContains(t, r.out, "hunter2")
	r = run(t, "a\ny\n", "-c", path, "watch")
	assert.Equal(t, 1, r.code)
	assert.Contains(t, r.err, "no terminal")
	_, body := d.ask("GET", "/approvals/"+id, "")
	assert.Contains(t, body, `"status":"pending"`)
	d.end()
}

func TestWatchSaysWhatIsWrong(t *testing.T) {
	path, port := watchable(t)
	d := startServing(t, path, port)
	defer d.end()
	t.Setenv("WATCH_TEST_TOKEN", "another")
	t.Setenv("WATCH_TEST_EMPTY", "")
	noAPI := config(t, someRules)
	for want, args := range map[string][]string{
		"does not take the token":   {"watch", "--once", "--server", d.url, "--token-env", "WATCH_TEST_TOKEN"},
		`"WATCH_TEST_EMPTY"`:        {"watch", "--once", "--server", d.url, "--token-env", "WATCH_TEST_EMPTY"},
		"give --server":             {"-c", noAPI, "watch", "--once"},
		"give --server and --token": {"watch", "--once", "--server", d.url},
		"must be such as":           {"-c", path, "watch", "--once", "--server", "localhost:9096"},
		"for everybody to read":     {"-c", path, "watch", "--once", "--server", "http://sup.example:9096"},
		"cannot be reached":         {"-c", path, "watch", "--once", "--server", "http://127.0.0.1:1"},
		"answered 404":              {"-c", path, "watch", "--once", "--server", d.url + "/elsewhere"},
	} {
		r := run(t, "", args...)
		assert.Equal(t, 1, r.code, want)
		assert.Contains(t, r.err, want)
		assert.NotContains(t, r.err, "another")
		assert.NotContains(t, r.err, "t0ken")
	}
}

// TestWatchIsNotSentElsewhereByAFileOfTheDirectory has an agent write the config
// of the directory that somebody calls the program in.
func TestWatchIsNotSentElsewhereByAFileOfTheDirectory(t *testing.T) {
	t.Setenv("WATCH_TEST_SECRET", "0perator")
	for _, host := range []string{"sup.example", "192.0.2.1", "'2001:db8::1'", "127.0.0.1.example"} {
		dir := t.TempDir()
		file := filepath.Join(dir, "sup7.yaml")
		require.NoError(t, os.WriteFile(file, []byte("evaluator: {provider: none}\nproject_dirs: [/srv]\nadmin: {enabled: true, host: "+host+", token_env: WATCH_TEST_SECRET, tls_cert: no.pem, tls_key: no.key}\n"), 0o600))
		t.Chdir(dir)
		for _, flags := range [][]string{nil, {"--token-env", "WATCH_TEST_SECRET"}} {
			r := run(t, "", append([]string{"watch", "--once"}, flags...)...)
			assert.Equal(t, 1, r.code, host)
			assert.Contains(t, r.err, "./sup7.yaml names another machine", host)
			assert.NotContains(t, r.err, "0perator")
		}
		r := run(t, "", "-c", file, "watch", "--once")
		assert.Contains(t, r.err, "reading admin.tls_cert", "who names the file means it")
		r = run(t, "", "watch", "--once", "--server", "http://127.0.0.1:1")
		assert.Contains(t, r.err, "cannot be reached", "who names the address means that")
	}
}

func TestWatchOfTheDirectory(t *testing.T) {
	path, port := watchable(t)
	t.Chdir(filepath.Dir(path))
	d := startServing(t, path, port)
	r := run(t, "", "watch", "--once")
	assert.Equal(t, 0, r.code, r.err)
	d.end()
	for _, host := range []string{"localhost", "0.0.0.0", "'::1'", "'::'"} {
		text := fmt.Sprintf("admin: {enabled: true, host: %s, port: %d, token: t0ken}\n", host, port)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		r := run(t, "", "watch", "--once")
		assert.Contains(t, r.err, "cannot be reached", host)
	}
}

// TestWatchGivesTheTerminalBack ends the program by signals.
func TestWatchGivesTheTerminalBack(t *testing.T) {
	t.Parallel()
	path, port := watchable(t)
	d := startServing(t, path, port)
	id := d.leave(`{"agent_id":"coder","tool":"mail.send"}`)
	for signal, code := range map[syscall.Signal]int{syscall.SIGTERM: 0, syscall.SIGHUP: 0, syscall.SIGINT: 0, syscall.SIGQUIT: 131} {
		keys, terminal, err := pty.Open()
		require.NoError(t, err)
		before := stateOf(t, terminal)
		program := startOn(t, terminal, "-c", path, "watch")
		shown, closed := &lockedBuffer{}, make(chan struct{})
		<-shows(keys, shown, "[a]pprove", closed)
		assert.NotEqual(t, before, stateOf(t, terminal), "it was taken over")
		require.NoError(t, program.Process.Signal(signal))
		if err := program.Wait(); code == 0 {
			require.NoError(t, err, "%s", shown)
		}
		assert.Equal(t, code, program.ProcessState.ExitCode(), signal)
		assert.Equal(t, before, stateOf(t, terminal), "%v", signal)
		require.NoError(t, terminal.Close())
		<-closed
		require.NoError(t, keys.Close())
		assert.Contains(t, shown.String(), "\x1b[?1049l")
		assert.NotContains(t, shown.String(), "goroutine")
	}
	_, body := d.ask("GET", "/approvals/"+id, "")
	assert.Contains(t, body, `"status":"pending"`)
	d.end()
}

func stateOf(t *testing.T, terminal *os.File) *term.State {
	t.Helper()
	state, err := term.GetState(int(terminal.Fd()))
	require.NoError(t, err)
	return state
}

// startOn runs a command in a process of its own, on a terminal.
func startOn(t *testing.T, terminal *os.File, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	program := exec.CommandContext(context.WithoutCancel(t.Context()), self)
	program.Env = append(os.Environ(), "SUP7D_TEST_ARGS="+strings.Join(args, "\n"))
	program.Stdin, program.Stdout, program.Stderr = terminal, terminal, terminal
	program.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(t, program.Start())
	hung := time.AfterFunc(time.Minute, func() { _ = program.Process.Kill() })
	t.Cleanup(func() { hung.Stop() })
	return program
}

// shows reads what a terminal shows, and tells when a text was among it, or
// nothing more comes. closed is closed at the end.
func shows(keys io.Reader, shown *lockedBuffer, text string, closed chan<- struct{}) <-chan struct{} {
	seen := make(chan struct{})
	go func() {
		defer close(closed)
		buffer, told := make([]byte, 4096), false
		for {
			n, err := keys.Read(buffer)
			_, _ = shown.Write(buffer[:n])
			if !told && (err != nil || shown.contains(text)) {
				told = true
				close(seen)
			}
			if err != nil {
				return
			}
		}
	}()
	return seen
}
