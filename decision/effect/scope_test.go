package effect_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

func newScope(t testing.TB, opts effect.ScopeOptions) *effect.Scope {
	t.Helper()
	scope, err := effect.NewScope(opts)
	require.NoError(t, err)
	return scope
}

// link makes a symbolic link, and the directories above it.
func link(t testing.TB, target, name string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(t, os.Symlink(target, name))
}

func mkdir(t testing.TB, dirs ...string) {
	t.Helper()
	for _, dir := range dirs {
		require.NoError(t, os.MkdirAll(dir, 0o755))
	}
}

// tempDir is a temporary directory without links in its own path.
func tempDir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	return dir
}

func TestNewScopeReportsAllFaultsAtOnce(t *testing.T) {
	t.Parallel()
	_, err := effect.NewScope(effect.ScopeOptions{
		ProjectDirs: []string{"", "srv/app", "/", "/srv/..", "~/app", "/srv/app"},
		WorkingDir:  "src",
	})
	require.Error(t, err)
	for _, want := range []string{
		`project_dirs[0] "": path is empty`,
		`project_dirs[1] "srv/app": not an absolute path`,
		`project_dirs[2] "/": the root directory`,
		`project_dirs[3] "/srv/..": the root directory`,
		`project_dirs[4] "~/app": path starts with ~ and the home directory is not known`,
		`working_dir "src": not an absolute path`,
	} {
		assert.ErrorContains(t, err, want)
	}
	assert.NotContains(t, err.Error(), "project_dirs[5]")

	_, err = effect.NewScope(effect.ScopeOptions{Home: "home"})
	assert.ErrorContains(t, err, "home")
}

func TestNewScopeRefusesAProjectThatIsALinkToTheRoot(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(tempDir(t), "all")
	link(t, "/", dir)
	_, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{dir}})
	assert.ErrorContains(t, err, "root directory")
}

func TestProjectDirsAreResolvedAndTheCallersOwn(t *testing.T) {
	t.Parallel()
	top := tempDir(t)
	mkdir(t, top+"/real")
	link(t, top+"/real", top+"/alias")
	scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{top + "/alias/", "~//app"}, Home: "/home/zed"})
	dirs := scope.ProjectDirs()
	require.Equal(t, []string{top + "/real", "/home/zed/app"}, dirs)
	dirs[0] = "/"
	assert.Equal(t, decision.ZoneSystem, scope.Locate("/etc/hosts", "").Zone)
}

func TestTheZeroScopeHasNoProject(t *testing.T) {
	t.Parallel()
	scope := newScope(t, effect.ScopeOptions{})
	assert.Equal(t, decision.ZoneSystem, scope.Locate("/srv/app", "").Zone)
	assert.Error(t, scope.Locate("~/x", "").Err)
	assert.Error(t, scope.Locate("x", "").Err)
}
