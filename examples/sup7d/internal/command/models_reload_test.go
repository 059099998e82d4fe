//go:build unix

package command_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/mesh/meshtest"
	"github.com/flux7-go/supervisor/provider/providertest"
)

// TestAHangUpReadsThePacksAgain changes a pack under a running daemon: first to
// one with a fault, which changes nothing, then to a good one.
func TestAHangUpReadsThePacksAgain(t *testing.T) {
	t.Parallel()
	mesh, err := meshtest.NewServer(meshtest.Options{})
	require.NoError(t, err)
	defer mesh.Close()
	// A deny settles the call, so that the mesh has something to wait for.
	model, link := decisionServer(t, providertest.TypeSafe, func(r providertest.DecisionRequest) providertest.DecisionReply {
		answers := providertest.Calm(r.Questions)
		answers["deletes"] = providertest.Yes(0.99)
		return providertest.DecisionReply{Answers: answers}
	})
	pack := filepath.Join(t.TempDir(), "own.yaml")
	write := func(question string) {
		require.NoError(t, os.WriteFile(pack, []byte("questions: {"+question+"}"), 0o600))
	}
	write("first: {type: noul, group: danger, instructions: x}")
	path := config(t, "mesh: {url: '"+mesh.URL+"'}\npoll: {interval: 10ms}\nevaluator: "+strings.Replace(link, "jev: {", "jev: {questions: ['"+pack+"'], ", 1))
	daemon, says := watchedDaemon(t, path)

	asked := func() string {
		_, err := mesh.Wait(t.Context(), mesh.Submit(meshtest.Call{Agent: "a", Tool: "t"}))
		require.NoError(t, err)
		requests := model.Requests()
		questions := requests[len(requests)-1].Questions
		return questions[len(questions)-1].ID
	}
	assert.Equal(t, "first", asked())
	write("second: {type: noul, group: danger, instrutions: x}")
	require.NoError(t, daemon.Process.Signal(syscall.SIGHUP))
	says("the config was not reloaded")
	assert.Equal(t, "first", asked())
	write("second: {type: noul, group: danger, instructions: x}")
	require.NoError(t, daemon.Process.Signal(syscall.SIGHUP))
	says("msg=reloaded")
	assert.Equal(t, "second", asked())
	require.NoError(t, daemon.Process.Signal(syscall.SIGTERM))
	says("stopped")
	require.NoError(t, daemon.Wait())
}

// watchedDaemon starts the daemon; says reads its log up to a line with a text.
func watchedDaemon(t *testing.T, path string) (daemon *exec.Cmd, says func(string)) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	daemon = exec.CommandContext(t.Context(), self)
	daemon.Env = append(os.Environ(), "SUP7D_TEST_CONFIG="+path)
	stderr, err := daemon.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, daemon.Start())
	lines := bufio.NewScanner(stderr)
	return daemon, func(text string) {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), text) {
				return
			}
		}
		require.Fail(t, "the log ended without a line", text)
	}
}
