package supervisor_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

func TestAPauseSurvivesARestart(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "journal.jsonl.paused")
	start := func() *supervisor.Supervisor {
		s, err := supervisor.New(supervisor.Options{PauseFile: file})
		require.NoError(t, err)
		return s
	}
	first := start()
	assert.Equal(t, "running", first.Status().State)
	require.NoError(t, first.Pause(t.Context(), "ana"))
	second := start()
	assert.Equal(t, "paused", second.Status().State)
	assert.Equal(t, "ana", second.Status().PausedBy)
	assert.WithinDuration(t, first.Status().PausedAt, second.Status().PausedAt, time.Microsecond)
	assert.Equal(t, supervisor.CausePaused, evaluate(t, second, call).Cause)
	require.NoError(t, second.Resume(t.Context(), "ana"))
	assert.Equal(t, "running", start().Status().State)
}

func TestAPauseFileThatCannotBeReadIsAPause(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"empty": "", "torn": `{"by":"ana","si`, "no time": `{}`} {
		file := filepath.Join(t.TempDir(), "paused")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		s, err := supervisor.New(supervisor.Options{PauseFile: file})
		require.NoError(t, err)
		assert.Equal(t, "paused", s.Status().State, name)
	}
}

func TestAPauseHoldsAlthoughItCannotBeWrittenDown(t *testing.T) {
	t.Parallel()
	s, err := supervisor.New(supervisor.Options{PauseFile: filepath.Join(t.TempDir(), "none", "paused")})
	require.NoError(t, err)
	require.ErrorContains(t, s.Pause(t.Context(), "ana"), "a restart would end the pause")
	assert.Equal(t, "paused", s.Status().State)
	require.NoError(t, s.Resume(t.Context(), "ana"))
}

func TestThePauseFileIsOutOfReach(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "paused")
	s, err := supervisor.New(supervisor.Options{PauseFile: file})
	require.NoError(t, err)
	d := evaluate(t, s, supervisor.Call{Tool: "fs.delete", Params: map[string]any{"path": file}})
	assert.Equal(t, supervisor.Deny, d.Action)
}

func TestWatch(t *testing.T) {
	t.Parallel()
	s, err := supervisor.New(supervisor.Options{})
	require.NoError(t, err)
	var seen []supervisor.Event
	stop := s.Watch(func(e supervisor.Event) { seen = append(seen, e) })
	rest := s.Watch(func(supervisor.Event) { panic("a watcher's own trouble") })
	d := evaluate(t, s, call)
	require.NoError(t, s.Pause(t.Context(), "ana"))
	stop()
	rest()
	require.NoError(t, s.Resume(t.Context(), "ana"))
	require.Len(t, seen, 2)
	assert.Equal(t, d.ID, seen[0].Decision.ID)
	assert.Equal(t, call.Tool, seen[0].Call.Tool)
	assert.Equal(t, supervisor.EventType("paused"), seen[1].Type)
}
