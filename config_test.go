package supervisor_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

// parsed parses a config that is as it should be, without an environment.
func parsed(t *testing.T, text string) *supervisor.Config {
	t.Helper()
	cfg, err := supervisor.ParseConfigWithEnv("sup7.yaml", []byte(text), nil)
	require.NoError(t, err)
	return cfg
}

// faultsOf parses a config that is not as it should be.
func faultsOf(t *testing.T, text string) []supervisor.ConfigFault {
	t.Helper()
	cfg, err := supervisor.ParseConfigWithEnv("sup7.yaml", []byte(text), nil)
	assert.Nil(t, cfg)
	var refused *supervisor.ConfigError
	require.ErrorAs(t, err, &refused)
	require.NotEmpty(t, refused.Faults)
	return refused.Faults
}

// faultCase is a config with exactly one fault.
type faultCase struct{ text, want string }

func checkFaults(t *testing.T, tests map[string]faultCase) {
	t.Helper()
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			faults := faultsOf(t, tt.text)
			require.Len(t, faults, 1, "%v", faults)
			assert.Contains(t, faults[0].String(), tt.want)
		})
	}
}

func TestConfigTableC(t *testing.T) {
	t.Parallel()
	t.Run("C1", func(t *testing.T) {
		t.Parallel()
		for text, want := range map[string]time.Duration{
			"750ms": 750 * time.Millisecond, "0.5 s": 500 * time.Millisecond, "3m": 3 * time.Minute, "2h": 2 * time.Hour, "4": 4 * time.Second,
		} {
			assert.Equal(t, want, parsed(t, "poll: {interval: "+text+"}").Poll.Interval, text)
		}
	})
	t.Run("C2", func(t *testing.T) {
		t.Parallel()
		for _, text := range []string{`"4"`, "10x", "1m30s", "-1s"} {
			faults := faultsOf(t, "poll: {interval: "+text+"}")
			assert.Len(t, faults, 1)
			assert.Equal(t, "poll.interval", faults[0].Key, text)
		}
	})
	t.Run("C3", func(t *testing.T) {
		t.Parallel()
		cfg := parsed(t, "supervisor: {mesh: {agent_id: owl}}\nmesh: {agent_id: elk}\n")
		assert.Equal(t, "owl", cfg.Mesh.AgentID)
		require.Len(t, cfg.Warnings, 1)
		assert.Equal(t, "sup7.yaml:2:1: mesh: ignored, because only what is under \"supervisor\" is read\n"+
			"    2 | mesh: {agent_id: elk}\n      | ^~~~", cfg.Warnings[0].String())
	})
	t.Run("C4", func(t *testing.T) {
		t.Parallel()
		appended := supervisor.RuleConfig{Name: "default", Action: supervisor.Escalate, Confidence: 1}
		rules := parsed(t, "rules: [{name: a, condition: tool equals x, action: deny}]").Rules
		require.Len(t, rules, 2)
		assert.Equal(t, appended, rules[1])
		assert.Equal(t, []supervisor.RuleConfig{appended}, parsed(t, "rules: []").Rules)
		rules = parsed(t, "rules: [{name: a}]").Rules
		require.Len(t, rules, 1)
		assert.True(t, rules[0].CatchAll())
	})
	t.Run("C5", func(t *testing.T) {
		t.Parallel()
		faults := faultsOf(t, "evaluator: {provider: gemini}")
		assert.Equal(t, "must be one of ollama, anthropic, openai, claude-code, jev, structural, none", faults[0].Msg)
	})
	t.Run("C6", func(t *testing.T) {
		t.Parallel()
		env := map[string]string{"MEM7_TOKEN": "zz"}
		cfg, err := supervisor.ParseConfigWithEnv("", []byte(`memory: {token: ""}`), env)
		require.NoError(t, err)
		assert.Equal(t, "zz", cfg.Memory.Token.Reveal())
		cfg, err = supervisor.ParseConfigWithEnv("", []byte(`memory: {token: qq}`), env)
		require.NoError(t, err)
		assert.Equal(t, "qq", cfg.Memory.Token.Reveal())
	})
	t.Run("C7", func(t *testing.T) {
		t.Parallel()
		assert.Equal(t, "the top value must be a mapping of keys, not a list", faultsOf(t, "- mesh\n")[0].Msg)
		assert.Equal(t, "the file is empty: write at least one key", faultsOf(t, "")[0].Msg)
	})
}

func TestConfigDefaultsAreTheReferences(t *testing.T) {
	t.Parallel()
	cfg := parsed(t, "{}")
	assert.Equal(t, "http://localhost:9090", cfg.Mesh.URL)
	assert.Equal(t, "supervisor", cfg.Mesh.AgentID)
	assert.Equal(t, supervisor.MemoryConfig{
		URL: "http://localhost:9070", StoreDecisions: true, RecallOnStart: true, RecallLimit: 20, Tags: []string{"supervisor", "decision"}, Spool: "sup7-spool",
		Store: "process", Path: "sup7-memory.db", People: []string{"person:*"}, MaxAge: 365 * 24 * time.Hour, MaxCount: 100_000,
		Precedents: supervisor.PrecedentsConfig{Min: 3, MaxAge: 90 * 24 * time.Hour},
	}, cfg.Memory)
	assert.Equal(t, supervisor.EvaluatorConfig{
		ProviderConfig: supervisor.ProviderConfig{
			Provider: "ollama", Model: "qwen3:14b", URL: "http://localhost:11434", Timeout: 30 * time.Second, CallbackTimeout: 2 * time.Minute,
			Answer: "json", ContextMessages: 5, MaxTokens: 1024,
			Jev: supervisor.JevConfig{
				Backend: "cloudflare", Dialect: "systemone", APIKeyEnv: "CLOUDFLARE_API_TOKEN", AccountIDEnv: "CLOUDFLARE_ACCOUNT_ID",
				InjectionMax: 0.5, DestructiveMax: 0.2, InScopeMin: 0.7, DenyInScopeMax: 0.7, DenyMin: 0.9, ProjectMin: 0.7, Base: true,
			},
		},
		ConfidenceThreshold: supervisor.DefaultConfidenceThreshold, Budget: supervisor.DefaultBudget, MaxInFlight: supervisor.DefaultMaxInFlight,
		BreakerFailures: 3, BreakerCooldown: 5 * time.Minute,
	}, cfg.Evaluator)
	assert.Equal(t, supervisor.MCPServerConfig{Transport: "stdio", Host: "127.0.0.1", Port: 9095, Reviewer: "claude-code"}, cfg.MCPServer)
	assert.Equal(t, supervisor.AdminConfig{Host: "127.0.0.1", Port: 9096, Operator: "operator", RecentDecisions: 200}, cfg.Admin)
	assert.Equal(t, supervisor.PollConfig{Interval: 2 * time.Second, Concurrency: supervisor.DefaultConcurrency}, cfg.Poll)
	assert.Equal(t, "~/.sup7/bench", cfg.Bench.Dir)
	assert.Equal(t, "sup7-decisions.jsonl", cfg.Journal.Path)
	assert.Equal(t, "enforce", cfg.Mode)
	assert.Empty(t, cfg.ProjectDirs)
	assert.Empty(t, cfg.Warnings)
	assert.Empty(t, cfg.Path)
}

func TestReferenceConfigLoadsUnchanged(t *testing.T) {
	t.Parallel()
	path := filepath.Join("testdata", "config", "reference.yaml")
	cfg, err := supervisor.LoadConfig(path)
	require.NoError(t, err)

	absolute, err := filepath.Abs(path)
	require.NoError(t, err)
	assert.Equal(t, absolute, cfg.Path)
	assert.True(t, cfg.Memory.Enabled)
	assert.Equal(t, 20, cfg.Memory.RecallLimit)
	assert.Equal(t, 9096, cfg.Admin.Port)
	assert.Equal(t, "example-only", cfg.Admin.Token.Reveal())

	chain := cfg.Evaluator.Chain
	require.Len(t, chain, 5)
	require.NotNil(t, chain[0].ConfidenceThreshold)
	assert.InDelta(t, 0.6, *chain[0].ConfidenceThreshold, 0)
	assert.Nil(t, chain[1].ConfidenceThreshold, "a threshold is a link's own only where its key is given")
	assert.Equal(t, 10*time.Second, chain[1].Timeout)
	assert.Empty(t, chain[1].Jev.APIKeyEnv, "no key at all")
	assert.Equal(t, "qwen3:14b", chain[2].Model, "a link has the defaults, not what is around it")

	require.Len(t, cfg.Rules, 4)
	assert.Equal(t, "project-write", cfg.Rules[1].Name)
	assert.Equal(t, [2]int{95, 7}, [2]int{cfg.Rules[1].Line, cfg.Rules[1].Column})
	assert.True(t, cfg.Rules[3].CatchAll())
	var warned []string
	for _, w := range cfg.Warnings {
		if strings.HasPrefix(w.Key, "evaluator.chain") {
			warned = append(warned, w.Key)
		}
	}
	assert.Equal(t, []string{"evaluator.chain[2].breaker_failures"}, warned)
}

func TestEveryKeyIsAccepted(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("testdata", "config", "every.yaml"))
	require.NoError(t, err)
	cfg, err := supervisor.ParseConfigWithEnv("every.yaml", data, map[string]string{"JOURNAL_KEY": "k", "HOOK_SECRET": "s", "TEXT_KEY": "k", "LOCAL_KEY": "k"})
	require.NoError(t, err)

	keys, err := supervisor.SchemaKeys()
	require.NoError(t, err)
	for _, key := range keys {
		given := key.Path == "decision_log" // the other name of journal.path
		for i := range 3 {
			given = given || cfg.Given(strings.ReplaceAll(key.Path, "[]", fmt.Sprintf("[%d]", i)))
		}
		assert.True(t, given, "%s is not in the file", key.Path)
	}
	assert.Empty(t, cfg.Warnings)
	assert.Equal(t, "k", cfg.Journal.Key.Reveal())
	assert.Equal(t, "s", cfg.Notify[0].Secret.Reveal())
	assert.Equal(t, "https://hooks.example/x", cfg.Notify[0].URL.Reveal())
	assert.Equal(t, cfg.Evaluator.Jev, cfg.Evaluator.Chain[0].Jev, "through an alias")
	assert.Equal(t, map[string]any{"to": []any{"a@example.com"}}, cfg.Rules[0].Tests[0].Params)
	assert.Equal(t, supervisor.Approve, cfg.Rules[0].Tests[0].Expect)
	assert.Equal(t, time.Hour, cfg.Rules[0].Grant)
}

func TestAllFaultsAreReportedWithTheirPlace(t *testing.T) {
	t.Parallel()
	_, err := supervisor.ParseConfig("sup7.yaml", []byte("evaluator:\n  confidence_treshold: 0.8\npoll: {interval: -1s}\n"))
	require.EqualError(t, err, `sup7.yaml:2:3: evaluator.confidence_treshold: unknown key; did you mean "confidence_threshold"?
    2 |   confidence_treshold: 0.8
      |   ^~~~~~~~~~~~~~~~~~~
sup7.yaml:3:18: poll.interval: must not be negative
    3 | poll: {interval: -1s}
      |                  ^~~`)
}

func TestAThousandErrors(t *testing.T) {
	t.Parallel()
	_, err := supervisor.ParseConfig("sup7.yaml", []byte("rules:\n"+strings.Repeat("- {nane: x, confidence: 7}\n", 500)))
	var refused *supervisor.ConfigError
	require.ErrorAs(t, err, &refused)
	assert.Len(t, refused.Faults, 1_000)
	assert.Equal(t, 500, refused.More, "each of 500 rules has two wrong keys and no name")
	assert.True(t, strings.HasSuffix(err.Error(), "\nand 500 more"))
}

func TestSingleValueFaults(t *testing.T) {
	t.Parallel()
	checkFaults(t, map[string]faultCase{
		"null wrapper":          {"supervisor:\n", "sup7.yaml:1:1: supervisor: must be a mapping of keys, not nothing"},
		"list as wrapper":       {"supervisor: []\n", "supervisor: must be a mapping of keys, not a list"},
		"threshold too high":    {"evaluator: {confidence_threshold: 5}", "must be a number from 0 to 1"},
		"threshold negative":    {"evaluator: {confidence_threshold: -0.1}", "must be a number from 0 to 1"},
		"threshold nan":         {"evaluator: {confidence_threshold: .nan}", "must be a number from 0 to 1"},
		"interval zero":         {"poll: {interval: 0}", "poll.interval: must be a duration from 10ms to 24h"},
		"port zero":             {"admin: {port: 0}", "admin.port: must be a whole number from 1 to 65535"},
		"port too high":         {"mcp_server: {port: 65536}", "mcp_server.port: must be a whole number from 1 to 65535"},
		"no concurrency":        {"poll: {concurrency: 0}", "poll.concurrency: must be a whole number from 1 to 10000"},
		"no failures":           {"evaluator: {breaker_failures: 0}", "must be a whole number from 1 to 1000"},
		"credentials":           {"mesh: {url: 'http://u:p@h:9090'}", "mesh.url: must not hold a user name or password"},
		"no address":            {"memory: {url: localhost}", "memory.url: must be a web address"},
		"agent id":              {"mesh: {agent_id: a b}", "mesh.agent_id: must be one word without blanks"},
		"empty agent id":        {`mesh: {agent_id: ""}`, "mesh.agent_id: must not be empty"},
		"glob":                  {`poll: {tool_scopes: ["a["]}`, "poll.tool_scopes[0]: is a malformed pattern"},
		"mode":                  {"mode: dry", "mode: must be one of enforce, observe"},
		"value of a variable":   {"admin: {token_env: $X}", "admin.token_env: must be the name of an environment variable"},
		"null section":          {"mesh:\n", "mesh: has no value"},
		"notify without url":    {"notify: [{secret_env: X}]", "notify[0].url: is missing"},
		"notify of a mail":      {"notify: [{url: 'mailto:a@b'}]", "notify[0].url: must be a web address"},
		"notify of the open":    {"notify: [{url: 'http://hooks.example/x'}]", "notify[0].url: must be https"},
		"notify of a metadata":  {"notify: [{url: 'https://169.254.169.254/x', allow_private: true}]", "notify[0].url: leads to an address that no webhook has"},
		"notify of a format":    {"notify: [{url: 'https://h', format: teams}]", "notify[0].format: must be one of standard, slack"},
		"notify of no link":     {"notify: [{url: 'https://h', link: sup7.example.com}]", "notify[0].link: must be a web address"},
		"very many webhooks":    {"notify: [" + strings.Repeat("{url: 'https://h'}, ", 17) + "]", "notify: must be at most 16"},
		"test without tool":     {"rules: [{name: a, condition: tool == x, tests: [{expect: deny}]}]", "rules[0].tests[0].tool: is missing"},
		"second document":       {"mode: enforce\n---\n", "sup7.yaml:2:1: the file holds a second document"},
		"duplicate key":         {"mode: enforce\nmode: observe\n", "sup7.yaml:2:1: mode: duplicate key; it is also on line 1"},
		"both names of the log": {"decision_log: a\njournal: {path: b}\n", "sup7.yaml:1:15: decision_log: is the old name of journal.path, which is also given"},
	})
}

func TestOldNameOfTheJournal(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "a.jsonl", parsed(t, "decision_log: a.jsonl").Journal.Path)
	assert.Equal(t, "b.jsonl", parsed(t, "journal: {path: b.jsonl}").DecisionLog)
}

func TestPathsHaveToBeAbsolute(t *testing.T) {
	t.Parallel()
	checkFaults(t, map[string]faultCase{
		"root":               {"project_dirs: [/]", "project_dirs[0]: would make everything part of the project"},
		"root, dressed up":   {"project_dirs: [/srv/..//]", "project_dirs[0]: would make everything"},
		"root as home":       {"home: /\nproject_dirs: [\"~\"]", "project_dirs[0]: would make everything"},
		"relative":           {"project_dirs: [/srv/app, app]", "sup7.yaml:1:26: project_dirs[1]: must be an absolute path, or start with ~/"},
		"home of another":    {"project_dirs: [~bob/app]", "project_dirs[0]: must be an absolute path, or start with ~/"},
		"working dir":        {"working_dir: .", "working_dir: must be an absolute path"},
		"home":               {"home: ~/x", "home: must be an absolute path"},
		"a bare tilde":       {"project_dirs: [~]", "~ alone means null; put it in quotes"},
		"empty project dirs": {`project_dirs: [""]`, "project_dirs[0]: must not be empty"},
	})
	cfg := parsed(t, "home: /home/dev\nworking_dir: ~/app\nproject_dirs: [~/app, /srv/app/]")
	assert.Equal(t, []string{"~/app", "/srv/app/"}, cfg.ProjectDirs, "as written")
}

func TestExpandTilde(t *testing.T) {
	t.Parallel()
	own, err := os.UserHomeDir()
	require.NoError(t, err)
	for _, tt := range [][3]string{
		{"~", "/home/dev", "/home/dev"}, {"~/a", "/home/dev", "/home/dev/a"}, {"~/a", "", own + "/a"},
		{"~bob/a", "/home/dev", "~bob/a"}, {"/a/~", "/home/dev", "/a/~"}, {"a", "/home/dev", "a"}, {"", "/home/dev", ""},
	} {
		assert.Equal(t, tt[2], supervisor.ExpandTilde(tt[0], tt[1]), tt[0])
	}
}

func TestLoadConfigOfNoFile(t *testing.T) {
	t.Parallel()
	_, err := supervisor.LoadConfig(filepath.Join(t.TempDir(), "none.yaml"))
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.ErrorContains(t, err, "cannot read the config: ")
	_, err = supervisor.LoadConfig(t.TempDir())
	require.ErrorContains(t, err, "cannot read the config: ")
}

func TestLoadConfigDoesNotReadAWholeHugeFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "huge.yaml")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	require.NoError(t, os.Truncate(path, 1<<40))
	_, err := supervisor.LoadConfig(path)
	require.ErrorContains(t, err, "huge.yaml: the file is larger than 1048576 bytes")
}

func TestUnbuilt(t *testing.T) {
	t.Parallel()
	core := []string{"provider-none"}
	tests := map[string]struct {
		text  string
		built []string
		want  []string
	}{
		"nothing":               {"{}", nil, nil},
		"what is always built":  {"evaluator: {provider: none, confidence_threshold: 0.7, budget: 5s, max_in_flight: 3}\nmesh: {agent_id: a}\npoll: {interval: 1s, concurrency: 2}\nproject_dirs: [/a]\nhome: /h\nworking_dir: /a\nopaque: escalate\ndecision_log: x\nmemory: {store: process}\nrules: [{name: a, action: approve, allow_all: true}]", core, nil},
		"defaults spelled out":  {"admin: {enabled: no, port: 9096}\nmode: enforce\nevaluator: {jev: {backend: cloudflare}, chain: []}", nil, nil},
		"provider":              {"evaluator: {provider: jev}", core, []string{"evaluator.provider"}},
		"provider, built":       {"evaluator: {provider: jev}", []string{"provider-jev"}, nil},
		"observe":               {"mode: observe", nil, []string{"mode"}},
		"chain":                 {"evaluator: {chain: [{provider: anthropic, model: m}]}", nil, []string{"evaluator.chain"}},
		"chain, link not built": {"evaluator: {chain: [{provider: anthropic, model: m}]}", []string{"chain"}, []string{"evaluator.chain[0].provider", "evaluator.chain[0].model"}},
		"jev":                   {"evaluator: {jev: {deny_min: 1}}", nil, []string{"evaluator.jev.deny_min"}},
		"memory":                {"memory: {enabled: yes, store: sqlite}", nil, []string{"memory.enabled", "memory.store"}},
		"store":                 {"memory: {enabled: yes, store: sqlite}", []string{"memory"}, []string{"memory.store"}},
		"journal":               {"journal: {path: a, fsync: commit, rotate_age: 1d, checkpoint: 1}", nil, []string{"journal.fsync", "journal.rotate_age", "journal.checkpoint"}},
		"agents":                {"agents: [{name: a}]", nil, []string{"agents"}},
		"reviewer of an agent":  {"agents: [{name: a, reviewer_model: m}]\nreviewer: {persona: /p}", []string{"agents"}, []string{"agents[0].reviewer_model", "reviewer.persona"}},
		"rule keys":             {"rules: [{name: a, when: 'tool == \"datetime.now\"', grant: 1h, action: approve, tests: [{tool: x}]}]", nil, []string{"rules[0].grant", "rules[0].tests"}},
		"write gate":            {"code: {on_error: warn}", nil, []string{"code.on_error"}},
		"scope":                 {"scope: {hosts: [h]}\ntrust_project_code: no", nil, []string{"scope.hosts", "trust_project_code"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			built := map[string]bool{}
			for _, part := range tt.built {
				built[part] = true
			}
			var keys []string
			var refused *supervisor.ConfigError
			if err := parsed(t, tt.text).Unbuilt(built); errors.As(err, &refused) {
				for _, fault := range refused.Faults {
					keys = append(keys, fault.Key)
					assert.NotZero(t, fault.Line)
				}
			} else {
				require.NoError(t, err)
			}
			assert.ElementsMatch(t, tt.want, keys)
		})
	}
}

func TestUnbuiltDoesNotMindTheEnvironment(t *testing.T) {
	t.Parallel()
	cfg, err := supervisor.ParseConfigWithEnv("sup7.yaml", []byte("{}"), map[string]string{"MEM7_TOKEN": "zz"})
	require.NoError(t, err)
	require.Equal(t, "zz", cfg.Memory.Token.Reveal())
	require.NoError(t, cfg.Unbuilt(nil), "the file does not set memory.token")
}

func TestUnbuiltOfAConfigMadeByHand(t *testing.T) {
	t.Parallel()
	require.NoError(t, (&supervisor.Config{}).Unbuilt(nil))
	require.ErrorContains(t, (&supervisor.Config{Mode: "observe"}).Unbuilt(nil), "mode: is known but its part is not built into this version yet")
}
