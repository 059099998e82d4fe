package adminhttp_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
)

// slowRule approves a call once it is let, or gives up with its context.
type slowRule struct {
	began  chan struct{}
	let    chan struct{}
	judged atomic.Int64
}

func newSlowRule() *slowRule {
	return &slowRule{began: make(chan struct{}, 1000), let: make(chan struct{})}
}

func (r *slowRule) Evaluate(ctx context.Context, _ *supervisor.Call) (supervisor.Verdict, bool) {
	r.judged.Add(1)
	r.began <- struct{}{}
	select {
	case <-r.let:
	case <-ctx.Done():
	}
	return supervisor.Verdict{Action: supervisor.Approve, Confidence: 1, Source: "slow", Basis: supervisor.BasisOperator}, true
}

func slowStage(t *testing.T) (*stage, *slowRule) {
	t.Helper()
	rule := newSlowRule()
	kept := &recorder{}
	sup, err := supervisor.New(supervisor.Options{Rules: []supervisor.Rule{rule}, Journal: kept})
	require.NoError(t, err)
	s := serve(t, sup, adminhttp.Options{})
	s.journal = kept
	return s, rule
}

func TestARepeatedRequestIsJudgedOnce(t *testing.T) {
	t.Parallel()
	var now atomic.Int64
	s := newStage(t, theRules, adminhttp.Options{Now: func() time.Time { return time.Unix(1_800_000_000+now.Load(), 0) }})
	const body = `{"id":"mine","tool":"fs.read"}`
	first := s.ask(t, "POST", "/evaluate", body, "Idempotency-Key", "k1")
	require.Equal(t, 200, first.status)
	assert.Equal(t, first.body, s.ask(t, "POST", "/evaluate", body, "Idempotency-Key", "k1").body)
	assert.Len(t, s.journal.all(), 1)
	assert.Equal(t, 422, s.ask(t, "POST", "/evaluate", `{"tool":"fs.wipe"}`, "Idempotency-Key", "k1").status)
	assert.Equal(t, 422, s.ask(t, "POST", "/evaluate/batch", `{"calls":[]}`, "Idempotency-Key", "k1").status)
	assert.Equal(t, 409, s.ask(t, "POST", "/evaluate", body, "Idempotency-Key", "k2").status, "another request with the id of a recent call")
	assert.Equal(t, 409, s.ask(t, "POST", "/evaluate", body).status)
	assert.Equal(t, 400, s.ask(t, "POST", "/evaluate", body, "Idempotency-Key", strings.Repeat("k", 256)).status)
	assert.Equal(t, 400, s.ask(t, "POST", "/evaluate", "{", "Idempotency-Key", "k3").status)
	assert.Equal(t, 200, s.ask(t, "POST", "/evaluate", `{"tool":"fs.read"}`, "Idempotency-Key", "k3").status, "an error is not kept")
	now.Add(int64(adminhttp.RepeatTTL/time.Second) + 1)
	assert.Equal(t, 200, s.ask(t, "POST", "/evaluate", `{"tool":"fs.wipe"}`, "Idempotency-Key", "k1").status, "the key is free again")
}

func TestRepeatsAtTheSameTimeAreJudgedOnce(t *testing.T) {
	t.Parallel()
	s, rule := slowStage(t)
	var all sync.WaitGroup
	answers := make([]reply, 5)
	for i := range answers {
		all.Go(func() { answers[i] = s.ask(t, "POST", "/evaluate", `{"tool":"x"}`, "Idempotency-Key", "k") })
	}
	<-rule.began
	close(rule.let)
	all.Wait()
	for _, got := range answers {
		assert.Equal(t, 200, got.status)
		assert.Equal(t, answers[0].body, got.body)
	}
	assert.EqualValues(t, 1, rule.judged.Load())
}

func TestTheRepeatsAreBounded(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	for i := range 5000 {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("POST", "http://localhost/evaluate", strings.NewReader(`{"tool":"fs.read"}`))
		r.Header.Set("Idempotency-Key", fmt.Sprint("k", i))
		s.handler.ServeHTTP(w, r)
		require.Equal(t, 200, w.Code)
	}
	assert.Equal(t, 200, s.ask(t, "POST", "/evaluate", `{"tool":"fs.wipe"}`, "Idempotency-Key", "k0").status, "the oldest was forgotten")
	assert.Equal(t, 422, s.ask(t, "POST", "/evaluate", `{"tool":"fs.wipe"}`, "Idempotency-Key", "k4999").status)
}

func TestTwoCallsOfOneIDAtTheSameTime(t *testing.T) {
	t.Parallel()
	s, rule := slowStage(t)
	done := make(chan reply, 1)
	go func() { done <- s.ask(t, "POST", "/evaluate", `{"id":"a","tool":"x"}`) }()
	<-rule.began
	assert.Equal(t, 409, s.ask(t, "POST", "/evaluate", `{"id":"a","tool":"x"}`).status)
	close(rule.let)
	assert.Equal(t, 200, (<-done).status)
}

func TestACallerThatWaitsOnlySoLong(t *testing.T) {
	t.Parallel()
	s, rule := slowStage(t)
	got := s.ask(t, "POST", "/evaluate", `{"tool":"x"}`, "X-Request-Timeout", "0.05").object(t)
	assert.Equal(t, "escalate", got["decision"])
	assert.Equal(t, "timeout", got["cause"])
	for _, bad := range []string{"0", "-1", "NaN", "Inf", "soon", "3601", "1e99"} {
		assert.Equal(t, 400, s.ask(t, "POST", "/evaluate", `{"tool":"x"}`, "X-Request-Timeout", bad).status, bad)
	}
	assert.EqualValues(t, 1, rule.judged.Load())
}

func TestACallerThatGoesAwayIsNotJudgedOn(t *testing.T) {
	t.Parallel()
	s, rule := slowStage(t)
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "POST", s.server.URL+"/evaluate", strings.NewReader(`{"tool":"x"}`))
	require.NoError(t, err)
	failed := make(chan error, 1)
	go func() {
		answer, err := s.server.Client().Do(r)
		if err == nil {
			_ = answer.Body.Close()
		}
		failed <- err
	}()
	<-rule.began
	cancel()
	require.ErrorIs(t, <-failed, context.Canceled)
	s.server.Close() // waits for what is being answered
	assert.Empty(t, s.journal.all(), "nothing was decided")
}

func TestTooManyCallsAtOnce(t *testing.T) {
	t.Parallel()
	s, rule := slowStage(t)
	var all sync.WaitGroup
	for range 256 {
		all.Go(func() {
			w := httptest.NewRecorder()
			s.handler.ServeHTTP(w, httptest.NewRequest("POST", "http://localhost/evaluate", strings.NewReader(`{"tool":"x"}`)))
			assert.Equal(t, 200, w.Code)
		})
	}
	for range 256 {
		<-rule.began
	}
	got := s.ask(t, "POST", "/evaluate", `{"tool":"x"}`)
	assert.Equal(t, 429, got.status)
	assert.Equal(t, "1", got.header.Get("Retry-After"))
	assert.Equal(t, 200, s.ask(t, "GET", "/status", "").status)
	close(rule.let)
	all.Wait()
	assert.Equal(t, 200, s.ask(t, "POST", "/evaluate", `{"tool":"x"}`).status)
}

func TestABodyThatIsTooLarge(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	big := `{"tool":"fs.read"` + strings.Repeat(" ", adminhttp.MaxEvaluateBytes) + `}`
	assert.Equal(t, 413, s.ask(t, "POST", "/evaluate", big).status)
	fits := `{"tool":"fs.read"` + strings.Repeat(" ", adminhttp.MaxEvaluateBytes-100) + `}`
	assert.Equal(t, 200, s.ask(t, "POST", "/evaluate", fits).status)
}

func TestABatchIsJudgedCallByCall(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	got := s.ask(t, "POST", "/evaluate/batch", `{"calls":[
		{"tool":"fs.read","id":"a"}, {"tool":"fs.wipe"}, {"tool":"t","params":null}, 7, {"tool":"fs.read","id":"a"}, {"tool":"mail"}]}`)
	require.Equal(t, 200, got.status)
	list := got.object(t)["decisions"].([]any)
	require.Len(t, list, 6)
	assert.Equal(t, "deny", list[1].(map[string]any)["decision"])
	assert.EqualValues(t, 400, list[2].(map[string]any)["status"])
	assert.EqualValues(t, 400, list[3].(map[string]any)["status"])
	assert.Equal(t, "escalate", list[5].(map[string]any)["decision"])
	first, second := list[0].(map[string]any), list[4].(map[string]any)
	if first["decision"] == nil { // they are judged at the same time
		first, second = second, first
	}
	assert.Equal(t, "approve", first["decision"])
	assert.EqualValues(t, 409, second["status"])
	assert.Empty(t, s.ask(t, "POST", "/evaluate/batch", `{"calls":[]}`).object(t)["decisions"])

	for _, body := range []string{
		`{}`, `[]`, `{"calls":{}}`, `{"calls":[1}`, `{"calls":[]} x`, `{"calls":[],"calls":[]}`, `{"calls":[],"more":1}`, `{"call":[]}`, ``,
		`{"calls":[` + strings.Repeat("1,", adminhttp.MaxBatch) + `1]}`,
	} {
		assert.Equal(t, 400, s.ask(t, "POST", "/evaluate/batch", body).status, "%.40s", body)
	}
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	s := newStage(t, manyProviders, adminhttp.Options{})
	for _, body := range []string{`{"tool":"fs.read"}`, `{"tool":"fs.read"}`, `{"tool":"fs.wipe"}`, `{"tool":"bash","params":{"command":"ls"}}`, `{"tool":"x","injection_risk":true}`} {
		require.Equal(t, 200, s.ask(t, "POST", "/evaluate", body).status)
	}
	got := s.ask(t, "GET", "/metrics", "")
	assert.Equal(t, "text/plain; version=0.0.4; charset=utf-8", got.header.Get("Content-Type"))
	for _, line := range []string{
		`supervisor_decisions_total{outcome="approved",cause="",decider="rule"} 2`,
		`supervisor_decisions_total{outcome="denied",cause="",decider="rule"} 1`,
		`supervisor_decisions_total{outcome="escalated",cause="injection",decider="injection-risk"} 1`,
		`supervisor_stage_seconds_count{stage="rules"} 5`, `supervisor_link_up{link="jev"} 1`, `supervisor_paused 0`,
		`supervisor_journal_ok 1`, `supervisor_journal_lag_events 0`, `supervisor_journal_failures_total 0`, `supervisor_queue_depth 0`,
	} {
		assert.Contains(t, got.body, line+"\n")
	}
	assert.Regexp(t, `supervisor_confidence_count\{evaluator="[^"]+"\} 1`, got.body)
	assert.Contains(t, got.body, `supervisor_build_info{version="0.1.0"`)
	for line := range strings.Lines(got.body) {
		assert.Regexp(t, `^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z]+="([^"\\]|\\.)*",?)+\})? -?[0-9.e+-]+(Inf)?)\n$`, line)
	}
	rules := s.ask(t, "GET", "/config", "").object(t)["rules"].([]any)
	assert.EqualValues(t, 2, rules[0].(map[string]any)["hits"])
	assert.EqualValues(t, 0, rules[2].(map[string]any)["hits"])
}

func TestTheLagOfTheJournalIsMeasured(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	shows := func(lag, failures int) {
		t.Helper()
		require.Equal(t, 200, s.ask(t, "POST", "/evaluate", `{"tool":"fs.wipe"}`).status)
		assert.Contains(t, s.ask(t, "GET", "/metrics", "").body,
			fmt.Sprintf("\nsupervisor_journal_lag_events %d\n", lag))
		journal := s.ask(t, "GET", "/status", "").object(t)["journal"]
		assert.Equal(t, map[string]any{"enabled": true, "ok": lag == 0, "failures": float64(failures), "lag": float64(lag)}, journal)
	}
	s.journal.fail(errors.New("no space left"))
	shows(1, 1)
	shows(2, 2)
	s.journal.fail(nil)
	shows(0, 2)
}

func TestMetricsAreBounded(t *testing.T) {
	t.Parallel()
	named := supervisor.RuleFunc(func(_ context.Context, c *supervisor.Call) (supervisor.Verdict, bool) {
		return supervisor.Verdict{Action: supervisor.Deny, Confidence: 1, Source: c.Tool}, true
	})
	sup, err := supervisor.New(supervisor.Options{Rules: []supervisor.Rule{named}})
	require.NoError(t, err)
	s := serve(t, sup, adminhttp.Options{})
	for i := range 3 * adminhttp.MaxSeries {
		_, err := sup.Evaluate(t.Context(), supervisor.Call{Tool: fmt.Sprintf(`t"%d\`, i)})
		require.NoError(t, err)
	}
	got := s.ask(t, "GET", "/metrics", "").body
	assert.LessOrEqual(t, strings.Count(got, "supervisor_decisions_total{"), adminhttp.MaxSeries+1)
	assert.Contains(t, got, `decider="other"`)
	assert.Contains(t, got, `decider="t\"0\\"`)
}

// TestBatchJudgesTheFirstOfOneID sends calls that could not be told apart.
func TestBatchJudgesTheFirstOfOneID(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	for n := range 20 {
		list := s.ask(t, "POST", "/evaluate/batch", fmt.Sprintf(`{"calls":[
			{"tool":"fs.read","id":"same-%[1]d"},{"tool":"mail.send","id":"same-%[1]d"},{"tool":"fs.read"},{"tool":"fs.read","id":"same-%[1]d"}]}`, n)).object(t)["decisions"].([]any)
		require.Len(t, list, 4)
		assert.Equal(t, fmt.Sprint("same-", n), list[0].(map[string]any)["id"])
		assert.Equal(t, "approve", list[2].(map[string]any)["decision"])
		for _, i := range []int{1, 3} {
			assert.EqualValues(t, 409, list[i].(map[string]any)["status"])
		}
	}
}
