//go:build unix

package command_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/examples/sup7d/internal/command"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

// TestMain lets the test binary be the daemon, or another command, so that it can
// be sent signals.
func TestMain(m *testing.M) {
	if args := os.Getenv("SUP7D_TEST_ARGS"); args != "" {
		os.Exit(command.Run(context.Background(), strings.Split(args, "\n"), command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
	}
	if config := os.Getenv("SUP7D_TEST_CONFIG"); config != "" {
		args := append([]string{"-c", config, "start"}, strings.Fields(os.Getenv("SUP7D_TEST_FLAGS"))...)
		os.Exit(command.Run(context.Background(), args, command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
	}
	os.Exit(m.Run())
}

// TestSignals is the life of a daemon: started before its mesh says yes,
// reloaded with a bad and with a good config, and stopped.
func TestSignals(t *testing.T) {
	t.Parallel()
	mesh, err := meshtest.NewServer(meshtest.Options{})
	require.NoError(t, err)
	defer mesh.Close()
	path := config(t, someRules+"\nmesh: {url: "+mesh.URL+"}\npoll: {interval: 10ms}")
	daemon, says := watchedDaemon(t, path)
	settled := func(tool string) string {
		a, err := mesh.Wait(t.Context(), mesh.Submit(meshtest.Call{Agent: "a", Tool: tool}))
		require.NoError(t, err)
		return a.Status
	}
	assert.Equal(t, meshtest.StatusDenied, settled("no"))

	rewrite := func(text string) {
		old, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, append([]byte(text), old...), 0o600))
		require.NoError(t, daemon.Process.Signal(syscall.SIGHUP))
	}
	waiting := mesh.Submit(meshtest.Call{Agent: "a", Tool: "later"})
	rewrite("# a comment\nnonsense: 1\n")
	says("the config was not reloaded")
	assert.Equal(t, meshtest.StatusApproved, settled("yes"), "a bad config changes nothing")

	require.NoError(t, os.WriteFile(path, []byte("evaluator: {provider: none}\nmesh: {url: "+mesh.URL+"}\npoll: {interval: 15ms}\njournal: {path: "+
		filepath.Join(filepath.Dir(path), "journal.jsonl")+"}\nrules: [{name: all, action: deny}]\n"), 0o600))
	require.NoError(t, daemon.Process.Signal(syscall.SIGHUP))
	says("reloaded")
	a, err := mesh.Wait(t.Context(), waiting)
	require.NoError(t, err)
	assert.Equal(t, meshtest.StatusDenied, a.Status, "what waited is judged again by the new rules")

	require.NoError(t, daemon.Process.Signal(syscall.SIGTERM))
	says("stopped")
	require.NoError(t, daemon.Wait())
	assert.Equal(t, 0, run(t, "", "journal", "verify", filepath.Join(filepath.Dir(path), "journal.jsonl")).code)
}
