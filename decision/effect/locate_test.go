package effect_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

func TestLocateZones(t *testing.T) {
	t.Parallel()
	scope := newScope(t, effect.ScopeOptions{
		ProjectDirs: []string{"/srv/app/", "~/project", "/tmp/build-area"}, Home: "/home/dev",
	})
	tests := []struct {
		path string
		want string
		zone decision.Zone
	}{
		{"/srv/app", "/srv/app", decision.ZoneProject},
		{"/srv/app/", "/srv/app", decision.ZoneProject},
		{"/srv/app/x.go", "/srv/app/x.go", decision.ZoneProject},
		{"/srv//app/./x", "/srv/app/x", decision.ZoneProject},
		{"//srv/app/x", "/srv/app/x", decision.ZoneProject},
		{"/srv/app/a/../../app/b", "/srv/app/b", decision.ZoneProject},
		{"/srv/app2/x", "/srv/app2/x", decision.ZoneSystem},
		{"/srv/app/..", "/srv", decision.ZoneSystem},
		{"/srv/app/../etc/x", "/srv/etc/x", decision.ZoneSystem},
		{"/SRV/app/x", "/SRV/app/x", decision.ZoneSystem},
		{"/srv/app/..x", "/srv/app/..x", decision.ZoneProject},
		{"~", "/home/dev", decision.ZoneHome},
		{"~/notes", "/home/dev/notes", decision.ZoneHome},
		{"~/project/a", "/home/dev/project/a", decision.ZoneProject},
		{"/home/dev/project-evil/a", "/home/dev/project-evil/a", decision.ZoneHome},
		{"/home/dev/project/../../../etc/x", "/etc/x", decision.ZoneSystem},
		{"/home/dev2/x", "/home/dev2/x", decision.ZoneSystem},
		{"/tmp/x", "/tmp/x", decision.ZoneTemp},
		{"/tmp/build-area/x", "/tmp/build-area/x", decision.ZoneProject},
		{"/var/tmp/x", "/var/tmp/x", decision.ZoneTemp},
		{"/tmpfs/x", "/tmpfs/x", decision.ZoneSystem},
		{"/", "/", decision.ZoneSystem},
		{"/../../x", "/x", decision.ZoneSystem},
	}
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			t.Parallel()
			got := scope.Locate(tt.path, "")
			require.NoError(t, got.Err)
			assert.Equal(t, tt.want, got.Path)
			assert.Equal(t, tt.zone, got.Zone)
		})
	}
}

func TestLocateRefusesWhatCanBeReadInTwoWays(t *testing.T) {
	t.Parallel()
	scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{"/srv/app"}, Home: "/home/dev", WorkingDir: "/srv/app"})
	for name, text := range map[string]string{
		"empty":             "",
		"nul":               "/srv/app/x\x00/../../etc",
		"line break":        "/srv/app/x\n",
		"invalid utf-8":     "/srv/app/\xff",
		"another's home":    "~root/.ssh/id_rsa",
		"blank in front":    " /etc/passwd",
		"blank behind":      "/srv/app/x ",
		"quoted":            `"/etc/passwd"`,
		"backslash":         `..\..\etc\passwd`,
		"file url":          "file:///srv/app/x",
		"short file url":    "FILE:/srv/app/x",
		"relative file url": "file:etc",
		"remote url":        "https://srv/app/x",
		"drive":             "C:/Users/x",
		"variable":          "$HOME/.ssh/id_rsa",
		"windows variable":  "%USERPROFILE%/x",
		"too long":          "/srv/app/" + strings.Repeat("a/", effect.MaxPathBytes/2),
		"name too long":     "/tmp/" + strings.Repeat("a", 300) + "/x",
		"link of /proc":     "/proc/self/cwd/x",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := scope.Locate(text, "")
			require.Error(t, got.Err)
			assert.Equal(t, decision.ZoneUnknown, got.Zone)
			assert.Empty(t, got.Path)
			if len(text) > 8 {
				assert.NotContains(t, got.Err.Error(), text, "an error quotes no parameter")
			}
		})
	}
}

func TestLocateRelativePaths(t *testing.T) {
	t.Parallel()
	stated := newScope(t, effect.ScopeOptions{ProjectDirs: []string{"/srv/app"}, Home: "/home/dev", WorkingDir: "/srv/app"})
	assumed := newScope(t, effect.ScopeOptions{ProjectDirs: []string{"/srv/app"}, WorkingDir: "/srv/app", AssumedWorkingDir: true})
	unknown := newScope(t, effect.ScopeOptions{ProjectDirs: []string{"/srv/app"}})
	tests := map[string]struct {
		scope       *effect.Scope
		path, dir   string
		want        string
		wantAssumed bool
	}{
		"scope's":                        {stated, "a/b", "", "/srv/app/a/b", false},
		"the call's wins":                {assumed, "a/b", "/opt", "/opt/a/b", false},
		"assumed":                        {assumed, "a/b", "", "/srv/app/a/b", true},
		"assumed, absolute path":         {assumed, "/srv/app/a", "", "/srv/app/a", false},
		"leads out":                      {stated, "../x", "", "/srv/x", false},
		"working dir in home":            {stated, "x", "~/w", "/home/dev/w/x", false},
		"dollar inside":                  {stated, "routes/$id.ts", "", "/srv/app/routes/$id.ts", false},
		"colon inside":                   {stated, "a:b", "", "/srv/app/a:b", false},
		"unknown":                        {unknown, "a/b", "", "", false},
		"the call's is relative":         {stated, "a", "w", "", false},
		"the call's is no path":          {stated, "a", "/w\x00", "", false},
		"another's home as working dir":  {stated, "a", "~bob", "", false},
		"absolute, working dir is wrong": {stated, "/srv/x", "w", "/srv/x", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := tt.scope.Locate(tt.path, tt.dir)
			assert.Equal(t, tt.want, got.Path)
			assert.Equal(t, tt.want == "", got.Err != nil)
			assert.Equal(t, tt.wantAssumed, got.Assumed)
		})
	}
}

// tree is a project and a place outside, with links between them:
//
//	app/            the project
//	app/sub/deep/
//	app/in      ->  sub (relative)
//	app/out     ->  ../outside
//	app/dangling -> /nowhere/at/all
//	app/loop    ->  loop
//	app/file        a file
//	outside/app ->  the project
//	outside/deep -> the project's sub/deep
func tree(t testing.TB) string {
	t.Helper()
	top := tempDir(t)
	mkdir(t, top+"/app/sub/deep", top+"/outside")
	link(t, "sub", top+"/app/in")
	link(t, "../outside", top+"/app/out")
	link(t, "/nowhere/at/all", top+"/app/dangling")
	link(t, "loop", top+"/app/loop")
	require.NoError(t, os.WriteFile(top+"/app/file", nil, 0o600))
	link(t, top+"/app", top+"/outside/app")
	link(t, top+"/app/sub/deep", top+"/outside/deep")
	return top
}

func TestLocateFollowsLinks(t *testing.T) {
	t.Parallel()
	top := tree(t)
	scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{top + "/app"}})
	tests := map[string]struct {
		path string
		want string // below top; empty: does not resolve
		in   bool
	}{
		"link to inside":               {"/app/in/x", "/app/sub/x", true},
		"link that leads out":          {"/app/out/x", "/outside/x", false},
		"link that leads out, itself":  {"/app/out", "/outside", false},
		"link from outside to inside":  {"/outside/app/x", "/app/x", true},
		"round by both":                {"/app/out/app/in/x", "/app/sub/x", true},
		"loop":                         {"/app/loop/x", "", false},
		"missing part":                 {"/app/new/dir/x", "/app/new/dir/x", true},
		"missing part and back":        {"/app/new/../../x", "/x", false},
		"missing part and into a link": {"/app/new/../out/x", "/outside/x", false},
		"below a file":                 {"/app/file/x", "/app/file/x", true},
		// The kernel goes to app/sub, a tidying program to outside.
		"out of a link, two readings": {"/outside/deep/../x", "", false},
		// Both readings go to app.
		"out of a link, one reading": {"/app/in/../x", "/app/x", true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := scope.Locate(top+tt.path, "")
			if tt.want == "" {
				assert.Error(t, got.Err)
				return
			}
			require.NoError(t, got.Err)
			assert.Equal(t, top+tt.want, got.Path)
			assert.Equal(t, tt.in, got.Zone == decision.ZoneProject)
		})
	}
	assert.Equal(t, "/nowhere/at/all/x", scope.Locate(top+"/app/dangling/x", "").Path)
}

func TestLocateLimitsLinks(t *testing.T) {
	t.Parallel()
	top := tempDir(t)
	mkdir(t, top+"/l0")
	for i := range 41 {
		link(t, fmt.Sprintf("l%d", i), fmt.Sprintf("%s/l%d", top, i+1))
	}
	scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{top}})
	assert.NoError(t, scope.Locate(top+"/l40", "").Err)
	assert.ErrorContains(t, scope.Locate(top+"/l41", "").Err, "symbolic links")
}

func TestLocateDoesNotLookBehindAClosedDirectory(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		t.Skip("root may look everywhere: .ci/run runs this as nobody")
	}
	top := tempDir(t)
	mkdir(t, top+"/app/closed")
	require.NoError(t, os.Chmod(top+"/app/closed", 0))
	t.Cleanup(func() { _ = os.Chmod(top+"/app/closed", 0o700) })
	scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{top}})
	assert.ErrorContains(t, scope.Locate(top+"/app/closed/x", "").Err, "cannot be looked at")
}

func TestWithin(t *testing.T) {
	t.Parallel()
	top := tree(t)
	scope := newScope(t, effect.ScopeOptions{Home: "/home/dev"})
	tests := []struct {
		dir, path, workingDir string
		want                  bool
	}{
		{"/srv/app", "/srv/app", "", true},
		{"/srv/app/", "/srv/app/x", "", true},
		{"/srv/app", "/srv/app-evil/x", "", false},
		{"/srv/app", "/srv/app/../x", "", false},
		{"/srv/app", "/SRV/app/x", "", false},
		{"/", "/etc", "", true},
		{"~/a", "/home/dev/a/b", "", true},
		{"src", "src/x", "/srv", true},
		{"src", "/srv/src/x", "/srv", true},
		{"src", "src-evil/x", "/srv", false},
		{"src", "src/x", "", false},
		{"/srv", "~bob", "", false},
		{top + "/app", top + "/app/out/x", "", false},
		{top + "/outside/app", top + "/app/x", "", true},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, scope.Within(tt.dir, tt.path, tt.workingDir), "%+v", tt)
	}
}
