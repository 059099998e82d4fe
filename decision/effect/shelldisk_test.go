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

// worries are what speaks against a call: concerns, effects that are one by
// themselves, and "opaque".
func worries(e decision.Effects) []string {
	list := []string{}
	for _, one := range e.List {
		switch {
		case one.Concern != "":
			list = append(list, one.Concern)
		case one.Kind == decision.Secrets || one.Kind == decision.ExecutesUnseen:
			list = append(list, string(one.Kind))
		case one.Kind == decision.Overwrites && one.Zone == decision.ZoneSystem:
			list = append(list, "outside")
		}
	}
	if e.Opaque() {
		list = append(list, "opaque")
	}
	return list
}

// onDisk is a project that is there: files, directories where a name ends with
// a slash, and links where it holds an arrow.
func onDisk(t *testing.T, names ...string) *effect.Scope {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	project := filepath.Join(base, "proj")
	require.NoError(t, os.MkdirAll(filepath.Join(base, "other"), 0o755))
	for _, name := range names {
		path := filepath.Join(project, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		if name[len(name)-1] == '/' {
			require.NoError(t, os.MkdirAll(path, 0o755))
			continue
		}
		require.NoError(t, os.WriteFile(path, []byte("x"), 0o600))
	}
	return newScope(t, effect.ScopeOptions{ProjectDirs: []string{project}, Home: filepath.Join(base, "home"), WorkingDir: project})
}

// makeLink makes a link in the project.
func makeLink(t *testing.T, scope *effect.Scope, name, to string) {
	t.Helper()
	require.NoError(t, os.Symlink(to, filepath.Join(scope.ProjectDirs()[0], name)))
}

// What was moved somewhere is all that is left of it.
func TestWhatWasMovedIsNotReplaced(t *testing.T) {
	t.Parallel()
	scope := onDisk(t, "docs/", "a", "b")
	for _, text := range []string{
		"mv a x; mv b x", "mv a x && cp b x", "mv a x; echo hi > x", "mv a x/ && mv src/a x/", "mv a docs && mv src/a docs", "mv -t x a; mv -t x src/a",
		"git mv a x; git mv b x", "for f in a b; do mv $f x; done", "mv a docs; echo > docs/a",
	} {
		assert.Contains(t, worries(analyze(t, scope, "Bash", params{"command": text})), "replaces what was moved there", text)
	}
	for _, text := range []string{
		"mv a x; mv x y; mv b x", "mv a docs && mv b docs", "mv a x/ && mv b x/", "mkdir x && mv a x && mv b x", "mv a b2 && mv b c", "mv a b x/", "cp a x; cp b x",
		"echo 1 > t; mv t x; echo 2 > u; mv u x", "mv a x; echo hi >> x", "mv *.go x; mv *.md x",
	} {
		assert.Empty(t, worries(analyze(t, scope, "Bash", params{"command": text})), text)
	}
}

// A pattern stands for the links that fit it, and who writes through one writes
// where it leads. To remove a link is to remove nothing else.
func TestPatternsLeadThroughLinks(t *testing.T) {
	t.Parallel()
	scope := onDisk(t, "src/a.go", "plain/a.go", ".env", "in/")
	makeLink(t, scope, "src/out.go", "/etc/hostname")
	makeLink(t, scope, "src/dir", "/usr/lib")
	makeLink(t, scope, "in/env", "../.env")
	makeLink(t, scope, "lib", "/usr/lib")
	for text, want := range map[string]string{
		"sed -i s/a/b/ src/*.go":     "outside",
		"tee src/o* < src/a.go":      "replaces a file",
		"chmod 600 src/*.go":         "changes rights on what is not the project's",
		"sed -i s/a/b/ src/*/x.conf": "outside",
		"rm lib/python3":             "may not be there again",
		"rm -rf lib/":                "may not be there again",
	} {
		assert.Contains(t, worries(analyze(t, scope, "Bash", params{"command": text})), want, text)
	}
	for _, text := range []string{"sed -i s/a/b/ plain/*.go", "cat src/*.go", "sed -i s/a/b/ src/a*.go"} {
		assert.Empty(t, worries(analyze(t, scope, "Bash", params{"command": text})), text)
	}
	for _, text := range []string{"rm lib", "rm -rf lib", "unlink lib"} {
		for _, e := range analyze(t, scope, "Bash", params{"command": text}).List {
			assert.Contains(t, []decision.Zone{decision.ZoneProject, decision.ZoneNone}, e.Zone, text)
		}
	}
}

// A search through everything finds the secrets that are there.
func TestSearchesThatReachSecrets(t *testing.T) {
	t.Parallel()
	scope, without := onDisk(t, ".env", "src/a.go", "deploy/server.key", "apps/web/.env"), onDisk(t, "src/a.go", ".env.example")
	for _, text := range []string{
		"grep -r foo .", "grep -rn foo", "rgrep foo", "rg -uu foo", "rg --hidden --no-ignore foo .", "ag -u foo", "find . -type f | xargs cat", "find . -type f -exec cat {} +",
		"find . -print0 | xargs -0 grep foo", "grep -r foo deploy", "grep -r foo apps", "grep -r --exclude-dir=node_modules foo .", "git grep --no-index foo", "grep -r --include=.env foo .",
	} {
		assert.Contains(t, kinds(analyze(t, scope, "Bash", params{"command": text})), "secrets", text)
	}
	for _, text := range []string{
		"grep -r foo src/", "grep -r --include='*.go' foo .", "grep -rl foo .", "rg foo", "rg -uu -t go foo", "git grep password", "find . -name '*.go' | xargs cat", "rg password", "grep -rn password src",
	} {
		assert.Empty(t, worries(analyze(t, scope, "Bash", params{"command": text})), text)
	}
	for _, text := range []string{"grep -r foo .", "rg -uu foo", "find . -type f | xargs cat"} {
		assert.Empty(t, worries(analyze(t, without, "Bash", params{"command": text})), text)
	}
	for _, text := range []string{"grep -rn password .", "grep -rniE 'secret|api_key'", "rg -uu GITHUB_TOKEN", "find . -type f | xargs grep -i passwd"} {
		assert.Contains(t, worries(analyze(t, without, "Bash", params{"command": text})), "looks for secrets in all files", text)
	}
}
