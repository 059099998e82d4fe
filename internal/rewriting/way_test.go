package rewriting_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/rewriting"
)

func TestWays(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, way := range rewriting.All() {
		assert.False(t, seen[way.Name], "twice: %s", way.Name)
		seen[way.Name] = true
		assert.NotEqual(t, "rm -rf 'a b'", way.Of("rm -rf 'a b'"), way.Name)
		assert.NotPanics(t, func() { way.Of("") }, way.Name)
	}
	assert.Greater(t, len(seen), 100)
	for _, way := range rewriting.Plain() {
		assert.True(t, seen[way.Name], way.Name)
	}
}

// A shell that is handed the rewritten line really runs it.
func TestRewrittenLinesDoTheSame(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	for _, way := range rewriting.All() {
		if needsMore(way.Name) {
			continue
		}
		t.Run(way.Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			line := way.Of(`touch 'it is' "done"`)
			line = strings.ReplaceAll(line, "/tmp/", dir+"/")
			require.NoError(t, os.WriteFile(filepath.Join(dir, "README.md"), nil, 0o600))
			cmd := exec.CommandContext(ctx, bash, "-c", "echo a > list.txt\n"+line)
			cmd.Dir = dir
			var said bytes.Buffer
			cmd.Stdout, cmd.Stderr = &said, &said
			_ = cmd.Run() // some ways end with a failure of their own
			assert.FileExists(t, filepath.Join(dir, "done"), "%s\n%s", line, said.String())
			assert.FileExists(t, filepath.Join(dir, "it is"), "%s\n%s", line, said.String())
		})
	}
}

// needsMore reports ways that need a program which not every machine has, a
// terminal, or another machine.
func needsMore(way string) bool {
	for _, program := range []string{"zsh", "sudo", "busybox", "watch", "script", "ionice", "flock", "dash"} {
		if strings.Contains(way, program+" ") {
			return true
		}
	}
	return strings.HasPrefix(way, "coproc") || strings.HasSuffix(way, "&") // may not have happened yet when bash ends
}
