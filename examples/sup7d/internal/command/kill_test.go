//go:build unix

package command_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/journal"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

// TestKilledInTheMiddle kills the daemon at random points among many pending
// approvals and starts it again: every approval is decided exactly once, by a
// decision that is on record, and the journal verifies.
func TestKilledInTheMiddle(t *testing.T) {
	t.Parallel()
	rounds, pending, kills := 20, 1000, 3
	if testing.Short() {
		rounds, pending, kills = 2, 200, 2
	}
	for range rounds {
		killRound(t, pending, kills)
	}
}

func killRound(t *testing.T, pending, kills int) {
	t.Helper()
	mesh, err := meshtest.NewServer(meshtest.Options{})
	require.NoError(t, err)
	defer mesh.Close()
	path := config(t, someRules+"\nmesh: {url: "+mesh.URL+"}\npoll: {interval: 10ms}")
	log := filepath.Join(filepath.Dir(path), "journal.jsonl")
	ids, want := make([]string, pending), map[string]string{}
	for i := range ids {
		tool, status := "yes", meshtest.StatusApproved
		if i%3 == 0 {
			tool, status = "no", meshtest.StatusDenied
		}
		ids[i] = mesh.Submit(meshtest.Call{Agent: "a", Tool: tool, Params: map[string]any{"n": i}})
		want[ids[i]] = status
	}
	settled := func(id string) {
		_, err := mesh.Wait(t.Context(), id)
		require.NoError(t, err)
	}
	for range kills {
		daemon := startDaemon(t, path)
		settled(ids[rand.IntN(pending)])
		require.NoError(t, daemon.Process.Kill())
		require.Error(t, daemon.Wait(), "it was killed")
	}
	daemon := startDaemon(t, path)
	// One more, so that it is known to be up when it is told to stop.
	settled(mesh.Submit(meshtest.Call{Agent: "a", Tool: "no"}))
	for _, id := range ids {
		settled(id)
	}
	require.NoError(t, daemon.Process.Signal(syscall.SIGTERM))
	require.NoError(t, daemon.Wait())

	report, err := journal.Verify(t.Context(), log, journal.VerifyOptions{})
	require.NoError(t, err)
	assert.True(t, report.Intact, report)
	decided, sent := readOutcomes(t, log)
	for _, id := range ids {
		a, _ := mesh.Approval(id)
		assert.Equal(t, want[id], a.Status)
		assert.Equal(t, "supervisor:supervisor", a.ResolvedBy)
		assert.Equal(t, a.Status, decided[id], "the decision is on record")
		assert.Equal(t, 1, sent[id], "it arrived once, and that is on record")
	}
}

func startDaemon(t *testing.T, config string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	daemon := exec.CommandContext(context.WithoutCancel(t.Context()), self)
	daemon.Env = append(os.Environ(), "SUP7D_TEST_CONFIG="+config)
	require.NoError(t, daemon.Start())
	t.Cleanup(func() { _ = daemon.Process.Kill() }) // it has ended, unless the test failed
	return daemon
}

// readOutcomes returns what was decided on each approval, and how often a
// decision on it arrived.
func readOutcomes(t *testing.T, log string) (decided map[string]string, sent map[string]int) {
	t.Helper()
	file, err := os.Open(log)
	require.NoError(t, err)
	defer file.Close()
	decided, sent = map[string]string{}, map[string]int{}
	_, err = journal.Read(t.Context(), file, func(r journal.Record) error {
		var line struct {
			ID       string `json:"approval_id"`
			Decision string `json:"decision"`
			Outcome  string `json:"outcome"`
		}
		if err := json.Unmarshal(r.JSON, &line); err != nil {
			return err
		}
		if line.Decision != "" {
			decided[line.ID] = line.Decision
		}
		if line.Outcome == "sent" {
			sent[line.ID]++
		}
		return nil
	})
	require.NoError(t, err)
	return decided, sent
}
