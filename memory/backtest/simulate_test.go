package backtest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/memory/backtest"
	"github.com/flux7-go/supervisor/rules/standing"
)

func TestSimulatePrecedents(t *testing.T) {
	t.Parallel()
	writes := memory.PrecedentOptions{Writes: true}
	tests := map[string]struct {
		write func(d *diary)
		opts  memory.PrecedentOptions
		want  backtest.Totals
	}{
		"nothing before": {func(d *diary) { d.approved(3, d.read(project+"a")) }, memory.PrecedentOptions{}, backtest.Totals{Calls: 3, Left: 3}},
		"the fourth":     {func(d *diary) { d.approved(5, d.read(project+"a")) }, memory.PrecedentOptions{}, backtest.Totals{Calls: 5, Left: 5, Approved: 2, Saved: 2}},
		"another file":   {func(d *diary) { d.approved(3, d.read(project+"a")); d.approved(1, d.read(project+"b")) }, memory.PrecedentOptions{}, backtest.Totals{Calls: 4, Left: 4, Approved: 1, Saved: 1}},
		"fewer suffice":  {func(d *diary) { d.approved(3, d.read(project+"a")) }, memory.PrecedentOptions{Min: 1}, backtest.Totals{Calls: 3, Left: 3, Approved: 2, Saved: 2}},
		"refused later": {func(d *diary) {
			d.approved(3, d.read(project+"a"))
			d.asked(d.read(project+"b"), "denied")
			d.approved(5, d.read(project+"a"))
		}, memory.PrecedentOptions{}, backtest.Totals{Calls: 9, Left: 9, Approved: 1, Refused: 1}},
		"a command":         {func(d *diary) { d.approved(4, d.bash("ls src")); d.approved(3, d.bash("ls doc")) }, memory.PrecedentOptions{}, backtest.Totals{Calls: 7, Left: 7, Approved: 1, Saved: 1}},
		"an opaque command": {func(d *diary) { d.approved(5, d.bash("python3 x.py")) }, writes, backtest.Totals{Calls: 5, Left: 5}},
		"a deletion":        {func(d *diary) { d.approved(5, d.bash("rm src/a.go")) }, writes, backtest.Totals{Calls: 5, Left: 5}},
		"a secret, masked": {func(d *diary) {
			d.approved(5, d.bash("curl -H 'Authorization: Bearer abcdefghijkl0123456789' https://host.example"))
		}, writes, backtest.Totals{Calls: 5, Left: 5}},
		"a write": {func(d *diary) {
			d.approved(4, d.call("fs.write", map[string]any{"path": project + "a", "content": "x"}))
		}, memory.PrecedentOptions{}, backtest.Totals{Calls: 4, Left: 4}},
		"a write, allowed": {func(d *diary) {
			d.approved(4, d.call("fs.write", map[string]any{"path": project + "a", "content": "x"}))
		}, writes, backtest.Totals{Calls: 4, Left: 4, Approved: 1, Saved: 1}},
		"the flag": {func(d *diary) {
			d.approved(3, d.read(project+"a"))
			c := d.read(project + "a")
			c.InjectionRisk = true
			d.decide(c, decision.Escalate, func(d *decision.Decision) { d.Cause = decision.CauseInjection })
		}, memory.PrecedentOptions{}, backtest.Totals{Calls: 4, Left: 4}},
		"held by a rule": {func(d *diary) {
			d.approved(3, d.read(project+"a"))
			d.decide(d.read(project+"a"), decision.Escalate, func(d *decision.Decision) {
				d.Cause, d.Evidence.Timings = decision.CauseRule, map[string]float64{"rules": 0}
			})
		}, memory.PrecedentOptions{}, backtest.Totals{Calls: 4, Left: 4}},
		"denied by a rule": {func(d *diary) {
			d.approved(3, d.read(project+"a"))
			d.decide(d.read(project+"a"), decision.Deny, func(d *decision.Decision) { d.Evidence.Timings = map[string]float64{"rules": 0} })
		}, memory.PrecedentOptions{}, backtest.Totals{Calls: 4, Left: 3}},
		"denied by the provider": {func(d *diary) {
			d.approved(3, d.read(project+"a"))
			d.decide(d.read(project+"a"), decision.Deny, nil)
		}, memory.PrecedentOptions{}, backtest.Totals{Calls: 4, Left: 3, Approved: 1, Denied: 1}},
		"approved by the provider": {func(d *diary) {
			d.approved(3, d.read(project+"a"))
			d.decide(d.read(project+"a"), decision.Approve, nil)
		}, memory.PrecedentOptions{}, backtest.Totals{Calls: 4, Left: 3, Approved: 1}},
		"nobody answered": {func(d *diary) {
			d.approved(3, d.read(project+"a"))
			d.decide(d.read(project+"a"), decision.Escalate, nil)
		}, memory.PrecedentOptions{}, backtest.Totals{Calls: 4, Left: 4, Approved: 1, Waited: 1}},
		"approved by a program": {func(d *diary) {
			for range 4 {
				d.settle(d.decide(d.read(project+"a"), decision.Escalate, nil), "agent:helper", "approved")
			}
		}, memory.PrecedentOptions{}, backtest.Totals{Calls: 4, Left: 4}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDiary(t)
			tt.write(d)
			s := d.simulate(backtest.SimulateOptions{Precedents: tt.opts})
			assert.Equal(t, tt.want, s.Totals)
			assert.Zero(t, s.Unclear)
			rows := backtest.Totals{}
			for _, r := range s.Rows {
				rows.Calls, rows.Approved = rows.Calls+r.Calls, rows.Approved+r.Approved
			}
			assert.Equal(t, [2]int{tt.want.Calls, tt.want.Approved}, [2]int{rows.Calls, rows.Approved})
		})
	}
}

// TestSimulateDoesNotPeek has a call decided before the approvals of earlier
// ones were recorded: it does not rest on them, whenever they were given.
func TestSimulateDoesNotPeek(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	var ids []string
	for range 5 {
		ids = append(ids, d.decide(d.read(project+"a"), decision.Escalate, nil))
	}
	for _, id := range ids {
		d.append(decision.Event{Type: decision.EventOutcome, Decision: d.decided[id], Outcome: &decision.Outcome{
			State: decision.OutcomeSettled, By: "person:ann", Status: "approved", At: monday, // said at once, learnt later
		}})
	}
	assert.Zero(t, d.simulate(backtest.SimulateOptions{}).Approved)
	d.approved(1, d.read(project+"a"))
	assert.Equal(t, 1, d.simulate(backtest.SimulateOptions{}).Approved)
}

func TestSimulateCountsTheLastDays(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	d.approved(4, d.read(project+"a"))
	d.now = d.now.AddDate(0, 0, 10)
	d.approved(1, d.read(project+"a"))
	s := d.simulate(backtest.SimulateOptions{Days: 5})
	assert.Equal(t, backtest.Totals{Calls: 1, Left: 1, Approved: 1, Saved: 1}, s.Totals, "it knows what was approved before")
	assert.Equal(t, 5, d.simulate(backtest.SimulateOptions{Days: 50}).Calls)
	d.now = d.now.AddDate(0, 0, 200)
	d.approved(1, d.read(project+"a"))
	assert.Zero(t, d.simulate(backtest.SimulateOptions{Days: 5}).Approved, "they are too old by then")
}

// TestACallThatWasJudgedAgainCountsOnce as it was judged last.
func TestACallThatWasJudgedAgainCountsOnce(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	d.approved(3, d.read(project+"a"))
	for range 3 {
		d.decide(d.read(project+"a"), decision.Escalate, func(d *decision.Decision) { d.ID = "again" })
	}
	d.settle("again", "person:ann", "denied")
	assert.Equal(t, backtest.Totals{Calls: 4, Left: 4, Approved: 1, Refused: 1}, d.simulate(backtest.SimulateOptions{}).Totals)
}

func TestSimulateStanding(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	d.approved(2, d.read(project+"a"))
	d.asked(d.read(project+"keys"), "denied")
	d.decide(d.read("/home/dev/project/b"), decision.Escalate, func(d *decision.Decision) {
		d.Cause, d.Evidence.Timings = decision.CauseRule, map[string]float64{"rules": 0}
	})
	d.decide(d.read(project+"c"), decision.Deny, func(d *decision.Decision) { d.Evidence.Timings = map[string]float64{"guards": 0} })
	d.decide(d.read("/etc/passwd"), decision.Escalate, nil)
	d.decide(d.read(project+".env"), decision.Escalate, nil)
	one := decision.Standing{Agent: "coder", Tool: "fs.read", Zones: []decision.Zone{decision.ZoneProject}}
	tests := map[string]struct {
		change func(*decision.Standing)
		want   [3]int // approved, refused, saved
	}{
		"by zone":         {func(*decision.Standing) {}, [3]int{4, 1, 2}},
		"by an argument":  {func(a *decision.Standing) { a.Arguments = map[string]any{"path": project + "a"} }, [3]int{2, 0, 2}},
		"with few uses":   {func(a *decision.Standing) { a.MaxUses = 1 }, [3]int{1, 0, 1}},
		"of another zone": {func(a *decision.Standing) { a.Zones = []decision.Zone{decision.ZoneHome} }, [3]int{}},
		"of another tool": {func(a *decision.Standing) { a.Tool = "fs.list" }, [3]int{}},
		"of others":       {func(a *decision.Standing) { a.Agent = "clerk" }, [3]int{}},
	}
	for name, tt := range tests {
		a := one
		tt.change(&a)
		s := d.simulate(backtest.SimulateOptions{Standing: &a})
		assert.Equal(t, tt.want, [3]int{s.Approved, s.Refused, s.Saved}, name)
	}
	_, err := backtest.Simulate(t.Context(), d.history(), backtest.SimulateOptions{Standing: &decision.Standing{Agent: "coder", Tool: "Bash"}})
	require.ErrorIs(t, err, standing.ErrRefused)
	_, err = backtest.Simulate(t.Context(), d.history(), backtest.SimulateOptions{Standing: &decision.Standing{Scope: decision.StandingSession, Session: "s", Agent: "coder", Tool: "fs.read"}})
	require.ErrorContains(t, err, "try a permanent one")
}

func TestDangersComeFirst(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	d.approved(9, d.bash("ls src"))
	d.approved(3, d.read(project+"a"))
	refused := d.decide(d.read(project+"b"), decision.Escalate, nil)
	d.settle(refused, "person:bob\x1b[2J\u202e", "denied")
	s := d.simulate(backtest.SimulateOptions{})
	require.Len(t, s.Dangers, 1)
	assert.Equal(t, refused, s.Dangers[0].ID)
	assert.Equal(t, "person:bob [2J", s.Dangers[0].By)
	assert.Len(t, s.Dangers[0].Precedents, 3)
	require.Len(t, s.Rows, 2)
	assert.Equal(t, "fs.read", s.Rows[0].Tool, "although more would have been approved of the other")
	assert.Equal(t, "reads project", s.Rows[0].Does)
	var text strings.Builder
	require.NoError(t, s.WriteText(&text))
	assert.Less(t, strings.Index(text.String(), "REFUSED BY"), strings.Index(text.String(), "AGENT  TOOL     DOES"))
	assert.NotContains(t, text.String(), "\x1b")
	assert.NotContains(t, text.String(), "\u202e")
	assert.Contains(t, text.String(), "7 would have been approved\n  1 that a person refused\n")
}

func TestWhatTheJournalDoesNotTellIsUnclear(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	write := func(path, content string) *decision.Call {
		return d.call("fs.write", map[string]any{"path": project + path, "content": content})
	}
	large := strings.Repeat("x", 5000)
	d.approved(3, write("a", large))
	d.decide(write("a", large), decision.Escalate, nil)
	d.decide(write("b", large), decision.Escalate, nil)
	d.decide(write("a", ""), decision.Escalate, func(d *decision.Decision) { d.Evidence.Effects = nil })
	s := d.simulate(backtest.SimulateOptions{Precedents: memory.PrecedentOptions{Writes: true}})
	assert.Equal(t, [2]int{1, 1}, [2]int{s.Approved, s.Unclear}, "what is not kept whole must be exactly the same")
	a := decision.Standing{Agent: "coder", Tool: "fs.write", Arguments: map[string]any{"path": project + "a"}}
	s = d.simulate(backtest.SimulateOptions{Standing: &a})
	assert.Equal(t, [2]int{0, 6}, [2]int{s.Approved, s.Unclear})
}

// TestReadSaysWhatIsNoJournal reads what others wrote.
func TestReadSaysWhatIsNoJournal(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{
		"nothing":         nil,
		"no JSON":         {"hello", "{"},
		"foreign":         {`{"level":"info","msg":"started"}`, `{"type":"outcome","outcome":"settled","approval_id":7}`},
		"only an outcome": {`{"type":"outcome","approval_id":"a","outcome":"settled","status":"approved","resolved_by":"person:ann"}`},
		"events":          {`{"timestamp":"2026-03-02T09:00:00Z","type":"started","mode":"enforce","call":"x"}`},
	}
	for name, lines := range tests {
		_, err := backtest.Read(func(yield func(json.RawMessage, error) bool) {
			for _, line := range lines {
				if !yield(json.RawMessage(line), nil) {
					return
				}
			}
		})
		require.ErrorIs(t, err, backtest.ErrNothing, name)
	}
	_, err := backtest.Read(func(yield func(json.RawMessage, error) bool) { yield(nil, os.ErrClosed) })
	require.ErrorIs(t, err, os.ErrClosed)
}

// TestTheOldestCallsGiveWayButNoRefusal reads more calls than are held.
func TestTheOldestCallsGiveWayButNoRefusal(t *testing.T) {
	t.Parallel()
	h, err := backtest.Read(func(yield func(json.RawMessage, error) bool) {
		for n := range backtest.MaxCalls + 7 {
			line := fmt.Sprintf(`{"timestamp":"2026-03-02T09:00:00Z","approval_id":"%d","agent_id":"coder","tool":"fs.read","decision":"escalated","fingerprint":"f",
				"cause":"judged","effects":[{"kind":"reads","zone":"project"}],"timings":{"rules":0,"provider":1}}`, n)
			if !yield(json.RawMessage(line), nil) {
				return
			}
			if n == 0 && !yield(json.RawMessage(`{"timestamp":"2026-03-02T09:00:00Z","type":"outcome","approval_id":"0","fingerprint":"f",
				"outcome":"settled","status":"denied","resolved_by":"person:ann"}`), nil) {
				return
			}
		}
	})
	require.NoError(t, err)
	assert.Equal(t, 7, h.Dropped)
	people, err := memory.NewPeople(nil, false)
	require.NoError(t, err)
	a := decision.Standing{Agent: "coder", Tool: "fs.read", Signature: decision.Effects{List: []decision.Effect{{Kind: decision.Reads, Zone: decision.ZoneProject}}, Covered: true}.Signature()}
	s, err := backtest.Simulate(t.Context(), h, backtest.SimulateOptions{People: people, Standing: &a})
	require.NoError(t, err)
	assert.Equal(t, [3]int{backtest.MaxCalls, backtest.MaxCalls, 1}, [3]int{s.Calls, s.Approved, s.Refused})
	assert.Equal(t, 7, s.Dropped)
}

// FuzzRead reads records of any form, and simulates with what it gets.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"timestamp":"2026-03-02T09:00:00Z","approval_id":"a","agent_id":"c","tool":"t","decision":"escalated","fingerprint":"f","effects":[{"kind":"reads","zone":"project"}],"timings":{"rules":0,"provider":1},"call":{"params":{"path":"x"},"replayable":true}}`))
	f.Add([]byte(`{"timestamp":"2026-03-02T09:01:00Z","type":"outcome","approval_id":"a","fingerprint":"f","outcome":"settled","status":"denied","resolved_by":"person:ann"}`))
	f.Add([]byte(`{"decision":"approved","approval_id":"a","cut":["effects"],"call":{"params":null}}`))
	people, err := memory.NewPeople(nil, false)
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, lines []byte) {
		h, err := backtest.Read(func(yield func(json.RawMessage, error) bool) {
			for line := range bytes.Lines(lines) {
				if !yield(line, nil) {
					return
				}
			}
		})
		if err != nil {
			return
		}
		s, err := backtest.Simulate(t.Context(), h, backtest.SimulateOptions{People: people, Precedents: memory.PrecedentOptions{Min: 1}})
		require.NoError(t, err)
		require.LessOrEqual(t, s.Approved, s.Calls)
		require.NoError(t, s.WriteText(io.Discard))
		found, err := backtest.Suggest(t.Context(), h, backtest.SuggestOptions{People: people, Min: 1})
		require.NoError(t, err)
		require.NoError(t, found.WriteText(io.Discard))
	})
}
