package code_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/rules/code"
	"github.com/flux7-go/supervisor/rules/code/astrule/astruletest"
)

// lint returns warnings and faults as file:line, less the directory.
func lint(t *testing.T, config, rules string) (warnings, faults []string) {
	t.Helper()
	dir := project(t, config, map[string]string{"a.yml": rules})
	list, err := code.Lint(t.Context(), dir, code.Options{Engines: []code.Engine{code.Grammars("test", astruletest.Grammar{})}})
	short := func(list []code.Fault) (out []string) {
		for _, f := range list {
			out = append(out, fmt.Sprintf("%d/%d:%d %s: %s", f.Document, f.Line, f.Column, f.Key, f.Message))
		}
		return out
	}
	return short(list), short(code.FaultsOf(err))
}

const fine = "id: fine\nlanguage: javascript\nseverity: error\nmessage: m\n"

func TestLint(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ config, rules, want string }{
		"nothing":           {"version: 1", fine + "rule: {pattern: foo(1)}", ""},
		"a path of another": {"version: 1", fine + "rule: {pattern: foo(1)}\nfiles: ['**/*.js', 'src/*.tsx']", `"src/*.tsx" matches no file in javascript`},
		"only such":         {"version: 1", fine + "rule: {pattern: foo(1)}\nfiles: ['src/*.tsx']", "files cannot match a file in javascript"},
		"every file":        {"pattern_rules: [{id: a, paths: ['a'], deny_patterns: ['x*'], message: m}]", fine + "rule: {pattern: foo(1)}", "matches the empty text"},
		"no severity":       {"version: 1", "id: a\nlanguage: js\nmessage: m\nrule: {pattern: foo(1)}", "gives no severity, which the write gate takes for error"},
		"no engine":         {"version: 1", fine + "rule: {pattern: foo(1)}\n---\nid: b\nlanguage: go\nseverity: error\nmessage: m\nrule: {pattern: foo(1)}", "no engine reads go here"},
		"two kinds":         {"version: 1", fine + "rule: {pattern: foo(1), kind: number}", "can find nothing"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			warnings, faults := lint(t, tt.config, tt.rules)
			assert.Empty(t, faults)
			if tt.want == "" {
				assert.Empty(t, warnings)
				return
			}
			require.Len(t, warnings, 1)
			assert.Contains(t, warnings[0], tt.want)
		})
	}
}

func TestLintReportsAllFaultsAtOnce(t *testing.T) {
	t.Parallel()
	warnings, faults := lint(t, "mode: strict\npattern_rules: [{id: a, paths: ['./a'], deny_patterns: ['('], message: m}]",
		fine+"rule: {kind: nope}\n---\nid: b\nlanguage: javascript\nrule: {pattern: foo(1), inside: {kind: number, stopby: end}}\n")
	require.Len(t, faults, 4)
	assert.Contains(t, faults[3], "1/5:14 rule.kind: ")
	require.Len(t, warnings, 2, "warnings come all the same")
	assert.Contains(t, warnings[0]+warnings[1], `rule.inside.stopby: is ignored: unknown key; did you mean "stopBy"?`)

	_, err := code.Lint(t.Context(), t.TempDir(), code.Options{Budget: -1})
	require.Error(t, err)
	assert.Empty(t, code.FaultsOf(err))
}

func ExampleLint() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	config := "version: 1\npattern_rules:\n  - {id: todo, paths: ['**'], deny_patterns: ['(TODO)?'], message: No TODO., sevrity: error}\n"
	if err := os.WriteFile(filepath.Join(dir, "config.yml"), []byte(config), 0o600); err != nil {
		panic(err)
	}
	warnings, err := code.Lint(context.Background(), dir, code.Options{})
	for _, f := range append(code.FaultsOf(err), warnings...) {
		fmt.Printf("%s:%d:%d: %s\n", filepath.Base(f.File), f.Line, f.Column, f.Message)
	}
	// Output:
	// config.yml:3:78: unknown key; did you mean "severity"?
	// config.yml:3:47: matches the empty text, so every file breaks the rule
}
