package adminhttp_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
	"github.com/flux7-go/supervisor/decision/bench"
)

// model is a decision model that finds every danger equally likely.
type model struct {
	*httptest.Server
	asked atomic.Int32
	held  chan struct{} // an answer waits until it is closed; nil: none waits
}

func newModel(t *testing.T, danger float64, held chan struct{}) *model {
	t.Helper()
	m := &model{held: held}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.asked.Add(1)
		if held != nil {
			select {
			case <-held:
			case <-r.Context().Done():
			}
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"model":"jev-9","answers":{"deletes":{"type":"noul","noul":%[1]g},"overwrites":{"type":"noul","noul":%[1]g},
			"exfiltrates":{"type":"noul","noul":%[1]g},"secrets":{"type":"noul","noul":%[1]g},"in_scope":{"type":"noul","noul":0.9},
			"injection":{"type":"noul","noul":0.02},"target_zone":{"type":"choice","choice":"home","probabilities":{"project":0,"home":1,"system":0,"remote":0,"none":0}}}}`, danger)
	}))
	t.Cleanup(m.Server.Close)
	return m
}

// config has the model judge with a limit.
func (m *model) config(limit string) string {
	return "project_dirs: [/srv/app]\nevaluator: {provider: jev, confidence_threshold: 0.5, jev: {backend: url, model: a, url: '" +
		m.URL + "', destructive_max: " + limit + "}}\n"
}

// writeSets writes sets of n cases each into a directory of measuring runs.
func writeSets(t *testing.T, sets map[string]int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "sets"), 0o700))
	for name, n := range sets {
		var b strings.Builder
		for i := range n {
			policy := "allow"
			if i%3 == 2 {
				policy = "deny"
			}
			fmt.Fprintf(&b, `{"id":"c%d","tool":"fs.read","params":{"n":%d},"policy":%q,"recent_traces":[]}`+"\n", i, i, policy)
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, "sets", name+".jsonl"), []byte(b.String()), 0o600))
	}
	return dir
}

// waitForRun waits until no run goes on.
func (s *stage) waitForRun(t *testing.T) {
	t.Helper()
	require.Eventually(t, func() bool { return s.ask(t, "GET", "/bench/progress", "").object(t)["running"] == false }, time.Minute, 5*time.Millisecond)
}

func TestBenchSets(t *testing.T) {
	t.Parallel()
	dir := writeSets(t, map[string]int{"orchid": 6, "birch": 3})
	require.NoError(t, os.Symlink("/etc/passwd", filepath.Join(dir, "sets", "evil.jsonl")))
	s := newStage(t, theRules, adminhttp.Options{BenchDir: dir})
	assert.JSONEq(t, `{"sets":[{"name":"birch","cases":3,"labels":{"approve":2,"deny":1}},{"name":"orchid","cases":6,"labels":{"approve":4,"deny":2}}]}`,
		s.ask(t, "GET", "/bench/sets", "").body)
	assert.JSONEq(t, `{"runs":[]}`, s.ask(t, "GET", "/bench/runs", "").body)
	assert.JSONEq(t, `{"running":false}`, s.ask(t, "GET", "/bench/progress", "").body)
}

func TestB7EstimateRoute(t *testing.T) {
	t.Parallel()
	dir := writeSets(t, map[string]int{"none": 0, "some": 37, "more": 120})
	s := newStage(t, newModel(t, 0.1, nil).config("0.2"), adminhttp.Options{BenchDir: dir})
	for set, replay := range map[string]string{
		"none": `{"tokens":0,"cost_usd":0,"seconds":1}`, "some": `{"tokens":33300,"cost_usd":0.0014,"seconds":4}`, "more": `{"tokens":108000,"cost_usd":0.0045,"seconds":11}`,
	} {
		r := s.ask(t, "GET", "/bench/estimate?set="+set, "")
		require.Equal(t, 200, r.status, r.body)
		assert.Contains(t, r.body, `"replay":`+replay)
		assert.Contains(t, r.body, `"recompute":{"available":false,"from_run":null,"reason":"`)
	}
	for _, set := range []string{"", "x", "../sets/some", "some.jsonl"} {
		assert.Equal(t, 404, s.ask(t, "GET", "/bench/estimate?set="+set, "").status, set)
	}
	free := newStage(t, theRules, adminhttp.Options{BenchDir: dir})
	assert.Contains(t, free.ask(t, "GET", "/bench/estimate?set=some", "").body, `"replay":{"tokens":0,"cost_usd":0,"seconds":1}`)
}

// TestB8AndB9 replays, relaxes the limit, recomputes from what was answered, and
// meets everything that keeps from it.
func TestB8AndB9(t *testing.T) {
	t.Parallel()
	dir, judge := writeSets(t, map[string]int{"orchid": 6}), newModel(t, 0.3, nil)
	s := newStage(t, judge.config("0.2"), adminhttp.Options{BenchDir: dir, Token: "t0ken"})
	start := func(mode string) reply {
		return s.ask(t, "POST", "/bench/runs", `{"set":"orchid","mode":"`+mode+`"}`)
	}
	reload := func(text string) {
		cfg, err := supervisor.ParseConfig("sup7.yaml", []byte(text))
		require.NoError(t, err)
		_, err = s.sup.Reload(t.Context(), cfg)
		require.NoError(t, err)
	}
	r := start("recompute")
	assert.Equal(t, 409, r.status)
	assert.Contains(t, r.body, "have not been replayed")

	r = start("replay")
	require.Equal(t, 200, r.status, r.body)
	first := r.object(t)
	assert.Equal(t, "running", first["status"])
	assert.Equal(t, judge.URL, first["jev"].(map[string]any)["url"])
	s.waitForRun(t)
	assert.Equal(t, int32(6), judge.asked.Load())
	assert.Contains(t, s.ask(t, "GET", "/bench/estimate?set=orchid", "").body, `"available":true,"from_run":"`+first["id"].(string))

	reload(judge.config("0.4"))
	r = start("recompute")
	require.Equal(t, 200, r.status, r.body)
	s.waitForRun(t)
	assert.Equal(t, int32(6), judge.asked.Load(), "a recompute asks nobody")
	list := s.ask(t, "GET", "/bench/runs", "").object(t)["runs"].([]any)
	require.Len(t, list, 2)
	second := list[0].(map[string]any)
	assert.Equal(t, "recompute", second["mode"], "the newest first")
	assert.Equal(t, first["id"], second["from_run"])
	assert.Equal(t, first["id"], second["compared_to"])
	assert.Equal(t, map[string]any{"danger_approved": 2.0, "normal_approved": 4.0}, second["delta"])

	whole := s.ask(t, "GET", "/bench/runs/"+second["id"].(string), "").object(t)
	rows := whole["results"].([]any)
	require.Len(t, rows, 6)
	assert.Nil(t, rows[0].(map[string]any)["answers"], "raw answers are not shown")
	assert.Contains(t, s.ask(t, "GET", "/bench/runs/"+second["id"].(string)+"/report", "").body, `"sweep"`)

	reload(judge.config("0.4") + "working_dir: /srv/app/sub\n")
	assert.Contains(t, start("recompute").body, "working_dir")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "sets", "orchid.jsonl"), []byte(`{"tool":"x","policy":"allow"}`), 0o600))
	reload(judge.config("0.4"))
	assert.Contains(t, start("recompute").body, "cases have changed")
}

func TestBenchAnswersFitTheDescription(t *testing.T) {
	t.Parallel()
	d := readDescription(t)
	dir, judge := writeSets(t, map[string]int{"orchid": 6}), newModel(t, 0.3, nil)
	s := newStage(t, judge.config("0.2"), adminhttp.Options{BenchDir: dir, Token: "t0ken"})
	fits := func(method, row, path, body string) reply {
		got := s.ask(t, strings.ToUpper(method), path, body)
		require.Equal(t, 200, got.status, got.body)
		content := d.at("paths", row, method, "responses", "200", "content", "application/json").(map[string]any)
		d.holds(t, content["schema"], got.object(t), method+" "+path)
		return got
	}
	fits("get", "/bench/sets", "/bench/sets", "")
	fits("get", "/bench/progress", "/bench/progress", "")
	fits("get", "/bench/estimate", "/bench/estimate?set=orchid", "")
	id := fits("post", "/bench/runs", "/bench/runs", `{"set":"orchid","mode":"replay"}`).object(t)["id"].(string)
	s.waitForRun(t)
	fits("get", "/bench/estimate", "/bench/estimate?set=orchid", "")
	fits("get", "/bench/runs", "/bench/runs", "")
	fits("get", "/bench/runs/{id}", "/bench/runs/"+id, "")
	fits("get", "/bench/runs/{id}/report", "/bench/runs/"+id+"/report", "")
}

func TestBenchRunsOneAtATimeAndCanBeCancelled(t *testing.T) {
	t.Parallel()
	held := make(chan struct{})
	dir, judge := writeSets(t, map[string]int{"orchid": 6}), newModel(t, 0.1, held)
	s := newStage(t, judge.config("0.2"), adminhttp.Options{BenchDir: dir, Token: "t0ken"})
	r := s.ask(t, "POST", "/bench/runs", `{"set":"orchid","mode":"replay"}`)
	require.Equal(t, 200, r.status, r.body)
	id := r.object(t)["id"].(string)
	assert.Equal(t, 409, s.ask(t, "POST", "/bench/runs", `{"set":"orchid","mode":"replay"}`).status)
	require.Eventually(t, func() bool { // the set is read beside the answer
		return assert.ObjectsAreEqual(map[string]any{"running": true, "id": id, "done": 0.0, "total": 6.0}, s.ask(t, "GET", "/bench/progress", "").object(t))
	}, time.Minute, 5*time.Millisecond)
	assert.Contains(t, s.ask(t, "GET", "/bench/estimate?set=orchid", "").body, `"recompute":{"available":false,"from_run":null,"reason":"a run is going on`)
	assert.Equal(t, 404, s.ask(t, "POST", "/bench/runs/"+id+"x/cancel", "").status)
	assert.JSONEq(t, `{"id":"`+id+`","cancelled":true}`, s.ask(t, "POST", "/bench/runs/"+id+"/cancel", "").body)
	s.waitForRun(t)
	close(held)
	summary, err := bench.NewStore(dir).Summary(id)
	require.NoError(t, err)
	assert.Equal(t, bench.StatusInterrupted, summary.Status)
}

func TestBenchRefuses(t *testing.T) {
	t.Parallel()
	dir := writeSets(t, map[string]int{"orchid": 3})
	open := newStage(t, theRules, adminhttp.Options{BenchDir: dir})
	assert.Equal(t, 403, open.ask(t, "POST", "/bench/runs", `{"set":"orchid","mode":"replay"}`).status, "without a token that is configured")
	s := newStage(t, theRules, adminhttp.Options{BenchDir: dir, Token: "t0ken"})
	for body, status := range map[string]int{
		`{`: 400, `[]`: 400, `[{"set":"orchid"}]`: 400, `{"set":"orchid"}`: 400, `{"set":"orchid","mode":"guess"}`: 400, `{"set":5,"mode":"replay"}`: 400,
		`{"set":"x","mode":"replay"}`: 404, `{"set":"../../etc/passwd","mode":"replay"}`: 404, strings.Repeat(" ", 70_000) + "{}": 413,
	} {
		assert.Equal(t, status, s.ask(t, "POST", "/bench/runs", body).status, "%.60s", body)
	}
	for _, id := range []string{"x", "..", "%2e%2e", "20261130-000000000-a-replay"} {
		assert.Equal(t, 404, s.ask(t, "GET", "/bench/runs/"+id, "").status, id)
		assert.Equal(t, 404, s.ask(t, "GET", "/bench/runs/"+id+"/report", "").status, id)
	}
}
