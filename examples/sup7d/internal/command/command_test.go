package command_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/examples/sup7d/internal/command"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

type result struct {
	code     int
	out, err string
}

func run(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	var out bytes.Buffer
	var errs lockedBuffer // a provider that was left behind may log still
	code := command.Run(t.Context(), args, command.Streams{In: strings.NewReader(stdin), Out: &out, Err: &errs})
	return result{code, out.String(), errs.String()}
}

// config writes a config whose journal lies beside it.
func config(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "sup7.yaml")
	text += "\njournal: {path: " + filepath.Join(dir, "journal.jsonl") + "}\n"
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

const someRules = `
evaluator: {provider: none}
project_dirs: [/home/dev/project]
rules:
  - {name: yes, condition: tool equals yes, action: approve}
  - {name: no, condition: tool equals no, action: deny}
`

func TestUsage(t *testing.T) {
	t.Parallel()
	r := run(t, "")
	assert.Equal(t, 1, r.code)
	assert.Contains(t, r.out, "evaluate")
	assert.Equal(t, 0, run(t, "", "--help").code)
	assert.Equal(t, 1, run(t, "", "journal").code)
	for _, args := range [][]string{{"nonsense"}, {"evaluate", "--nonsense"}, {"journal", "verify"}, {"evaluate", "extra"}} {
		r := run(t, "", args...)
		assert.Equal(t, 1, r.code, args)
		assert.Contains(t, r.err, "sup7d:", args)
		assert.Empty(t, r.out, args)
	}
}

func TestEvaluate(t *testing.T) {
	t.Parallel()
	path := config(t, someRules)
	tests := map[string]struct {
		stdin    string
		args     []string
		decision string
		code     int
	}{
		"approve from stdin":   {`{"tool":"yes","params":{}}`, nil, "approve", 0},
		"deny from stdin":      {`{"tool":"no"}`, nil, "deny", 0},
		"escalate from stdin":  {`{"tool":"other","id":"a1"}`, nil, "escalate", 0},
		"approve by exit code": {``, []string{"--tool", "yes", "--exit-code"}, "approve", 0},
		"deny by exit code":    {``, []string{"--tool", "no", "--exit-code"}, "deny", 2},
		"escalate by its code": {``, []string{"--tool", "x", "--params", `{"a":1}`, "--agent", "b", "--exit-code"}, "escalate", 3},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := run(t, tt.stdin, append([]string{"-c", path, "evaluate"}, tt.args...)...)
			assert.Equal(t, tt.code, r.code, r.err)
			var d map[string]any
			require.NoError(t, json.Unmarshal([]byte(r.out), &d), "standard output holds JSON alone")
			assert.Equal(t, tt.decision, d["decision"])
			for _, key := range []string{
				"id", "confidence", "reasoning", "rule_matched", "evaluator", "evaluation_ms", "cause", "fingerprint",
				"rule", "links", "answers", "limits", "effects", "opaque", "precedents", "timings",
			} {
				assert.Contains(t, d, key)
			}
		})
	}
}

func TestEvaluateRefusesBadInput(t *testing.T) {
	t.Parallel()
	path := config(t, someRules)
	tests := map[string]struct {
		stdin string
		args  []string
		says  string
	}{
		"nothing":           {"", nil, "standard input is empty"},
		"not json":          {"<html>", nil, "malformed"},
		"a list":            {"[1]", nil, "not a json object"},
		"no tool":           {`{"params":{}}`, nil, "tool is missing"},
		"params are a list": {`{"tool":"t","params":[]}`, nil, "params must be an object"},
		"params by flag":    {"", []string{"--tool", "t", "--params", "[]"}, "params must be an object"},
		"params torn":       {"", []string{"--tool", "t", "--params", "{"}, "--params is not a JSON object"},
		"deep":              {`{"tool":"t","params":` + strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000) + `}`, nil, "nested too deeply"},
		"huge":              {`{"tool":"t","params":{"a":"` + strings.Repeat("x", 10<<20) + `"}}`, nil, "too large"},
		"invalid utf-8":     {"{\"tool\":\"t\xff\"}", nil, "utf-8"},
		"newline in tool":   {`{"tool":"a\nb"}`, nil, "control character"},
		"params, no tool":   {`{"tool":"t"}`, []string{"--params", "{}"}, "go with --tool"},
		"agent, no tool":    {`{"tool":"t"}`, []string{"--agent", "x"}, "go with --tool"},
		"an empty tool":     {`{"tool":"t"}`, []string{"--tool", ""}, "tool is missing"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := run(t, tt.stdin, append([]string{"-c", path, "evaluate"}, tt.args...)...)
			assert.Equal(t, 1, r.code)
			assert.Contains(t, r.err, tt.says)
			assert.Empty(t, r.out)
			assert.Less(t, len(r.err), 2000, "the input is not echoed")
		})
	}
}

func TestEvaluateRefusesABadConfigWithEveryFault(t *testing.T) {
	t.Parallel()
	path := config(t, "evaluator: {provider: none, confidence_treshold: 0.8}\npoll: {interval: -1s}")
	r := run(t, `{"tool":"yes"}`, "-c", path, "evaluate")
	assert.Equal(t, 1, r.code)
	for _, says := range []string{"sup7.yaml:1:29", "confidence_treshold", "confidence_threshold", "sup7.yaml:2:", "poll.interval"} {
		assert.Contains(t, r.err, says)
	}
}

func TestWithoutAConfig(t *testing.T) {
	project := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(project, ".git"), 0o755))
	require.NoError(t, os.MkdirAll(filepath.Join(project, "sub"), 0o755))
	t.Chdir(filepath.Join(project, "sub"))
	for _, args := range [][]string{{"start"}, {"status"}} {
		r := run(t, "", args...)
		assert.Equal(t, 1, r.code)
		assert.Contains(t, r.err, "no config")
	}
	r := run(t, `{"tool":"fs.write","params":{"path":"`+project+`/main.go","content":"x"}}`, "evaluate")
	assert.Contains(t, r.out, `"decision":"approve"`, "the project is the git top: %s", r.err)
	r = run(t, `{"tool":"fs.write","params":{"path":"/opt/main.go","content":"x"}}`, "evaluate")
	assert.NotContains(t, r.out, `"decision":"approve"`)
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	assert.Empty(t, entries, "judging by the built-in config leaves nothing behind")
}

func TestAHomeIsNoProject(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Chdir(home)
	r := run(t, `{"tool":"fs.write","params":{"path":"`+home+`/mail/inbox","content":"x"}}`, "evaluate")
	assert.Contains(t, r.out, `"decision":"escalate"`, r.err)
	t.Chdir("/")
	assert.NotContains(t, run(t, `{"tool":"fs.write","params":{"path":"/opt/x","content":"x"}}`, "evaluate").out, `"decision":"approve"`)
}

func TestEvaluateIsJournaledAndVerified(t *testing.T) {
	t.Parallel()
	path := config(t, someRules)
	for range 3 {
		require.Equal(t, 0, run(t, `{"tool":"yes","params":{"password":"hunter22hunter22"}}`, "-c", path, "evaluate").code)
	}
	log := filepath.Join(filepath.Dir(path), "journal.jsonl")
	r := run(t, "", "journal", "verify", log)
	assert.Equal(t, 0, r.code)
	assert.Contains(t, r.out, "intact")

	text, err := os.ReadFile(log)
	require.NoError(t, err)
	assert.Equal(t, 3, strings.Count(string(text), `"via":"evaluate"`))
	assert.NotContains(t, string(text), "hunter22")
	require.NoError(t, os.WriteFile(log, bytes.Replace(text, []byte(`"approved"`), []byte(`"denied"`), 1), 0o600))
	r = run(t, "", "journal", "verify", log)
	assert.Equal(t, 1, r.code)
	assert.Contains(t, r.out, "line 1")
	r = run(t, "", "journal", "verify", "--json", log)
	assert.Equal(t, 1, r.code)
	assert.Contains(t, r.out, `"intact":false`)
	assert.Equal(t, 1, run(t, "", "journal", "verify", log+"-absent").code)
}

func TestAKeyedJournalNeedsItsKey(t *testing.T) {
	t.Setenv("TEST_JOURNAL_KEY", "the key of this test")
	dir := t.TempDir()
	path, log := filepath.Join(dir, "sup7.yaml"), filepath.Join(dir, "j.jsonl")
	require.NoError(t, os.WriteFile(path, []byte("evaluator: {provider: none}\njournal: {path: "+log+", key_env: TEST_JOURNAL_KEY}\n"), 0o600))
	require.Equal(t, 0, run(t, `{"tool":"x"}`, "-c", path, "evaluate").code)
	assert.Equal(t, 1, run(t, "", "journal", "verify", log).code)
	assert.Equal(t, 0, run(t, "", "journal", "verify", "--key-env", "TEST_JOURNAL_KEY", log).code)
	assert.Equal(t, 1, run(t, "", "journal", "verify", "--key-env", "TEST_NO_SUCH_VARIABLE", log).code)
}

func TestStatus(t *testing.T) {
	t.Parallel()
	open, err := meshtest.NewServer(meshtest.Options{})
	require.NoError(t, err)
	t.Cleanup(open.Close)
	guarded, err := meshtest.NewServer(meshtest.Options{AdminToken: "t0ken"})
	require.NoError(t, err)
	t.Cleanup(guarded.Close)
	tests := map[string]struct {
		mesh string
		code int
		line string
	}{
		"open":           {"url: " + open.URL, 0, "flux7-mesh (" + open.URL + "): ok"},
		"with the token": {"url: " + guarded.URL + ", admin_token: t0ken", 0, "): ok"},
		"without":        {"url: " + guarded.URL + ", admin_token_env: ''", 1, "): refused"},
		"a wrong token":  {"url: " + guarded.URL + ", admin_token: wr0ng", 1, "): refused"},
		"nobody there":   {"url: 'http://127.0.0.1:1'", 1, "): unreachable"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := config(t, someRules+"\nmesh: {"+tt.mesh+"}")
			r := run(t, "", "-c", path, "status")
			assert.Equal(t, tt.code, r.code, r.err)
			assert.Contains(t, r.out, tt.line)
			assert.Contains(t, r.out, "flux7-memory: disabled\nevaluator: none\nrules: 3\n")
			assert.NotContains(t, r.out+r.err, "t0ken")
			assert.NotContains(t, r.out+r.err, "wr0ng")
			var report struct {
				OK bool `json:"ok"`
			}
			r = run(t, "", "-c", path, "status", "--json")
			require.NoError(t, json.Unmarshal([]byte(r.out), &report))
			assert.Equal(t, tt.code == 0, report.OK)
		})
	}
}

func TestStatusShowsTheMode(t *testing.T) {
	t.Parallel()
	const peers = "\nmesh: {url: 'http://127.0.0.1:1'}"
	observing, enforcing := config(t, "mode: observe\n"+someRules+peers), config(t, someRules+peers)
	assert.Contains(t, run(t, "", "-c", observing, "status").out, "mode: observe, nothing is approved or denied\nflux7-mesh")
	assert.Contains(t, run(t, "", "-c", observing, "status", "--json").out, `"mode":"observe"`)
	assert.NotContains(t, run(t, "", "-c", enforcing, "status").out, "mode:")
	assert.Contains(t, run(t, "", "-c", enforcing, "status", "--json").out, `"mode":"enforce"`)
}

func TestStatusNamesTheLinksOfAChain(t *testing.T) {
	t.Parallel()
	path := config(t, "evaluator: {chain: [{provider: jev, name: night shift}, {model: small}]}\nmesh: {url: 'http://127.0.0.1:1'}")
	assert.Contains(t, run(t, "", "-c", path, "status").out, "evaluator: chain of night shift: jev (cloudflare), ollama (small)\n")
}

func TestDemo(t *testing.T) {
	t.Parallel()
	log := filepath.Join(t.TempDir(), "demo.jsonl")
	r := run(t, "", "demo", "--json", "--journal", log)
	require.Equal(t, 0, r.code, r.err)
	counts := map[any]int{}
	lines := bufio.NewScanner(strings.NewReader(r.out))
	for lines.Scan() {
		var d map[string]any
		require.NoError(t, json.Unmarshal(lines.Bytes(), &d))
		counts[d["decision"]]++
		for _, key := range []string{"tool", "agent_id", "id", "confidence", "cause", "fingerprint", "rule", "links", "effects"} {
			assert.Contains(t, d, key)
		}
	}
	assert.GreaterOrEqual(t, counts["approve"]+counts["deny"]+counts["escalate"], 25)
	for _, decision := range []string{"approve", "deny", "escalate"} {
		assert.Positive(t, counts[decision], decision)
	}
	assert.Equal(t, 0, run(t, "", "journal", "verify", log).code)

	r = run(t, "", "demo", "--journal", log)
	require.Equal(t, 0, r.code, r.err)
	assert.Contains(t, r.out, "left to a person")
	assert.Contains(t, r.out, log)
	assert.NotContains(t, r.out, "\x1b", "colour is for terminals")
	assert.Equal(t, 0, run(t, "", "journal", "verify", log).code, "a second run goes on with the journal")
}

func TestStart(t *testing.T) {
	t.Parallel()
	mesh, err := meshtest.NewServer(meshtest.Options{AdminToken: "t0ken"})
	require.NoError(t, err)
	defer mesh.Close()
	path := config(t, someRules+"\nmesh: {url: "+mesh.URL+", admin_token: t0ken}\npoll: {interval: 10ms}")
	ctx, stop := context.WithCancel(t.Context())
	var log bytes.Buffer
	ended := make(chan int, 1)
	go func() { ended <- command.Run(ctx, []string{"-c", path, "start"}, command.Streams{Err: &log}) }()
	id := mesh.Submit(meshtest.Call{Agent: "a", Tool: "no"})
	a, err := mesh.Wait(t.Context(), id)
	require.NoError(t, err)
	assert.Equal(t, meshtest.StatusDenied, a.Status)
	stop()
	assert.Equal(t, 0, <-ended)
	assert.Contains(t, log.String(), "stopped")
	assert.NotContains(t, log.String(), "t0ken")
	assert.Equal(t, 0, run(t, "", "journal", "verify", filepath.Join(filepath.Dir(path), "journal.jsonl")).code)
}
