package supervisor_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

// TestDocsReadmeExampleIsTheProgram keeps the README's example the one that is
// compiled and run in examples/embed.
func TestDocsReadmeExampleIsTheProgram(t *testing.T) {
	t.Parallel()
	program, err := os.ReadFile("examples/embed/main.go")
	require.NoError(t, err)
	assert.Equal(t, string(program), fenced(t, "README.md", "go"))
}

// TestDocsReadmeConfigLoads keeps the README's config one that loads.
func TestDocsReadmeConfigLoads(t *testing.T) {
	t.Parallel()
	cfg, err := supervisor.ParseConfig("README.md", []byte(fenced(t, "README.md", "yaml")))
	require.NoError(t, err)
	assert.Len(t, cfg.Rules, 3, "two rules and the catch-all")
}

// fenced returns the first block of a language in a Markdown file.
func fenced(t *testing.T, file, language string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	_, after, found := strings.Cut(string(text), "```"+language+"\n")
	require.True(t, found, "%s has no %s block", file, language)
	block, _, found := strings.Cut(after, "```\n")
	require.True(t, found)
	return block
}

var (
	markdownLink = regexp.MustCompile(`\]\(([^)#\s]+)[^)]*\)`)
	namedFile    = regexp.MustCompile("`((?:docs|contrib|examples|internal|question|decision|mesh|memory|provider|rules|testdata|\\.ci)/[\\w./-]+|[\\w-]+\\.(?:md|go))`")
)

// TestDocsNameWhatExists checks every file and directory that the prose names.
func TestDocsNameWhatExists(t *testing.T) {
	t.Parallel()
	checked := 0
	for _, file := range markdownFiles(t) {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range markdownLink.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			checked++
			assert.FileExists(t, filepath.Join(filepath.Dir(file), m[1]), "%s links to it", file)
		}
		for _, m := range namedFile.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "vX.Y.Z") {
				continue // a tag
			}
			checked++
			_, here := os.Stat(m[1])
			_, beside := os.Stat(filepath.Join(filepath.Dir(file), m[1]))
			assert.True(t, here == nil || beside == nil, "%s names %s, which does not exist", file, m[1])
		}
	}
	assert.Greater(t, checked, 10, "the patterns must find what they check")
}

func markdownFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		files = append(files, found...)
	}
	return files
}

// TestDocsListEveryDependency holds docs/dependencies.md against the go.mod
// files.
func TestDocsListEveryDependency(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("docs/dependencies.md")
	require.NoError(t, err)
	mods, err := filepath.Glob("*/go.mod")
	require.NoError(t, err)
	deeper, err := filepath.Glob("*/*/go.mod")
	require.NoError(t, err)
	deepest, err := filepath.Glob("*/*/*/go.mod")
	require.NoError(t, err)
	mods = slices.Concat(mods, deeper, deepest)
	required := regexp.MustCompile(`(?m)^(?:require\s+)?\s*([a-z0-9.-]+\.[a-z]+/\S+) v\S+`)
	for _, file := range append(mods, "go.mod") {
		mod, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range required.FindAllStringSubmatch(string(mod), -1) {
			if strings.HasPrefix(m[1], "github.com/flux7-go/supervisor") {
				continue
			}
			assert.Contains(t, string(text), m[1], "%s requires it", file)
		}
	}
}

// forbidden are what an embedder of the root module must not inherit.
var forbidden = []string{
	"sqlite", "nats-io", "modelcontextprotocol", "opentelemetry.io", "spf13/cobra", "spf13/pflag", "urfave/cli", "alecthomas/kong", "mattn/go-sqlite3", "tree-sitter",
}

// TestRootStaysClean checks what the root package links, and what its module
// requires.
func TestRootStaysClean(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"list", "-deps", "."},
		{"list", "-deps", "./..."},
		{"list", "-m", "all"},
	} {
		cmd := exec.Command("go", args...)
		cmd.Env = append(os.Environ(), "GOWORK=off")
		out, err := cmd.Output()
		require.NoError(t, err, "go %v", args)
		require.NotEmpty(t, out)
		for _, name := range forbidden {
			assert.NotContains(t, string(out), name, "go %v", args)
		}
	}
	cgo := exec.Command("go", "list", "-deps", "-f", "{{if and .CgoFiles (not .Standard)}}{{.ImportPath}}{{end}}", ".")
	cgo.Env = append(os.Environ(), "GOWORK=off", "CGO_ENABLED=1")
	out, err := cgo.Output()
	require.NoError(t, err)
	assert.Empty(t, strings.TrimSpace(string(out)), "packages that use cgo")
}
