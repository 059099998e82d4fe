package effect_test

import (
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// FuzzLocate holds Locate against the standard library's way of following
// links, once with the path as it is and once tidied as text: it must not
// place inside what either of them places outside.
func FuzzLocate(f *testing.F) {
	for _, seed := range []string{
		"app/x", "app/../outside", "app/out/x", "app/out/../x", "app/in/../../outside/app/sub", "outside/deep/../x",
		"app/loop/x", "app/new/../../x", "app//./in", "app-evil/x", "app/file/..", "outside/app/../x", "~", "", "app/in/deep/../../../outside",
	} {
		f.Add(seed)
	}
	top := tree(f)
	scope := newScope(f, effect.ScopeOptions{ProjectDirs: []string{top + "/app"}, WorkingDir: top})
	inside := func(p string) bool { return p == top+"/app" || strings.HasPrefix(p, top+"/app/") }
	f.Fuzz(func(t *testing.T, text string) {
		got := scope.Locate(text, "")
		if got.Err != nil {
			if got.Zone != decision.ZoneUnknown || got.Path != "" {
				t.Fatalf("%q: unresolved, yet in zone %q at %q", text, got.Zone, got.Path)
			}
			return
		}
		if got.Path != path.Clean(got.Path) || !path.IsAbs(got.Path) {
			t.Fatalf("%q: path %q is not clean", text, got.Path)
		}
		if got.Zone != decision.ZoneProject {
			return
		}
		full := text
		if !path.IsAbs(text) {
			full = top + "/" + text
		}
		if real, err := filepath.EvalSymlinks(full); err == nil && !inside(real) {
			t.Fatalf("%q leads to %q, outside", text, real)
		}
		if real := existingReal(path.Clean(full)); !inside(real) {
			t.Fatalf("%q, tidied, leads to %q, outside", text, real)
		}
	})
}

// existingReal follows the links of the part of a clean path that exists.
func existingReal(clean string) string {
	if real, err := filepath.EvalSymlinks(clean); err == nil || clean == "/" {
		return real
	}
	return path.Join(existingReal(path.Dir(clean)), path.Base(clean))
}
