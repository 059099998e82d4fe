package hook_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/hook"
)

func install(data []byte) ([]byte, error) { return hook.Install(data, entry()) }

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), mode))
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(data)
}

func TestEditSettingsKeepsABackupAndTheMode(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "settings.json")
	write(t, path, "{\"a\": 1} // x\n", 0o600)
	got, err := hook.EditSettings(path, true, install)
	require.NoError(t, err)
	assert.True(t, got.Changed)
	assert.Equal(t, "{\"a\": 1} // x\n", read(t, got.Backup))
	assert.Contains(t, read(t, path), "claude-code")
	for _, file := range []string{path, got.Backup} {
		info, err := os.Stat(file)
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o600), info.Mode().Perm(), file)
	}
	again, err := hook.EditSettings(path, true, install)
	require.NoError(t, err)
	assert.Equal(t, hook.Edited{Path: got.Path}, again, "nothing to do, and the backup stays that of the change")
	assert.Equal(t, "{\"a\": 1} // x\n", read(t, got.Backup))
	_, err = hook.EditSettings(path, false, hook.Uninstall)
	require.NoError(t, err)
	assert.Equal(t, "{\"a\": 1} // x\n", read(t, path))
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, entries, 3, "nothing else is left behind")
}

// TestTheFirstBackupIsKept however often the settings are edited, with that of the
// last edit beside it.
func TestTheFirstBackupIsKept(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "settings.json")
	original := "{\"a\": 1} // x\n"
	write(t, path, original, 0o600)
	before := original
	for i, edit := range []func([]byte) ([]byte, error){
		install, hook.Uninstall, install,
		func([]byte) ([]byte, error) { return []byte("{}"), nil },
		install,
	} {
		got, err := hook.EditSettings(path, true, edit)
		require.NoError(t, err)
		require.True(t, got.Changed, i)
		assert.Equal(t, original, read(t, path+".sup7-backup"), i)
		assert.Equal(t, before, read(t, got.Backup), i)
		before = read(t, path)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, entries, 3, "two backups at most")
}

func TestEmptySettingsAreAnEmptyObject(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", " \n"} {
		path := filepath.Join(t.TempDir(), "settings.json")
		write(t, path, text, 0o600)
		got, err := hook.EditSettings(path, false, hook.Uninstall)
		require.NoError(t, err)
		assert.False(t, got.Changed)
		assert.Equal(t, text, read(t, path))
		got, err = hook.EditSettings(path, true, install)
		require.NoError(t, err)
		assert.True(t, got.Changed)
		assert.Equal(t, text, read(t, got.Backup))
		assert.Contains(t, read(t, path), "claude-code")
		_, err = hook.EditSettings(path, false, hook.Uninstall)
		require.NoError(t, err)
		assert.Equal(t, "{}\n", read(t, path))
	}
}

func TestEditSettingsThatAreNotThere(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), ".claude", "settings.local.json")
	got, err := hook.EditSettings(path, false, hook.Uninstall)
	require.NoError(t, err)
	assert.False(t, got.Changed)
	assert.NoDirExists(t, filepath.Dir(path), "removing makes nothing")
	got, err = hook.EditSettings(path, true, install)
	require.NoError(t, err)
	assert.Equal(t, hook.Edited{Path: got.Path, Changed: true}, got)
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o644), info.Mode().Perm())
	assert.Contains(t, read(t, path), "claude-code")
}

func TestEditSettingsBehindALink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	target, link := filepath.Join(dir, "dotfiles.json"), filepath.Join(dir, "settings.json")
	write(t, target, "{}", 0o644)
	require.NoError(t, os.Symlink(target, link))
	got, err := hook.EditSettings(link, true, install)
	require.NoError(t, err)
	assert.Equal(t, "dotfiles.json", filepath.Base(got.Path))
	assert.Contains(t, read(t, target), "claude-code")
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink, "the link stays")

	nowhere := filepath.Join(dir, "nowhere.json")
	require.NoError(t, os.Symlink(filepath.Join(dir, "missing"), nowhere))
	_, err = hook.EditSettings(nowhere, true, install)
	assert.ErrorContains(t, err, "leads nowhere")
	_, err = hook.EditSettings(dir, true, install)
	assert.ErrorContains(t, err, "no regular file")
}

func TestEditSettingsLeavesWhatItCannotRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "settings.json")
	write(t, path, "{\n  \"token\": \"s3cret\" \"b\"}", 0o644)
	_, err := hook.EditSettings(path, true, install)
	require.Error(t, err)
	assert.True(t, strings.HasSuffix(err.Error(), `settings.json:2:21: a comma or '}' is missing here`), err)
	assert.Equal(t, "{\n  \"token\": \"s3cret\" \"b\"}", read(t, path))
	assert.NoFileExists(t, path+".sup7-backup")
}

func TestEditSettingsThatAreChangedMeanwhile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "settings.json")
	write(t, path, "{}", 0o644)
	_, err := hook.EditSettings(path, true, func(data []byte) ([]byte, error) {
		write(t, path, `{"model": "x"}`, 0o644)
		return install(data)
	})
	require.ErrorContains(t, err, "changed meanwhile")
	assert.Equal(t, `{"model": "x"}`, read(t, path))
	_, err = hook.EditSettings(path, true, func([]byte) ([]byte, error) { return nil, errors.New("no") })
	assert.Error(t, err)
}
