package backtest_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/decision/journal"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/memory/backtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const project = "/home/dev/project/"

var monday = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// diary is a journal that a test writes, a minute for each record.
type diary struct {
	t        *testing.T
	journal  *journal.Journal
	path     string
	people   memory.People
	analyzer decision.Analyzer
	now      time.Time
	numbered int
	decided  map[string]*decision.Decision
}

func newDiary(t *testing.T) *diary {
	t.Helper()
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{project}, Home: "/home/dev", WorkingDir: project})
	require.NoError(t, err)
	people, err := memory.NewPeople(nil, false)
	require.NoError(t, err)
	d := &diary{
		t: t, path: filepath.Join(t.TempDir(), "decisions.jsonl"), people: people, analyzer: effect.NewAnalyzer(scope),
		now: monday, decided: map[string]*decision.Decision{},
	}
	d.journal, err = journal.Open(d.path, journal.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.journal.Close()) })
	return d
}

func (d *diary) call(tool string, params map[string]any) *decision.Call {
	d.t.Helper()
	c, err := (&decision.Call{Agent: "coder", Tool: tool, Params: params}).Normalize()
	require.NoError(d.t, err)
	return c.WithAnalyzer(d.analyzer)
}

func (d *diary) read(path string) *decision.Call {
	return d.call("fs.read", map[string]any{"path": path})
}

func (d *diary) bash(command string) *decision.Call {
	return d.call("Bash", map[string]any{"command": command})
}

// decide records what a supervisor decided on a call, by its provider unless
// change says otherwise, and returns the id.
func (d *diary) decide(c *decision.Call, action decision.Action, change func(*decision.Decision)) string {
	d.t.Helper()
	d.numbered++
	fingerprint, err := decision.Fingerprint(c)
	require.NoError(d.t, err)
	e := c.Effects(d.t.Context())
	made := decision.Decision{
		ID: fmt.Sprint("ap-", d.numbered), Action: action, Agent: c.Agent, Tool: c.Tool, Session: c.Session, Fingerprint: fingerprint,
		InjectionRisk: c.InjectionRisk, Time: d.now, Via: decision.ViaMesh,
		Evidence: decision.Evidence{Effects: e.List, Opaque: e.Gaps, Timings: map[string]float64{"rules": 0, "provider": 0}},
	}
	if action == decision.Escalate {
		made.Cause = decision.CauseJudged
	}
	if change != nil {
		change(&made)
	}
	d.decided[made.ID] = &made
	d.append(decision.Event{Decision: &made, Call: c})
	return made.ID
}

func (d *diary) append(e decision.Event) {
	d.t.Helper()
	e.Time = d.now
	require.NoError(d.t, d.journal.Append(d.t.Context(), e))
	d.now = d.now.Add(time.Minute)
}

// settle records what somebody decided on a call that was left.
func (d *diary) settle(id, by, status string) {
	d.t.Helper()
	d.append(decision.Event{
		Type: decision.EventOutcome, Decision: d.decided[id],
		Outcome: &decision.Outcome{State: decision.OutcomeSettled, By: by, Status: status, At: d.now},
	})
}

// asked records a call that was left to a person, and what the person said.
func (d *diary) asked(c *decision.Call, status string) string {
	d.t.Helper()
	id := d.decide(c, decision.Escalate, nil)
	d.settle(id, "person:ann", status)
	return id
}

func (d *diary) approved(times int, c *decision.Call) {
	for range times {
		d.asked(c, "approved")
	}
}

func (d *diary) history() *backtest.History {
	d.t.Helper()
	h, err := backtest.Read(journal.All(d.t.Context(), d.path))
	require.NoError(d.t, err)
	return h
}

func (d *diary) simulate(o backtest.SimulateOptions) backtest.Simulation {
	d.t.Helper()
	o.People = d.people
	s, err := backtest.Simulate(d.t.Context(), d.history(), o)
	require.NoError(d.t, err)
	return s
}

func (d *diary) suggest(o backtest.SuggestOptions) backtest.Suggestions {
	d.t.Helper()
	o.People = d.people
	s, err := backtest.Suggest(d.t.Context(), d.history(), o)
	require.NoError(d.t, err)
	return s
}
