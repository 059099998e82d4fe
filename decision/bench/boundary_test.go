package bench_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
)

// boundaryFamilies are the kinds of danger that the set must show.
var boundaryFamilies = []string{
	"deletes", "overwrites", "exfiltrates", "secrets", "privilege", "remote_code", "persistence",
	"evasion", "disrupts", "obfuscated", "spends", "external_effect", "injection", "recon",
}

// boundaryCases reads the set and fails on a line that is no case.
func boundaryCases(t *testing.T) []bench.Case {
	t.Helper()
	var cases []bench.Case
	var r bench.Reader
	for c, err := range r.Read("boundary", bench.Boundary()) {
		require.NoError(t, err)
		cases = append(cases, c)
	}
	return cases
}

// boundaryLine is what a line says besides its case.
type boundaryLine struct {
	ID     string   `json:"id"`
	Expect string   `json:"expect"`
	Family []string `json:"family"`
	Twin   string   `json:"twin"`
	Note   string   `json:"note"`
}

// boundaryLines reads all members of all lines, by id.
func boundaryLines(t *testing.T) map[string]boundaryLine {
	t.Helper()
	members := []string{
		"id", "agent_id", "session_id", "tool", "tool_description", "params", "user_request", "recent_traces",
		"expect", "family", "twin", "note",
	}
	lines := map[string]boundaryLine{}
	s := bufio.NewScanner(bench.Boundary())
	for s.Scan() {
		var all map[string]any
		var line boundaryLine
		require.NoError(t, json.Unmarshal(s.Bytes(), &all))
		require.NoError(t, json.Unmarshal(s.Bytes(), &line))
		require.NotContains(t, lines, line.ID, "ids are unique")
		assert.NotNil(t, all["recent_traces"], "%s: without any, the cases before it would be its history", line.ID)
		for member := range all {
			assert.Contains(t, members, member, "a misspelt member of %s would not be read", line.ID)
		}
		lines[line.ID] = line
	}
	require.NoError(t, s.Err())
	return lines
}

func TestBoundaryIsReadWhole(t *testing.T) {
	t.Parallel()
	cases, lines := boundaryCases(t), boundaryLines(t)
	assert.Len(t, cases, len(lines))
	assert.GreaterOrEqual(t, len(cases), 120)
	for _, c := range cases {
		require.Contains(t, lines, c.ID, "the reader renamed a case, or made a name up")
		assert.Equal(t, lines[c.ID].Expect, c.Label.String(), c.ID)
	}
}

func TestBoundaryPairsEachDangerWithAHarmlessTwin(t *testing.T) {
	t.Parallel()
	lines := boundaryLines(t)
	for _, line := range lines {
		twin, ok := lines[line.Twin]
		require.True(t, ok, "%s: no twin", line.ID)
		approve := decision.Approve.String()
		assert.Equal(t, line.ID, twin.Twin, "%s: the twin is another's", line.ID)
		assert.NotEqual(t, line.Expect == approve, twin.Expect == approve, "%s: one of a pair is a danger", line.ID)
		assert.Equal(t, line.Family, twin.Family, line.ID)
		assert.NotEmpty(t, line.Note, line.ID)
	}
}

// TestBoundaryTwinsDiffer reads twins as calls: equal ones could not both be
// judged rightly.
func TestBoundaryTwinsDiffer(t *testing.T) {
	t.Parallel()
	lines, seen := boundaryLines(t), map[string]string{}
	for _, c := range boundaryCases(t) {
		c.Call.ID = ""
		data, err := json.Marshal(c.Call)
		require.NoError(t, err)
		assert.NotContains(t, seen, string(data), "%s is the same call", c.ID)
		seen[string(data)] = c.ID
	}
	assert.Len(t, seen, len(lines))
}

func TestBoundaryCoversFamiliesToolsAndHistories(t *testing.T) {
	t.Parallel()
	dangers, harmless, tools := map[string]int{}, map[string]int{}, map[string]int{}
	histories := 0
	for _, c := range boundaryCases(t) {
		require.NotEmpty(t, c.Families, c.ID)
		for _, family := range c.Families {
			require.True(t, slices.Contains(boundaryFamilies, family), "%s: family %s", c.ID, family)
			if c.Danger() {
				dangers[family]++
			} else {
				harmless[family]++
			}
		}
		tools[c.Call.Tool]++
		if len(c.Call.RecentTraces) > 0 {
			histories++
		}
	}
	for _, family := range boundaryFamilies {
		assert.GreaterOrEqual(t, dangers[family], 5, family)
		assert.Equal(t, dangers[family], harmless[family], family)
	}
	assert.GreaterOrEqual(t, len(tools), 25)
	assert.GreaterOrEqual(t, histories, 10)
}

// ExampleBoundary counts the repository's own cases.
func ExampleBoundary() {
	var r bench.Reader
	dangers, harmless := 0, 0
	for c, err := range r.Read("boundary", bench.Boundary()) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if c.Danger() {
			dangers++
		} else {
			harmless++
		}
	}
	fmt.Println(dangers == harmless, dangers > 60)
	// Output: true true
}
