package effect_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// written tells in one line each what a command line in dir writes.
func written(t *testing.T, dir, line string) []string {
	t.Helper()
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{dir}, WorkingDir: dir})
	require.NoError(t, err)
	list, ok := effect.WritesOf(effect.NewAnalyzer(scope), &decision.Call{Tool: "Bash", Params: map[string]any{"command": line}})
	require.True(t, ok)
	out := []string{}
	for _, w := range list {
		out = append(out, tell(dir, w))
	}
	return out
}

func tell(dir string, w effect.Write) string {
	text := strings.Replace(strings.TrimPrefix(w.Path, dir+"/"), dir, ".", 1)
	switch {
	case w.Patch:
		text = "patch in " + strings.TrimPrefix(w.Dir, filepath.Dir(dir)+"/")
	case w.Path == "":
		text = "anywhere"
	}
	if w.Below {
		text += "/**"
	}
	if w.Append {
		text += " +"
	}
	switch {
	case w.CopyOf != "":
		text += " copy of " + strings.TrimPrefix(w.CopyOf, dir+"/")
	case w.Known:
		text += " " + strings.ReplaceAll(w.Content, "\n", "|")
	default:
		text += " ?"
	}
	return text
}

func TestWritesOfACommandLine(t *testing.T) {
	t.Parallel()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	dir := filepath.Join(root, "project")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "ui"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.tsx"), []byte("a"), 0o600))
	require.NoError(t, os.Symlink("ui", filepath.Join(dir, "link")))
	tests := map[string][]string{
		"ls -la":                                               {},
		"echo x > /dev/null 2>&1":                              {},
		"git checkout main":                                    {},
		"make test":                                            {},
		"echo x > ui/x.tsx":                                    {"ui/x.tsx x|"},
		"printf 'a\\nb' > ui/x.tsx":                            {"ui/x.tsx a|b"},
		"echo x >> ui/x.tsx":                                   {"ui/x.tsx + x|"},
		"echo a > ui/x; echo b >> ui/x":                        {"ui/x a|", "ui/x a|b|"},
		"echo a >> ui/x; echo b >> ui/x":                       {"ui/x + a|", "ui/x + a|b|"},
		"cat > ui/x.tsx <<'EOF'\nfetch()\n$A\nEOF":             {"ui/x.tsx fetch()|$A|"},
		"cat <<'EOF' | tee ui/x.tsx\nfetch()\nEOF":             {"ui/x.tsx fetch()|"},
		"tee -a ui/x.tsx <<< hi":                               {"ui/x.tsx + hi|"},
		"cd ui && echo x > x.tsx":                              {"ui/x.tsx x|"},
		"echo x > link/x.tsx":                                  {"ui/x.tsx x|"},
		"A=fetch; echo \"$A()\" > ui/x.tsx":                    {"ui/x.tsx fetch()|"},
		"bash -c 'echo x > ui/x.tsx'":                          {"ui/x.tsx x|"},
		"eval 'echo x > ui/x.tsx'":                             {"ui/x.tsx x|"},
		"echo $RANDOM > ui/x.tsx":                              {"ui/x.tsx ?"},
		"cat secret | base64 > ui/x.tsx":                       {"ui/x.tsx ?"},
		"echo x > $F":                                          {"anywhere x|"},
		"echo x | tee ui/$NAME.tsx":                            {"anywhere x|", "ui/** ?", ".tsx ?"},
		"sed -i 's/a/b/' ui/x.tsx":                             {"ui/x.tsx ?"},
		"cp a.tsx ui/x.tsx":                                    {"ui/x.tsx copy of a.tsx", "ui/x.tsx/a.tsx copy of a.tsx"},
		"mv a.tsx ui":                                          {"ui copy of a.tsx", "ui/a.tsx copy of a.tsx"},
		"echo x > t; cp t ui/x.tsx":                            {"t x|", "ui/x.tsx x|", "ui/x.tsx/t x|"},
		"cp -r a b ui":                                         {"ui/a/** copy of a", "ui/b/** copy of b"},
		"cp *.tsx ui":                                          {"ui/** ?", "ui/*.tsx/** ?"},
		"tar xf a.tar -C ui":                                   {"ui/** ?"},
		"python3 -m zipfile -e a.zip ui":                       {"ui/** ?"},
		"wget -P ui https://example.com/x":                     {"ui/** ?", "./** ?"},
		"sponge ui/x.tsx":                                      {"ui/x.tsx ?"},
		"vim -es -c 'w ui/x.tsx' a.tsx":                        {"ui/x.tsx ?", "a.tsx ?"},
		"nosuchtool --to=ui/x.tsx":                             {"ui/x.tsx ?"},
		"ed <<'E'\nw ui/x.tsx\nq\nE":                           {"ui/x.tsx ?"},
		"gunzip ui/x.tsx.gz":                                   {"ui/x.tsx.gz ?", "ui/x.tsx ?"},
		"split --additional-suffix=.tsx a.tsx ui/p":            {"ui/p ?", "xaa ?", "ui/** ?", "./** ?"},
		"gcc -c a.c":                                           {},
		"curl -o ui/x.tsx https://example.com/x":               {"ui/x.tsx ?"},
		"ln -s /etc/hosts ui/x.tsx":                            {"ui/x.tsx ?", "ui/x.tsx/hosts ?"},
		"python3 -c 'open(\"ui/x\",\"w\")'":                    {"ui/x ?"},
		"python3 - <<'EOF'\nopen('x')\nEOF":                    {},
		"cd ui && python3 -c 'open(\"x\",\"a\").write(\"y\")'": {"ui/x + y"},
		"perl -e 'print 1'":                                    {"anywhere ?"},
		"node -e 'f()'":                                        {},
		"patch -p2 <<'EOF'\n--- a\nEOF":                        {"patch in  --- a|"},
		"patch -Np 2 <<'EOF'\n--- a\nEOF":                      {"patch in  --- a|"},
		`awk '{print | "cat >x"}' f`:                           {"anywhere ?"},
		`mawk 'BEGIN{system("cat >x")}'`:                       {"anywhere ?"},
		`awk -v f=x 'BEGIN{print 1 > f}'`:                      {"anywhere ?"},
		`awk '{print $1}' f`:                                   {},
		`sed '1e cat >x' f`:                                    {"anywhere ?"},
		`sed -n 1p f`:                                          {},
		"patch --strip=2 <<'EOF'\n--- a\nEOF":                  {"patch in  --- a|"},
		"patch -p1 <<'EOF'\n--- z/a\n+++ z/a\nEOF":             {"patch in  --- z/a|+++ z/a|"},
		"patch -p0 <<'EOF'\n--- z/a\n+++ z/a\nEOF":             {"patch in project --- z/a|+++ z/a|"},
		"patch -p0 <<'EOF'\n--- a/a\n+++ b/a\nEOF":             {"patch in  --- a/a|+++ b/a|"},
		"patch <<'EOF'\n--- z/a\n+++ z/a\nEOF":                 {"patch in  --- z/a|+++ z/a|"},
		"git apply <<'EOF'\n--- a/a\n+++ b/a\nEOF":             {"patch in project --- a/a|+++ b/a|"},
		"git apply <<'EOF'\n--- i/a\n+++ w/a\nEOF":             {"patch in  --- i/a|+++ w/a|"},
		"git apply --directory=ui <<'EOF'\n--- a\nEOF":         {"patch in  --- a|"},
		"patch -p1 <<'EOF'\n--- a\nEOF":                        {"patch in project --- a|"},
		"cd ui && git apply <<'EOF'\n--- a\nEOF":               {"patch in project/ui --- a|"},
		"apply_patch <<'EOF'\n*** Begin Patch\nEOF":            {"patch in project *** Begin Patch|"},
		"ssh host 'echo x > ui/x.tsx'":                         {},
		"for f in a b; do echo $f > ui/$f; done":               {"ui/a ?", "ui/b ?"},
		"if [ -e q ]; then echo a > ui/x; fi; echo b >> ui/x":  {"ui/x a|", "ui/x ?"},
	}
	for line, want := range tests {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, want, written(t, dir, line))
		})
	}
}

func TestWritesOfOtherToolsAreNotTold(t *testing.T) {
	t.Parallel()
	_, ok := effect.WritesOf(effect.NewAnalyzer(nil), &decision.Call{Tool: "write_file", Params: map[string]any{"path": "a", "content": "b"}})
	assert.False(t, ok)
	_, ok = effect.WritesOf(nil, &decision.Call{Tool: "Bash", Params: map[string]any{"command": "echo x > y"}})
	assert.False(t, ok)
}
