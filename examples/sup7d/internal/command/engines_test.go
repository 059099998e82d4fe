package command_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTheWriteGateMatchesSyntaxTrees shows what a rule of a project does with
// the engines that this program has: it is never left out in silence.
func TestTheWriteGateMatchesSyntaxTrees(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, ".supervisor", "rules"), 0o700))
	rule := "id: no-fetch\nlanguage: tsx\nseverity: error\nmessage: Use a handler.\nrule: {pattern: fetch($$$)}\nfiles: ['ui/**/*.tsx']\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".supervisor", "rules", "no-fetch.yml"), []byte(rule), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".supervisor", "config.yml"), []byte("version: 1\n"), 0o600))
	path := config(t, "project_dirs: ["+dir+"]\nworking_dir: "+dir+"\nevaluator: {provider: structural}\n"+
		"rules: [{name: writes, condition: tool equals Write, action: approve}]\n")
	decide := func(content string) (d struct {
		Decision, Reasoning string
		Violations          []struct {
			Rule string
			Line int
		}
	}) {
		call, err := json.Marshal(map[string]any{"tool": "Write", "params": map[string]any{"file_path": filepath.Join(dir, "ui", "x.tsx"), "content": content}})
		require.NoError(t, err)
		r := run(t, string(call), "-c", path, "evaluate")
		require.Equal(t, 0, r.code, r.err)
		require.NoError(t, json.Unmarshal([]byte(r.out), &d))
		return d
	}
	broken := decide("// fetch()\nconst a = fetch('/x')\n")
	if _, err := exec.LookPath("ast-grep"); err != nil && !grammarsLinked {
		assert.Equal(t, "escalate", broken.Decision)
		assert.Contains(t, broken.Reasoning, "no engine reads tsx")
		return
	}
	assert.Equal(t, "deny", broken.Decision, broken.Reasoning)
	require.Len(t, broken.Violations, 1)
	assert.Equal(t, "no-fetch", broken.Violations[0].Rule)
	assert.Equal(t, 2, broken.Violations[0].Line)
	assert.Equal(t, "approve", decide("// fetch()\nconst a = 'fetch()'\n").Decision)
}
