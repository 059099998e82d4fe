package command_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/rules/code"
	"github.com/flux7-go/supervisor/rules/code/astgrep"
	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/treesitter/all"
)

// needsAstGrep skips a test where ast-grep is not installed, and fails it where
// SUP7_REQUIRE names it.
func needsAstGrep(t testing.TB) string {
	t.Helper()
	path, err := exec.LookPath("ast-grep")
	if err != nil {
		require.NotContains(t, os.Getenv("SUP7_REQUIRE"), "ast-grep")
		t.Skip("there is no ast-grep: npm install --global @ast-grep/cli")
	}
	return path
}

const parity = "../../../../rules/code/treesitter/all/testdata/parity"

// parityRules are the rules that parity with ast-grep is tested with, less those
// that need utils of other files, which a command line does not carry.
func parityRules(t *testing.T, grammars []astrule.Grammar) map[string][]*astrule.Rule {
	t.Helper()
	read := func(dir string) (list []astrule.Source) {
		names, err := filepath.Glob(filepath.Join(parity, dir, "*.yml"))
		require.NoError(t, err)
		for _, name := range names {
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			list = append(list, astrule.Source{File: name, Data: data})
		}
		return list
	}
	utils := read("utils")
	loaded, err := astrule.Load(read("rules"), astrule.Options{Grammars: grammars, Utils: utils})
	require.NoError(t, err)
	byLanguage, count := map[string][]*astrule.Rule{}, 0
	for _, r := range loaded.Rules {
		global := slices.ContainsFunc(utils, func(u astrule.Source) bool {
			return strings.Contains(r.Text, strings.TrimSuffix(filepath.Base(u.File), ".yml"))
		})
		if !global {
			byLanguage[r.Language] = append(byLanguage[r.Language], r)
			count++
		}
	}
	require.Greater(t, count, 80)
	return byLanguage
}

// TestBothEnginesFindTheSame runs the linked grammars and the ast-grep program
// through the same interface on the same files.
func TestBothEnginesFindTheSame(t *testing.T) {
	t.Parallel()
	needsAstGrep(t)
	needsGrammars(t)
	grammars := all.Grammars()
	linked := code.Grammars("treesitter", grammars...)
	program, err := astgrep.New(astgrep.Options{})
	require.NoError(t, err)
	rules := parityRules(t, grammars)
	names, err := filepath.Glob(parity + "/files/*.txt")
	require.NoError(t, err)
	total := 0
	for _, name := range names {
		source, err := os.ReadFile(name)
		require.NoError(t, err)
		language, _ := astrule.LanguageOf(strings.TrimSuffix(name, ".txt"))
		if len(rules[language.Name]) == 0 {
			continue
		}
		ours, broken := scanned(t, linked, rules[language.Name], source)
		theirs, theyBroken := scanned(t, program, rules[language.Name], source)
		assert.Equal(t, ours, theirs, name)
		if broken || theyBroken { // what is missing only we see
			assert.True(t, broken, name)
		}
		total += len(ours)
	}
	assert.Greater(t, total, 300, "the samples must hold what the rules look for")
}

func scanned(t *testing.T, e code.Engine, rules []*astrule.Rule, source []byte) (found []string, broken bool) {
	t.Helper()
	p, err := e.Compile(t.Context(), rules)
	require.NoError(t, err)
	s, err := p.Scan(t.Context(), source)
	require.NoError(t, err)
	for _, m := range s.Matches {
		found = append(found, fmt.Sprintf("%s %d-%d %s", m.Rule.ID, m.Start, m.End, m.Message))
	}
	slices.Sort(found)
	return found, s.Broken >= 0
}

func TestTheExampleWithAstGrep(t *testing.T) {
	s := newStory(t)
	needsAstGrep(t)
	t.Chdir(s.root)
	assert.Equal(t, result{1, s.said, ""}, run(t, "", "check", "--engines", "astgrep", s.file))
	assert.Equal(t, result{0, "", ""}, run(t, s.good, "check", "--engines", "astgrep", s.file, "--stdin"))
	assert.Equal(t, result{0, "0 faults, 0 warnings\n", ""}, run(t, "", "lint-rules", "--engines", "astgrep", "--strict"))
}

// TestWithoutAnyEngine: what cannot be checked does not pass, and is explained.
func TestWithoutAnyEngine(t *testing.T) {
	root, config := project(t, map[string]string{
		configFile: "version: 1", rulesFile: "id: a\nlanguage: go\nseverity: error\nmessage: m\nrule: {kind: comment}", "a.go": "package p", "a.py": "",
	})
	t.Setenv("PATH", t.TempDir())
	r := run(t, "", "check", "--config", config, "--engines", "astgrep", filepath.Join(root, "a.go"))
	assert.Equal(t, 2, r.code)
	assert.Contains(t, r.out, "a.go: not checked: [a] no engine reads go")
	assert.Contains(t, r.err, "there is no ast-grep here")
	assert.Equal(t, result{0, "", ""}, run(t, "", "check", "--config", config, "--engines", "astgrep", filepath.Join(root, "a.py")))
	r = run(t, "", "lint-rules", "--config", config, "--engines", "astgrep")
	assert.Contains(t, r.err, "there is no ast-grep here")
	assert.Contains(t, r.out, "no engine reads go here")
	if len(all.Grammars()) == 0 {
		r = run(t, "", "check", "--config", config, filepath.Join(root, "a.go"))
		assert.Equal(t, 2, r.code)
		assert.Contains(t, r.err, "built without cgo")
	}
}
