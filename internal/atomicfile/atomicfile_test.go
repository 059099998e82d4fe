package atomicfile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/atomicfile"
)

func TestWriteKeepsTheModeOfWhatIsThere(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.yaml")
	require.NoError(t, atomicfile.Write(path, []byte("old"), 0o600))
	assertFile(t, path, "old", 0o600)
	require.NoError(t, os.Chmod(path, 0o640))
	require.NoError(t, atomicfile.Write(path, []byte("new"), 0o600))
	assertFile(t, path, "new", 0o640)
}

func TestWhatFailsLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a.yaml")
	require.NoError(t, atomicfile.Write(path, []byte("old"), 0o600))
	torn := errors.New("torn")
	err := atomicfile.WriteFrom(path, 0o600, func(w io.Writer) error {
		_, _ = w.Write([]byte("half of"))
		return torn
	})
	require.ErrorIs(t, err, torn)
	assertFile(t, path, "old", 0o600)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1)
	require.Error(t, atomicfile.Write(filepath.Join(dir, "none", "a"), nil, 0o600))
}

func TestALinkIsReplaced(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	require.NoError(t, os.WriteFile(target, []byte("theirs"), 0o644))
	require.NoError(t, os.Symlink(target, link))
	require.NoError(t, atomicfile.Write(link, []byte("ours"), 0o600))
	assertFile(t, target, "theirs", 0o644)
	assertFile(t, link, "ours", 0o600)
}

func assertFile(t *testing.T, path, content string, mode os.FileMode) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, content, string(data))
	info, err := os.Lstat(path)
	require.NoError(t, err)
	assert.Equal(t, mode, info.Mode().Perm())
}
