//go:build unix

package command_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/mesh/meshtest"
)

func TestExplain(t *testing.T) {
	t.Parallel()
	path := config(t, someRules+"  - {name: project, condition: params.path starts_with project_dir, action: approve}\n")
	r := run(t, `{"tool":"fs.read","params":{"path":"/home/dev/project/a"}}`, "-c", path, "evaluate", "--explain")
	require.Equal(t, 0, r.code, r.err)
	for _, says := range []string{
		"decision:", "approve, by project", "sup7.yaml:7", "STAGE", "guard", "approve, decides", "holds for every call",
		"reads   project  /home/dev/project/a  path=/home/dev/project/a",
	} {
		assert.Contains(t, r.out, says)
	}
	assert.NoFileExists(t, filepath.Join(filepath.Dir(path), "journal.jsonl.checkpoint"))
	log, err := os.ReadFile(filepath.Join(filepath.Dir(path), "journal.jsonl"))
	require.NoError(t, err)
	assert.Empty(t, log, "nothing is recorded")

	r = run(t, `{"tool":"no"}`, "-c", path, "evaluate", "--explain", "--json", "--exit-code")
	assert.Equal(t, 2, r.code)
	var x struct {
		Decision struct{ Decision string }
		Steps    []struct{ Stage, Name string }
	}
	require.NoError(t, json.Unmarshal([]byte(r.out), &x))
	assert.Equal(t, "deny", x.Decision.Decision)
	assert.Len(t, x.Steps, 5, "the guards and every rule, those after the one that decided too")
	assert.Equal(t, 1, run(t, `{`, "-c", path, "evaluate", "--explain").code)
}

func TestWhatIsExplainedDoesNotSteerTheTerminal(t *testing.T) {
	t.Parallel()
	path := config(t, someRules+"  - {name: project, condition: params.path starts_with project_dir, action: approve}\n")
	r := run(t, `{"tool":"fs.read","params":{"path":"/home/dev/project/\u001b]0;x\u0007\u202e"}}`, "-c", path, "evaluate", "--explain")
	require.Equal(t, 0, r.code, r.err)
	assert.NotContains(t, r.out, "\x1b")
	assert.NotContains(t, r.out, "\u202e")
}

func TestWhy(t *testing.T) {
	t.Parallel()
	mesh, err := meshtest.NewServer(meshtest.Options{Why: true, TraceIDs: true})
	require.NoError(t, err)
	t.Cleanup(mesh.Close)
	path := config(t, someRules+"\nmesh: {url: "+mesh.URL+"}\npoll: {interval: 10ms}")
	daemon := startDaemon(t, path)
	id := mesh.Submit(meshtest.Call{Agent: "maple-bot", Tool: "no", Params: map[string]any{"token": "ghp_0123456789abcdefghijklmnopqrstuvwxyz"}})
	_, err = mesh.Wait(t.Context(), id)
	require.NoError(t, err)
	require.NoError(t, daemon.Process.Signal(os.Interrupt))
	require.NoError(t, daemon.Wait())

	r := run(t, "", "-c", path, "why", id)
	require.Equal(t, 0, r.code, r.err)
	for _, says := range []string{"denied no for maple-bot, via mesh", "by:", "sup7.yaml:6", "rule 'no' matched", "sent", "record:", "CHAIN OF AUTHORITY", "supervisor:supervisor"} {
		assert.Contains(t, r.out, says)
	}
	assert.NotContains(t, r.out, "ghp_")

	r = run(t, "", "-c", path, "why", id, "--json")
	var s struct {
		ID      string
		Records []map[string]any
		Chain   []map[string]any
	}
	require.NoError(t, json.Unmarshal([]byte(r.out), &s))
	assert.Len(t, s.Records, 2)
	assert.NotEmpty(t, s.Chain)

	mesh.Close()
	log := filepath.Join(filepath.Dir(path), "journal.jsonl")
	r = run(t, "", "-c", path, "why", id)
	assert.Equal(t, 0, r.code, "a mesh that is gone takes nothing from the journal")
	assert.Contains(t, r.out, "the mesh did not tell")
	assert.Equal(t, 0, run(t, "", "why", id, "--journal", log).code, "no config is needed")
	assert.Equal(t, 1, run(t, "", "why", "feed", "--journal", log).code)
	assert.Equal(t, 1, run(t, "", "why", id, "--journal", log+"-absent").code)
}
