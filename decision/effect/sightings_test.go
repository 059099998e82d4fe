package effect_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// TestOneCallHasOneAnswer changes what a path leads to while a call is judged:
// its own answer stands, whoever asks, and the next call gets the new one.
func TestOneCallHasOneAnswer(t *testing.T) {
	t.Parallel()
	base, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{base}})
	analyzer := effect.NewAnalyzer(scope)
	file, secret := filepath.Join(base, "notes"), filepath.Join(base, ".env")
	call := decision.Call{Tool: "fs.read", Params: map[string]any{"path": file}}

	first := call.WithAnalyzer(analyzer)
	assert.True(t, scope.LocateFor(first, file).Missing())
	require.NoError(t, os.Symlink(secret, file))
	assert.Equal(t, file, scope.LocateFor(first, file).Path)
	assert.Equal(t, file, first.Effects(t.Context()).List[0].Target, "the analyser has the same answer")

	next := call.WithAnalyzer(analyzer)
	assert.Equal(t, secret, scope.LocateFor(next, file).Path)
	assert.Equal(t, secret, next.Effects(t.Context()).List[0].Target)
	assert.Equal(t, secret, scope.LocateFor(&call, file).Path, "a call that nobody judges remembers nothing")
}

func TestLocateForIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{dir}})
	call := (&decision.Call{Tool: "fs.read", WorkingDir: dir}).WithAnalyzer(effect.NewAnalyzer(scope))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for _, name := range []string{"a", "b/c", "../x", "."} {
				assert.NoError(t, scope.LocateFor(call, name).Err)
			}
		})
	}
	all.Wait()
}

func TestMissing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	scope := newScope(t, effect.ScopeOptions{})
	require.NoError(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600))
	for path, want := range map[string]bool{
		dir: false, "/": false, dir + "/file": false, dir + "/file/x": true, dir + "/none": true, dir + "/none/x": true, dir + "/none/..": false,
	} {
		assert.Equal(t, want, scope.Locate(path, "").Missing(), path)
	}
	assert.False(t, scope.Locate("relative", "").Missing(), "nobody knows what does not resolve")
}
