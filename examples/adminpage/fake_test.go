package adminpage

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
)

// prefix is where the page is mounted, to show that it works anywhere.
const prefix = "/ops/admin"

// fake serves the page of the real handler, and an API that says what a test has
// it say.
type fake struct {
	URL string

	mu        sync.Mutex
	paused    bool
	token     string            // needed, unless empty
	silent    bool              // no request is answered
	canned    map[string]string // what is answered instead, by method and path
	decisions []map[string]any
	listeners map[chan string]bool
	file      string
	desk      desk
	held      map[string]chan struct{} // decisions that are answered once the channel is closed
	progress  int                      // looks at the progress of the run that goes on; 0: none does
}

// newFake starts a server.
func newFake(t *testing.T) *fake {
	t.Helper()
	sup, err := supervisor.New(supervisor.Options{})
	require.NoError(t, err)
	h, err := adminhttp.NewHandler(sup, adminhttp.Options{})
	require.NoError(t, err)
	f := &fake{listeners: map[chan string]bool{}, file: "rules:\n  - name: reads\n"}
	api := http.NewServeMux()
	api.Handle("GET /{$}", h)
	api.Handle("GET /assets/", h)
	routes := map[string]http.HandlerFunc{
		"GET /status": f.status, "POST /pause": f.pause(true), "POST /resume": f.pause(false),
		"GET /config": f.config, "GET /decisions": f.list, "GET /decisions/{id}": f.one, "GET /events": f.events,
		"GET /files": f.files, "GET /files/config": f.readFile, "PUT /files/config": f.writeFile,
		"GET /bench/sets":      says(`{"sets":[{"name":"boundary","cases":120,"labels":{"approve":60,"deny":30,"escalate":30}}]}`),
		"GET /bench/runs":      says(`{"runs":[` + benchRun + `]}`),
		"GET /bench/runs/{id}": says(benchRun), "GET /bench/runs/{id}/report": says(`{"summary":` + benchRun + `,"sweep":` + benchSweep + `}`),
		"GET /bench/estimate": says(`{"set":"boundary","cases":120,"recompute":{"available":true,"from_run":"20261129-101500000-boundary-replay","reason":null,"cost_usd":0,"seconds":1},"replay":{"tokens":108000,"cost_usd":0.0045,"seconds":11}}`),
		"GET /bench/progress": f.benchProgress, "POST /bench/runs": f.benchStart, "POST /bench/runs/{id}/cancel": f.benchCancel,
	}
	maps.Copy(routes, f.deskRoutes())
	for pattern, serve := range routes {
		api.HandleFunc(pattern, f.guarded(serve))
	}
	server := httptest.NewServer(http.StripPrefix(prefix, api))
	t.Cleanup(func() {
		f.setSilent(true)
		server.CloseClientConnections()
		server.Close()
	})
	f.URL = server.URL + prefix + "/"
	return f
}

func says(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, text)
	}
}

func refuses(w http.ResponseWriter, status int, body map[string]any) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// guarded demands the token, if there is one.
func (f *fake) guarded(serve http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		token, silent, canned := f.token, f.silent, f.canned[r.Method+" "+r.URL.Path]
		f.mu.Unlock()
		if silent {
			panic(http.ErrAbortHandler)
		}
		if token != "" && r.Header.Get("Authorization") != "Bearer "+token {
			refuses(w, http.StatusUnauthorized, map[string]any{"error": "unauthorized"})
			return
		}
		if canned != "" {
			serve = says(canned)
		}
		serve(w, r)
	}
}

func (f *fake) status(w http.ResponseWriter, _ *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	counts := map[any]int{}
	var last any
	for _, d := range f.decisions {
		counts[d["decision"]]++
		last = d["timestamp"]
	}
	state := "running"
	if f.paused {
		state = "paused"
	}
	_ = json.NewEncoder(w).Encode(map[string]any{
		"version": "0.1.0", "state": state, "mode": "enforce", "uptime_s": 11_520,
		"mesh": map[string]any{"url": "http://127.0.0.1:9090", "reachable": true}, "memory": map[string]any{"enabled": true},
		"evaluator": map[string]any{"mode": "chain", "providers": []any{
			map[string]any{"name": "jev", "state": "skipped", "consecutive_failures": 5, "skipped_for_s": 42, "detail": "cloudflare"},
			map[string]any{"name": "nimble", "state": "ok", "consecutive_failures": 0, "skipped_for_s": 0, "detail": "ollama"},
			map[string]any{"name": "structural", "state": "ok", "consecutive_failures": 0, "skipped_for_s": 0, "detail": ""},
		}},
		"decisions": map[string]any{"approved": counts["approved"], "denied": counts["denied"], "escalated": counts["escalated"], "last_at": last},
		"journal":   map[string]any{"enabled": true, "ok": true, "failures": 0, "lag": 0}, "in_flight": 1, "backlog": 0, "unsent": 0, "watched": 3, "dropped": 0,
	})
}

func (f *fake) pause(to bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		f.paused = to
		f.mu.Unlock()
		f.status(w, r)
	}
}

func (f *fake) config(w http.ResponseWriter, r *http.Request) {
	says(`{"rules":[
		{"name":"no-money","condition":"tool starts_with payments.","when":null,"action":"deny","confidence":1,"description":"agents do not pay","line":12,"hits":1},
		{"name":"no-keys","condition":"params.path contains .ssh","action":"deny","confidence":1,"line":17,"hits":0},
		{"name":"test-runs","condition":"tool equals project.test","action":"approve","confidence":0.95,"line":22,"hits":0},
		{"name":"issue-reads","condition":"tool in tracker.list_issues, tracker.get_issue","action":"approve","confidence":0.95,"line":27,"hits":2}]}`)(w, r)
}

func (f *fake) list(w http.ResponseWriter, _ *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	newest := make([]map[string]any, 0, len(f.decisions))
	for i := len(f.decisions) - 1; i >= 0; i-- {
		newest = append(newest, f.decisions[i])
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"decisions": newest, "next": nil})
}

// hold has a decision not be answered until what it returns is called.
func (f *fake) hold(id string) (answer func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.held = map[string]chan struct{}{id: make(chan struct{})}
	return func() { close(f.held[id]) }
}

func (f *fake) one(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	wait := f.held[r.PathValue("id")]
	f.mu.Unlock()
	if wait != nil {
		select {
		case <-wait:
		case <-r.Context().Done():
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, d := range f.decisions {
		if d["approval_id"] == r.PathValue("id") {
			_ = json.NewEncoder(w).Encode(d)
			return
		}
	}
	refuses(w, http.StatusNotFound, map[string]any{"error": "no decision is known under this id"})
}

// decide adds a decision and tells those who listen.
func (f *fake) decide(d map[string]any) {
	if d["timestamp"] == nil {
		d["timestamp"] = time.Now().UTC().Format(time.RFC3339Nano)
	}
	data, err := json.Marshal(d)
	if err != nil {
		panic(err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.decisions = append(f.decisions, d)
	for listener := range f.listeners {
		listener <- fmt.Sprintf("id: %d\nevent: decision\ndata: %s\n\n", len(f.decisions), data)
	}
}

// settle tells what became of a decision.
func (f *fake) settle(d map[string]any, outcome map[string]any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	d["outcome"] = outcome
	data, err := json.Marshal(d)
	if err != nil {
		panic(err)
	}
	for listener := range f.listeners {
		listener <- fmt.Sprintf("event: outcome\ndata: %s\n\n", data)
	}
}

// setSilent has the server answer nobody, and ends the streams.
func (f *fake) setSilent(silent bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.silent = silent
	for listener := range f.listeners {
		close(listener)
		delete(f.listeners, listener)
	}
}

func (f *fake) isPaused() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.paused
}

// text is what is in the file, and setText has somebody else change it.
func (f *fake) text() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.file
}

func (f *fake) setText(text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.file = text
}

func (f *fake) events(w http.ResponseWriter, r *http.Request) {
	listener := make(chan string, 100)
	f.mu.Lock()
	silent := f.silent // since the request was let in
	if !silent {
		f.listeners[listener] = true
	}
	f.mu.Unlock()
	if silent {
		panic(http.ErrAbortHandler)
	}
	defer func() {
		f.mu.Lock()
		delete(f.listeners, listener)
		f.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	_, _ = io.WriteString(w, ": here\n\n")
	_ = http.NewResponseController(w).Flush()
	for {
		select {
		case text, more := <-listener:
			if !more {
				return
			}
			_, _ = io.WriteString(w, text)
			_ = http.NewResponseController(w).Flush()
		case <-r.Context().Done():
			return
		}
	}
}

func (f *fake) files(w http.ResponseWriter, r *http.Request) {
	says(`{"files":[{"id":"config","kind":"config","path":"/etc/sup7/sup7.yaml","sha":"0123456789ab"},{"id":"questions/finance.yaml","kind":"questions","path":"/etc/sup7/questions/finance.yaml","sha":"ab0123456789"}]}`)(w, r)
}

func (f *fake) tag() string { return fmt.Sprintf("%.12x", sha256.Sum256([]byte(f.file))) }

func (f *fake) readFile(w http.ResponseWriter, _ *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w.Header().Set("ETag", f.tag())
	w.Header().Set("Content-Type", "text/yaml")
	_, _ = io.WriteString(w, f.file)
}

// writeFile takes any text without the word "broken", which is a fault.
func (f *fake) writeFile(w http.ResponseWriter, r *http.Request) {
	data, err := io.ReadAll(r.Body)
	f.mu.Lock()
	defer f.mu.Unlock()
	text := string(data)
	switch before := f.tag(); {
	case err != nil || r.Header.Get("If-Match") != before:
		refuses(w, http.StatusConflict, map[string]any{"error": "the file has changed since it was read"})
	case strings.Contains(text, "broken"):
		before, _, _ := strings.Cut(text, "broken")
		fault := map[string]any{"file": "/etc/sup7/sup7.yaml", "line": 1 + strings.Count(before, "\n"), "column": 3, "key": "broken", "message": "unknown key", "snippet": ""}
		status := http.StatusBadRequest
		if r.URL.Query().Get("validate") == "only" {
			status = http.StatusOK
		}
		refuses(w, status, map[string]any{"error": "the config has a fault", "valid": false, "faults": []any{fault}})
	case r.URL.Query().Get("validate") == "only":
		says(`{"file":"config","valid":true,"faults":[],"effect":{"replayed":120,"changed":1,"changes":[{"id":"a1","tool":"bash","agent_id":"coder","before":"escalate","after":"approve","rule_before":null,"rule_after":"test-runs"}]}}`)(w, r)
	default:
		f.file = text
		_ = json.NewEncoder(w).Encode(map[string]any{
			"file": "config", "path": "/etc/sup7/sup7.yaml", "sha_before": before, "sha_after": f.tag(),
			"backup": "/etc/sup7/sup7.yaml.bak-20261130-120000", "reloaded": true, "restart_required": []string{},
		})
	}
}

func (f *fake) benchStart(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	f.progress = 1
	f.mu.Unlock()
	says(benchRun)(w, r)
}

func (f *fake) benchCancel(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.progress = 0
	says(benchRun)(w, r)
}

func (f *fake) benchProgress(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.progress == 0 {
		says(`{"running":false}`)(w, r)
		return
	}
	f.progress++
	says(fmt.Sprintf(`{"running":true,"id":"run","done":%d,"total":120}`, f.progress))(w, r)
}

const benchRun = `{"id":"20261130-090000000-boundary-replay","set":"boundary","mode":"replay","status":"done","started_at":"2026-11-30T09:00:00Z","finished_at":"2026-11-30T09:00:11Z",
"from_run":null,"threshold":0.8,"cases":120,"danger_approved":1,"dangers":60,"normal_approved":52,"normal":60,"deny_ok":28,"denies":30,"errors":0,"to_review":4,
"matrix":{"approve>approve":52,"approve>escalate":8,"deny>deny":28,"deny>escalate":2,"escalate>escalate":29,"escalate>approve":1},"latency_ms":{"median":4,"p95":11},
"delta":{"danger_approved":-1,"normal_approved":3},
"families":[{"name":"files","cases":40,"danger_approved":0,"dangers":20,"normal_approved":18,"normal":20},{"name":"network","cases":40,"danger_approved":1,"dangers":20,"normal_approved":16,"normal":20},{"name":"git","cases":40,"danger_approved":0,"dangers":20,"normal_approved":18,"normal":20}]}`

const benchSweep = `[{"link":"structural","key":"destructive_max","chosen":0.2,"cases":80,"points":[{"limit":0,"danger_approved":0,"normal_approved":12},{"limit":0.05,"danger_approved":0,"normal_approved":34},{"limit":0.12,"danger_approved":0,"normal_approved":46},{"limit":0.2,"danger_approved":1,"normal_approved":52},{"limit":0.35,"danger_approved":4,"normal_approved":55},{"limit":0.6,"danger_approved":19,"normal_approved":58},{"limit":0.85,"danger_approved":41,"normal_approved":59},{"limit":1,"danger_approved":55,"normal_approved":60}],"frontier":[],"margin":{"danger":0.35,"approved":0.12}},
{"link":"structural","question":"exfiltrates","key":"destructive_max","chosen":0.2,"cases":80,"points":[{"limit":0,"danger_approved":0,"normal_approved":12},{"limit":1,"danger_approved":55,"normal_approved":60}],"frontier":[]},
{"link":"structural","key":"in_scope_min","least":true,"chosen":0.7,"cases":80,"points":[{"limit":0,"danger_approved":30,"normal_approved":60},{"limit":0.4,"danger_approved":12,"normal_approved":57},{"limit":0.7,"danger_approved":1,"normal_approved":52},{"limit":1,"danger_approved":0,"normal_approved":10}],"frontier":[],"margin":{"danger":0.6,"approved":0.75}}]`
