package command_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/examples/codesup/internal/command"
	"github.com/flux7-go/supervisor/rules/code/treesitter/all"
)

type result struct {
	code     int
	out, err string
}

func run(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	var out, errs bytes.Buffer
	code := command.Run(t.Context(), args, command.Streams{In: strings.NewReader(stdin), Out: &out, Err: &errs})
	return result{code, out.String(), errs.String()}
}

// needsGrammars skips a test in builds without cgo.
func needsGrammars(t testing.TB) {
	t.Helper()
	if len(all.Grammars()) == 0 {
		require.NotContains(t, os.Getenv("SUP7_REQUIRE"), "cgo")
		t.Skip("built without cgo")
	}
}

// project writes files by their paths and returns the root and the directory of
// the rules.
func project(t *testing.T, files map[string]string) (root, config string) {
	t.Helper()
	root = t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return root, filepath.Join(root, ".supervisor")
}

const configFile, rulesFile = ".supervisor/config.yml", ".supervisor/rules/a.yml"

func TestUsage(t *testing.T) {
	t.Parallel()
	root, config := project(t, map[string]string{configFile: "version: 1", "a.ts": ""})
	file := filepath.Join(root, "a.ts")
	assert.Equal(t, 0, run(t, "", "--help").code)
	r := run(t, "")
	assert.Equal(t, 2, r.code)
	assert.Contains(t, r.out, "lint-rules")
	for _, args := range [][]string{
		{"nonsense"}, {"check"}, {"check", file, "--nonsense"}, {"check", file, file, "--stdin", "--config", config}, {"lint-rules", "x"}, {"init", "a", "b"},
		{"check", filepath.Join(root, "none.ts"), "--config", config}, {"check", root, "--config", config}, {"check", file, "--config", filepath.Join(root, "none")},
		{"check", file, "--config", config, "--on-error", "x"}, {"check", file, "--config", config, "--engines", "x"}, {"lint-rules", "--config", config, "--engines", "x"},
		{"init", filepath.Join(root, "none")},
	} {
		r := run(t, "", args...)
		assert.Equal(t, 2, r.code, args)
		assert.Contains(t, r.err, "codesup: ", args)
		assert.Empty(t, r.out, args)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	root, config := project(t, map[string]string{
		configFile: `
pattern_rules:
  - {id: bad, paths: ["*.txt"], deny_patterns: [bad], message: No bad., note: Be good.}
  - {id: odd, paths: ["*.txt"], deny_patterns: [odd], message: No odd., severity: warning}
semantic_rules: [{id: kind, paths: ["kind.*"], description: Be kind.}]`,
		"a.txt": "x\nbad <b>", "odd.txt": "odd", "good.txt": "", "kind.txt": "x", "bin.txt": "\x00bad", "b/\x1b.txt": "bad",
	})
	check := func(args ...string) result {
		for i, a := range args {
			if strings.HasSuffix(a, ".txt") {
				args[i] = filepath.Join(root, a)
			}
		}
		return run(t, "bad", append([]string{"check", "--config", config}, args...)...)
	}
	assert.Equal(t, result{0, "", ""}, check("good.txt"))
	assert.Equal(t, result{1, "a.txt:2:1: error [bad] No bad.\n    → Be good.\n", ""}, check("a.txt"))
	assert.Equal(t, result{0, "odd.txt:1:1: warning [odd] No odd.\n", ""}, check("odd.txt"))
	assert.Equal(t, result{1, "good.txt:1:1: error [bad] No bad.\n    → Be good.\n", ""}, check("good.txt", "--stdin"))
	assert.Equal(t, 1, check("new.txt", "--stdin").code, "a file that is not there yet")
	assert.Equal(t, 1, check("bin.txt").code)
	assert.Contains(t, check("b/\x1b.txt").out, `"b/\x1b.txt":1:1: error`, "no control character reaches the terminal")
	r := check("kind.txt")
	assert.Equal(t, 2, r.code)
	assert.Equal(t, "kind.txt: not checked: [kind] could not be judged: no judge of semantic rules is configured\n", r.out)
	r = check("kind.txt", "--on-error", "warn")
	assert.Equal(t, 0, r.code)
	assert.Contains(t, r.out, "kind.txt: note: not checked: [kind]")
	assert.Equal(t, 2, check("a.txt", "kind.txt").code, "what was not checked outweighs")
	assert.Equal(t, 2, run(t, "", "check", "--config", config, os.TempDir()+"/elsewhere.txt", "--stdin").code, "a path outside")

	const bad = `{"rule":"bad","line":2,"column":1,"end_line":2,"end_column":4,"severity":"error","message":"No bad.","tier":2}`
	assert.JSONEq(t, `{"passed":false,"violations":[`+bad+`]}`, check("a.txt", "--json").out)
	assert.JSONEq(t, `{"passed":true,"violations":[]}`, check("good.txt", "--json").out)
	assert.JSONEq(t, `[{"path":"good.txt","passed":true,"violations":[]},{"path":"a.txt","passed":false,"violations":[`+bad+`]}]`, check("good.txt", "a.txt", "--json").out)
	assert.JSONEq(t, `{"passed":false,"violations":[],"unchecked":[{"rule":"kind","cause":"unavailable","reason":"could not be judged: no judge of semantic rules is configured"}]}`, check("kind.txt", "--json").out)
}

func TestBrokenRules(t *testing.T) {
	t.Parallel()
	root, config := project(t, map[string]string{configFile: "mode: strict\nrules: []", "a.txt": "x"})
	r := run(t, "", "check", "--config", config, filepath.Join(root, "a.txt"))
	assert.Equal(t, 2, r.code)
	assert.Contains(t, r.err, "config.yml:1:7: mode: ")
	assert.Contains(t, r.err, "config.yml:2:1: ", "all faults at once")
	assert.Empty(t, r.out)
}

func TestLintRules(t *testing.T) {
	t.Parallel()
	needsGrammars(t)
	const head = "\nlanguage: tsx\nseverity: error\nmessage: m\n"
	_, config := project(t, map[string]string{
		configFile: "version: 1",
		rulesFile: "id: alone" + head + "rule:\n  pattern: fetch($$$)\n---\n" +
			"id: listed" + head + "rule: {any: [{pattern: fetch($$$)}, {pattern: 'fetch?.($$$)'}, {pattern: fetch<$T>($$$)}, {pattern: $_.fetch($$$)}]}\n---\n" +
			"id: by-kind" + head + "rule: {kind: call_expression, has: {field: function, regex: fetch}}\n---\n" +
			"id: elsewhere" + head + "files: ['src/*.ts']\nrule: {kind: comment}\n---\n" +
			"id: mixed" + head + "files: ['src/*.ts', 'src/*.tsx']\nrule: {kind: comment}\n---\n" +
			"id: never" + head + "rule: {kind: comment, pattern: fetch(1)}\n---\n" +
			"id: exits\nlanguage: go\nmessage: m\nrule: {pattern: os.Exit($CODE)}\n---\n" +
			"id: exits-well\nlanguage: go\nseverity: error\nmessage: m\nrule: {pattern: {context: 'func _() { os.Exit($CODE) }', selector: call_expression}}\n",
	})
	r := run(t, "", "lint-rules", "--config", config)
	assert.Equal(t, 0, r.code, r.out)
	var lines []string
	for line := range strings.Lines(r.out) {
		if !strings.HasPrefix(line, " ") { // of a snippet
			lines = append(lines, line)
		}
	}
	for i, want := range []string{
		"a.yml:6:12: rule: finds fetch(1), but not window.fetch(1), globalThis.fetch(1), fetch?.(1), fetch<T>(1)",
		"a.yml:20:1: document 4: files cannot match a file in tsx",
		`a.yml:27:1: document 5: files: "src/*.ts" matches no file in tsx`,
		"a.yml:38:1: document 6: rule: can find nothing",
		"a.yml:40:1: document 7: gives no severity",
		"a.yml:43:17: document 7: rule: does not find os.Exit(1)",
		"0 faults, 6 warnings",
	} {
		require.Less(t, i, len(lines), r.out)
		assert.Contains(t, lines[i], want)
	}
	assert.Equal(t, 1, run(t, "", "lint-rules", "--config", config, "--strict").code)
	assert.Contains(t, run(t, "", "lint-rules", "--config", config, "--json").out, `"faults": []`)
}

func TestLintRulesReportsAllFaults(t *testing.T) {
	t.Parallel()
	needsGrammars(t)
	_, config := project(t, map[string]string{
		configFile:                 "mode: strict",
		rulesFile:                  "id: a\nlanguage: tsx\nseverity: error\nrule: {pattern: a(1), inside: {kind: program, stopby: end}}\n---\nid: b\nlanguage: cobol\nseverity: error\nrule: {kind: x}\n",
		".supervisor/rules/b.yaml": "id: a\nlanguage: python\nseverity: error\nrule: {kind: nope}\n",
	})
	r := run(t, "", "lint-rules", "--config", config)
	assert.Equal(t, 2, r.code)
	for _, want := range []string{
		"config.yml:1:7: mode: ", `stopBy`, "a.yml:7:11: document 2: language: is unknown", "b.yaml:4:14: rule.kind: ", "b.yaml:1:5: id: is that of the rule in ", "4 faults, ",
	} {
		assert.Contains(t, r.out, want)
	}
	assert.Equal(t, 2, run(t, "", "lint-rules", "--config", config, "--json", "--strict").code)
}

func TestInit(t *testing.T) {
	t.Parallel()
	needsGrammars(t)
	root, config := project(t, map[string]string{"a.py": "eval(x)", "web/b.tsx": ""})
	r := run(t, "", "init", root)
	require.Equal(t, 0, r.code, r.err)
	assert.Contains(t, r.out, "wrote "+filepath.Join(config, "config.yml"))
	assert.Contains(t, r.out, "languages: python, tsx\n")
	assert.Equal(t, result{0, "0 faults, 0 warnings\n", ""}, run(t, "", "lint-rules", "--config", config, "--strict"))
	assert.Equal(t, 1, run(t, "", "check", "--config", config, filepath.Join(root, "a.py")).code)
	assert.Contains(t, run(t, "", "init", root).out, "kept  "+filepath.Join(config, "config.yml"))

	empty, _ := project(t, nil)
	assert.Contains(t, run(t, "", "init", empty).out, "languages: none")
}
