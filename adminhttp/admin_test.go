package adminhttp_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
	"github.com/flux7-go/supervisor/decision"
)

// The rows of the reference's table about the admin API. A7 and those after it
// are about files.

func TestA1EveryRouteButHealthNeedsTheToken(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{Token: "t0ken"})
	assert.Equal(t, 200, s.ask(t, "GET", "/health", "", "Authorization", "").status)
	assert.Equal(t, 401, s.ask(t, "GET", "/status", "", "Authorization", "").status)
	wrong := s.ask(t, "GET", "/status", "", "Authorization", "Bearer t0kem")
	assert.Equal(t, 401, wrong.status)
	assert.Equal(t, `{"error":"unauthorized"}`, wrong.body)
	assert.Equal(t, 200, s.ask(t, "GET", "/status", "").status)
	for _, row := range s.handler.RouteTable() {
		method, path, _ := strings.Cut(row, " ")
		if path == "/health" || path == "/" || strings.HasPrefix(path, "/assets") || strings.HasPrefix(path, "/{$}") {
			continue
		}
		path = regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(path, "x")
		assert.Equal(t, 401, s.ask(t, method, path, "{}", "Authorization", "").status, row)
	}
}

func TestA2TheLimitOfDecisions(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{RecentDecisions: 600})
	for range 510 {
		_, err := s.sup.Evaluate(t.Context(), supervisor.Call{Tool: "fs.read"})
		require.NoError(t, err)
	}
	assert.Equal(t, 400, s.ask(t, "GET", "/decisions?limit=x", "").status)
	for limit, want := range map[string]int{"": 50, "0": 1, "-4": 1, "7": 7, "9999": 500} {
		list := s.ask(t, "GET", "/decisions?limit="+limit, "").object(t)["decisions"].([]any)
		assert.Len(t, list, want, "limit %q", limit)
	}
}

func TestA3PauseIsNoGET(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	got := s.ask(t, "GET", "/pause", "")
	assert.Equal(t, 405, got.status)
	assert.Equal(t, "OPTIONS, POST", got.header.Get("Allow"))
	assert.Contains(t, got.object(t), "error")
	assert.Equal(t, "running", s.ask(t, "GET", "/status", "").object(t)["state"])
}

func TestA4MalformedCalls(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	for _, body := range []string{
		`{"tool":"","params":{}}`, `{"tool":"t","params":[]}`, `{"tool":"t","params":null}`, `[1]`, `{`, ``,
		`{"tool":"t","injection_risk":"false"}`, `{"tool":"t","recent_traces":5}`, `{"tool":"t","recent_traces":"five"}`,
		`{"tool":"t","params":` + strings.Repeat(`{"a":`, 5000) + `1` + strings.Repeat(`}`, 5001),
		`{"tool":"t","tool":"u"}`, "{\"tool\":\"\xff\"}", `{"tool":"a\u0000b"}`,
	} {
		got := s.ask(t, "POST", "/evaluate", body)
		assert.Equal(t, 400, got.status, "%.60s", body)
		assert.Contains(t, got.object(t), "error", "%.60s", body)
	}
	assert.Empty(t, s.journal.all())
}

func TestA5ACallThatARuleSettles(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	got := s.ask(t, "POST", "/evaluate", `{"agent_id":"maple-bot","tool":"fs.read","params":{}}`).object(t)
	assert.Equal(t, "approve", got["decision"])
	assert.Regexp(t, `^eval-[0-9a-f]{16}$`, got["id"])
	assert.Equal(t, "reads", got["rule_matched"])

	events := s.journal.all()
	require.Len(t, events, 1)
	assert.Equal(t, "evaluate", events[0].Decision.Via)
	list := s.ask(t, "GET", "/decisions", "").object(t)["decisions"].([]any)
	require.Len(t, list, 1)
	shown := list[0].(map[string]any)
	assert.Equal(t, got["id"], shown["approval_id"])
	assert.Equal(t, "approved", shown["decision"])
	assert.Equal(t, "evaluate", shown["via"])
	counts := s.ask(t, "GET", "/status", "").object(t)["decisions"].(map[string]any)
	assert.EqualValues(t, 1, counts["approved"])
	assert.NotNil(t, counts["last_at"])
}

func TestA6PausedEscalates(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	require.Equal(t, 200, s.ask(t, "POST", "/pause", "").status)
	got := s.ask(t, "POST", "/evaluate", `{"tool":"fs.read"}`).object(t)
	assert.Equal(t, "escalate", got["decision"])
	assert.EqualValues(t, 0, got["confidence"])
	assert.Nil(t, got["rule_matched"])
	assert.Nil(t, got["evaluator"])
	assert.EqualValues(t, 0, got["evaluation_ms"])
	assert.Equal(t, "paused", got["cause"])
	assert.Empty(t, s.ask(t, "GET", "/decisions", "").object(t)["decisions"])
	for _, e := range s.journal.all() {
		assert.NotEqual(t, decision.EventDecision, e.Type)
	}
	counts := s.ask(t, "GET", "/status", "").object(t)["decisions"].(map[string]any)
	assert.EqualValues(t, 0, counts["escalated"])
}

func TestPauseAndResumeSayWho(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{Token: "t0ken", ReadToken: "l00k"})
	for range 2 {
		st := s.ask(t, "POST", "/pause", "whatever").object(t)
		assert.Equal(t, "paused", st["state"])
		assert.Equal(t, "admin-api token from 127.0.0.1", st["paused_by"])
	}
	for range 2 {
		assert.Equal(t, "running", s.ask(t, "POST", "/resume", "").object(t)["state"])
	}
	events := s.journal.all()
	require.Len(t, events, 2, "doing it twice is one event")
	assert.Equal(t, decision.EventPaused, events[0].Type)
	assert.Equal(t, "admin-api token from 127.0.0.1", events[0].Fields["by"])
	refused := s.ask(t, "POST", "/pause", "", "Authorization", "Bearer l00k")
	assert.Equal(t, http.StatusForbidden, refused.status)
	assert.Equal(t, 200, s.ask(t, "GET", "/status", "", "Authorization", "Bearer l00k").status)
}
