package bench_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
)

const (
	noRepo  = bench.SkipNoRepo
	outside = bench.SkipOutside
	tmp     = bench.SkipTmp
)

func selecting(t *testing.T, o bench.SelectionOptions) *bench.Reader {
	t.Helper()
	s, err := bench.NewSelection(o)
	require.NoError(t, err)
	return &bench.Reader{Select: s}
}

// line writes a line of a set.
func line(t *testing.T, members map[string]any) string {
	t.Helper()
	all := map[string]any{"policy": "allow", "session_id": "s"}
	for name, v := range members {
		all[name] = v
	}
	data, err := json.Marshal(all)
	require.NoError(t, err)
	return string(data) + "\n"
}

func shell(t *testing.T, command string) string {
	t.Helper()
	return line(t, map[string]any{"tool": "Bash", "params": map[string]any{"command": command}})
}

func TestSelectionAllowsRepositories(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ command, skip string }{
		"B1 in the repository":              {`cd ~/orchid-api && make`, ""},
		"B1 another place":                  {`cat ~/notes/todo`, outside},
		"B1 no place":                       {`ls`, noRepo},
		"B1 temporary files":                {`cp ~/orchid-api/a /tmp/x`, tmp},
		"B1 a tool in the home":             {`~/go/bin/x ~/orchid-api`, ""},
		"B2 absolute path":                  {`cat /etc/shadow ~/orchid-api/x`, outside},
		"B2 out by dots":                    {`cat ~/orchid-api/../notes/x`, outside},
		"B2 $HOME":                          {`ls $HOME/notes ~/orchid-api`, outside},
		"W40 root's home":                   {`cat /root/x ~/orchid-api/x`, outside},
		"W40 a Mac's home":                  {`cat /Users/ann/notes ~/orchid-api/x`, outside},
		"W40 a Mac's repository":            {`cat /Users/ann/orchid-api/x`, ""},
		"W40 capitals":                      {`cd ~/Orchid-API && make`, ""},
		"W40 ${HOME}":                       {`ls ${HOME}/notes ~/orchid-api`, outside},
		"W40 ${HOME}, allowed":              {`ls "${HOME}/orchid-api/x"`, ""},
		"W40 another user's home":           {`ls ~bob/orchid-api ~/orchid-api`, outside},
		"W40 the whole home":                {`ls ~ ~/orchid-api`, outside},
		"W40 the whole home, by name":       {`ls $HOME; ls ~/orchid-api`, outside},
		"W40 the home, absolute":            {`ls /home/ann ~/orchid-api`, outside},
		"/tmp alone":                        {`ls ~/orchid-api /tmp`, tmp},
		"a Mac's /tmp":                      {`ls ~/orchid-api /private/tmp/x`, tmp},
		"absolute home":                     {`cd /home/ann/orchid-api/sub`, ""},
		"absolute home, other place":        {`cd /home/ann/orchid-api2`, outside},
		"longer name":                       {`cd ~/orchid-api-private`, outside},
		"shorter name":                      {`cd ~/orchid ~/orchid-api`, outside},
		"the right name elsewhere":          {`cd ~/private/orchid-api`, outside},
		"dots within":                       {`cat ~/orchid-api/a/../b`, ""},
		"dots out of the home":              {`cat ~/../bob/orchid-api ~/orchid-api`, outside},
		"dots out of an absolute home":      {`cat /home/ann/../../etc/x ~/orchid-api`, outside},
		"relative dots":                     {`cd ~/orchid-api && cat ../notes/x`, outside},
		"relative dots, late":               {`cd ~/orchid-api && cat a/../../notes`, outside},
		"all of Go's packages":              {`cd ~/orchid-api && go test ./...`, ""},
		"a range of commits":                {`cd ~/orchid-api && git log main..dev HEAD~3`, ""},
		"a hidden directory above":          {`cp -r ~/orchid-api/.* x`, outside},
		"a pattern for the directory above": {`cat ~/orchid-api/.?/notes`, outside},
		"a brace":                           {`cat ~/{orchid-api,notes}/x`, outside},
		"quotes within a path":              {`cat ~/orchid-api/x ~/no"tes"/x`, outside},
		"quotes within dots":                {`cat ~/orchid-api/."."/notes`, outside},
		"a quoted root":                     {`cat ~/orchid-api/x "/"etc/shadow`, outside},
		"a backslash":                       {`cat ~/orchid-api/x \/etc/shadow`, outside},
		"a variable":                        {`cat $SECRETS/x ~/orchid-api`, outside},
		"a variable in braces":              {`cat ${SECRETS}/x ~/orchid-api`, outside},
		"the working directory":             {`cat $PWD/x ~/orchid-api`, ""},
		"a flag and its path":               {`gcc -I/usr/include/x ~/orchid-api/a.c`, outside},
		"a flag and its relative path":      {`gcc -I./include ~/orchid-api/a.c`, ""},
		"a flag with equals":                {`x --file=/srv/x ~/orchid-api`, outside},
		"a path after @":                    {`curl -d @/srv/x ~/orchid-api`, outside},
		"a redirection":                     {`cat ~/orchid-api/x 2>/dev/null`, ""},
		"a redirection elsewhere":           {`cat ~/orchid-api/x >/srv/x`, outside},
		"a program":                         {`/usr/bin/env python ~/orchid-api/x`, ""},
		"a file address":                    {`open file:///srv/x ~/orchid-api`, outside},
		"a file address, escaped":           {`open file:%2F%2F%2Fsrv/x ~/orchid-api`, outside},
		"a web address":                     {`curl https://example.com/etc/x -o ~/orchid-api/x`, ""},
		"a path in a query":                 {`curl https://example.com/?f=/srv/x -o ~/orchid-api/x`, outside},
		"a home in a web address":           {`curl https://example.com/home/ann/notes -o ~/orchid-api/x`, outside},
		"a drive":                           {`type C:\Users\ann\notes ~/orchid-api`, outside},
		"JSON in a text":                    {`echo '{"a":"x\n/srv/x"}' > ~/orchid-api/x`, outside},
		"a closing tag":                     {`echo '<b>x</b>' > ~/orchid-api/x`, ""},
		"a fraction and a choice":           {`echo 1/2 and/or ~100 // x > ~/orchid-api/x`, ""},
		"the allowed absolute place":        {`ls /Srv/Data/x`, ""},
		"beside the allowed absolute place": {`ls /srv/data2`, outside},
		"a home named by another directory": {`ls x/home/ann/notes ~/orchid-api`, outside},
		"a repository in an address only":   {`git clone git@github.com:ann/orchid-api`, noRepo},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := selecting(t, bench.SelectionOptions{Repos: []string{"orchid-api", "/srv/data/"}})
			cases, skips := readAll(t, r, "set", shell(t, tt.command))
			if tt.skip == "" {
				require.Empty(t, skips)
				assert.Len(t, cases, 1)
				return
			}
			require.Len(t, skips, 1, "must be refused")
			assert.Equal(t, tt.skip, skips[0].Reason)
		})
	}
}

func TestSelectionLooksForPathsEverywhere(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		members map[string]any
		skip    string
	}{
		"B1 a search":                 {map[string]any{"tool": "WebSearch", "params": map[string]any{"query": "make orchids bloom"}}, ""},
		"W40 a search for a path":     {map[string]any{"tool": "WebSearch", "params": map[string]any{"query": "what is in ~/notes/todo"}}, outside},
		"W40 a name of a parameter":   {map[string]any{"tool": "WebSearch", "params": map[string]any{"/srv/x": 1}}, outside},
		"W40 deep in the parameters":  {map[string]any{"tool": "WebSearch", "params": map[string]any{"a": []any{1, map[string]any{"b": "/srv/x"}}}}, outside},
		"a search service":            {map[string]any{"tool": "searxng.search", "params": map[string]any{"q": "x"}}, ""},
		"another service":             {map[string]any{"tool": "mail.search", "params": map[string]any{"q": "x"}}, noRepo},
		"a tool with a path for name": {map[string]any{"tool": "/srv/x", "params": map[string]any{"q": "~/app"}}, outside},
		"a rule with a path":          {map[string]any{"tool": "WebSearch", "policy_rule": "allow:/srv/x"}, outside},
		"a repository in a rule only": {map[string]any{"tool": "ls", "policy_rule": "allow:~/app"}, noRepo},
		"run in the repository":       {map[string]any{"tool": "Bash", "params": map[string]any{"command": "ls"}, "working_dir": "/home/ann/app/sub"}, ""},
		"run elsewhere":               {map[string]any{"tool": "Bash", "params": map[string]any{"command": "ls ~/app"}, "working_dir": "/home/ann/notes"}, outside},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cases, skips := readAll(t, selecting(t, bench.SelectionOptions{Repos: []string{"~/app"}}), "set", line(t, tt.members))
			if tt.skip == "" {
				require.Empty(t, skips)
				assert.Len(t, cases, 1)
				return
			}
			require.Len(t, skips, 1, "must be refused")
			assert.Equal(t, tt.skip, skips[0].Reason)
		})
	}
}

func TestNewSelectionRefusesWhatWouldAllowAll(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"", ".", "..", "/", "~", "~/", "~/..", "~/a/../..", "/home/ann", "/Users/ann/", "../x", "/srv/..", "~bob/x"} {
		_, err := bench.NewSelection(bench.SelectionOptions{Repos: []string{"ok", dir}})
		assert.Error(t, err, dir)
	}
	_, err := bench.NewSelection(bench.SelectionOptions{Exclude: []string{" "}})
	require.ErrorContains(t, err, "empty")
	_, err = bench.NewSelection(bench.SelectionOptions{Limit: -1})
	require.ErrorContains(t, err, "negative")
}

func TestSelectionFiltersInOrder(t *testing.T) {
	t.Parallel()
	r := selecting(t, bench.SelectionOptions{Agents: []string{"ann"}, Tools: []string{"Bash", "Read"}, Exclude: []string{"Acme", "zeta"}, Repos: []string{"app"}, Limit: 3})
	call := func(agent, tool, path string, more ...string) string {
		members := map[string]any{"agent_id": agent, "tool": tool, "params": map[string]any{"path": path}}
		for i := 0; i+1 < len(more); i += 2 {
			members[more[i]] = more[i+1]
		}
		return line(t, members)
	}
	text := "bad\n" + call("ann", "Bash", "~/app/1") + call("bob", "Write", "acme") + call("ann", "Write", "acme") +
		call("ann", "Bash", "/etc/ACME zeta") + call("ann", "Bash", "/etc/zeta") + call("ann", "Bash", "/etc/x") + call("ann", "Bash", "~/app/1") +
		call("ann", "Read", "~/app/1", "policy", "deny", "policy_rule", "r") + call("ann", "Bash", "~/app/2", "policy", "deny", "policy_rule", "default") +
		call("ann", "Bash", "~/app/3", "policy", "human_approval") + call("ann", "Bash", "~/app/4") + "bad\n"
	cases, _ := readAll(t, r, "set", text)
	assert.Len(t, cases, 3)
	set := r.Sets()[0]
	assert.NotEmpty(t, set.SHA256, "the rest is read for the hash")
	set.SHA256 = ""
	assert.Equal(t, bench.Set{
		Name: "set", Cases: 3,
		Labels:   map[decision.Action]int{decision.Approve: 1, decision.Deny: 1, decision.Escalate: 1},
		Tools:    map[string]int{"Bash": 2, "Read": 1},
		Skipped:  map[string]int{"unreadable": 1, "agent filtered": 1, "tool filtered": 1, outside: 1, "duplicate": 1, "default deny (unlisted tool)": 1},
		Keywords: map[string]int{"acme": 1, "zeta": 1},
	}, set)
	assert.Equal(t, []bench.Count{{Name: "Bash", Count: 2}}, bench.Top(set.Tools, 1))
	assert.Equal(t, []bench.Count{{Name: "a", Count: 1}, {Name: "b", Count: 1}}, bench.Top(map[string]int{"b": 1, "a": 1}, 10))
}

func TestB5ExcludedCallIsInvisibleLater(t *testing.T) {
	t.Parallel()
	r := selecting(t, bench.SelectionOptions{Exclude: []string{"Acme"}})
	cases, _ := readAll(t, r, "set", shell(t, "deploy to aCME")+line(t, map[string]any{"tool": "acme.get"})+shell(t, "ls")+shell(t, "ls")+shell(t, "pwd"))
	require.Len(t, cases, 2)
	assert.Equal(t, map[string]int{"acme": 2}, r.Sets()[0].Keywords)
	hidden := map[string]any{"text": "[excluded]"}
	assert.Equal(t, []decision.Trace{{Tool: "[excluded]", Params: hidden}, {Tool: "Bash", Params: hidden}}, cases[0].Call.RecentTraces)
	ls := decision.Trace{Tool: "Bash", Params: map[string]any{"command": "ls"}}
	assert.Equal(t, append([]decision.Trace{ls, ls}, cases[0].Call.RecentTraces...), cases[1].Call.RecentTraces, "a duplicate has happened")
}

func TestSelectionHidesFrozenActivity(t *testing.T) {
	t.Parallel()
	traces := []any{
		map[string]any{"tool": "Bash", "params": map[string]any{"n": []any{"x ACME y"}}, "policy": "allow", "error": "acme", "approved_by": "person:ann"},
		map[string]any{"tool": "Bash", "params": "text with acme"},
		map[string]any{"tool": "Bash", "params": map[string]any{"command": "cat ~/notes/x"}},
		map[string]any{"tool": "Bash", "params": map[string]any{"command": "cat diary"}},
		map[string]any{"tool": "Bash", "params": map[string]any{"command": "ls ~/app"}, "policy": "allow", "trace_id": "t", "approval_status": "approved", "error": "acme", "approved_by": "person:ann"},
		map[string]any{"tool": "Bash", "params": "[excluded]"},
	}
	r := selecting(t, bench.SelectionOptions{Exclude: []string{"acme"}, Repos: []string{"app"}})
	cases, skips := readAll(t, r, "set", line(t, map[string]any{"tool": "Bash", "params": map[string]any{"command": "ls ~/app"}, "recent_traces": traces}))
	require.Empty(t, skips)
	hidden := decision.Trace{Tool: "Bash", Params: map[string]any{"text": "[excluded]"}}
	shown := decision.Trace{TraceID: "t", Tool: "Bash", Params: map[string]any{"command": "ls ~/app"}, Policy: "allow", ApprovalStatus: "approved"}
	assert.Equal(t, []decision.Trace{hidden, hidden, hidden, hidden, shown, hidden}, cases[0].Call.RecentTraces)
}

func TestSelectionFindsKeywordsEverywhere(t *testing.T) {
	t.Parallel()
	for name, members := range map[string]map[string]any{
		"tool":          {"tool": "crm.ACME.get"},
		"text":          {"params": map[string]any{"a": "for Acme!"}},
		"name":          {"params": map[string]any{"acmeId": 1}},
		"deep":          {"params": map[string]any{"a": []any{[]any{map[string]any{"b": "ACMEs"}}}}},
		"agent":         {"agent_id": "acme-bot"},
		"session":       {"session_id": "on acme"},
		"id":            {"id": "acme-1"},
		"trace":         {"trace_id": "acme-1"},
		"rule":          {"policy_rule": "rules:acme"},
		"timestamp":     {"timestamp": "acme o'clock"},
		"odd policy":    {"policy": "acme", "expect": "deny"},
		"behind a cut":  {"params": map[string]any{"a": strings.Repeat("x", 3000) + "acme"}},
		"in a secret":   {"params": map[string]any{"a": "password=acme1234"}},
		"number":        {"params": map[string]any{"a": json.Number("4711.0815")}},
		"any case":      {"params": map[string]any{"a": "STRAßENCAFÉ"}},
		"kelvin and ſ":  {"params": map[string]any{"a": "\u212aeyſ"}},
		"JSON's escape": {"params": map[string]any{"a": "x<y>\"z"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := map[string]any{"tool": "x"}
			for k, v := range members {
				all[k] = v
			}
			r := selecting(t, bench.SelectionOptions{Exclude: []string{"nothing", "Acme", "11.08", "straßencafé", "KEYS", `<Y>"`}})
			cases, skips := readAll(t, r, "acme set", line(t, all))
			require.Empty(t, cases)
			assert.Equal(t, bench.SkipKeyword, skips[0].Reason)
			assert.NotEmpty(t, skips[0].Keyword)
		})
	}
	cases, _ := readAll(t, selecting(t, bench.SelectionOptions{Exclude: []string{"acme", "allow", "policy"}}), "acme set", shell(t, "ls"))
	assert.Len(t, cases, 1, "words of the format and the set's name are not of the call")
}

func TestB3SelectionMasks(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"pk-ABCDEFGHIJKLMNOPQRST ok":                          "[secret] ok",
		"DB_PASSWORD: hunter22 next":                          "[secret] next",
		"authorization: bearer QWERTYUIOPASDFGH.12":           "authorization: [secret]",
		"W40 AKIA" + "QWERTYUIOPASDF42":                       "W40 [secret]",
		"W40 xoxb-" + "123456789012-abcdefABCDEF":             "W40 [secret]",
		"W40 postgres://ann:hunter22@db.example/x":            "W40 postgres://ann:[secret]@db.example/x",
		"-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7b": "[secret]",
	} {
		c := selectOne(t, map[string]any{"tool": "x", "params": map[string]any{"a": []any{in}, in: true}})
		assert.Equal(t, map[string]any{"a": []any{want}, want: true}, c.Call.Params)
	}
	c := selectOne(t, map[string]any{"tool": "x", "params": map[string]any{"password": map[string]any{"is": "swordfish"}}})
	assert.Equal(t, map[string]any{"password": map[string]any{"is": "[secret]"}}, c.Call.Params)
}

func selectOne(t *testing.T, members map[string]any) bench.Case {
	t.Helper()
	cases, skips := readAll(t, selecting(t, bench.SelectionOptions{}), "set", line(t, members))
	require.Empty(t, skips)
	return cases[0]
}

func TestB4LongTextsAreCutAfterMasking(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 2501)
	c := selectOne(t, map[string]any{"tool": "x", "params": map[string]any{"a": long, "b": []any{long[:4000]}, long: "c"}})
	cut := strings.Repeat("é", 2000) + " [truncated]"
	assert.Equal(t, map[string]any{"a": cut, "b": []any{long[:4000]}, cut: "c"}, c.Call.Params)
	again := selectOne(t, map[string]any{"tool": "x", "params": map[string]any{"a": cut}})
	assert.Equal(t, cut, again.Call.Params["a"], "what was cut is not cut again")
	for at := 1950; at < 2001; at++ {
		const secret = "ghp_" + "1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R"
		c := selectOne(t, map[string]any{"tool": "x", "params": map[string]any{"a": strings.Repeat("a", at-1) + " " + secret + strings.Repeat(" b", 600)}})
		text := c.Call.Params["a"].(string)
		assert.LessOrEqual(t, utf8.RuneCountInString(text), 2012)
		assert.NotContains(t, text, "ghp", "at %d", at)
	}
	c = selectOne(t, map[string]any{"tool": "x", "params": map[string]any{strings.Repeat("k", 3000): 1, strings.Repeat("k", 3001): 2, "n": json.Number(strings.Repeat("7", 3000))}})
	assert.Len(t, c.Call.Params, 3, "names that a cut makes equal stay two")
	assert.IsType(t, "", c.Call.Params["n"])
}

func TestReadKeywords(t *testing.T) {
	t.Parallel()
	got, err := bench.ReadKeywords(strings.NewReader("\ufeffAcme\r\n# a comment\n\n  two words  \n#"))
	require.NoError(t, err)
	assert.Equal(t, []string{"Acme", "two words"}, got)
	_, err = bench.ReadKeywords(strings.NewReader(strings.Repeat("a", 2000)))
	require.Error(t, err)
	many := strings.Builder{}
	for i := range 10_001 {
		fmt.Fprintln(&many, "w", i)
	}
	_, err = bench.ReadKeywords(strings.NewReader(many.String()))
	require.ErrorContains(t, err, "line 10001")
}
