package adminhttp

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/atomicfile"
)

func editOf(t *testing.T, text string) *edit {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sup7.yaml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	set := &fileSet{configPath: path, files: []file{{configID, kindConfig, path}}}
	return &edit{set: set, file: set.config(), before: []byte(text), text: []byte("new")}
}

// TestSaveLeavesTheFileWhenWritingFails has the disk fail after the backup.
func TestSaveLeavesTheFileWhenWritingFails(t *testing.T) {
	t.Parallel()
	e := editOf(t, "old")
	full := errors.New("no space left")
	backups := 0
	_, err := saving{now: time.Now, write: func(string, []byte, os.FileMode) error {
		found, _ := filepath.Glob(filepath.Join(filepath.Dir(e.file.path), ".*.bak-*"))
		backups = len(found)
		return full
	}}.save(e)
	require.ErrorIs(t, err, full)
	assert.Equal(t, 1, backups, "it was kept before")
	text, err := os.ReadFile(e.file.path)
	require.NoError(t, err)
	assert.Equal(t, "old", string(text))
	left, err := os.ReadDir(filepath.Dir(e.file.path))
	require.NoError(t, err)
	assert.Len(t, left, 1, "nothing else is left")
}

// TestSaveAfterACrash leaves behind what a crash between backup and rename does.
func TestSaveAfterACrash(t *testing.T) {
	t.Parallel()
	e := editOf(t, "old")
	noon := func() time.Time { return time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC) }
	assert.Panics(t, func() {
		_, _ = saving{now: noon, write: func(string, []byte, os.FileMode) error { panic("crash") }}.save(e)
	})
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(e.file.path), ".sup7.yaml.123.tmp"), []byte("ne"), 0o600))
	text, err := e.file.read()
	require.NoError(t, err)
	assert.Equal(t, "old", string(text))
	backup, err := saving{now: noon, write: atomicfile.Write}.save(e)
	require.NoError(t, err)
	assert.Equal(t, ".sup7.yaml.bak-20260504-120000-1", filepath.Base(*backup))
	text, err = e.file.read()
	require.NoError(t, err)
	assert.Equal(t, "new", string(text))
}

func TestBackupsAreOrderedByAge(t *testing.T) {
	t.Parallel()
	want := []string{
		".a.bak-20260504-115959-99", ".a.bak-20260504-120000", ".a.bak-20260504-120000-1", ".a.bak-20260504-120000-2", ".a.bak-20260504-120000-10",
		".a.bak-20260504-120001",
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, compareBackups)
	assert.Equal(t, want, got)
	assert.NotPanics(t, func() { compareBackups(".a.bak-", ".a.bak-2") })
}

func TestMatchTag(t *testing.T) {
	t.Parallel()
	for tag, headers := range map[string][]string{
		"": {}, "ab": {"ab"}, "cd": {` "cd" `}, "ef": {`W/"ef"`}, `"gh`: {`"gh`}, "a,b": {"a", "b"}, `W/x`: {"W/x"}, `"`: {`"`},
	} {
		assert.Equal(t, tag, matchTag(headers), "%q", headers)
	}
}
