package systemone_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/providertest"
	"github.com/flux7-go/supervisor/provider/systemone"
	"github.com/flux7-go/supervisor/question"
)

// shownState judges a call and returns the state that the server was sent.
func shownState(t *testing.T, c *decision.Call, change ...func(*systemone.Options)) (map[string]any, string) {
	t.Helper()
	s, o := serve(t, providertest.Ollama, nil)
	for _, f := range change {
		f(&o)
	}
	_, err := newProvider(t, o).Judge(t.Context(), c)
	require.NoError(t, err)
	text := string(s.Requests()[0].State)
	var state map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &state))
	return state, text
}

func TestStateHasTheKeysOfTheReference(t *testing.T) {
	t.Parallel()
	c := call()
	c.InjectionRisk = true
	c.RecentTraces = []decision.Trace{{Tool: "yard.look", Params: map[string]any{"x": "y"}, Policy: "allow", PolicyRule: "r"}}
	c.ActiveGrants = []decision.Grant{{Tools: "yard.*", Remaining: "5m", ExpiresAt: time.Unix(0, 0).UTC()}}
	c.UserMessages, c.ToolDescription, c.WorkingDir = []string{"please"}, "sweeps", "/srv"
	state, text := shownState(t, c, func(o *systemone.Options) { o.ProjectDirs = []string{"/srv/x", "/srv/y"} })
	assert.Equal(t, map[string]any{
		"tool": "yard.sweep", "agent_id": "maple-bot", "params": map[string]any{"path": "/srv/x", "deep": true},
		"project_dirs": []any{"/srv/x", "/srv/y"}, "policy_rule": "ask", "injection_risk_flagged_by_mesh": true,
		"recent_activity": []any{map[string]any{"tool": "yard.look", "params": map[string]any{"x": "y"}, "policy": "allow"}},
		"active_grants":   []any{map[string]any{"tools": "yard.*", "remaining": "5m", "expires_at": "1970-01-01T00:00:00Z"}},
	}, state)
	assert.True(t, strings.HasPrefix(text, `{"tool":`), "the call comes first")

	state, _ = shownState(t, &decision.Call{Tool: "x"})
	assert.Equal(t, map[string]any{
		"tool": "x", "agent_id": "", "params": map[string]any{}, "project_dirs": []any{}, "policy_rule": "",
		"injection_risk_flagged_by_mesh": false, "recent_activity": []any{}, "active_grants": []any{},
	}, state, "what there is none of is empty, not null")
}

// TestT6Withheld withholds at every depth and in recent activity.
func TestT6Withheld(t *testing.T) {
	t.Parallel()
	c := call()
	c.Params = map[string]any{"to": "x", "body": "S3", "deep": []any{map[string]any{"Body": map[string]any{"a": "S3"}, "b": 1}}}
	c.RecentTraces = []decision.Trace{{Tool: "mail", Params: map[string]any{"list": []any{map[string]any{"body": "S3"}}}}}
	state, text := shownState(t, c, func(o *systemone.Options) { o.Redact = []string{"body"} })
	assert.Equal(t, map[string]any{
		"to": "x", "body": "[redacted]", "deep": []any{map[string]any{"Body": "[redacted]", "b": 1.0}},
	}, state["params"])
	assert.Equal(t, []any{map[string]any{"tool": "mail", "policy": "", "params": map[string]any{"list": []any{map[string]any{"body": "[redacted]"}}}}}, state["recent_activity"])
	assert.NotContains(t, text, "S3")
	assert.Equal(t, "S3", c.Params["body"], "the call is not changed")
}

// TestT7RecentActivity is W4 and W5, too.
func TestT7RecentActivity(t *testing.T) {
	t.Parallel()
	tools := func(state map[string]any) (names []string) {
		for _, e := range state["recent_activity"].([]any) {
			names = append(names, e.(map[string]any)["tool"].(string))
		}
		return names
	}
	c := call()
	for i := range 8 {
		c.RecentTraces = append(c.RecentTraces, decision.Trace{Tool: fmt.Sprint("t", i), Policy: "allow"})
	}
	state, _ := shownState(t, c)
	assert.Equal(t, []string{"t0", "t1", "t2", "t3", "t4"}, tools(state), "the first five of eight")

	c.RecentTraces = []decision.Trace{
		{Tool: "self by trace", TraceID: "t-1"},
		{Tool: "self by approval", ApprovalID: "a-1", ApprovalStatus: "approved"},
		{Tool: "denied", Policy: "deny", Error: "PROSE"},
		{Tool: "refused by a person", Policy: "human_approval", ApprovalStatus: "denied"},
		{Tool: "still waits", Policy: "human_approval"},
		{Tool: "nobody came", Policy: "human_approval", ApprovalStatus: "timeout"},
		{Tool: "approved", Policy: "human_approval", ApprovalStatus: "approved", ApprovedBy: "PROSE", PolicyRule: "PROSE", Error: "PROSE", SessionID: "PROSE"},
		{Tool: "allowed", Policy: "allow", TraceID: "t-2"},
	}
	state, text := shownState(t, c)
	assert.Equal(t, []string{"approved", "allowed"}, tools(state), "only what happened, and not this call")
	assert.NotContains(t, text, "PROSE")
}

func TestLongTextsAreCutBetweenCharacters(t *testing.T) {
	t.Parallel()
	c := call()
	long := strings.Repeat("añ€😀", 3000)
	c.Params = map[string]any{"content": long, "path": "/x"}
	state, text := shownState(t, c)
	content := state["params"].(map[string]any)["content"].(string)
	assert.True(t, utf8.ValidString(text))
	assert.NotContains(t, content, "\uFFFD")
	assert.Regexp(t, `^(añ€😀)+.{0,3}…\[\d+ bytes are not shown\]….{0,3}(añ€😀)+$`, content)
	assert.Less(t, len(content), systemone.MaxTextBytes+100)
	var missing int
	_, err := fmt.Sscanf(content[strings.Index(content, "[")+1:], "%d bytes are not shown", &missing)
	require.NoError(t, err)
	mark := fmt.Sprintf("…[%d bytes are not shown]…", missing)
	assert.Equal(t, len(long), len(content)-len(mark)+missing, "the mark tells the truth")
}

// TestSecretAtTheCut masks before it cuts, so that no half of a secret is left.
func TestSecretAtTheCut(t *testing.T) {
	t.Parallel()
	secret := "ghp_Zk93LmQx7RtVb2NcYw8PsJ4dHf6Ga1EuTo05"
	for shift := range 40 {
		c := call()
		c.Params = map[string]any{"content": strings.Repeat("x ", systemone.MaxTextBytes*3/8-20) + strings.Repeat(".", shift) + " " + secret + strings.Repeat(" y", systemone.MaxTextBytes)}
		_, text := shownState(t, c)
		assert.NotContains(t, text, secret[:12])
	}
}

// TestStateBudget holds every state under its limit, and cuts in order.
func TestStateBudget(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("\x01\"<é", 4000)
	many := func(n int, v any) []any { return slices.Repeat([]any{v}, n) }
	grants := slices.Repeat([]decision.Grant{{Tools: strings.Repeat("g", 400)}}, 100)
	traces := slices.Repeat([]decision.Trace{{Tool: "t", Params: map[string]any{"a": big, "b": big, "c": big, "d": big}}}, 5)
	tests := map[string]struct {
		params         map[string]any
		grants         []decision.Grant
		traces         []decision.Trace
		recent, active int // how many are left; -1: some
	}{
		"small":                {map[string]any{"a": 1}, grants[:2], traces[:1], 1, 2},
		"many grants":          {map[string]any{"a": "x"}, grants, nil, 0, -1},
		"activity goes first":  {map[string]any{"a": strings.Repeat("a", 7000), "b": strings.Repeat("b", 7000), "c": strings.Repeat("c", 7000)}, grants[:2], traces, -1, 2},
		"many long texts":      {map[string]any{"list": many(40, big)}, grants, traces, 0, 0},
		"many short values":    {map[string]any{"list": many(90000, true)}, grants, traces, 0, 0},
		"long names":           {map[string]any{strings.Repeat("k", 100000): 1}, grants, traces, 0, -1},
		"nested":               {map[string]any{"a": nested(60, many(3000, "x"))}, nil, nil, 0, 0},
		"characters to escape": {map[string]any{"a": strings.Repeat("\x01", 200000)}, nil, nil, 0, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := call()
			c.Params, c.ActiveGrants, c.RecentTraces = tt.params, tt.grants, tt.traces
			state, text := shownState(t, c)
			assert.LessOrEqual(t, len(text), systemone.MaxStateBytes)
			assert.Equal(t, "yard.sweep", state["tool"])
			left := func(want int, key string) {
				got := len(state[key].([]any))
				if want >= 0 {
					assert.Equal(t, want, got, key)
					return
				}
				assert.Positive(t, got, key)
			}
			left(tt.recent, "recent_activity")
			left(tt.active, "active_grants")
		})
	}
}

// TestRequestBudget holds the whole request under its limit in every form, the
// one with the state as a text included.
func TestRequestBudget(t *testing.T) {
	t.Parallel()
	for _, wire := range providertest.DecisionWires() {
		s, o := serve(t, wire, nil)
		o.Questions = heavy(t)
		c := call()
		c.Params = map[string]any{"list": slices.Repeat([]any{`"\\"`}, 50000)}
		_, err := newProvider(t, o).Judge(t.Context(), c)
		require.NoError(t, err)
		size := len(s.Requests()[0].Body)
		assert.LessOrEqual(t, size, systemone.MaxRequestBytes, wire)
		assert.Greater(t, size, systemone.MaxRequestBytes*2/3, "the room is used")
	}
}

// heavy is a set that leaves little room for a state.
func heavy(t *testing.T) question.Set {
	list := mini(t).Questions()
	for i := range 9 {
		list = append(list, question.Question{ID: fmt.Sprint("h", i), Type: question.Noul, Group: question.Context, Instructions: strings.Repeat("x", 4000)})
	}
	s, err := question.NewSet(question.Pack{Name: "heavy", Questions: list})
	require.NoError(t, err)
	return s
}

func nested(depth int, v any) any {
	for range depth {
		v = map[string]any{"n": v}
	}
	return v
}

// TestCutCallIsNotApprovedBlindly leaves to a person what neither the model nor
// the analysis saw whole.
func TestCutCallIsNotApprovedBlindly(t *testing.T) {
	t.Parallel()
	seen := func(covered bool) decision.Analyzer {
		return decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects {
			return decision.Effects{Covered: covered}
		})
	}
	long := map[string]any{"command": strings.Repeat("echo x;", 3000)}
	tests := map[string]struct {
		params  map[string]any
		covered bool
		verdict decision.Action
		want    decision.Action
	}{
		"short and opaque":      {map[string]any{"command": "./x"}, false, decision.Approve, decision.Approve},
		"long and opaque":       {long, false, decision.Approve, decision.Escalate},
		"long and seen":         {long, true, decision.Approve, decision.Approve},
		"a deny of what is cut": {long, false, decision.Deny, decision.Deny},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, o := serve(t, providertest.TypeSafe, providertest.Deciding(mini(t), tt.verdict))
			p := newProvider(t, o)
			c := call()
			c.Params = tt.params
			c = c.WithAnalyzer(seen(tt.covered))
			v, err := p.Judge(t.Context(), c)
			require.NoError(t, err)
			assert.Equal(t, tt.want, v.Action)
			if tt.want != tt.verdict {
				assert.Equal(t, decision.CauseOpaque, v.Cause)
				assert.Contains(t, v.Reasoning, "too long to be shown")
			}
			_, shared := p.RequestKey(c)
			assert.Equal(t, len(tt.params["command"].(string)) < 100, shared, "the verdict on a cut call is its own")
		})
	}
}

// TestForeignValues masks in what a program gives that is no plain JSON, and
// refuses what is none at all.
func TestForeignValues(t *testing.T) {
	t.Parallel()
	type login struct {
		User string `json:"user"`
		Pass string `json:"password"`
	}
	c := call()
	c.Params = map[string]any{"login": login{"ann", "hunter2hunter2"}, "list": []string{"token=hunter2hunter2"}, "n": 3, "bytes": "\xff"}
	c.RecentTraces = []decision.Trace{{Tool: "t", Params: map[string]any{"login": &login{"ann", "hunter2hunter2"}}}}
	state, text := shownState(t, c)
	assert.NotContains(t, text, "hunter2")
	assert.Contains(t, text, `"user":"ann"`)
	assert.InDelta(t, 3, state["params"].(map[string]any)["n"], 0)

	for name, v := range map[string]any{"nan": math.NaN(), "chan": make(chan int), "deep": nested(1000, 1), "number": json.Number("x")} {
		c := call()
		c.Params = map[string]any{"v": v}
		s, o := serve(t, providertest.TypeSafe, nil)
		_, err := newProvider(t, o).Judge(t.Context(), c)
		assert.Equal(t, decision.CauseInvalid, decision.CauseOf(err), name)
		assert.True(t, breakerIgnores(err), name)
		assert.Empty(t, s.Received(), name)
	}
}

func TestRequestKey(t *testing.T) {
	t.Parallel()
	_, o := serve(t, providertest.TypeSafe, nil)
	p := newProvider(t, o)
	key := func(change func(*decision.Call)) string {
		c := call()
		change(c)
		k, ok := p.RequestKey(c)
		require.True(t, ok)
		return k
	}
	same := key(func(*decision.Call) {})
	assert.Equal(t, same, key(func(c *decision.Call) { c.ID, c.TraceID = "other", "other" }), "ids are not asked about")
	for name, change := range map[string]func(*decision.Call){
		"tool":   func(c *decision.Call) { c.Tool = "x" },
		"agent":  func(c *decision.Call) { c.Agent = "x" },
		"params": func(c *decision.Call) { c.Params["path"] = "/" },
		"recent": func(c *decision.Call) { c.RecentTraces = []decision.Trace{{Tool: "x"}} },
		"grants": func(c *decision.Call) { c.ActiveGrants = []decision.Grant{{Tools: "x"}} },
		"flag":   func(c *decision.Call) { c.InjectionRisk = true },
	} {
		assert.NotEqual(t, same, key(change), name)
	}
	o.Model = "another"
	k, _ := newProvider(t, o).RequestKey(call())
	assert.NotEqual(t, same, k)
}
