package command_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
	"github.com/flux7-go/supervisor/memory/backtest"
)

// asked writes a journal in which a person is asked about one call again and
// again, and says this.
func asked(t *testing.T, said ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "decisions.jsonl")
	j, err := journal.Open(path, journal.Options{})
	require.NoError(t, err)
	for n, status := range said {
		d := &decision.Decision{
			ID: fmt.Sprint("ap-", n), Agent: "coder", Tool: "fs.read", Fingerprint: "f", Cause: decision.CauseJudged, Via: decision.ViaMesh,
			Evidence: decision.Evidence{
				Effects: []decision.Effect{{Kind: decision.Reads, Zone: decision.ZoneProject, Target: "/p/a"}},
				Timings: map[string]float64{"rules": 0, "provider": 1},
			},
		}
		at := time.Date(2026, 3, 2, 9, n, 0, 0, time.UTC)
		c := &decision.Call{Agent: "coder", Tool: "fs.read", Params: map[string]any{"path": "/p/a"}}
		require.NoError(t, j.Append(t.Context(), decision.Event{Time: at, Decision: d, Call: c}))
		require.NoError(t, j.Append(t.Context(), decision.Event{
			Type: decision.EventOutcome, Time: at, Decision: d, Outcome: &decision.Outcome{State: decision.OutcomeSettled, By: "person:ann", Status: status},
		}))
	}
	require.NoError(t, j.Close())
	return path
}

func TestMemorySimulateTheDemo(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "demo.jsonl")
	require.Equal(t, 0, run(t, "", "demo", "--journal", path).code)
	r := run(t, "", "memory", "simulate", "--journal", path)
	require.Equal(t, 0, r.code, r.err)
	assert.Contains(t, r.out, "32 calls")
	assert.Contains(t, r.out, "AGENT")
	assert.Contains(t, r.out, "fs.delete")
	r = run(t, "", "memory", "simulate", "--journal", path, "--rule", `{"agent_name":"coder","tool_name":"fs.write","zones":["project"]}`)
	require.Equal(t, 0, r.code, r.err)
	assert.Contains(t, r.out, "2 would have been approved")
	r = run(t, "", "memory", "suggest", "--journal", path)
	require.Equal(t, 0, r.code, r.err)
	assert.Contains(t, r.out, "nothing to propose")
}

func TestMemorySimulateAndSuggest(t *testing.T) {
	t.Parallel()
	path := asked(t, "approved", "approved", "approved", "denied")
	r := run(t, "", "memory", "simulate", "--journal", path, "--json")
	require.Equal(t, 0, r.code, r.err)
	var s backtest.Simulation
	require.NoError(t, json.Unmarshal([]byte(r.out), &s))
	assert.Equal(t, [3]int{4, 1, 1}, [3]int{s.Calls, s.Approved, s.Refused})
	require.Len(t, s.Dangers, 1)
	r = run(t, "", "memory", "simulate", "--journal", path, "--min", "1", "--json")
	require.NoError(t, json.Unmarshal([]byte(r.out), &s))
	assert.Equal(t, 3, s.Approved)

	rule := filepath.Join(t.TempDir(), "rule.json")
	require.NoError(t, os.WriteFile(rule, []byte(`{"agent_name":"coder","tool_name":"fs.read","fingerprint":"f"}`), 0o600))
	r = run(t, "", "memory", "simulate", "--journal", path, "--rule", rule)
	require.Equal(t, 0, r.code, r.err)
	assert.Less(t, strings.Index(r.out, "person:ann"), strings.Index(r.out, "AGENT  TOOL     DOES"), "what was refused comes first")

	r = run(t, "", "memory", "suggest", "--journal", path)
	require.Equal(t, 0, r.code, r.err)
	assert.Contains(t, r.out, "person:ann refused one")
	r = run(t, "", "memory", "suggest", "--journal", asked(t, "approved", "approved", "approved"), "--json")
	var found backtest.Suggestions
	require.NoError(t, json.Unmarshal([]byte(r.out), &found))
	require.Len(t, found.Proposed, 1)
	assert.Equal(t, 3, found.Proposed[0].Saved)
}

// TestMemorySuggestAsksTheStore has a config that names both.
func TestMemorySuggestAsksTheStore(t *testing.T) {
	t.Parallel()
	path, _ := remembered(t)
	r := run(t, "", "-c", path, "memory", "suggest", "--journal", asked(t, "approved", "approved", "approved"))
	require.Equal(t, 0, r.code, r.err)
	assert.Contains(t, r.out, "person:ann refused one of them", "of unknown effects, in the store alone")
}

func TestMemorySimulateSaysWhatIsNoJournal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	good := asked(t, "approved")
	text, err := os.ReadFile(good)
	require.NoError(t, err)
	tests := map[string]struct {
		args []string
		want string
	}{
		"empty":         {[]string{"--journal", write("empty", "")}, "no decision"},
		"missing":       {[]string{"--journal", filepath.Join(dir, "none")}, "no such file"},
		"foreign":       {[]string{"--journal", write("foreign", "{\"level\":\"info\"}\n")}, "not as it was written"},
		"edited":        {[]string{"--journal", write("edited", strings.Replace(string(text), "person:ann", "person:eve", 1))}, "not as it was written"},
		"no rule":       {[]string{"--journal", good, "--rule", "{}"}, "names no agent"},
		"a wrong rule":  {[]string{"--journal", good, "--rule", `{"tool":"x"}`}, "no standing approval"},
		"a missing one": {[]string{"--journal", good, "--rule", filepath.Join(dir, "none")}, "no such file"},
		"a whole tool":  {[]string{"--journal", good, "--rule", `{"agent_name":"coder","tool_name":"Bash"}`}, "never the tool alone"},
		"no journal":    {nil, "no config"},
	}
	for name, tt := range tests {
		r := run(t, "", append([]string{"memory", "simulate"}, tt.args...)...)
		assert.Equal(t, 1, r.code, name)
		assert.Contains(t, r.err, tt.want, name)
		assert.Equal(t, 1, strings.Count(r.err, "\n"), "%s: one sentence", name)
		assert.Empty(t, r.out, name)
	}
	torn := write("torn", string(text)+`{"timestamp":"2026`)
	assert.Equal(t, 0, run(t, "", "memory", "simulate", "--journal", torn).code, "what a crash leaves")
}
