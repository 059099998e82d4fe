package supervisor_test

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

// build makes a supervisor from a config text, with a journal in a temporary
// directory.
func build(t *testing.T, config string, parts supervisor.Parts) (*supervisor.Supervisor, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	cfg, err := supervisor.ParseConfig("test.yaml", []byte(config+"\njournal: {path: "+path+"}\n"))
	require.NoError(t, err)
	s, err := supervisor.Build(cfg, parts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close(context.WithoutCancel(t.Context()))) })
	return s, path
}

const rulesOnly = "evaluator: {provider: none}\n"

func TestR19WithoutRulesAndProviderThePersonDecides(t *testing.T) {
	t.Parallel()
	s, _ := build(t, rulesOnly, supervisor.Parts{})
	d := evaluate(t, s, call)
	assert.Equal(t, supervisor.Escalate, d.Action)
	assert.Equal(t, "default", d.RuleMatched)
	assert.InDelta(t, 1.0, d.Confidence, 0)
	assert.Equal(t, "rule 'default' matched", d.Reasoning)
	assert.Equal(t, supervisor.CauseUnsettled, d.Cause)
}

func TestR15AnInjectionFlagBeatsAnApproveRule(t *testing.T) {
	t.Parallel()
	s, _ := build(t, rulesOnly+"rules: [{name: all, condition: tool contains q, action: approve}]", supervisor.Parts{})
	assert.Equal(t, supervisor.Approve, evaluate(t, s, call).Action)
	d := evaluate(t, s, flagged())
	assert.Equal(t, "injection-risk", d.RuleMatched)
	assert.InDelta(t, 1.0, d.Confidence, 0)
}

func TestR16TheThresholdHoldsForRules(t *testing.T) {
	t.Parallel()
	for confidence, want := range map[string]supervisor.Action{"0.79": supervisor.Escalate, "0.80": supervisor.Approve} {
		s, _ := build(t, rulesOnly+"rules: [{name: r, condition: tool equals q.z, action: approve, confidence: "+confidence+"}]", supervisor.Parts{})
		d := evaluate(t, s, call)
		assert.Equal(t, want, d.Action, confidence)
		text, err := json.Marshal(d.Confidence)
		require.NoError(t, err)
		assert.Equal(t, strings.TrimSuffix(confidence, "0"), string(text))
	}
}

func TestR20ACatchAllEscalateHandsOnToTheProviderWhereverItStands(t *testing.T) {
	t.Parallel()
	config := "evaluator: {provider: structural}\nrules: [{name: ask}, {name: never, condition: tool equals q.z, action: approve}]"
	parts := supervisor.Parts{Providers: map[string]supervisor.ProviderFactory{
		"structural": func(*supervisor.Config, supervisor.ProviderConfig) (supervisor.Provider, error) {
			return judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) { return denyWord("model"), nil }), nil
		},
	}}
	s, _ := build(t, config, parts)
	assert.Equal(t, "model", evaluate(t, s, call).RuleMatched)
}

func TestTheProjectWriteRuleOfTheIssue(t *testing.T) {
	t.Parallel()
	base, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	project := filepath.Join(base, "project")
	require.NoError(t, os.MkdirAll(filepath.Join(base, "outside"), 0o755))
	require.NoError(t, os.MkdirAll(project, 0o755))
	require.NoError(t, os.Symlink(filepath.Join(base, "outside"), filepath.Join(project, "link")))
	s, _ := build(t, rulesOnly+"project_dirs: ["+project+"]\nrules: [{name: writes, condition: params.path starts_with project_dir, action: approve}]", supervisor.Parts{})
	for path, want := range map[string]supervisor.Action{
		project + "/a":                   supervisor.Approve,
		project + "/sub/../b":            supervisor.Approve,
		project + "-evil/a":              supervisor.Escalate,
		project + "/../../../etc/x":      supervisor.Escalate,
		project + "/link/a":              supervisor.Escalate,
		project + "/.env":                supervisor.Escalate,
		project + "/.git/hooks/pre-push": supervisor.Escalate,
		"a":                              supervisor.Escalate, // the working directory is only assumed
		"":                               supervisor.Escalate,
	} {
		d := evaluate(t, s, supervisor.Call{Tool: "fs.write", Params: map[string]any{"path": path, "content": "x"}})
		assert.Equal(t, want, d.Action, path)
	}
	for _, tool := range []string{"fs.delete", "Bash", "mail.write", "unknown"} {
		d := evaluate(t, s, supervisor.Call{Tool: tool, Params: map[string]any{"path": project + "/a"}})
		assert.Equal(t, supervisor.Escalate, d.Action, tool)
	}
}

func TestBuildRefusesWhatIsNotBuiltAndSaysWhere(t *testing.T) {
	t.Parallel()
	for key, config := range map[string]string{
		"evaluator.provider":          "evaluator: {provider: claude-code}",
		"evaluator.chain[0].provider": "evaluator: {chain: [{provider: claude-code}]}",
		"admin.enabled":               "admin: {enabled: true}",
	} {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			cfg, err := supervisor.ParseConfig("test.yaml", []byte(config))
			require.NoError(t, err)
			_, err = supervisor.Build(cfg, supervisor.Parts{Journal: &recorder{}})
			require.ErrorContains(t, err, key)
			require.ErrorContains(t, err, "test.yaml:1:")
		})
	}
	_, err := supervisor.Build(&supervisor.Config{}, supervisor.Parts{})
	require.ErrorContains(t, err, "LoadConfig")
}

func TestAnAbsentEvaluatorIsTheReferencesOllama(t *testing.T) {
	t.Parallel()
	nobody := &http.Client{Transport: roundTrip(func(*http.Request) (*http.Response, error) { return nil, syscall.ECONNREFUSED })}
	s, _ := build(t, "rules: [{name: a, condition: tool equals yes, action: approve}]", supervisor.Parts{HTTPClient: nobody})
	assert.Equal(t, "qwen3:14b", s.Status().Evaluator.Providers[0].Detail)
	assert.Equal(t, supervisor.Approve, evaluate(t, s, supervisor.Call{Tool: "yes"}).Action)
	d := evaluate(t, s, call)
	assert.Equal(t, supervisor.CauseUnavailable, d.Cause)
	assert.Equal(t, "ollama:qwen3:14b-fallback", d.RuleMatched)
	assert.Equal(t, "failing", s.Status().Evaluator.Providers[0].State)
}

// roundTrip is a function that carries requests.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestLoadProtectsItsOwnFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "my-rules.yaml")
	log := filepath.Join(dir, "log.jsonl")
	require.NoError(t, os.WriteFile(path, []byte(rulesOnly+"decision_log: "+log+"\nrules: [{name: all, action: approve, allow_all: true}]\n"), 0o600))
	s, err := supervisor.Load(path)
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close(context.WithoutCancel(t.Context()))) }()
	for _, target := range []string{path, log} {
		d := evaluate(t, s, supervisor.Call{Tool: "fs.write", Params: map[string]any{"path": target}})
		assert.Equal(t, supervisor.Deny, d.Action, target)
		assert.Equal(t, "self-tamper", d.RuleMatched)
	}
	assert.Equal(t, supervisor.Approve, evaluate(t, s, call).Action)
	report, err := journal.Verify(t.Context(), log, journal.VerifyOptions{})
	require.NoError(t, err)
	assert.True(t, report.Intact)
	assert.Equal(t, 3, report.Records)
	_, err = supervisor.Load(filepath.Join(dir, "absent.yaml"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestTheJournalIsKeptAsTheConfigSays(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "j.jsonl")
	cfg, err := supervisor.ParseConfig("test.yaml", []byte(rulesOnly+"journal: {path: "+path+", fsync: commit, rotate_size: 4096, checkpoint: 5}"))
	require.NoError(t, err)
	var told atomic.Int32
	sink := supervisor.SinkFunc(func(_ context.Context, e supervisor.Event) error {
		if e.Type == decision.EventCheckpoint && e.Fields["head"] != "" {
			told.Add(1)
		}
		return nil
	})
	s, err := supervisor.Build(cfg, supervisor.Parts{Sinks: []supervisor.Sink{sink}})
	require.NoError(t, err)
	for range 20 {
		evaluate(t, s, call)
	}
	require.NoError(t, s.Close(t.Context()))
	assert.GreaterOrEqual(t, told.Load(), int32(4), "sinks are told of checkpoints")
	files, err := filepath.Glob(path + "*")
	require.NoError(t, err)
	assert.Greater(t, len(files), 3, "rotated files and a checkpoint: %v", files)
	assert.FileExists(t, path+".checkpoint")
}

func TestAJournalWithAKeyIsNotOpenedWithoutIt(t *testing.T) {
	t.Parallel()
	cfg, err := supervisor.ParseConfig("test.yaml", []byte("evaluator: {provider: none}\njournal: {key_env: TEST_NO_SUCH_KEY, path: "+filepath.Join(t.TempDir(), "j")+"}"))
	require.NoError(t, err)
	_, err = supervisor.Build(cfg, supervisor.Parts{})
	require.ErrorContains(t, err, "TEST_NO_SUCH_KEY")
}

func TestPartsThatCannotBePutTogether(t *testing.T) {
	t.Parallel()
	factory := func(p supervisor.Provider, err error) supervisor.ProviderFactory {
		return func(*supervisor.Config, supervisor.ProviderConfig) (supervisor.Provider, error) { return p, err }
	}
	for name, tt := range map[string]struct {
		providers map[string]supervisor.ProviderFactory
		says      string
	}{
		"a kind that no config can name":  {map[string]supervisor.ProviderFactory{"mine": factory(nil, nil)}, `"mine"`},
		"no factory":                      {map[string]supervisor.ProviderFactory{"jev": nil}, `"jev"`},
		"a factory that makes nothing":    {map[string]supervisor.ProviderFactory{"structural": factory(nil, nil)}, "made none"},
		"a factory that reports an error": {map[string]supervisor.ProviderFactory{"structural": factory(nil, errDiskFull)}, "no space left"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg, err := supervisor.ParseConfig("test.yaml", []byte("evaluator: {provider: structural}"))
			require.NoError(t, err)
			_, err = supervisor.Build(cfg, supervisor.Parts{Journal: &recorder{}, Providers: tt.providers})
			require.ErrorContains(t, err, tt.says)
		})
	}
	own := judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) { return denyWord("mine"), nil })
	s, _ := build(t, rulesOnly, supervisor.Parts{Provider: own})
	assert.Equal(t, "mine", evaluate(t, s, call).RuleMatched)
}

func TestTheJournalIsProtectedWhoeverOpenedItAndWhateverIsSwapped(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "own.jsonl")
	j, err := journal.Open(path, journal.Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, j.Close()) }()
	all := supervisor.Options{Rules: []supervisor.Rule{settles(approveWord("all"))}, Journal: j}
	write := supervisor.Call{Tool: "fs.write", Params: map[string]any{"path": path}}
	s := mustNew(t, all)
	assert.Equal(t, supervisor.Deny, evaluate(t, s, write).Action)
	write.Params["path"] = path + ".checkpoint"
	assert.Equal(t, supervisor.Deny, evaluate(t, s, write).Action)
	require.NoError(t, s.Swap(supervisor.Options{Rules: all.Rules}))
	assert.Equal(t, supervisor.Deny, evaluate(t, s, write).Action)

	built, path := build(t, rulesOnly, supervisor.Parts{})
	require.NoError(t, built.Swap(supervisor.Options{Rules: all.Rules}))
	write.Params["path"] = path
	assert.Equal(t, supervisor.Deny, evaluate(t, built, write).Action)
	require.NoError(t, built.Close(t.Context()))
	assert.Equal(t, supervisor.CauseRecord, evaluate(t, built, call).Cause, "closing closes the journal")
}

func TestReload(t *testing.T) {
	t.Parallel()
	s, path := build(t, rulesOnly+"rules: [{name: a, action: deny}]", supervisor.Parts{})
	fresh, err := supervisor.ParseConfig("test.yaml", []byte(rulesOnly+"mesh: {url: 'http://other:1'}\njournal: {path: "+path+"}\nrules: [{name: b, action: deny}]"))
	require.NoError(t, err)
	restart, err := s.Reload(t.Context(), fresh)
	require.NoError(t, err)
	assert.Equal(t, []string{"mesh"}, restart)
	assert.Equal(t, "b", evaluate(t, s, call).RuleMatched)

	bad, err := supervisor.ParseConfig("test.yaml", []byte("admin: {enabled: true}"))
	require.NoError(t, err)
	_, err = s.Reload(t.Context(), bad)
	require.Error(t, err)
	assert.Equal(t, "b", evaluate(t, s, call).RuleMatched, "a bad config changes nothing")

	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"type":"config_change"`)
	_, err = mustNew(t, supervisor.Options{}).Reload(t.Context(), fresh)
	require.ErrorContains(t, err, "Swap")
}

func TestMeshQueueSpeaksWithTheConfiguredIdentity(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{AdminToken: "t0ken"})
	cfg, err := supervisor.ParseConfig("test.yaml", []byte("mesh: {url: 'http://mesh.test', agent_id: owl, admin_token: t0ken}\npoll: {interval: 10ms, tool_scopes: ['fs.*']}"))
	require.NoError(t, err)
	queue, client, err := supervisor.MeshQueue(cfg, supervisor.Parts{HTTPClient: &http.Client{Transport: m.Transport()}})
	require.NoError(t, err)
	assert.Equal(t, "supervisor:owl", client.Resolver())
	m.Submit(meshtest.Call{Agent: "a", Tool: "mail.send"})
	id := m.Submit(meshtest.Call{Agent: "a", Tool: "fs.write"})
	calls, err := queue.Next(t.Context())
	require.NoError(t, err)
	require.Len(t, calls, 1)
	assert.Equal(t, id, calls[0].ID)
}

func TestPacksAndConfigStayOutOfReachThroughASwap(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "etc", "guard.yaml")
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte("evaluator: {provider: jev, jev: {questions: ["+dir+"/packs/*.yml]}}\n"), 0o600))
	cfg, err := supervisor.LoadConfig(path)
	require.NoError(t, err)
	pass := func(*supervisor.Config, supervisor.ProviderConfig) (supervisor.Provider, error) {
		return judgeFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
			return supervisor.Verdict{}, supervisor.ErrPass
		}), nil
	}
	s, err := supervisor.Build(cfg, supervisor.Parts{Journal: &recorder{}, Providers: map[string]supervisor.ProviderFactory{"jev": pass}})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close(context.WithoutCancel(t.Context()))) }()
	for range 2 {
		for _, target := range []string{path, dir + "/packs/new.yml"} {
			d := evaluate(t, s, supervisor.Call{Tool: "fs.write", Params: map[string]any{"path": target}})
			assert.Equal(t, supervisor.Deny, d.Action, target)
		}
		require.NoError(t, s.Swap(supervisor.Options{Rules: []supervisor.Rule{settles(approveWord("all"))}}))
	}
}

func TestFindingsStandWhereTheirRuleIs(t *testing.T) {
	t.Parallel()
	cfg, err := supervisor.ParseConfig("x.yaml", []byte(`rules:
  - {name: fine, condition: tool equals x, action: deny}
  - name: loose
    condition: tool contains read
    action: approve
`))
	require.NoError(t, err)
	findings := cfg.LintRules(nil)
	require.NotEmpty(t, findings)
	assert.Equal(t, "loose", findings[0].Rule)
	assert.Equal(t, [2]int{4, 30}, [2]int{findings[0].Line, findings[0].Column})
	assert.Contains(t, findings[0].Snippet, "^~~~")
}

func TestBuildTakesARelativeJournal(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	require.NoError(t, os.WriteFile("sup7.yaml", []byte("evaluator: {provider: none}\n"), 0o600))
	sup, err := supervisor.Load("sup7.yaml")
	require.NoError(t, err, "the default path of the journal is relative")
	defer func() { assert.NoError(t, sup.Close(t.Context())) }()
	d, err := sup.Evaluate(t.Context(), supervisor.Call{
		Tool: "fs.write", Params: map[string]any{"path": filepath.Join(dir, "sup7-decisions.jsonl.paused")},
	})
	require.NoError(t, err)
	assert.Equal(t, supervisor.Deny, d.Action)
}

// TestBuildProtectsTheProgram keeps agents from what Parts.Protect names, after a
// reload too.
func TestBuildProtectsTheProgram(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	program := filepath.Join(dir, "bin", "judge")
	cfg, err := supervisor.ParseConfig("sup7.yaml", []byte("evaluator: {provider: structural}\nproject_dirs: ["+dir+"]"))
	require.NoError(t, err)
	journal := supervisor.JournalFunc(func(context.Context, supervisor.Event) error { return nil })
	sup, err := supervisor.Build(cfg, supervisor.Parts{Journal: journal, Protect: []string{program}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, sup.Close(context.Background())) })
	for range 2 {
		for path, want := range map[string]supervisor.Action{program: supervisor.Deny, filepath.Join(dir, "main.go"): supervisor.Approve} {
			d, err := sup.Evaluate(t.Context(), supervisor.Call{Tool: "Write", Params: map[string]any{"file_path": path, "content": "x"}})
			require.NoError(t, err)
			assert.Equal(t, want, d.Action, "%s: %s", path, d.Reasoning)
		}
		_, err = sup.Reload(t.Context(), cfg)
		require.NoError(t, err)
	}
	_, err = supervisor.Build(cfg, supervisor.Parts{Journal: journal, Protect: []string{"judge"}})
	assert.ErrorContains(t, err, "absolute")
}
