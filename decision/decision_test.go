package decision_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
)

func TestZeroValuesLeanToCaution(t *testing.T) {
	t.Parallel()
	assert.Equal(t, decision.Escalate, decision.Verdict{}.Action)
	assert.Equal(t, decision.Escalate, decision.Decision{}.Action)
	assert.True(t, decision.Effects{}.Opaque())
	c := decision.Call{Tool: "fs.read"}
	assert.True(t, c.Effects(t.Context()).Opaque(), "a call without an analyser is opaque")
	assert.Equal(t, decision.BasisCondition, decision.Verdict{}.Basis)
}

func TestActionText(t *testing.T) {
	t.Parallel()
	for _, a := range []decision.Action{decision.Escalate, decision.Approve, decision.Deny} {
		text, err := a.MarshalText()
		require.NoError(t, err)
		var back decision.Action
		require.NoError(t, back.UnmarshalText(text))
		assert.Equal(t, a, back)
	}
	for _, text := range []string{"", "APPROVE", "approved", "allow", "yes"} {
		got, err := decision.ParseAction(text)
		require.Error(t, err, text)
		assert.Equal(t, decision.Escalate, got)
	}
	_, err := decision.Action(9).MarshalText()
	require.Error(t, err)
	assert.Equal(t, "escalated", decision.Action(9).Past())
}

func TestNormalizeRefuses(t *testing.T) {
	t.Parallel()
	loop := map[string]any{}
	loop["self"] = loop
	many := make([]any, decision.MaxParamsValues+1)
	tests := map[string]struct {
		call decision.Call
		says string
	}{
		"no tool":             {decision.Call{}, "names no tool"},
		"newline in tool":     {decision.Call{Tool: "a\nb"}, "control character"},
		"separator in agent":  {decision.Call{Tool: "a", Agent: "x\u2028y"}, "control character"},
		"invalid utf-8":       {decision.Call{Tool: "a\xff"}, "utf-8"},
		"long id":             {decision.Call{Tool: "a", ID: strings.Repeat("x", decision.MaxNameBytes+1)}, "longer than"},
		"newline in a doubt":  {decision.Call{Tool: "a", Doubts: []string{"x", "a\nb"}}, "doubts: holds a control character"},
		"params in a circle":  {decision.Call{Tool: "a", Params: loop}, "nested deeper"},
		"params too large":    {decision.Call{Tool: "a", Params: map[string]any{"c": strings.Repeat("x", decision.MaxParamsBytes+1)}}, "larger than"},
		"params too many":     {decision.Call{Tool: "a", Params: map[string]any{"c": many}}, "more than"},
		"params not utf-8":    {decision.Call{Tool: "a", Params: map[string]any{"c": "\xff"}}, "utf-8"},
		"key not utf-8":       {decision.Call{Tool: "a", Params: map[string]any{"\xff": 1}}, "utf-8"},
		"params with NaN":     {decision.Call{Tool: "a", Params: map[string]any{"c": math.NaN()}}, "not a json value"},
		"params with channel": {decision.Call{Tool: "a", Params: map[string]any{"c": make(chan int)}}, "not a json value"},
		"number that is none": {decision.Call{Tool: "a", Params: map[string]any{"c": json.Number("1e")}}, "malformed"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := tt.call.Normalize()
			require.ErrorContains(t, err, tt.says)
		})
	}
}

func TestNormalizeCopiesAndConverts(t *testing.T) {
	t.Parallel()
	inner := map[string]any{"deep": "before"}
	c := decision.Call{Tool: "t", Params: map[string]any{
		"inner": inner, "i": 7, "f": 2.5, "list": []string{"a", "b"}, "s": struct {
			X int `json:"x"`
		}{1},
	}, RecentTraces: make([]decision.Trace, 20)}
	n, err := c.Normalize()
	require.NoError(t, err)
	inner["deep"] = "after"
	assert.Equal(t, map[string]any{
		"inner": map[string]any{"deep": "before"}, "i": json.Number("7"), "f": json.Number("2.5"),
		"list": []any{"a", "b"}, "s": map[string]any{"x": json.Number("1")},
	}, n.Params)
	assert.Len(t, n.RecentTraces, decision.MaxTraces)

	empty, err := (&decision.Call{Tool: "t"}).Normalize()
	require.NoError(t, err)
	assert.Equal(t, map[string]any{}, empty.Params)
	assert.Nil(t, empty.RecentTraces)
}

func TestFingerprint(t *testing.T) {
	t.Parallel()
	of := func(c decision.Call) string {
		fp, err := decision.Fingerprint(&c)
		require.NoError(t, err)
		return fp
	}
	params := func(body string) map[string]any {
		p, err := decision.ParseParams([]byte(body))
		require.NoError(t, err)
		return p
	}
	base := of(decision.Call{Tool: "Bash", Params: params(`{"command":"ls","n":1}`)})
	// printf '{"params":{"command":"ls","n":1},"tool":"Bash"}' | sha256sum
	assert.Equal(t, "d134ef4347065bc213580090c669f5aebe5eae5f7aa46665cdb56e280c85789c", base)
	same := map[string]decision.Call{
		"other order":       {Tool: "Bash", Params: params(`{"n":1.0,"command":"ls"}`)},
		"go number":         {Tool: "Bash", Params: map[string]any{"command": "ls", "n": 1}},
		"advisory":          {Tool: "Bash", Params: params(`{"command":"ls","n":1,"description":"harmless","timeout":5}`)},
		"another agent":     {Tool: "Bash", Agent: "x", ID: "y", Params: params(`{"command":"ls","n":1}`)},
		"escaped same text": {Tool: "Bash", Params: params(`{"command":"\u006cs","n":1}`)},
	}
	for name, c := range same {
		assert.Equal(t, base, of(c), name)
	}
	other := map[string]decision.Call{
		"tool":             {Tool: "bash", Params: params(`{"command":"ls","n":1}`)},
		"text":             {Tool: "Bash", Params: params(`{"command":"ls ","n":1}`)},
		"type":             {Tool: "Bash", Params: params(`{"command":"ls","n":"1"}`)},
		"more":             {Tool: "Bash", Params: params(`{"command":"ls","n":1,"x":null}`)},
		"working dir":      {Tool: "Bash", WorkingDir: "/w", Params: params(`{"command":"ls","n":1}`)},
		"nested advisory":  {Tool: "Bash", Params: params(`{"command":"ls","n":1,"x":{"timeout":5}}`)},
		"rounds to same":   {Tool: "Bash", Params: params(`{"command":"ls","n":1.00000000000000000001}`)},
		"not for the tool": {Tool: "Bash", Params: params(`{"command":"ls","n":1,"Description":"x"}`)},
	}
	seen := map[string]string{base: "base"}
	for name, c := range other {
		fp := of(c)
		assert.Empty(t, seen[fp], "%s must differ from %s", name, seen[fp])
		seen[fp] = name
	}
	_, err := decision.Fingerprint(&decision.Call{Tool: "t", Params: map[string]any{"f": math.Inf(1)}})
	require.Error(t, err)
}

func TestFingerprintLeavesTheCallAlone(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]any{"as it is": json.Number("1"), "as go has it": 1} {
		c := decision.Call{Tool: "Bash", Params: map[string]any{"command": "ls", "n": value, "description": "harmless"}}
		_, err := decision.Fingerprint(&c)
		require.NoError(t, err, name)
		assert.Equal(t, map[string]any{"command": "ls", "n": value, "description": "harmless"}, c.Params, name)
	}
}

// A call that nobody normalised has no fingerprint where it would be invalid.
func TestFingerprintKeepsTheLimitsOfACall(t *testing.T) {
	t.Parallel()
	var deep any = "x"
	for range decision.MaxParamsDepth + 1 {
		deep = []any{deep}
	}
	for name, value := range map[string]any{
		"deep":    deep,
		"long":    strings.Repeat("x", decision.MaxParamsBytes),
		"many":    make([]any, decision.MaxParamsValues),
		"invalid": "\xff",
		"number":  json.Number("1 2"),
	} {
		_, err := decision.Fingerprint(&decision.Call{Tool: "t", Params: map[string]any{"p": value}})
		require.Error(t, err, name)
	}
}

func TestEffectsAreAnalysedOnceAndOnlyWhenAsked(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	analyzer := decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects {
		calls.Add(1)
		return decision.Effects{Covered: true, List: []decision.Effect{{Kind: decision.Reads, Zone: decision.ZoneProject}}}
	})
	c := (&decision.Call{Tool: "t"}).WithAnalyzer(analyzer)
	_, asked := c.Analyzed()
	assert.False(t, asked)
	assert.Zero(t, calls.Load())
	shared := *c
	for range 3 {
		assert.False(t, c.Effects(t.Context()).Opaque())
		assert.Len(t, shared.Effects(t.Context()).List, 1)
	}
	assert.EqualValues(t, 1, calls.Load())
	_, asked = c.Analyzed()
	assert.True(t, asked)
	assert.True(t, decision.Effects{Covered: true, Gaps: []decision.Gap{{}}}.Opaque(), "a gap makes it opaque")
}

func TestDoubtsAreGaps(t *testing.T) {
	t.Parallel()
	own := make([]decision.Gap, 1, 8)
	own[0].Reason = "a program of its own"
	analyzer := decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects {
		return decision.Effects{Covered: true, Gaps: own}
	})
	doubting := (&decision.Call{Tool: "t", Doubts: []string{"its server says that it may destroy"}}).WithAnalyzer(analyzer)
	effects := doubting.Effects(t.Context())
	assert.True(t, effects.Opaque())
	assert.Equal(t, []decision.Gap{{Reason: "a program of its own"}, {Reason: "its server says that it may destroy", Segment: "t"}}, effects.Gaps)
	assert.Empty(t, own[:2][1].Reason, "the analyser's own list is not written to")

	many := decision.Call{Tool: "t", Doubts: make([]string, decision.MaxDoubts+1)}
	normal, err := many.Normalize()
	require.NoError(t, err)
	assert.Len(t, normal.Doubts, decision.MaxDoubts)
}

func TestACallRemembersWhatItsJudgesFoundOut(t *testing.T) {
	t.Parallel()
	type key struct{}
	made := 0
	count := func() any { made++; return made }
	c := (&decision.Call{Tool: "t"}).WithAnalyzer(nil)
	copied := *c
	assert.Equal(t, 1, c.Remember(key{}, count))
	assert.Equal(t, 1, copied.Remember(key{}, count), "copies are of the same call")
	assert.Equal(t, 2, c.WithAnalyzer(nil).Remember(key{}, count), "a second judging finds out anew")
	normal, err := c.Normalize()
	require.NoError(t, err)
	assert.Nil(t, normal.Remember(key{}, count), "nobody judges it")
	assert.Equal(t, 2, made)
}

func TestCauseOf(t *testing.T) {
	t.Parallel()
	tests := []struct {
		err  error
		want decision.Cause
	}{
		{nil, decision.CauseNone},
		{errors.New("connection refused"), decision.CauseUnavailable},
		{fmt.Errorf("asking: %w", context.DeadlineExceeded), decision.CauseTimeout},
		{fmt.Errorf("asking: %w", decision.Errorf(decision.CauseUnreadable, "html")), decision.CauseUnreadable},
		{&decision.Error{Err: context.DeadlineExceeded}, decision.CauseTimeout},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, decision.CauseOf(tt.err), "%v", tt.err)
	}
	assert.True(t, decision.CauseTimeout.Outage())
	assert.False(t, decision.CauseRule.Outage())
}

func TestDecisionJSONRoundTrip(t *testing.T) {
	t.Parallel()
	d := decision.Decision{
		ID: "eval-1", Action: decision.Deny, Confidence: 0.9, Reasoning: "rule 'x' matched", RuleMatched: "x",
		Fingerprint: "ab", Elapsed: 1999 * time.Microsecond,
		Evidence: decision.Evidence{Rule: &decision.RuleRef{Name: "x", File: "f", Line: 3}},
	}
	data, err := json.Marshal(d)
	require.NoError(t, err)
	var keys map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(data, &keys))
	for key, want := range map[string]string{
		"id": `"eval-1"`, "decision": `"deny"`, "confidence": "0.9", "reasoning": `"rule 'x' matched"`, "rule_matched": `"x"`,
		"evaluator": "null", "evaluation_ms": "1", "cause": `""`, "fingerprint": `"ab"`, "rule": `{"name":"x","file":"f","line":3}`,
		"links": "[]", "answers": "null", "limits": "null", "effects": "[]", "opaque": "null", "precedents": "[]", "timings": "{}",
	} {
		assert.Equal(t, want, string(keys[key]), key)
	}
	var back decision.Decision
	require.NoError(t, json.Unmarshal(data, &back))
	assert.Equal(t, d.RuleMatched, back.RuleMatched)
	assert.Equal(t, decision.Deny, back.Action)

	assert.Nil(t, back.Observed)

	judged := decision.Approve
	data, err = json.Marshal(decision.Decision{Cause: decision.CauseObserve, Observed: &judged})
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &back))
	assert.Equal(t, decision.Escalate, back.Action)
	assert.Equal(t, &judged, back.Observed)

	nobody, err := json.Marshal(decision.Decision{})
	require.NoError(t, err)
	assert.Contains(t, string(nobody), `"decision":"escalate"`)
	assert.NotContains(t, string(nobody), "observed")
	assert.Contains(t, string(nobody), `"rule_matched":null`)
	for _, foreign := range []string{`{}`, `{"decision":"allow"}`, `{"decision":null}`, `{"decision":true}`} {
		require.Error(t, json.Unmarshal([]byte(foreign), &back), foreign)
	}
}

func TestAbilitiesDefaultToCaution(t *testing.T) {
	t.Parallel()
	rule := decision.RuleFunc(func(context.Context, *decision.Call) (decision.Verdict, bool) { return decision.Verdict{}, false })
	assert.Equal(t, decision.NeedTraces|decision.NeedGrants, decision.NeedsOf(rule))
	assert.False(t, decision.Lifts(rule))
}

func TestRemaining(t *testing.T) {
	t.Parallel()
	now := time.Unix(1000, 0)
	c := decision.Call{}
	_, known := c.Remaining(now)
	assert.False(t, known)
	c.Expires = now.Add(-time.Second)
	left, known := c.Remaining(now)
	assert.True(t, known)
	assert.Zero(t, left)
}

func ExampleFingerprint() {
	c := decision.Call{Tool: "Bash", Params: map[string]any{"command": "ls", "description": "list files"}}
	fp, err := decision.Fingerprint(&c)
	fmt.Println(fp[:12], err)
	// Output: 2a8e76f97745 <nil>
}

func ExampleParseCall() {
	c, err := decision.ParseCall([]byte(`{"tool":"fs.read","params":{"path":"/tmp/x"}}`))
	fmt.Println(c.Tool, c.Params["path"], err)
	_, err = decision.ParseCall([]byte(`{"tool":"fs.read","parms":{}}`))
	fmt.Println(err)
	// Output:
	// fs.read /tmp/x <nil>
	// a key looks like a misspelt "params": correct it or leave it out
}
