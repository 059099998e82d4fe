package decision_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
)

func TestParseCallReadsEveryKey(t *testing.T) {
	t.Parallel()
	c, err := decision.ParseCall([]byte(`{
		"id":"a1","agent_id":"maple-bot","tool":"fs.write","params":{"path":"/a","n":5.0},"policy_rule":7,
		"injection_risk":true,"recent_traces":[{"tool":"a","params":{"k":9007199254740993}},{"tool":"b"},{"tool":"c"},{"tool":"d"},{"tool":"e"},{"tool":"f"}],
		"active_grants":[{"tools":"fs.*"}],"session_id":"s","trace_id":"t","working_dir":"/w","tool_description":"writes",
		"user_messages":["hello"],"created_at":"2026-01-02T03:04:05Z","expires_at":"2026-01-02T03:05:05Z","doubts":["x"],"policy":"ignored"}`))
	require.NoError(t, err)
	assert.Equal(t, "a1", c.ID)
	assert.Equal(t, "maple-bot", c.Agent)
	assert.Equal(t, map[string]any{"path": "/a", "n": json.Number("5.0")}, c.Params)
	assert.Equal(t, "7", c.PolicyRule, "an identifier may be a number")
	assert.True(t, c.InjectionRisk)
	require.Len(t, c.RecentTraces, 5, "the first five are kept")
	assert.Equal(t, json.Number("9007199254740993"), c.RecentTraces[0].Params["k"])
	assert.Equal(t, "fs.*", c.ActiveGrants[0].Tools)
	assert.Equal(t, []string{"hello"}, c.UserMessages)
	assert.Equal(t, []string{"x"}, c.Doubts)
	assert.Equal(t, time.Minute, c.Expires.Sub(c.Created))
}

func TestParseCallTellsNoHistoryFromNoneSupplied(t *testing.T) {
	t.Parallel()
	without, err := decision.ParseCall([]byte(`{"tool":"t"}`))
	require.NoError(t, err)
	assert.Nil(t, without.RecentTraces)
	assert.Equal(t, map[string]any{}, without.Params)
	with, err := decision.ParseCall([]byte(`{"tool":"t","recent_traces":[]}`))
	require.NoError(t, err)
	assert.NotNil(t, with.RecentTraces)
}

func TestParseCallRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ body, says string }{
		"no tool":              {`{"params":{}}`, "tool is missing"},
		"empty tool":           {`{"tool":"","params":{}}`, "tool is missing"},
		"tool of blanks":       {`{"tool":" "}`, "tool is missing"},
		"tool is a number":     {`{"tool":5}`, "tool must be a string"},
		"params are a list":    {`{"tool":"t","params":[]}`, "params must be an object"},
		"params are null":      {`{"tool":"t","params":null}`, "params must be an object"},
		"a list":               {`[1]`, "not a json object"},
		"torn":                 {`{`, "malformed"},
		"html":                 {`<html>`, "malformed"},
		"flag as text":         {`{"tool":"t","injection_risk":"false"}`, "injection_risk must be true or false"},
		"flag as null":         {`{"tool":"t","injection_risk":null}`, "injection_risk must be true or false"},
		"traces as a number":   {`{"tool":"t","recent_traces":5}`, "recent_traces must be a list"},
		"traces of texts":      {`{"tool":"t","recent_traces":["x"]}`, "wrong shape"},
		"grants as an object":  {`{"tool":"t","active_grants":{}}`, "active_grants must be a list"},
		"doubts of numbers":    {`{"tool":"t","doubts":[1]}`, "wrong shape"},
		"messages of numbers":  {`{"tool":"t","user_messages":[1]}`, "wrong shape"},
		"misspelt params":      {`{"tool":"t","parms":{}}`, `misspelt "params"`},
		"capital params":       {`{"tool":"t","Params":{}}`, `misspelt "params"`},
		"singular param":       {`{"tool":"t","param":{}}`, `misspelt "params"`},
		"swapped letters":      {`{"tool":"t","apramsX":1,"injection_rsik":true}`, `misspelt "injection_risk"`},
		"camel case":           {`{"tool":"t","agentId":"x"}`, `misspelt "agent_id"`},
		"second tool":          {`{"tool":"t","Tool":"u"}`, `misspelt "tool"`},
		"duplicate tool":       {`{"tool":"t","tool":"u"}`, "duplicate"},
		"bad time":             {`{"tool":"t","expires_at":"soon"}`, "expires_at must be a time"},
		"invalid utf-8":        {"{\"tool\":\"\xff\"}", "utf-8"},
		"nested without bound": {`{"tool":"t","params":{"a":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + `}}`, "nested too deeply"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := decision.ParseCall([]byte(tt.body))
			require.ErrorContains(t, err, tt.says)
		})
	}
}

func TestParseCallReportsEveryFaultAndNoValue(t *testing.T) {
	t.Parallel()
	_, err := decision.ParseCall([]byte(`{"tool":7,"params":"s3cret-value","injection_risk":"s3cret-value"}`))
	require.Error(t, err)
	for _, says := range []string{"tool must be a string", "params must be an object", "injection_risk must be"} {
		assert.ErrorContains(t, err, says)
	}
	assert.NotContains(t, err.Error(), "s3cret")
}

// FuzzParseCall checks that what is read can be judged: it normalises, or
// Normalize says why not, and its fingerprint is stable.
func FuzzParseCall(f *testing.F) {
	for _, seed := range []string{`{"tool":"t","params":{"a":[1.50,null,{"b":"c"}]}}`, `{"tool":"t","recent_traces":[{}]}`, `{"tool":"\u0000"}`, `[]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := decision.ParseCall(data)
		if err != nil {
			return
		}
		n, err := c.Normalize()
		if err != nil {
			return
		}
		a, err := decision.Fingerprint(&c)
		require.NoError(t, err)
		b, err := decision.Fingerprint(n)
		require.NoError(t, err)
		require.Equal(t, a, b)
	})
}
