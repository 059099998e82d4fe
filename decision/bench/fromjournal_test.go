package bench_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
)

// decided is the record of a decision in observe mode; more are members that
// come after the usual ones, and win.
func decided(id, how string, more ...string) string {
	members := append([]string{
		`"timestamp":"2026-03-04T10:00:00.000000+00:00"`, `"approval_id":"` + id + `"`, `"agent_id":"coder"`, `"tool":"fs.write"`,
		`"decision":"` + how + `"`, `"rule_matched":"jev"`, `"reasoning":"because"`, `"via":"mesh"`, `"observed":true`,
		`"fingerprint":"f-` + id + `"`, `"policy_rule":"ask"`, `"session_id":"s1"`,
		`"call":{"params":{"path":"/p/` + id + `","n":1e2},"masked":false,"replayable":true,"trace_id":"t-` + id + `"}`,
	}, more...)
	return "{" + strings.Join(members, ",") + "}"
}

func outcome(id, state, status, by string) string {
	return fmt.Sprintf(`{"timestamp":"2026-03-04T10:05:00.000000+00:00","type":"outcome","approval_id":%q,"outcome":%q,"status":%q,"resolved_by":%q,"fingerprint":"f-%s"}`,
		id, state, status, by, id)
}

func records(lines ...string) iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		var reused []byte // as a reader of files reuses its buffer
		for _, line := range lines {
			reused = append(reused[:0], line...)
			if !yield(reused, nil) {
				return
			}
		}
	}
}

func observe(t *testing.T, lines ...string) *bench.Observations {
	t.Helper()
	var r bench.JournalReader
	o, err := r.Read("week", records(lines...))
	require.NoError(t, err)
	return o
}

func TestAnObservationIsADecisionAndAPersonsWord(t *testing.T) {
	t.Parallel()
	o := observe(t,
		decided("a1", "escalated", `"cause":"judged"`, `"injection_risk":true`,
			`"limits":[{"question":"deletes","key":"destructive_max","value":0.3,"limit":0.2,"stopped":true}]`),
		outcome("a1", "observed", "", ""),
		`{"timestamp":"2026-03-04T10:05:00.000000+00:00","type":"outcome","approval_id":"a1","outcome":"settled","status":"approved","resolved_by":"person:ada","resolved_at":"2026-03-04T10:04:00Z","fingerprint":"f-a1"}`,
	)
	require.Len(t, o.List, 1)
	got := o.List[0]
	assert.Equal(t, bench.Observation{
		Case: bench.Case{
			ID: "a1", Set: "week", Line: 1, TraceID: "t-a1", Timestamp: "2026-03-04T10:00:00.000000+00:00",
			Policy: "human_approval", PolicyRule: "ask", Label: decision.Approve,
			Call: decision.Call{
				Agent: "coder", Tool: "fs.write", Session: "s1", TraceID: "t-a1", InjectionRisk: true, RecentTraces: []decision.Trace{},
				Params: map[string]any{"path": "/p/a1", "n": json.Number("1e2")},
			},
		},
		Replayable: true, Decided: decision.Escalate, Observed: true, Rule: "jev", Cause: decision.CauseJudged, Reasoning: "because",
		Limits: []decision.Limit{{Question: "deletes", Key: "destructive_max", Value: 0.3, Limit: 0.2, Stopped: true}},
		By:     "person:ada", At: time.Date(2026, 3, 4, 10, 4, 0, 0, time.UTC),
	}, got)
}

func TestWhatAJournalTellsOfPeople(t *testing.T) {
	t.Parallel()
	const enforced = `"observed":false`
	tests := map[string]struct {
		lines []string
		want  bench.JournalCounts
		label []decision.Action
	}{
		"left in enforce mode": {
			[]string{decided("1", "escalated", enforced), outcome("1", "left", "", ""), outcome("1", "settled", "denied", "person:ada")},
			bench.JournalCounts{Decisions: 1, People: 1}, []decision.Action{decision.Deny},
		},
		"a person was faster": {
			[]string{decided("1", "denied", enforced), outcome("1", "lost", "approved", "person:ada")},
			bench.JournalCounts{Decisions: 1, People: 1}, []decision.Action{decision.Approve},
		},
		"the first word counts": {
			[]string{decided("1", "denied"), outcome("1", "settled", "approved", "person:ada"), outcome("1", "settled", "denied", "person:bob")},
			bench.JournalCounts{Decisions: 1, People: 1}, []decision.Action{decision.Approve},
		},
		"known to another supervisor": {
			[]string{decided("1", "denied"), outcome("1", "forgotten", "", ""), outcome("1", "settled", "approved", "person:ada")},
			bench.JournalCounts{Decisions: 1, People: 1}, []decision.Action{decision.Approve},
		},
		"sent": {
			[]string{decided("1", "approved", enforced), outcome("1", "unsent", "", ""), outcome("1", "sent", "", "")},
			bench.JournalCounts{Decisions: 1, Ours: 1}, nil,
		},
		"judged again, and sent": {
			[]string{decided("1", "approved"), outcome("1", "observed", "", ""), decided("1", "denied", enforced), outcome("1", "sent", "", "")},
			bench.JournalCounts{Decisions: 2, Ours: 1}, nil,
		},
		"timed out": {
			[]string{decided("1", "approved"), outcome("1", "settled", "timeout", "")},
			bench.JournalCounts{Decisions: 1, TimedOut: 1}, nil,
		},
		"forgotten": {
			[]string{decided("1", "approved"), outcome("1", "forgotten", "", ""), decided("2", "approved"), outcome("2", "lost", "", "")},
			bench.JournalCounts{Decisions: 2, Forgotten: 2}, nil,
		},
		"waiting": {
			[]string{decided("1", "approved"), outcome("1", "observed", "", ""), decided("2", "escalated", enforced), decided("3", "approved", enforced)},
			bench.JournalCounts{Decisions: 3, Waiting: 2}, nil,
		},
		"not a person": {
			[]string{
				decided("1", "approved"), outcome("1", "settled", "approved", "agent:coder"),
				decided("2", "approved"), outcome("2", "settled", "approved", "SUPERVISOR:night"),
				decided("3", "approved"), outcome("3", "settled", "denied", "halt:7"),
				decided("4", "approved"), outcome("4", "settled", "denied", ""),
			},
			bench.JournalCounts{Decisions: 4, Others: map[string]int{"agent:": 1, "supervisor:": 1, "halt:": 1, "(no kind)": 1}}, nil,
		},
		"another call of that id": {
			[]string{decided("1", "approved", `"fingerprint":"other"`), outcome("1", "settled", "denied", "person:ada")},
			bench.JournalCounts{Decisions: 1, Mismatched: 1, Waiting: 1}, nil,
		},
		"parameters that were cut": {
			[]string{decided("1", "approved", `"call":{"params":{"a":"b"},"replayable":false}`), outcome("1", "settled", "denied", "person:ada"),
				decided("2", "approved", `"call":{"params":null,"replayable":true}`), outcome("2", "settled", "denied", "person:ada"),
				decided("3", "approved", `"call":null`), outcome("3", "settled", "denied", "person:ada")},
			bench.JournalCounts{Decisions: 3, People: 3, NotReplayable: 3}, []decision.Action{decision.Deny, decision.Deny, decision.Deny},
		},
		"other records": {
			[]string{`{"type":"started","tool":5}`, `{`, `[]`, decided("1", "approved", `"via":"evaluate"`), outcome("1", "settled", "denied", "person:ada"), outcome("", "settled", "denied", "person:ada")},
			bench.JournalCounts{Unreadable: 2}, nil,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := observe(t, tt.lines...)
			var labels []decision.Action
			for _, obs := range o.List {
				labels = append(labels, obs.Case.Label)
			}
			assert.Equal(t, tt.label, labels)
			tt.want.Records = len(tt.lines)
			if tt.want.Others == nil {
				tt.want.Others = map[string]int{}
			}
			assert.Equal(t, tt.want, o.Counts)
			for c, err := range o.Cases() {
				require.NoError(t, err)
				assert.NotContains(t, name, "cut", c.ID)
			}
		})
	}
}

func TestWhoIsAPersonCanBeSaid(t *testing.T) {
	t.Parallel()
	r := bench.JournalReader{Person: func(by string) bool { return by == "ann" }}
	o, err := r.Read("week", records(decided("1", "approved"), outcome("1", "settled", "denied", "ann"),
		decided("2", "approved"), outcome("2", "settled", "denied", "person:bob")))
	require.NoError(t, err)
	require.Len(t, o.List, 1)
	assert.Equal(t, "1", o.List[0].Case.ID)
	assert.Equal(t, map[string]int{"person:": 1}, o.Counts.Others)
}

func TestAJournalThatBreaksOffKeepsWhatWasFound(t *testing.T) {
	t.Parallel()
	broken := errors.New("input/output error")
	o, err := new(bench.JournalReader).Read("week", func(yield func(json.RawMessage, error) bool) {
		for line := range records(decided("1", "approved"), outcome("1", "settled", "denied", "person:ada")) {
			yield(line, nil)
		}
		yield(nil, broken)
	})
	require.ErrorIs(t, err, broken)
	assert.Len(t, o.List, 1)
}

// A set from a journal is read back with the labels that people gave.
func TestASetFromAJournalIsReadBack(t *testing.T) {
	t.Parallel()
	o := observe(t, decided("1", "approved"), outcome("1", "settled", "denied", "person:ada"),
		decided("2", "denied"), outcome("2", "settled", "approved", "person:ada"))
	var set bytes.Buffer
	_, err := bench.Export(&set, o.Cases())
	require.NoError(t, err)
	var r bench.Reader
	labels := map[string]decision.Action{}
	for c, err := range r.Read("set", &set) {
		require.NoError(t, err)
		labels[c.ID] = c.Label
		assert.Equal(t, "/p/"+c.ID, c.Call.Params["path"])
	}
	assert.Equal(t, map[string]decision.Action{"1": decision.Deny, "2": decision.Approve}, labels)
}

func FuzzJournalReader(f *testing.F) {
	f.Add(decided("1", "approved"), outcome("1", "settled", "denied", "person:ada"))
	f.Add(decided("1", "escalated", `"limits":{"a":1}`), outcome("1", "lost", "", "x"))
	f.Add(`{"approval_id":"1","via":"mesh","call":{"params":[]}}`, `{"approval_id":"1","type":"outcome","outcome":"settled","status":"approved","resolved_by":"person:x","resolved_at":5}`)
	f.Fuzz(func(t *testing.T, first, second string) {
		o, err := new(bench.JournalReader).Read("fuzz", records(first, second, second, first))
		require.NoError(t, err)
		assert.Equal(t, len(o.List), o.Counts.People)
		for c := range o.Cases() {
			_, err := c.Call.Normalize()
			assert.True(t, err != nil || c.Label != decision.Escalate, "a person approves or refuses")
		}
		require.NoError(t, o.Agreement().WriteText(&bytes.Buffer{}))
	})
}

func ExampleJournalReader() {
	// Lines of a journal, as journal.Read gives them; much is left out here.
	lines := []string{
		`{"approval_id":"7a1","tool":"fs.delete","decision":"approved","rule_matched":"jev","via":"mesh","observed":true,"fingerprint":"9c","call":{"params":{"path":"/srv/db"},"replayable":true}}`,
		`{"type":"outcome","approval_id":"7a1","outcome":"observed","fingerprint":"9c"}`,
		`{"type":"outcome","approval_id":"7a1","outcome":"settled","resolved_by":"person:ada","status":"denied","fingerprint":"9c"}`,
	}
	journal := func(yield func(json.RawMessage, error) bool) {
		for _, line := range lines {
			if !yield(json.RawMessage(line), nil) {
				return
			}
		}
	}
	observations, err := new(bench.JournalReader).Read("last week", journal)
	if err != nil {
		fmt.Println(err)
		return
	}
	agreement := observations.Agreement()
	fmt.Println("refused, and would be approved:", agreement.RefusedApproved)
	for _, d := range agreement.Disagreements {
		fmt.Println(d.ID, d.Tool, "it:", d.Decided, "person:", d.Person)
	}
	_, err = bench.Export(os.Stdout, observations.Cases())
	fmt.Println(err)
	// Output:
	// refused, and would be approved: 1 of 1 (100.0 %, 95 % 20.7 to 100.0 %)
	// 7a1 fs.delete it: approve person: deny
	// {"id":"7a1","trace_id":"","timestamp":"","agent_id":"","tool":"fs.delete","params":{"path":"/srv/db"},"policy":"human_approval","policy_rule":"","expect":"deny","recent_traces":[]}
	// <nil>
}
