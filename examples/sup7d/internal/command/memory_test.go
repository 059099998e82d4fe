package command_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/sqlite"
)

// remembered writes a config whose memory holds something of each kind.
func remembered(t *testing.T) (config, standing string) {
	t.Helper()
	config = configWithMemory(t)
	s, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(filepath.Dir(config), "memory.db")})
	require.NoError(t, err)
	now := time.Now()
	require.NoError(t, s.Save(t.Context(), decision.Decision{ID: "d1", Agent: "coder", Tool: "fs.read", Time: now}))
	for id, w := range map[string]decision.Word{
		"w1": {Tool: "fs.read", Fingerprint: "f1", Action: decision.Approve},
		"w2": {Tool: "fs.read", Fingerprint: "f1", Action: decision.Approve, Once: true},
		"w3": {Tool: "fs.read", Fingerprint: "f2", Action: decision.Deny, Until: now.Add(time.Hour)},
		"w4": {Tool: "mail\x1b[2J\tsend", Fingerprint: "f3", Action: decision.Approve, Once: true, Spent: now},
	} {
		w.ID, w.Agent, w.By, w.Time = id, "coder", "person:ann", now
		require.NoError(t, s.SaveWord(t.Context(), w))
	}
	standing, err = s.SaveStanding(t.Context(), decision.Standing{
		Scope: decision.StandingPermanent, Agent: "coder", Tool: "fs.write", CreatedBy: "person:ann", MaxUses: 3,
	})
	require.NoError(t, err)
	_, err = s.Open(t.Context(), decision.Call{Agent: "coder", Tool: "mail.send"}, decision.Decision{Cause: decision.CauseOpaque}, now.Add(time.Hour))
	require.NoError(t, err)
	require.NoError(t, s.Close())
	return config, standing
}

func configWithMemory(t *testing.T) string {
	t.Helper()
	path := config(t, someRules)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	text = append(text, "memory: {store: sqlite, path: "+filepath.Join(filepath.Dir(path), "memory.db")+"}\n"...)
	require.NoError(t, os.WriteFile(path, text, 0o600))
	return path
}

func TestMemoryList(t *testing.T) {
	t.Parallel()
	path, standing := remembered(t)
	tests := map[string]struct {
		args []string
		want []string
	}{
		"words":     {nil, []string{"w1", "precedent", "w2", "once", "w3", "until 2", "w4", "used", "person:ann"}},
		"decisions": {[]string{"decisions"}, []string{"d1", "fs.read", "escalate"}},
		"standing":  {[]string{"standing"}, []string{standing, "permanent", "0 of 3", "never"}},
		"approvals": {[]string{"approvals"}, []string{"mail.send", "opaque"}},
		"json":      {[]string{"words", "--json", "--tool", "fs.read"}, []string{`"id": "w1"`}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := run(t, "", append([]string{"-c", path, "memory", "list"}, tt.args...)...)
			require.Equal(t, 0, r.code, r.err)
			for _, want := range tt.want {
				assert.Contains(t, r.out, want)
			}
			assert.NotContains(t, r.out, "\x1b")
		})
	}
	r := run(t, "", "-c", path, "memory", "list", "--tool", "fs.read")
	assert.NotContains(t, r.out, "w4")
	assert.Equal(t, 4, strings.Count(r.out, "\n"))
	assert.Equal(t, 1, run(t, "", "-c", path, "memory", "list", "nonsense").code)
}

func TestMemoryShowAndRevoke(t *testing.T) {
	t.Parallel()
	path, standing := remembered(t)
	memory := func(args ...string) result { return run(t, "", append([]string{"-c", path, "memory"}, args...)...) }
	r := memory("show", "w2")
	require.Equal(t, 0, r.code, r.err)
	var shown struct{ Word decision.Word }
	require.NoError(t, json.Unmarshal([]byte(r.out), &shown))
	assert.True(t, shown.Word.Once)
	assert.Contains(t, memory("show", standing).out, "fs.write")
	assert.Equal(t, 1, memory("show", "nothing").code)

	r = memory("revoke", "w2")
	require.Equal(t, 0, r.code, r.err)
	assert.Contains(t, r.err, "2 words", "those on the same call")
	assert.Equal(t, 2, strings.Count(memory("list").out, "revoked"))
	r = memory("revoke", "--agent", "coder")
	assert.Contains(t, r.err, "2 words", "the rest")
	require.Equal(t, 0, memory("revoke", standing).code)
	assert.Equal(t, 1, memory("revoke", standing).code, "it is gone")
	for _, args := range [][]string{{"revoke"}, {"revoke", "w1", "--agent", "coder"}, {"revoke", "nothing"}} {
		assert.Equal(t, 1, memory(args...).code, args)
	}
}

func TestMemoryExportBackupVacuum(t *testing.T) {
	t.Parallel()
	path, _ := remembered(t)
	r := run(t, "", "-c", path, "memory", "export")
	require.Equal(t, 0, r.code, r.err)
	lines := strings.Split(strings.TrimSpace(r.out), "\n")
	assert.Len(t, lines, 7)
	for _, line := range lines {
		assert.True(t, json.Valid([]byte(line)))
	}
	r = run(t, "", "-c", path, "memory", "vacuum")
	require.Equal(t, 0, r.code, r.err)
	assert.Contains(t, r.err, "is whole")
	copied := filepath.Join(t.TempDir(), "copy.db")
	require.Equal(t, 0, run(t, "", "-c", path, "memory", "backup", copied).code)
	assert.FileExists(t, copied)
	assert.Equal(t, 1, run(t, "", "-c", path, "memory", "backup", copied).code, "nothing is overwritten")
}

func TestMemoryNeedsAFile(t *testing.T) {
	t.Parallel()
	assert.Equal(t, 1, run(t, "", "memory").code)
	r := run(t, "", "-c", config(t, someRules), "memory", "list")
	assert.Equal(t, 1, r.code)
	assert.Contains(t, r.err, "memory.store")
	path := configWithMemory(t)
	r = run(t, "", "-c", path, "memory", "list")
	assert.Equal(t, 1, r.code)
	assert.Contains(t, r.err, "memory.path")
	assert.NoFileExists(t, filepath.Join(filepath.Dir(path), "memory.db"), "looking makes none")
}

// TestEvaluateRemembers judges with a config whose store is a file.
func TestEvaluateRemembers(t *testing.T) {
	t.Parallel()
	path := configWithMemory(t)
	r := run(t, "", "-c", path, "evaluate", "--tool", "no", "--agent", "coder")
	require.Equal(t, 0, r.code, r.err)
	r = run(t, "", "-c", path, "memory", "list", "decisions")
	require.Equal(t, 0, r.code, r.err)
	assert.Contains(t, r.out, "deny")
}
