package journal_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
)

// secretText is a made-up password that stands in every text of an event.
const secretText = "s3cr3t-Value-9"

// TestNoSecretReachesTheFile puts one secret into everything that is written.
func TestNoSecretReachesTheFile(t *testing.T) {
	t.Parallel()
	in := "password=" + secretText
	type custom struct {
		Text     string   `json:"text"`
		Password []string `json:"password"`
	}
	e := event("a1")
	e.Call.Params = map[string]any{
		"command": "login --" + in, "password": secretText, in: 1, "list": []any{map[string]any{"token": secretText}},
		"typed": custom{Text: in, Password: []string{secretText}}, "api_keys": []string{secretText},
	}
	e.Call.WorkingDir, e.Call.TraceID, e.Call.Fault = in, in, in
	d := e.Decision
	d.Reasoning, d.RuleMatched, d.Agent, d.Tool, d.PolicyRule, d.Session = in, in, in, in, in, in
	d.Evaluator = custom{Text: in, Password: []string{secretText}}
	d.Evidence = decision.Evidence{
		Rule: &decision.RuleRef{Name: in, File: in}, Links: []decision.Link{{Name: in}}, Answers: map[string]any{"secret": secretText},
		Limits: custom{Text: in}, Effects: []decision.Effect{{Target: in, Segment: in}}, Opaque: []decision.Gap{{Reason: in, Segment: in}},
		Precedents: []string{in}, Notes: []string{in}, Signals: map[string]float64{in: 1}, Timings: map[string]float64{in: 1},
	}
	path := newPath(t)
	j := open(t, path, journal.Options{})
	require.NoError(t, j.Append(t.Context(), e))
	require.NoError(t, j.Append(t.Context(), decision.Event{
		Type: decision.EventOutcome, Decision: d, Outcome: &decision.Outcome{State: decision.OutcomeSent, By: in, Status: in, Detail: in},
	}))
	require.NoError(t, j.Append(t.Context(), decision.Event{Type: decision.EventPausedCall, Decision: d}))
	require.NoError(t, j.Append(t.Context(), decision.Event{Type: "other", Fields: map[string]any{in: in, "secret": secretText, "b": custom{Text: in}}}))

	assert.NotContains(t, string(read(t, path)), secretText)
	requireIntact(t, path, 4)
	assert.Equal(t, true, firstCall(t, path)["masked"])
	assert.Equal(t, "a1", d.ID)
	assert.Equal(t, secretText, e.Call.Params["password"], "the event itself must not change")
}

func firstCall(t *testing.T, path string) map[string]any {
	t.Helper()
	var record struct {
		Call map[string]any `json:"call"`
	}
	require.NoError(t, json.Unmarshal([]byte(lines(t, path)[0]), &record))
	return record.Call
}

func TestLongParamsAreCutAndNotReplayable(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		params map[string]any
		check  func(t *testing.T, params any)
	}{
		"one long text": {
			map[string]any{"path": "src/a.go", "content": strings.Repeat("line é\n", 20_000)},
			func(t *testing.T, params any) {
				got := params.(map[string]any)
				assert.Equal(t, "src/a.go", got["path"], "what is short stays")
				assert.Contains(t, got["content"], "line é\nline")
				assert.Contains(t, got["content"], "… [160000 bytes]")
				assert.Less(t, len(got["content"].(string)), 400)
			},
		},
		"too many short texts": {
			map[string]any{"list": strings.Split(strings.Repeat("abcdefgh ", 10_000), " ")},
			func(t *testing.T, params any) { assert.Nil(t, params) },
		},
		"no json": {
			map[string]any{"f": func() {}},
			func(t *testing.T, params any) { assert.Nil(t, params) },
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := newPath(t)
			e := event("a1")
			e.Call.Params = tt.params
			require.NoError(t, open(t, path, journal.Options{}).Append(t.Context(), e))
			call := firstCall(t, path)
			assert.Equal(t, false, call["replayable"])
			assert.Equal(t, []any{"call.params"}, last(t, path)["cut"])
			tt.check(t, call["params"])
		})
	}
}

func TestParamsAtTheLimitAreWhole(t *testing.T) {
	t.Parallel()
	const frame = len(`{"a":""}`)
	for name, tt := range map[string]struct {
		size  int
		whole bool
	}{"at": {journal.MaxParamsBytes - frame, true}, "over": {journal.MaxParamsBytes - frame + 1, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := newPath(t)
			e := event("a1")
			e.Call.Params = map[string]any{"a": strings.Repeat("x ", tt.size)[:tt.size]}
			require.NoError(t, open(t, path, journal.Options{}).Append(t.Context(), e))
			assert.Equal(t, tt.whole, firstCall(t, path)["replayable"])
		})
	}
}

func TestWhatIsAlmostJSON(t *testing.T) {
	t.Parallel()
	cycle := map[string]any{}
	cycle["again"] = cycle
	tests := map[string]struct {
		params map[string]any
		want   string
	}{
		"numbers":         {map[string]any{"a": 1, "b": 1e21, "c": 1e-7, "d": json.Number("1.50"), "e": uint8(3)}, `{"a":1,"b":1e+21,"c":1e-7,"d":1.50,"e":3}`},
		"plain numbers":   {map[string]any{"b": 1e21, "c": 1e-7, "d": 0.1, "e": -0.5}, `{"b":1e+21,"c":1e-07,"d":0.1,"e":-0.5}`},
		"no number":       {map[string]any{"a": json.Number("1;x"), "b": json.Number(""), "c": json.Number("1 ")}, `{"a":"1;x","b":"","c":"1 "}`},
		"not finite":      {map[string]any{"a": math.NaN(), "b": math.Inf(-1)}, `{"a":null,"b":null}`},
		"invalid utf-8":   {map[string]any{"a": "x\xffy"}, `{"a":"x\ufffdy"}`},
		"control letters": {map[string]any{"a": "\x00\n\t\x7f\"\\/"}, `{"a":"\u0000\n\t\u007f\"\\/"}`},
		"a cycle":         {cycle, `null`},
		"nil":             {nil, `{}`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := newPath(t)
			e := event("a1")
			e.Call.Params = tt.params
			e.Decision.Evidence.Signals = map[string]float64{"nan": math.NaN(), "inf": math.Inf(1)}
			require.NoError(t, open(t, path, journal.Options{}).Append(t.Context(), e))
			text := string(read(t, path))
			assert.Contains(t, text, `"call":{"params":`+tt.want+`,"masked"`)
			assert.Contains(t, text, `"signals":{"inf":null,"nan":null}`)
			requireIntact(t, path, 1)
		})
	}
}

// TestARecordOfAnythingFitsItsLimit fills every member with texts that triple
// when they are escaped.
func TestARecordOfAnythingFitsItsLimit(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("\x01é", 100_000)
	e := event(long)
	e.Call = &decision.Call{Tool: long, Params: map[string]any{"a": long, "b": []any{long}}, WorkingDir: long, TraceID: long, Fault: long}
	d := e.Decision
	d.Reasoning, d.RuleMatched, d.Agent, d.Tool, d.PolicyRule, d.Session, d.Fingerprint = long, long, long, long, long, long, long
	d.Via, d.Cause, d.Evaluator, d.Confidence = long, decision.Cause(long), long, math.NaN()
	numbers := map[string]float64{"nan": math.NaN(), "inf": math.Inf(1)}
	many := make([]string, 10_000)
	effects := make([]decision.Effect, len(many))
	for i := range many {
		many[i] = fmt.Sprintf("é %d", i)
		effects[i] = decision.Effect{Target: many[i]}
		numbers[many[i]] = 1
	}
	d.Evidence = decision.Evidence{
		Rule: &decision.RuleRef{Name: long}, Links: []decision.Link{{Name: long}}, Answers: many, Limits: []any{long}, Effects: effects,
		Opaque: []decision.Gap{{Reason: long}}, Precedents: many, Notes: many, Signals: numbers, Timings: map[string]float64{"nan": math.NaN()},
	}
	fields := map[string]any{}
	for _, name := range many {
		fields[name] = strings.Repeat("x", 900)
	}
	path := newPath(t)
	j := open(t, path, journal.Options{})
	require.NoError(t, j.Append(t.Context(), e))
	first := last(t, path)
	require.NoError(t, j.Append(t.Context(), decision.Event{Type: decision.EventType(long), Fields: fields}))
	requireIntact(t, path, 2)
	for _, line := range lines(t, path) {
		assert.Less(t, len(line), journal.MaxRecordBytes)
	}
	assert.Nil(t, first["confidence"])
	assert.Greater(t, len(first["effects"].([]any)), 100, "of a list the first items stay")
	for _, name := range []string{"approval_id", "agent_id", "reasoning", "evaluator", "rule", "links", "answers", "limits", "effects", "opaque", "precedents", "notes", "signals", "call.params"} {
		assert.Contains(t, first["cut"], name)
	}
	assert.Contains(t, last(t, path)["cut"], "fields")
	assert.Equal(t, journal.MaxFields, strings.Count(lines(t, path)[1], strings.Repeat("x", 900)))
	assert.NotContains(t, string(read(t, path)), `\ufffd`, "texts are cut between runes")
}

func TestADecisionOfObserveModeIsMarked(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := open(t, path, journal.Options{})
	e := event("a1")
	e.Decision.Observed = &e.Decision.Action
	e.Decision.Status = decision.StatusAutoApproved
	appendAll(t, j, e, event("a2"))
	records := lines(t, path)
	assert.Contains(t, records[0], `"decision":"approved"`)
	assert.Contains(t, records[0], `"cause":"","observed":true,"approval_status":"auto_approved","fingerprint"`)
	assert.NotContains(t, records[1], "observed")
	assert.NotContains(t, records[1], "approval_status")

	found, err := journal.Unsettled(t.Context(), path, time.Time{})
	require.NoError(t, err)
	require.Len(t, found, 1, "nobody sent what was observed")
	assert.Equal(t, "a2", found[0].ApprovalID)
}

// TestAnAnswerIsNoSecretForItsQuestion: a question about secrets has an answer
// like any other, and what is a secret in an answer is masked all the same.
func TestAnAnswerIsNoSecretForItsQuestion(t *testing.T) {
	t.Parallel()
	d := decision.Decision{ID: "a1", Tool: "fs.read", Evidence: decision.Evidence{Answers: map[string]any{
		"secrets":  map[string]any{"type": "noul", "noul": 0.02},
		"password": map[string]any{"type": "choice", "probabilities": map[string]any{"home": 0.5}},
		"usual":    map[string]any{"api_key": "hunter2hunter2", "text": "password: hunter2hunter2"},
	}}}
	path := newPath(t)
	j := open(t, path, journal.Options{})
	require.NoError(t, j.Append(t.Context(), decision.Event{Decision: &d}))
	var got struct{ Answers map[string]map[string]any }
	require.NoError(t, json.Unmarshal(read(t, path), &got))
	assert.Equal(t, map[string]map[string]any{
		"secrets":  {"type": "noul", "noul": 0.02},
		"password": {"type": "choice", "probabilities": map[string]any{"home": 0.5}},
		"usual":    {"api_key": "[secret]", "text": "[secret]"},
	}, got.Answers)
}
