//go:build cgo

package all_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/treesitter/all"
)

// found is a match as both sides report it: where, and what the variables were
// bound to.
type found struct {
	file, rule string
	start, end int
	captures   string
}

func (f found) String() string {
	return fmt.Sprintf("%s %s %d-%d %s", f.file, f.rule, f.start, f.end, f.captures)
}

// astGrep returns the path of the tool. Without it the test is skipped, and
// fails where SUP7_REQUIRE names it.
func astGrep(tb testing.TB) string {
	tb.Helper()
	path, err := exec.LookPath("ast-grep")
	if err != nil {
		if strings.Contains(os.Getenv("SUP7_REQUIRE"), "ast-grep") {
			require.NoError(tb, err)
		}
		tb.Skip("there is no ast-grep: npm install --global @ast-grep/cli")
	}
	return path
}

// levels are the strictness levels that every pattern is tried at.
func levels() []string {
	return []string{"smart", "cst", "ast", "relaxed", "signature", "template"}
}

// generated writes a rule for each pattern and strictness, a file for each
// language.
func generated() (files []astrule.Source, pairs int) {
	languages := patterns()
	for _, language := range slices.Sorted(maps.Keys(languages)) {
		var rules []string
		for i, sample := range languages[language] {
			for _, level := range levels() {
				rules = append(rules, fmt.Sprintf("id: %s-%d-%s\nlanguage: %s\nseverity: error\nrule:\n  kind: %q\n  pattern: {context: %q, strictness: %s}\n",
					language, i, level, language, sample.kind, sample.pattern, level))
			}
		}
		pairs += len(rules)
		files = append(files, astrule.Source{File: "generated-" + language + ".yml", Data: []byte(strings.Join(rules, "---\n"))})
	}
	return files, pairs
}

// TestParity holds what rules find, and what their variables are bound to,
// against the real ast-grep.
func TestParity(t *testing.T) {
	tool := astGrep(t)
	rules, pairs := generated()
	require.GreaterOrEqual(t, pairs, 200)
	rules = append(rules, sources(t, "testdata/parity/rules")...)
	utils := sources(t, "testdata/parity/utils")

	theirs := scan(t, tool, rules, utils)
	ours := match(t, rules, utils)
	missing, extra := difference(theirs, ours), difference(ours, theirs)
	assert.Empty(t, strings.Join(missing, "\n"), "only ast-grep finds these")
	assert.Empty(t, strings.Join(extra, "\n"), "only we find these")
	t.Logf("%d pairs of pattern and strictness, %d matches", pairs, len(theirs))
	require.Greater(t, len(theirs), 4000, "the samples must hold what the rules look for")
}

// quiet are the written rules that must find nothing in the samples.
func quiet() []string {
	return []string{
		"nth-never", "unnamed-variable", "error-pattern", "json-pair", "json-array", "has-field-stop-itself", "precedes-neighbor", "follows-end",
	}
}

// TestWrittenRulesFindSomething keeps the parity test from comparing nothing
// with nothing.
func TestWrittenRulesFindSomething(t *testing.T) {
	t.Parallel()
	rules := sources(t, "testdata/parity/rules")
	finds := map[string]bool{}
	for _, f := range match(t, rules, sources(t, "testdata/parity/utils")) {
		finds[f.rule] = true
	}
	loaded, err := astrule.Load(rules, astrule.Options{Utils: sources(t, "testdata/parity/utils")})
	require.NoError(t, err)
	for _, r := range loaded.Rules {
		assert.Equal(t, !slices.Contains(quiet(), r.ID), finds[r.ID], r.ID)
	}
}

func sources(tb testing.TB, dir string) []astrule.Source {
	tb.Helper()
	names, err := filepath.Glob(dir + "/*.yml")
	require.NoError(tb, err)
	var list []astrule.Source
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(tb, err)
		list = append(list, astrule.Source{File: filepath.Base(name), Data: data})
	}
	return list
}

func difference(a, b []found) []string {
	seen := map[found]bool{}
	for _, f := range b {
		seen[f] = true
	}
	var only []string
	for _, f := range a {
		if !seen[f] {
			only = append(only, f.String())
		}
	}
	return only
}

// match runs the rules in process.
func match(tb testing.TB, rules, utils []astrule.Source) []found {
	tb.Helper()
	grammars := all.Grammars()
	loaded, err := astrule.Load(rules, astrule.Options{Grammars: grammars, Utils: utils})
	require.NoError(tb, err)
	byLanguage := map[string][]*astrule.Rule{}
	for _, r := range loaded.Rules {
		byLanguage[r.Language] = append(byLanguage[r.Language], r)
	}
	var list []found
	for _, g := range grammars {
		set, err := astrule.NewSet(byLanguage[g.Language()])
		require.NoError(tb, err)
		for name, source := range samples(tb) {
			if l, _ := astrule.LanguageOf(name); l.Name != g.Language() {
				continue
			}
			tree, err := g.Parse(tb.Context(), source)
			require.NoError(tb, err)
			matches, err := set.Match(tree)
			require.NoError(tb, err)
			if len(matches) > 0 {
				assert.True(tb, set.MayMatch(source), name)
			}
			for i := range matches {
				list = append(list, ours(tb, name, &matches[i], source))
			}
		}
	}
	return list
}

// samples are the files that rules run on, by their names. They are kept with
// .txt behind it, so that no tool takes them for code of this repository.
func samples(tb testing.TB) map[string][]byte {
	tb.Helper()
	names, err := filepath.Glob("testdata/parity/files/*.txt")
	require.NoError(tb, err)
	files := map[string][]byte{}
	for _, name := range names {
		files[strings.TrimSuffix(filepath.Base(name), ".txt")], err = os.ReadFile(name)
		require.NoError(tb, err)
	}
	require.NotEmpty(tb, files)
	return files
}

func ours(tb testing.TB, file string, m *astrule.Match, source []byte) found {
	tb.Helper()
	assert.True(tb, m.Rule.MayMatch(source), "%s finds something in %s", m.Rule.ID, file)
	var captures []string
	for _, c := range m.Captures {
		text := fmt.Sprintf("%s=%d-%d", c.Name, c.Start, c.End)
		if c.Run && c.Start == c.End {
			text = "$$$" + c.Name + "=none"
		} else if c.Run {
			text = "$$$" + text
		}
		captures = append(captures, text)
	}
	slices.Sort(captures)
	return found{file, m.Rule.ID, m.Start, m.End, strings.Join(captures, " ")}
}

// scan runs the rules with the tool, all in one call.
func scan(tb testing.TB, tool string, rules, utils []astrule.Source) []found {
	tb.Helper()
	dir := tb.TempDir()
	write := func(sub string, list []astrule.Source) {
		require.NoError(tb, os.MkdirAll(filepath.Join(dir, sub), 0o755))
		for _, source := range list {
			require.NoError(tb, os.WriteFile(filepath.Join(dir, sub, source.File), source.Data, 0o644))
		}
	}
	write("rules", rules)
	write("utils", utils)
	config := filepath.Join(dir, "sgconfig.yml")
	require.NoError(tb, os.WriteFile(config, []byte("ruleDirs: [rules]\nutilDirs: [utils]\n"), 0o644))
	for name, data := range samples(tb) {
		require.NoError(tb, os.WriteFile(filepath.Join(dir, name), data, 0o644))
	}
	var stderr strings.Builder
	cmd := exec.CommandContext(tb.Context(), tool, "scan", "--config", config, "--json=compact", dir)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.True(tb, err == nil || cmd.ProcessState.ExitCode() == 1 && len(out) > 0, "%v: %s", err, stderr.String())
	return theirs(tb, out)
}

// theirs reads the tool's report.
func theirs(tb testing.TB, out []byte) []found {
	tb.Helper()
	type span struct {
		Range struct {
			ByteOffset struct{ Start, End int }
		}
	}
	var report []struct {
		span
		File, RuleID  string
		MetaVariables struct {
			Single map[string]span
			Multi  map[string][]span
		}
	}
	require.NoError(tb, json.Unmarshal(out, &report))
	var list []found
	for _, r := range report {
		var captures []string
		for name, at := range r.MetaVariables.Single {
			captures = append(captures, fmt.Sprintf("%s=%d-%d", name, at.Range.ByteOffset.Start, at.Range.ByteOffset.End))
		}
		for name, at := range r.MetaVariables.Multi {
			switch {
			case name == "secondary": // nodes of relations, not a variable
			case len(at) == 0:
				captures = append(captures, "$$$"+name+"=none")
			default:
				captures = append(captures, fmt.Sprintf("$$$%s=%d-%d", name, at[0].Range.ByteOffset.Start, at[len(at)-1].Range.ByteOffset.End))
			}
		}
		slices.Sort(captures)
		at := r.Range.ByteOffset
		list = append(list, found{filepath.Base(r.File), r.RuleID, at.Start, at.End, strings.Join(captures, " ")})
	}
	slices.SortFunc(list, func(a, b found) int { return cmp.Compare(a.String(), b.String()) })
	return list
}
