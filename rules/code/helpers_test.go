package code_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/rules/code"
)

// project writes a project: config.yml and rule files by name. It returns the
// directory of the rules.
func project(t testing.TB, config string, rules map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), code.DefaultDir)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "rules"), 0o755))
	write(t, filepath.Join(dir, "config.yml"), config)
	for name, text := range rules {
		write(t, filepath.Join(dir, "rules", name), text)
	}
	return dir
}

func write(t testing.TB, path, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

// load is a project that must be right.
func load(t testing.TB, config string, opts code.Options) *code.Project {
	t.Helper()
	p, err := code.Load(project(t, config, nil), opts)
	require.NoError(t, err)
	return p
}
