package adminhttp_test

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
)

// ids are the ids of a listing.
func ids(t testing.TB, got reply) []string {
	t.Helper()
	require.Equal(t, 200, got.status, got.body)
	list := []string{}
	for _, d := range got.object(t)["decisions"].([]any) {
		list = append(list, d.(map[string]any)["approval_id"].(string))
	}
	return list
}

func TestDecisionsAreFiltered(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	for i, c := range []supervisor.Call{
		{Agent: "a", Tool: "fs.read"}, {Agent: "b", Tool: "fs.read"}, {Agent: "a", Tool: "fs.wipe"}, {Agent: "a", Tool: "mail"},
	} {
		c.ID = fmt.Sprint("c", i)
		_, err := s.sup.Evaluate(t.Context(), c)
		require.NoError(t, err)
	}
	second := s.ask(t, "GET", "/decisions?limit=1&tool=mail", "").object(t)["decisions"].([]any)[0].(map[string]any)["timestamp"].(string)
	for query, want := range map[string][]string{
		"":                                 {"c3", "c2", "c1", "c0"},
		"agent=a":                          {"c3", "c2", "c0"},
		"agent=a&tool=fs.read":             {"c0"},
		"decision=denied":                  {"c2"},
		"decision=escalate":                {"c3"},
		"agent=nobody":                     {},
		"since=2999-01-01T00:00:00Z":       {},
		"since=" + url.QueryEscape(second): {"c3"},
		"limit=2":                          {"c3", "c2"},
	} {
		assert.Equal(t, want, ids(t, s.ask(t, "GET", "/decisions?"+query, "")), query)
	}
	for _, query := range []string{"decision=maybe", "since=yesterday", "cursor=1", "cursor=00000000-1", "limit=1e3", "limit=99999999999999999999"} {
		assert.Equal(t, 400, s.ask(t, "GET", "/decisions?"+query, "").status, query)
	}
}

func TestDecisionsAreReadOnPageByPage(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{RecentDecisions: 10})
	for i := range 14 {
		_, err := s.sup.Evaluate(t.Context(), supervisor.Call{ID: fmt.Sprint("c", i), Tool: "fs.read"})
		require.NoError(t, err)
	}
	var all []string
	query := "/decisions?limit=4"
	for range 3 {
		page := s.ask(t, "GET", query, "")
		all = append(all, ids(t, page)...)
		next, more := page.object(t)["next"].(string)
		if !more {
			break
		}
		_, err := s.sup.Evaluate(t.Context(), supervisor.Call{Tool: "fs.read"}) // what happens meanwhile moves nothing
		require.NoError(t, err)
		query = "/decisions?limit=4&cursor=" + next
	}
	assert.Equal(t, []string{"c13", "c12", "c11", "c10", "c9", "c8", "c7", "c6"}, all[:8])
	assert.NotContains(t, all, "c3", "only the newest are kept")
	assert.Len(t, all, 8, "two of the last page were pushed out")
}

func TestDecisionsOfTheJournalAreShownAfterARestart(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "j.jsonl")
	first, file := journaled(t, theRules, path, adminhttp.Options{})
	require.Equal(t, 200, first.ask(t, "POST", "/evaluate",
		`{"id":"old","agent_id":"maple-bot","tool":"fs.wipe","params":{"path":"/x","password":"hunter2hunter2"},"injection_risk":false}`).status)
	require.NoError(t, file.Append(t.Context(), decision.Event{
		Type: decision.EventOutcome, Decision: &decision.Decision{ID: "old", Tool: "fs.wipe"},
		Outcome: &decision.Outcome{State: decision.OutcomeSettled, By: "zoe", Status: "denied"},
	}))
	before := first.ask(t, "GET", "/decisions", "").object(t)["decisions"].([]any)[0].(map[string]any)

	second, _ := journaled(t, theRules, path, adminhttp.Options{})
	require.Equal(t, 200, second.ask(t, "POST", "/evaluate", `{"id":"new","tool":"fs.read"}`).status)
	require.Equal(t, []string{"new", "old"}, ids(t, second.ask(t, "GET", "/decisions", "")))
	after := second.ask(t, "GET", "/decisions", "").object(t)["decisions"].([]any)[1].(map[string]any)
	assert.Equal(t, map[string]any{"state": "settled", "resolved_by": "zoe", "status": "denied", "resolved_at": nil, "detail": ""}, after["outcome"])
	before["outcome"] = after["outcome"]
	assert.Equal(t, before, after, "it is the same decision")

	opened := second.ask(t, "GET", "/decisions/old", "")
	assert.NotContains(t, opened.body, "hunter2")
	object := opened.object(t)
	assert.Equal(t, "/x", object["params"].(map[string]any)["path"])
	lines := object["journal"].([]any)
	require.Len(t, lines, 2)
	line := lines[0].(map[string]any)
	assert.Len(t, line["hash"], 64)
	assert.Contains(t, line["line"], `"approval_id":"old"`)
	assert.Contains(t, line["line"], line["hash"])

	small, _ := journaled(t, theRules, path, adminhttp.Options{RecentDecisions: 1})
	assert.Equal(t, []string{"new"}, ids(t, small.ask(t, "GET", "/decisions", "")))
	assert.Equal(t, 200, small.ask(t, "GET", "/decisions/old", "").status, "the journal knows it")
}

func TestAJournalThatIsNoneIsNoReasonNotToStart(t *testing.T) {
	t.Parallel()
	for _, path := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none", "j.jsonl")} {
		s := newStage(t, theRules, adminhttp.Options{Journal: path})
		require.Equal(t, 200, s.ask(t, "POST", "/evaluate", `{"id":"a","tool":"fs.read"}`).status)
		assert.Equal(t, []string{"a"}, ids(t, s.ask(t, "GET", "/decisions", "")))
		assert.Equal(t, 200, s.ask(t, "GET", "/decisions/a", "").status)
	}
}

// TestOneDecisionDoesNotHideTheOthers is about evidence without a JSON form.
func TestOneDecisionDoesNotHideTheOthers(t *testing.T) {
	t.Parallel()
	odd := supervisor.RuleFunc(func(_ context.Context, _ *supervisor.Call) (supervisor.Verdict, bool) {
		return supervisor.Verdict{Source: "odd", Evaluator: math.NaN(), Signals: map[string]float64{"x": math.Inf(1)}}, true
	})
	sup, err := supervisor.New(supervisor.Options{Rules: []supervisor.Rule{odd}})
	require.NoError(t, err)
	s := serve(t, sup, adminhttp.Options{})
	for _, id := range []string{"a", "b"} {
		_, err := sup.Evaluate(t.Context(), supervisor.Call{ID: id, Tool: "x"})
		require.NoError(t, err)
	}
	assert.Equal(t, []string{"b", "a"}, ids(t, s.ask(t, "GET", "/decisions", "")))
	assert.Equal(t, 409, s.ask(t, "GET", "/config", "").status, "there is none")
}

// TestWhatIsKeptOfADecisionIsBounded is about calls that are large.
func TestWhatIsKeptOfADecisionIsBounded(t *testing.T) {
	t.Parallel()
	s := newStage(t, "evaluator: {provider: none}", adminhttp.Options{})
	command := strings.Repeat("rm -rf /srv/x; ", 50_000)
	_, err := s.sup.Evaluate(t.Context(), supervisor.Call{ID: "big", Tool: "bash", Params: map[string]any{"command": command}})
	require.NoError(t, err)
	got := s.ask(t, "GET", "/decisions/big", "")
	assert.Nil(t, got.object(t)["params"])
	assert.Less(t, len(got.body), 300_000)
}

func TestAnOutcomeIsShownWithItsDecision(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "j.jsonl")
	file, err := journal.Open(path, journal.Options{})
	require.NoError(t, err)
	defer func() { assert.NoError(t, file.Close()) }()
	sup, err := supervisor.New(supervisor.Options{Journal: file})
	require.NoError(t, err)
	s := serve(t, sup, adminhttp.Options{Journal: path})
	events := s.follow(t)
	queue := &oneCall{call: supervisor.Call{ID: "m1", Agent: "a", Tool: "mail", Expires: time.Now().Add(time.Hour)}}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- sup.Run(ctx, queue) }()
	events.until(t, "outcome")
	shown := s.ask(t, "GET", "/decisions/m1", "").object(t)
	assert.Equal(t, "mesh", shown["via"])
	assert.NotNil(t, shown["expires_at"])
	assert.Equal(t, "left", shown["outcome"].(map[string]any)["state"])
	metrics := s.ask(t, "GET", "/metrics", "").body
	assert.Regexp(t, `supervisor_queue_oldest_seconds [0-9.e-]+[1-9]`, metrics)
	cancel()
	require.NoError(t, <-ended)
}
