package command_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/rules/code"
	"github.com/flux7-go/supervisor/rules/code/treesitter/all"
)

// story is the example of docs/code-gate.md.
type story struct {
	root, file         string
	broken, said, good string
}

// blocks returns the code of a Markdown text that is in one language.
func blocks(text, language string) (list []string) {
	for _, part := range strings.Split(text, "```"+language+"\n")[1:] {
		block, _, _ := strings.Cut(part, "```\n")
		list = append(list, block)
	}
	return list
}

func newStory(t *testing.T) story {
	t.Helper()
	needsGrammars(t)
	data, err := os.ReadFile("../../../../docs/code-gate.md")
	require.NoError(t, err)
	_, text, found := strings.Cut(string(data), "## An example\n")
	require.True(t, found)
	rules, components, said := blocks(text, "yaml"), blocks(text, "tsx"), blocks(text, "text")
	require.Len(t, rules, 2)
	require.Len(t, components, 2)
	require.Len(t, said, 1)
	const file = "packages/ui/components/Profile.tsx"
	root, _ := project(t, map[string]string{configFile: rules[0], rulesFile: rules[1], file: components[0]})
	root, err = filepath.EvalSymlinks(root)
	require.NoError(t, err)
	return story{root, file, components[0], said[0], components[1]}
}

func TestTheExampleOfTheDocs(t *testing.T) {
	s := newStory(t)
	t.Chdir(s.root)
	assert.Equal(t, result{1, s.said, ""}, run(t, "", "check", s.file))
	assert.Equal(t, result{1, s.said, ""}, run(t, s.broken, "check", s.file, "--stdin"))
	assert.Equal(t, result{0, "", ""}, run(t, s.good, "check", s.file, "--stdin"))
	assert.Equal(t, result{0, "0 faults, 0 warnings\n", ""}, run(t, "", "lint-rules", "--strict"))
	assert.Equal(t, result{0, "", ""}, run(t, s.broken, "check", "packages/api/Profile.go", "--stdin"), "no rule is about it")
	r := run(t, "", "check", s.file, "--json")
	assert.Equal(t, 3, strings.Count(r.out, `"rule"`))
	assert.Contains(t, r.out, `"line": 10`)
}

// TestTheExampleAtTheGate writes the same by tools of an agent.
func TestTheExampleAtTheGate(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{s.root}, WorkingDir: s.root, Home: "/home/nobody"})
	require.NoError(t, err)
	by := effect.NewAnalyzer(scope)
	gate, err := code.NewGate(code.GateOptions{Scope: scope, Analyzer: by, Rules: code.Options{Engines: []code.Engine{code.Grammars("treesitter", all.Grammars()...)}}})
	require.NoError(t, err)
	judge := func(tool string, params map[string]any) (decision.Verdict, bool) {
		c, err := (&decision.Call{Tool: tool, Params: params, WorkingDir: s.root}).Normalize()
		require.NoError(t, err)
		return gate.Evaluate(t.Context(), c.WithAnalyzer(by))
	}
	path := filepath.Join(s.root, s.file)
	_, settled := judge("write_file", map[string]any{"path": path, "content": s.good})
	assert.False(t, settled, "a gate hands on what passes")
	write, settled := judge("write_file", map[string]any{"path": path, "content": s.broken})
	require.True(t, settled)
	assert.Equal(t, decision.Deny, write.Action)
	shell, settled := judge("Bash", map[string]any{"command": "cat > " + s.file + " <<'EOF'\n" + s.broken + "EOF\n"})
	require.True(t, settled)
	assert.Equal(t, decision.Deny, shell.Action)
	for _, line := range []string{"[ui-no-handler-imports]", "Line 2", "[no-secrets-in-code]", "Line 6", "[no-fetch-in-components]", "Line 10"} {
		assert.Contains(t, write.Reasoning, line)
	}
	assert.Equal(t, write.Violations, shell.Violations, "the same, by whatever way")

	for tool, params := range map[string]map[string]any{
		"write_file": {"path": filepath.Join(s.root, configFile), "content": "version: 1\nmode: off\n"},
		"Bash":       {"command": "echo 'mode: off' > .supervisor/config.yml"},
	} {
		v, settled := judge(tool, params)
		require.True(t, settled, tool)
		assert.Equal(t, decision.Deny, v.Action, tool)
	}
}
