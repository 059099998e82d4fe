package adminhttp_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
	"github.com/flux7-go/supervisor/decision/journal"
)

func TestFilesTryTellsFaultsAndChangesNothing(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	before := e.disk(t, "sup7.yaml")
	got := e.ask(t, "PUT", "/files/config?validate=only", strings.ReplaceAll(before, "tool equals fs.read", "nonsense"))
	require.Equal(t, http.StatusOK, got.status, got.body)
	answer := got.object(t)
	assert.Equal(t, false, answer["valid"])
	assert.EqualValues(t, 11, answer["faults"].([]any)[0].(map[string]any)["line"])
	assert.Nil(t, answer["effect"])
	got = e.ask(t, "PUT", "/files/config?validate=only", "admin: {token: "+hiddenToken+"}\nrules: [{name: "+hiddenToken+"}]")
	assert.EqualValues(t, 2, got.object(t)["faults"].([]any)[0].(map[string]any)["line"], "masks are faults as well")
	got = e.ask(t, "PUT", "/files/config?validate=only", before+"  - {name: all, action: deny}\n  - {name: never, action: deny}\n")
	answer = got.object(t)
	assert.Equal(t, true, answer["valid"], got.body)
	assert.NotEmpty(t, answer["warnings"])
	assert.Equal(t, http.StatusConflict, e.ask(t, "PUT", "/files/config?validate=only", before, "If-Match", "0123456789ab").status)
	assert.Equal(t, before, e.disk(t, "sup7.yaml"))
	assert.Empty(t, e.backups(t))
	assert.Empty(t, e.journal.all())
}

func TestFilesFaultsShowNoSecret(t *testing.T) {
	t.Parallel()
	config := "rules: [{name: a, condition: \"tool equals x\", action: deny, description: \"password=s3cret-url1\"}]\nadmin: {token: s3cret-one, port: 1}\n"
	e := newEditStage(t, config, adminhttp.Options{})
	text := e.ask(t, "GET", "/files/config", "").body
	got := e.put(t, "config", strings.NewReplacer("action: deny", "action: [1]", "port: 1", "port: x").Replace(text))
	assert.Equal(t, http.StatusBadRequest, got.status)
	assert.Len(t, got.object(t)["faults"], 2)
	assert.NotContains(t, got.body, "s3cret")
}

func TestFilesTryShowsWhatWouldChange(t *testing.T) {
	t.Parallel()
	log := filepath.Join(t.TempDir(), "log.jsonl")
	written, err := journal.Open(log, journal.Options{})
	require.NoError(t, err)
	e := newEditStage(t, editConfig, adminhttp.Options{Journal: log}, "packs/till.yaml")
	record := func(id, tool string, params map[string]any) {
		call := supervisor.Call{ID: id, Tool: tool, Agent: "ann", Params: params}
		d, err := e.sup.Evaluate(t.Context(), call)
		require.NoError(t, err)
		require.NoError(t, written.Append(t.Context(), supervisor.Event{Time: d.Time, Decision: &d, Call: &call}))
	}
	record("a1", "fs.read", map[string]any{"path": "/srv/a"})
	record("a2", "fs.wipe", nil)
	record("a3", "fs.other", map[string]any{"body": strings.Repeat("x", 100<<10)})
	record("a4", "fs.read", map[string]any{"path": "/srv/b"})
	require.NoError(t, written.Close())

	text := e.ask(t, "GET", "/files/config", "").body
	text = strings.Replace(text, "action: approve", "action: deny", 1)
	got := e.ask(t, "PUT", "/files/config?validate=only", text)
	require.Equal(t, http.StatusOK, got.status, got.body)
	effect := got.object(t)["effect"].(map[string]any)
	changes := effect["changes"].([]any)
	delete(effect, "changes")
	assert.Equal(t, map[string]any{"replayed": 3.0, "changed": 2.0, "unknown": 0.0, "not_replayable": 1.0, "complete": true}, effect)
	assert.Equal(t, map[string]any{
		"id": "a4", "tool": "fs.read", "agent_id": "ann", "before": "approved", "after": "denied", "rule_before": "reads", "rule_after": "reads",
	}, changes[0])
	assert.Equal(t, "a1", changes[1].(map[string]any)["id"])
}

// textModel is a text model that says one thing.
type textModel struct {
	asked *atomic.Int64
	says  supervisor.Verdict
}

func (textModel) Name() string { return "ollama" }

func (m textModel) Judge(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
	m.asked.Add(1)
	return m.says, nil
}

// TestFilesTryAsksNobody: what a model said then is what it says now, as long as
// it would be asked the same.
func TestFilesTryAsksNobody(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log, config := filepath.Join(dir, "log.jsonl"), filepath.Join(dir, "sup7.yaml")
	const text = "evaluator: {provider: ollama, model: a, confidence_threshold: 0.5}\n"
	require.NoError(t, os.WriteFile(config, []byte(text), 0o600))
	cfg, err := supervisor.LoadConfig(config)
	require.NoError(t, err)
	model := textModel{&atomic.Int64{}, supervisor.Verdict{Action: supervisor.Deny, Confidence: 0.8, Basis: supervisor.BasisText, Reasoning: "no"}}
	written, err := journal.Open(log, journal.Options{})
	require.NoError(t, err)
	sup, err := supervisor.Build(cfg, supervisor.Parts{Journal: written, Admin: true, Providers: map[string]supervisor.ProviderFactory{
		"ollama": func(*supervisor.Config, supervisor.ProviderConfig) (supervisor.Provider, error) { return model, nil },
	}})
	require.NoError(t, err)
	handler, err := adminhttp.NewHandler(sup, adminhttp.Options{Token: "t0ken", Journal: log})
	require.NoError(t, err)
	defer func() {
		require.NoError(t, handler.Close(t.Context()))
		require.NoError(t, sup.Close(t.Context()))
		require.NoError(t, written.Close())
	}()
	for range 3 {
		d, err := sup.Evaluate(t.Context(), supervisor.Call{Tool: "fs.other"})
		require.NoError(t, err)
		require.Equal(t, supervisor.Deny, d.Action, d.Reasoning)
	}
	require.EqualValues(t, 3, model.asked.Load())
	effect := func(edited string) map[string]any {
		r := httptest.NewRequest("PUT", "http://127.0.0.1/files/config?validate=only", strings.NewReader(edited))
		r.Header.Set("Authorization", "Bearer t0ken")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		answer := reply{body: w.Body.String()}.object(t)
		require.Equal(t, true, answer["valid"], w.Body.String())
		return answer["effect"].(map[string]any)
	}
	for edited, want := range map[string][]float64{
		text:                                   {3, 0, 0},
		strings.Replace(text, "0.5", "0.9", 1): {3, 3, 0}, // held back by the threshold
		strings.Replace(text, "model: a", "model: b", 1):                                 {3, 0, 3}, // another model may say another thing
		text + "rules: [{name: x, condition: \"tool equals fs.other\", action: deny}]\n": {3, 3, 0}, // the same, by a rule
	} {
		got := effect(edited)
		assert.Equal(t, want, []float64{got["replayed"].(float64), got["changed"].(float64), got["unknown"].(float64)}, edited)
	}
	assert.EqualValues(t, 3, model.asked.Load(), "and was not asked again")
}

// TestFilesPacksOfEveryLinkAreRead: also where the provider itself would not.
func TestFilesPacksOfEveryLinkAreRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	config, pack := filepath.Join(dir, "sup7.yaml"), filepath.Join(dir, "till.yaml")
	require.NoError(t, os.WriteFile(pack, []byte(editPack), 0o600))
	require.NoError(t, os.WriteFile(config, []byte("evaluator: {chain: [{provider: jev, jev: {questions: ["+pack+"]}}]}\n"), 0o600))
	cfg, err := supervisor.LoadConfig(config)
	require.NoError(t, err)
	sup, err := supervisor.Build(cfg, supervisor.Parts{Journal: &recorder{}, Admin: true, Providers: map[string]supervisor.ProviderFactory{
		"jev": func(*supervisor.Config, supervisor.ProviderConfig) (supervisor.Provider, error) {
			return textModel{asked: &atomic.Int64{}}, nil
		},
	}})
	require.NoError(t, err)
	handler, err := adminhttp.NewHandler(sup, adminhttp.Options{Token: "t0ken"})
	require.NoError(t, err)
	defer func() {
		require.NoError(t, handler.Close(t.Context()))
		require.NoError(t, sup.Close(t.Context()))
	}()
	r := httptest.NewRequest("PUT", "http://127.0.0.1/files/questions/till.yaml", strings.NewReader("pack: till\nquestions: {}\n"))
	r.Header.Set("Authorization", "Bearer t0ken")
	r.Header.Set("If-Match", sha(editPack))
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	assert.Equal(t, http.StatusBadRequest, w.Code, w.Body.String())
	text, err := os.ReadFile(pack)
	require.NoError(t, err)
	assert.Equal(t, editPack, string(text))
}

func FuzzFilesPaths(f *testing.F) {
	for _, seed := range []string{"config", "questions/till.yaml", "questions/../sup7.yaml", "questions/new.yaml", "../outside.txt", "questions/%00", "questions//etc/passwd"} {
		f.Add(seed, "pack: x\n", "new")
	}
	e := newEditStage(f, editConfig, adminhttp.Options{}, "packs/till.yaml")
	outside := e.write(f, "outside.txt", "not for you")
	before := e.disk(f, "sup7.yaml")
	f.Fuzz(func(t *testing.T, id, body, match string) {
		for _, method := range []string{"GET", "PUT"} {
			r := httptest.NewRequest(method, "http://127.0.0.1/files/x", strings.NewReader(body))
			r.URL = &url.URL{Path: "/files/" + id, RawPath: "/files/" + url.PathEscape(id)}
			r.Header.Set("Authorization", "Bearer t0ken")
			r.Header["If-Match"] = []string{match}
			w := httptest.NewRecorder()
			e.handler.ServeHTTP(w, r)
			require.Less(t, w.Code, 500, w.Body.String())
			require.NotContains(t, w.Body.String(), "s3cret")
			require.NotContains(t, w.Body.String(), "not for you")
		}
		if match != sha(before) {
			require.Equal(t, before, e.disk(t, "sup7.yaml"))
		}
		text, err := os.ReadFile(outside)
		require.NoError(t, err)
		require.Equal(t, "not for you", string(text))
	})
}
