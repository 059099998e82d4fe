package disclosure_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/internal/disclosure"
)

const secret = "ghp_Zk93LmQx7RtVb2NcYw8PsJ4dHf6Ga1EuTo05"

type login struct {
	User string `json:"user"`
	Pass string `json:"password"`
}

func TestClean(t *testing.T) {
	t.Parallel()
	screen := disclosure.NewScreen([]string{"Body", "ſtraße"})
	for name, tt := range map[string]struct {
		in   any
		want string
	}{
		"nil":              {nil, `{}`},
		"a nil object":     {map[string]any(nil), `{}`},
		"by name":          {map[string]any{"to": "x", "BODY": map[string]any{"a": 1.0}}, `{"BODY":"[redacted]","to":"x"}`},
		"deep":             {[]any{map[string]any{"a": []any{map[string]any{"body": "x"}}}}, `[{"a":[{"body":"[redacted]"}]}]`},
		"letters of cases": {map[string]any{"STRASSE": 1.0, "STRAßE": 1.0}, `{"STRASSE":1,"STRAßE":"[redacted]"}`},
		"a secret":         {map[string]any{"a": "use " + secret}, `{"a":"use [secret]"}`},
		"in a name":        {map[string]any{secret: true}, `{"[secret]":true}`},
		"a struct":         {map[string]any{"l": &login{"ann", "hunter2hunter2"}}, `{"l":{"password":"[secret]","user":"ann"}}`},
		"a typed list":     {map[string]any{"l": []string{"x", secret}, "body": []int{1}}, `{"body":"[redacted]","l":["x","[secret]"]}`},
		"json in a text":   {map[string]any{"input": ` {"to":"a<b", "Body":{"n":1}, "n":1.50}`}, `{"input":"{\"Body\":\"[redacted]\",\"n\":1.50,\"to\":\"a<b\"}"}`},
		"twice":            {"{\"body\":1,\"body\":2}\n[{\"body\":3}]", `"{\"body\":\"[redacted]\"}\n[{\"body\":\"[redacted]\"}]"`},
		"json in json":     {`["{\"body\":1}"]`, `"[\"{\\\"body\\\":\\\"[redacted]\\\"}\"]"`},
		"no json":          {`{"body":1`, `"{\"body\":1"`},
		"no such member":   {`{ "a" : 1 }`, `"{ \"a\" : 1 }"`},
		"not utf-8":        {"\xff", `"\ufffd"`},
	} {
		before := fmt.Sprintf("%#v", tt.in)
		got, err := screen.Clean(tt.in)
		require.NoError(t, err, name)
		text, err := json.Marshal(got)
		require.NoError(t, err)
		assert.JSONEq(t, tt.want, string(text), name)
		assert.Equal(t, before, fmt.Sprintf("%#v", tt.in), "%s: the value is not changed", name)
	}
	assert.Equal(t, []string{"/srv/[secret]", "b"}, screen.Texts([]string{"/srv/" + secret, "b"}))
}

func TestCleanRefusesWhatIsNoJSON(t *testing.T) {
	t.Parallel()
	var deep any = secret
	for range disclosure.MaxDepth + 2 {
		deep = []any{deep}
	}
	for name, v := range map[string]any{"nan": math.NaN(), "chan": make(chan int), "deep": deep, "number": json.Number(secret)} {
		_, err := disclosure.NewScreen(nil).Clean(v)
		require.Error(t, err, name)
		assert.NotContains(t, err.Error(), secret, name)
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "short", disclosure.Cut("short", 5))
	assert.Equal(t, "aaaaaaaaa…[28 bytes are not shown]…bbb", disclosure.Cut(strings.Repeat("a", 20)+strings.Repeat("b", 20), 12))
	for limit := range 40 {
		got := disclosure.Cut(strings.Repeat("é€😀", 20), limit)
		assert.True(t, utf8.ValidString(got), "%d", limit)
		assert.Contains(t, got, "bytes are not shown")
	}
}

func TestShorten(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 20)
	in := map[string]any{"x": []any{long, true}, long: json.Number("1")}
	short, cut := disclosure.Shorten(in, 8)
	assert.True(t, cut)
	assert.Equal(t, map[string]any{
		"x":                                  []any{"aaaaaa…[12 bytes are not shown]…aa", true},
		"aaaaaa…[12 bytes are not shown]…aa": json.Number("1"),
	}, short)
	assert.Contains(t, in, long, "the value is not changed")
	short, cut = disclosure.Shorten(in, 20)
	assert.False(t, cut)
	assert.Equal(t, in, short)
}

// TestRecent is W4, and the part of W5 that is about earlier reasons.
func TestRecent(t *testing.T) {
	t.Parallel()
	c := &decision.Call{ID: "a-1", TraceID: "t-1", RecentTraces: []decision.Trace{
		{Tool: "self by trace", TraceID: "t-1"},
		{Tool: "self by approval", ApprovalID: "a-1", ApprovalStatus: "approved"},
		{Tool: "denied", Policy: "deny"},
		{Tool: "refused by a person", Policy: "human_approval", ApprovalStatus: "denied"},
		{Tool: "still waits", Policy: "human_approval"},
		{Tool: "waits", ApprovalStatus: "pending"},
		{Tool: "nobody came", Policy: "human_approval", ApprovalStatus: "timeout"},
		{Tool: "nobody came, by another policy", Policy: "ask", ApprovalStatus: "timeout"},
		{Tool: "refused, by another policy", Policy: "ask", ApprovalStatus: "denied"},
		{Tool: "approved", Policy: "human_approval", ApprovalStatus: "approved"},
		{Tool: "allowed", Policy: "allow", TraceID: "t-2"},
	}}
	for i := range 8 {
		c.RecentTraces = append(c.RecentTraces, decision.Trace{Tool: fmt.Sprint(i)})
	}
	var tools []string
	for _, trace := range disclosure.Recent(c) {
		tools = append(tools, trace.Tool)
	}
	assert.Equal(t, []string{"approved", "allowed", "0", "1", "2"}, tools)
}
