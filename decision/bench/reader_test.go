package bench_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
	"github.com/flux7-go/supervisor/internal/redact"
)

// readAll reads a set and returns its cases and what was left out.
func readAll(t *testing.T, r *bench.Reader, name, text string) (cases []bench.Case, skips []*bench.SkipError) {
	t.Helper()
	for c, err := range r.Read(name, strings.NewReader(text)) {
		var skip *bench.SkipError
		switch {
		case errors.As(err, &skip):
			skips = append(skips, skip)
		default:
			require.NoError(t, err)
			cases = append(cases, c)
		}
	}
	return cases, skips
}

func one(t *testing.T, line string) bench.Case {
	t.Helper()
	cases, skips := readAll(t, &bench.Reader{}, "set", line)
	require.Empty(t, skips)
	require.Len(t, cases, 1)
	return cases[0]
}

func TestReaderTakesACaseWhole(t *testing.T) {
	t.Parallel()
	c := one(t, strings.ReplaceAll(`{"id":"name","trace_id":"t1","timestamp":"2026-01-05T08:00:00Z","agent_id":"ann","session_id":"s1","tool":"fs.write",
		"params":{"path":"a","n":12345678901234567890.10},"policy":"deny","policy_rule":"r1","danger":["deletes","secrets"],"family":"deletes",
		"families":["x"],"working_dir":"/srv/app","tool_description":"writes","user_messages":["hello"],"user_request":"do it","zone":"home",
		"recent_traces":[{"tool":"fs.read","params":{"size":9007199254740993},"policy":"allow"},{"tool":"cut","params":"{\"a"}]}`, "\n", ""))
	assert.Equal(t, bench.Case{
		ID: "name", Set: "set", Line: 1, TraceID: "t1", Timestamp: "2026-01-05T08:00:00Z", Policy: "deny", PolicyRule: "r1",
		Label: decision.Deny, Families: []string{"deletes", "secrets", "x"},
		Call: decision.Call{
			Agent: "ann", Tool: "fs.write", Params: map[string]any{"path": "a", "n": json.Number("12345678901234567890.10")},
			Session: "s1", TraceID: "t1", WorkingDir: "/srv/app", ToolDescription: "writes", UserMessages: []string{"hello", "do it"},
			RecentTraces: []decision.Trace{
				{Tool: "fs.read", Params: map[string]any{"size": json.Number("9007199254740993")}, Policy: "allow"},
				{Tool: "cut", Params: map[string]any{"text": `{"a`}},
			},
		},
	}, c)
}

func TestReaderLabels(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		members string
		want    decision.Action
		skip    string
	}{
		"B6 allow":                            {members: `"policy":"allow"`, want: decision.Approve},
		"B6 deny by default":                  {members: `"policy":"deny","policy_rule":"default"`, skip: "default deny (unlisted tool)"},
		"B6 deny by a rule":                   {members: `"policy":"deny","policy_rule":"r"`, want: decision.Deny},
		"B6 human_approval":                   {members: `"policy":"human_approval"`, want: decision.Escalate},
		"B6 grant":                            {members: `"policy":"grant"`, skip: "policy grant"},
		"no policy":                           {members: `"timestamp":""`, skip: "policy none"},
		"null policy":                         {members: `"policy":null`, skip: "policy none"},
		"a policy of no end":                  {members: `"policy":"` + strings.Repeat("é", 90) + `"`, skip: "policy " + strings.Repeat("é", 40)},
		"expect beats policy":                 {members: `"policy":"allow","expect":"deny"`, want: decision.Deny},
		"expect beats default deny":           {members: `"policy":"deny","policy_rule":"default","expect":"approve"`, want: decision.Approve},
		"expect without policy":               {members: `"expect":"escalate"`, want: decision.Escalate},
		"expect as a policy":                  {members: `"expect":"human_approval"`, want: decision.Escalate},
		"expect allow":                        {members: `"expect":"allow"`, want: decision.Approve},
		"expect something else":               {members: `"expect":"perhaps"`, skip: "unreadable"},
		"W38 a person approved":               {members: `"policy":"human_approval","approval_status":"approved","approved_by":"person:ann"`, want: decision.Approve},
		"W38 a person denied":                 {members: `"policy":"human_approval","approval_status":"denied","approved_by":"person:ann"`, want: decision.Deny},
		"nobody answered":                     {members: `"policy":"human_approval","approval_status":"timeout","approved_by":"person:ann"`, want: decision.Escalate},
		"still waits":                         {members: `"policy":"human_approval","approval_status":"pending"`, want: decision.Escalate},
		"a person's name is not all":          {members: `"policy":"human_approval","approval_status":"approved","approved_by":" "`, want: decision.Escalate},
		"approval of what needed none":        {members: `"policy":"deny","policy_rule":"r","approval_status":"approved","approved_by":"person:ann"`, want: decision.Deny},
		"expect beats a person":               {members: `"policy":"human_approval","approval_status":"approved","approved_by":"person:ann","expect":"deny"`, want: decision.Deny},
		"an agent approved":                   settledBy("agent:supervisor"),
		"an agent approved over MCP":          settledBy("mcp:ann"),
		"nobody listens":                      settledBy("channel:tty-unavailable"),
		"capitals":                            settledBy("Agent:supervisor"),
		"somebody without a name approved":    {members: `"policy":"human_approval","approval_status":"approved","approved_by":"http:127.0.0.1:4711"`, want: decision.Approve},
		"a bare name approved":                {members: `"policy":"human_approval","approval_status":"approved","approved_by":"ann"`, want: decision.Approve},
		"a switch approved":                   settledBy("halt:ann"),
		"a supervisor approved":               settledBy("supervisor:one"),
		"a bot approved":                      settledBy("bot:one"),
		"automation approved":                 settledBy("auto:one"),
		"the mesh approved":                   settledBy("system:timeout"),
		"nobody is named":                     settledBy(""),
		"an agent that calls itself a person": settledBy("agent:person:ann"),
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cases, skips := readAll(t, &bench.Reader{}, "set", `{"tool":"x",`+tt.members+`}`)
			if tt.skip != "" {
				require.Len(t, skips, 1)
				assert.Equal(t, tt.skip, skips[0].Reason)
				assert.Empty(t, cases)
				return
			}
			require.Len(t, cases, 1)
			assert.Equal(t, tt.want, cases[0].Label)
		})
	}
}

func settledBy(resolver string) struct {
	members string
	want    decision.Action
	skip    string
} {
	return struct {
		members string
		want    decision.Action
		skip    string
	}{members: `"policy":"human_approval","approval_status":"approved","approved_by":"` + resolver + `"`, want: decision.Escalate}
}

func TestReaderIsToldWhoIsAPerson(t *testing.T) {
	t.Parallel()
	r := &bench.Reader{Person: func(by string) bool { return by == "console" }}
	cases, _ := readAll(t, r, "set", `{"tool":"x","policy":"human_approval","approval_status":"approved","approved_by":"console"}`+"\n"+
		`{"tool":"y","policy":"human_approval","approval_status":"approved","approved_by":"person:ann"}`)
	assert.Equal(t, decision.Approve, cases[0].Label)
	assert.Equal(t, decision.Escalate, cases[1].Label)
}

func TestReaderSkipsBadLinesAndGoesOn(t *testing.T) {
	t.Parallel()
	const secret = "hunter22"
	for name, line := range map[string]string{
		"B6 not JSON":                `{"tool":` + secret,
		"W39 a list":                 `["` + secret + `"]`,
		"a number":                   `7`,
		"no tool":                    `{"policy":"allow"}`,
		"two objects":                `{"tool":"x","policy":"allow"} {"tool":"y"}`,
		"a key twice":                `{"tool":"x","tool":"y","policy":"allow"}`,
		"invalid UTF-8":              `{"tool":"x","policy":"allow","params":{"a":"` + "\xff" + `"}}`,
		"tool no text":               `{"tool":7,"policy":"allow"}`,
		"params no object":           `{"tool":"x","policy":"allow","params":"` + secret + `"}`,
		"policy no text":             `{"tool":"x","policy":["allow"]}`,
		"danger no texts":            `{"tool":"x","policy":"allow","danger":[7]}`,
		"danger an object":           `{"tool":"x","policy":"allow","danger":{}}`,
		"recent_traces no list":      `{"tool":"x","policy":"allow","recent_traces":{}}`,
		"a trace no object":          `{"tool":"x","policy":"allow","recent_traces":["` + secret + `"]}`,
		"a trace with a wrong type":  `{"tool":"x","policy":"allow","recent_traces":[{"tool":"y","timestamp":"` + secret + `"}]}`,
		"a trace with a list params": `{"tool":"x","policy":"allow","recent_traces":[{"tool":"y","params":["` + secret + `"]}]}`,
		"too deep":                   `{"tool":"x","policy":"allow","params":{"a":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}}`,
		"too long":                   `{"tool":"x","policy":"allow","zone":"` + strings.Repeat("a", bench.MaxLineBytes) + `"}`,
		"a name that breaks a line":  `{"tool":"x","policy":"allow","id":"a\nb"}`,
		"a name too long":            `{"tool":"x","policy":"allow","timestamp":"` + strings.Repeat("a", 600) + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &bench.Reader{}
			cases, skips := readAll(t, r, "set", `{"tool":"a","policy":"allow"}`+"\n\n"+line+"\r\n"+`{"tool":"b","policy":"allow"}`)
			require.Len(t, cases, 2)
			assert.Equal(t, 4, cases[1].Line)
			require.Len(t, skips, 1)
			assert.Equal(t, 3, skips[0].Line)
			assert.Equal(t, bench.SkipUnreadable, skips[0].Reason)
			require.Error(t, skips[0].Err)
			assert.Contains(t, skips[0].Error(), "set set, line 3")
			assert.NotContains(t, skips[0].Error(), secret)
			assert.Equal(t, map[string]int{"unreadable": 1}, r.Sets()[0].Skipped)
			assert.Equal(t, 2, r.Sets()[0].Cases)
		})
	}
}

func TestReaderTakesTheLongestLine(t *testing.T) {
	t.Parallel()
	const frame = `{"tool":"x","policy":"allow","zone":""}`
	line := strings.Replace(frame, `""`, `"`+strings.Repeat("a", bench.MaxLineBytes-len(frame))+`"`, 1)
	require.Len(t, line, bench.MaxLineBytes)
	cases, skips := readAll(t, &bench.Reader{}, "set", line+"\r\n"+line+"\n")
	assert.Empty(t, skips)
	assert.Len(t, cases, 2)
}

func TestReaderEndsWithTheFile(t *testing.T) {
	t.Parallel()
	r := &bench.Reader{}
	var got []error
	for _, err := range r.Read("set", iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(`{"tool":"x"}`)))) {
		got = append(got, err)
	}
	require.Len(t, got, 1)
	require.ErrorIs(t, got[0], iotest.ErrTimeout)
	assert.Contains(t, got[0].Error(), "read set set after line 0")
	assert.Empty(t, r.Sets()[0].SHA256, "what was not read to its end has no hash")
}

func TestReaderHashesWhatItRead(t *testing.T) {
	t.Parallel()
	const text = "{\"tool\":\"x\",\"policy\":\"allow\"}\nnot json\n\n"
	r := &bench.Reader{}
	readAll(t, r, "one", text)
	for range r.Read("two", strings.NewReader(text+text)) {
		break
	}
	sum := sha256.Sum256([]byte(text))
	sets := r.Sets()
	require.Len(t, sets, 2)
	assert.Equal(t, bench.Set{
		Name: "one", SHA256: hex.EncodeToString(sum[:]), Cases: 1, Skipped: map[string]int{"unreadable": 1},
		Labels: map[decision.Action]int{decision.Approve: 1}, Tools: map[string]int{"x": 1}, Keywords: map[string]int{},
	}, sets[0])
	assert.Equal(t, 1, sets[1].Cases)
	assert.Empty(t, sets[1].SHA256, "what was not read to its end has no hash")
}

func TestReaderNamesEveryCaseOnce(t *testing.T) {
	t.Parallel()
	r := &bench.Reader{}
	var got []string
	for set, lines := range [][]string{
		{`"id":"a"`, `"id":"a"`, `"trace_id":"t"`, `"zone":""`, `"id":"a#2"`, `"id":7`, `"id":"","trace_id":"t"`},
		{`"id":"a"`, `"id":"set0:4"`},
	} {
		text := ""
		for _, line := range lines {
			text += `{"tool":"x","policy":"allow",` + line + "}\n"
		}
		cases, skips := readAll(t, r, fmt.Sprintf("set%d", set), text)
		require.Empty(t, skips)
		for _, c := range cases {
			got = append(got, c.ID)
		}
	}
	assert.Equal(t, []string{"a", "a#2", "t", "set0:4", "a#2#2", "7", "t#2", "a#3", "set0:4#2"}, got)
}

func TestReaderRebuildsRecentActivity(t *testing.T) {
	t.Parallel()
	line := func(session, agent, value, more string) string {
		return fmt.Sprintf(`{"tool":"x","policy":"allow","session_id":%q,"agent_id":%q,"params":{"v":%q}%s}`, session, agent, value, more)
	}
	long := strings.Repeat("é", 150) + " password=hunter22 " + strings.Repeat("z", 300)
	cases, skips := readAll(t, &bench.Reader{}, "set", strings.Join([]string{
		line("s", "ann", "1", ""), line("s", "bob", "2", ""), "bad", line("", "ann", "3", ""), line("s", "ann", "4", ""),
		line("s", "ann", "5", ""), line("s", "ann", "6", ""), line("s", "ann", "7", ""), line("s", "ann", "8", `,"recent_traces":[]`),
		line("s", "ann", "sk-aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789", ""), line("", "", "a", ""), line("", "", "b", ""), line("", "ann", long, ""), line("", "ann", "9", ""),
	}, "\n"))
	require.Len(t, skips, 1)
	values := func(c bench.Case) []any {
		out := []any{}
		for _, trace := range c.Call.RecentTraces {
			assert.Equal(t, "x", trace.Tool)
			out = append(out, trace.Params["v"])
		}
		return out
	}
	require.NotNil(t, cases[0].Call.RecentTraces, "an agent without history has one, which is empty")
	assert.Empty(t, cases[0].Call.RecentTraces)
	assert.Equal(t, []any{"1"}, values(cases[1]))
	assert.Empty(t, values(cases[2]), "another agent's session is not the agent's")
	assert.Equal(t, []any{"2", "1"}, values(cases[3]))
	assert.Equal(t, []any{"6", "5", "4", "2", "1"}, values(cases[6]))
	assert.Empty(t, values(cases[7]), "a frozen case keeps what it has")
	assert.Equal(t, []any{"8", "7", "6", "5", "4"}, values(cases[8]))
	assert.Empty(t, values(cases[10]), "without session and agent nothing goes on")
	last := cases[12].Call.RecentTraces[0].Params
	text, _ := last["text"].(string)
	assert.Len(t, last, 1)
	assert.Equal(t, 200, utf8.RuneCountInString(text))
	assert.True(t, strings.HasPrefix(text, `{"v":"é`))
	assert.NotContains(t, text, "hunter")
	assert.Contains(t, text, "[secret]", "secrets are masked before the cut")
}

func TestReaderMasksRecentActivity(t *testing.T) {
	t.Parallel()
	const secret = "sk-aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789"
	for at := 0; at < 220; at += 3 { // wherever the cut falls in it
		line := fmt.Sprintf(`{"tool":"x","policy":"allow","session_id":"s","params":{"v":%q}}`+"\n", strings.Repeat("a ", at/2)+secret+strings.Repeat(" b", 100))
		cases, _ := readAll(t, &bench.Reader{}, "set", line+line)
		data, err := json.Marshal(cases[1].Call.RecentTraces)
		require.NoError(t, err)
		assert.NotContains(t, string(data), secret[:12], "at %d", at)

		line = fmt.Sprintf(`{"tool":"x","policy":"allow","session_id":"s","params":{"a":%q,"token":"swordfish","v":%q}}`+"\n", strings.Repeat("a", at), strings.Repeat(" b", 100))
		cases, _ = readAll(t, &bench.Reader{}, "set", line+line)
		text := cases[1].Call.RecentTraces[0].Params["text"].(string)
		assert.Equal(t, text, redact.Text(text), "at %d: a cut mask is not masked anew", at)
		assert.LessOrEqual(t, utf8.RuneCountInString(text), 200)
	}
}

func FuzzReader(f *testing.F) {
	f.Add([]byte(`{"id":"a","tool":"x","params":{"a":[1,{"b":null}]},"policy":"allow","session_id":"s"}` + "\n" + `{"tool":"x","policy":"human_approval","session_id":"s"}`))
	f.Add([]byte(`{"tool":"x","policy":"deny","policy_rule":"default"}` + "\r\n\n" + `{"tool":"x","expect":"deny","danger":"a","recent_traces":[{"tool":"y","params":"p"}]}`))
	f.Add([]byte("[]\n7\n{}\n\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := &bench.Reader{}
		cases, skips := readAll(t, r, "set", string(data))
		ids := map[string]bool{}
		for _, c := range cases {
			require.NotEmpty(t, c.Call.Tool)
			require.NotNil(t, c.Call.RecentTraces)
			require.False(t, ids[c.ID], "a name twice")
			ids[c.ID] = true
			_, err := c.Call.Normalize()
			require.NoError(t, err)
		}
		set := r.Sets()[0]
		require.Equal(t, len(cases), set.Cases)
		counted := 0
		for _, n := range set.Skipped {
			counted += n
		}
		require.Equal(t, len(skips), counted)
		sum := sha256.Sum256(data)
		require.Equal(t, hex.EncodeToString(sum[:]), set.SHA256)
	})
}
