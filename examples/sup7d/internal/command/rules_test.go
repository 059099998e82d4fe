package command_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

const riskyRules = `
evaluator: {provider: none}
rules:
  - {name: reads, condition: tool contains read, action: approve}
  - {name: typo, condition: tool equals fs.wriet, action: deny}
`

func TestRulesLint(t *testing.T) {
	t.Parallel()
	path := config(t, riskyRules)
	r := run(t, "", "-c", path, "rules", "lint")
	assert.Equal(t, 0, r.code, r.err)
	assert.Contains(t, r.out, "sup7.yaml:4:")
	assert.Contains(t, r.out, "[part_of_name]")
	assert.NotContains(t, r.out, "unseen_tool", "there is no journal yet")

	require.Equal(t, 0, run(t, `{"tool":"fs.write"}`, "-c", path, "evaluate").code)
	r = run(t, "", "rules", "lint", path, "--strict")
	assert.Equal(t, 1, r.code)
	assert.Contains(t, r.out, "[unseen_tool]", "the journal knows which tools there are")

	var list []supervisor.RuleFinding
	r = run(t, "", "rules", "lint", path, "--json")
	require.NoError(t, json.Unmarshal([]byte(r.out), &list))
	assert.NotEmpty(t, list)
	clean := config(t, "evaluator: {provider: none}\nrules: [{name: a, condition: tool equals x, action: deny}]")
	r = run(t, "", "rules", "lint", clean, "--strict", "--json")
	assert.Equal(t, 0, r.code)
	assert.JSONEq(t, "[]", r.out)
	assert.Equal(t, 1, run(t, "", "rules", "lint", path+"-absent").code)
	assert.Equal(t, 1, run(t, "", "rules", "lint", path, "--journal", path+"-absent").code)
	assert.Equal(t, 1, run(t, "", "rules").code)
}

func TestRulesTest(t *testing.T) {
	t.Parallel()
	path := config(t, `
evaluator: {provider: none}
project_dirs: [/home/dev/project]
rules:
  - name: files
    condition: params.path starts_with project_dir
    action: approve
    tests:
      - {tool: fs.read, params: {path: /home/dev/project/a}, expect: approve, rule: files}
      - {tool: fs.read, params: {path: /home/dev/project/.env}, expect: approve}
      - {tool: fs.read, params: {path: /etc/hosts}, expect: escalate, rule: default}
  - name: weak
    condition: tool equals x
    action: deny
    confidence: 0.5
    tests:
      - {tool: x, expect: deny}
      - {tool: x, expect: escalate, rule: files}
`)
	r := run(t, "", "rules", "test", path)
	assert.Equal(t, 1, r.code, r.err)
	for _, says := range []string{
		"sup7.yaml:10:", "expected approve, got escalate by rule 'default'; rule 'files'",
		"sup7.yaml:17:", "expected deny, got escalate by rule 'weak'", // below the threshold, as it would be
		"expected rule 'files', got escalate by rule 'weak'", "2 passed, 3 failed",
	} {
		assert.Contains(t, r.out, says)
	}
	assert.NoFileExists(t, filepath.Join(filepath.Dir(path), "journal.jsonl"), "testing leaves no journal")
	r = run(t, "", "-c", config(t, "evaluator: {provider: anthropic, model: m}\nrules: [{name: a, condition: tool equals x, action: deny, tests: [{tool: x, expect: deny}]}]"), "rules", "test")
	assert.Equal(t, 0, r.code)
	assert.Equal(t, "1 passed, 0 failed\n", r.out)
}

func TestFindingsAreWarningsAtLoad(t *testing.T) {
	t.Parallel()
	cfg, err := supervisor.ParseConfig("x.yaml", []byte(riskyRules))
	require.NoError(t, err)
	require.NotEmpty(t, cfg.Warnings)
	assert.Equal(t, 4, cfg.Warnings[0].Line)
	assert.Contains(t, cfg.Warnings[0].Snippet, "^~~~")
}

// TestTheExampleConfig keeps the example one that builds, that nothing is found
// in, and whose signals do what they say.
func TestTheExampleConfig(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "sup7.yaml"))
	require.NoError(t, err)
	cfg, err := supervisor.ParseConfig("sup7.yaml", text)
	require.NoError(t, err)
	r := run(t, "", "rules", "test", filepath.Join("..", "..", "sup7.yaml"))
	assert.Equal(t, 0, r.code, r.out+r.err)
	for _, f := range cfg.LintRules(nil) {
		assert.True(t, f.Info, f.String())
	}
	cfg.Journal.Path = filepath.Join(t.TempDir(), "j.jsonl")
	sup, err := supervisor.Build(cfg, supervisor.Parts{})
	require.NoError(t, err)
	defer func() { require.NoError(t, sup.Close(t.Context())) }()
	file := map[string]any{"path": "/home/dev/project/a.go"}
	for name, tt := range map[string]struct {
		call supervisor.Call
		want string
	}{
		"a project file, no history supplied": {supervisor.Call{Tool: "fs.read", Params: file}, "project-files"},
		"of a known agent":                    {supervisor.Call{Tool: "fs.read", Params: file, RecentTraces: []supervisor.Trace{{Tool: "fs.list"}}}, "project-files"},
		"of an unknown agent":                 {supervisor.Call{Tool: "fs.read", Params: file, RecentTraces: []supervisor.Trace{}}, "unknown-agent"},
		"a key":                               {supervisor.Call{Tool: "fs.read", Params: map[string]any{"path": "/home/dev/.ssh/id"}}, "no-keys"},
		"a secret of the project":             {supervisor.Call{Tool: "fs.read", Params: map[string]any{"path": "/home/dev/project/.env"}}, "secrets-and-hooks"},
		"a mail":                              {supervisor.Call{Tool: "mail.send"}, "mail-needs-a-person"},
		"a file elsewhere":                    {supervisor.Call{Tool: "fs.read", Params: map[string]any{"path": "/etc/hosts"}}, "structural"},
	} {
		d, err := sup.Evaluate(t.Context(), tt.call)
		require.NoError(t, err)
		assert.Equal(t, tt.want, d.RuleMatched, name)
	}
}
