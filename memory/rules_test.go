package memory_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/memory"
)

// desk is a store with what the tests of the rules need around it.
type desk struct {
	*memory.Store
	t        *testing.T
	people   memory.People
	analyzer decision.Analyzer
	now      time.Time
	numbered int
}

var monday = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

func newDesk(t *testing.T) *desk {
	t.Helper()
	people, err := memory.NewPeople(nil, false)
	require.NoError(t, err)
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"/home/dev/project"}, Home: "/home/dev", WorkingDir: "/home/dev/project"})
	require.NoError(t, err)
	return &desk{Store: memory.NewStore(memory.Options{}), t: t, people: people, analyzer: effect.NewAnalyzer(scope), now: monday}
}

func (d *desk) clock() time.Time { return d.now }

func (d *desk) call(agent, tool string, params map[string]any) *decision.Call {
	d.t.Helper()
	c, err := (&decision.Call{Agent: agent, Tool: tool, Params: params}).Normalize()
	require.NoError(d.t, err)
	return c.WithAnalyzer(d.analyzer)
}

func (d *desk) bash(command string) *decision.Call {
	return d.call("coder", "Bash", map[string]any{"command": command})
}

func (d *desk) read(path string) *decision.Call {
	return d.call("coder", "fs.read", map[string]any{"path": path})
}

func fingerprint(t *testing.T, c *decision.Call) string {
	t.Helper()
	f, err := decision.Fingerprint(c)
	require.NoError(t, err)
	return f
}

// settled has somebody settle a call, as a sink of the supervisor sees it, and
// returns the id of the approval.
func (d *desk) settled(c *decision.Call, by, status string) string {
	d.t.Helper()
	d.numbered++
	id := "ap-" + time.Duration(d.numbered).String()
	sink := memory.Observe(d.Store, d.people)
	e := c.Effects(d.t.Context())
	made := decision.Decision{
		ID: id, Agent: c.Agent, Tool: c.Tool, Session: c.Session, Fingerprint: fingerprint(d.t, c),
		Evidence: decision.Evidence{Effects: e.List, Opaque: e.Gaps},
	}
	require.NoError(d.t, sink.Record(d.t.Context(), decision.Event{Time: d.now, Decision: &made, Call: c}))
	require.NoError(d.t, sink.Record(d.t.Context(), decision.Event{
		Type: decision.EventOutcome, Time: d.now, Decision: &made,
		Outcome: &decision.Outcome{State: decision.OutcomeSettled, By: by, Status: status, At: d.now},
	}))
	return id
}

func (d *desk) word(opts ...func(*memory.WordOptions)) decision.Rule {
	o := memory.WordOptions{People: d.people, Now: d.clock}
	for _, set := range opts {
		set(&o)
	}
	return memory.PersonsWord(d.Store, o)
}

func (d *desk) precedents(set ...func(*memory.PrecedentOptions)) decision.Rule {
	o := memory.PrecedentOptions{People: d.people, Now: d.clock}
	for _, set := range set {
		set(&o)
	}
	return memory.Precedents(d.Store, o)
}

// save keeps a word as a page would write it.
func (d *desk) save(c *decision.Call, change func(*decision.Word)) {
	d.t.Helper()
	d.numbered++
	w := decision.Word{
		ID: "w" + time.Duration(d.numbered).String(), Agent: c.Agent, Tool: c.Tool, Fingerprint: fingerprint(d.t, c),
		Action: decision.Approve, By: "person:ann", Time: d.now,
	}
	change(&w)
	require.NoError(d.t, d.SaveWord(d.t.Context(), w))
}

func once(w *decision.Word) { w.Once = true }

func action(t *testing.T, r decision.Rule, c *decision.Call) string {
	t.Helper()
	v, settled := r.Evaluate(t.Context(), c)
	if !settled {
		return "-"
	}
	return v.Action.String()
}

var errStoreDown = errors.New("store is down")

// broken is a store of words that fails.
type broken struct{ decision.Words }

func (broken) FindWords(context.Context, decision.WordQuery) ([]decision.Word, error) {
	return nil, errStoreDown
}

func TestAPersonsWordHolds(t *testing.T) {
	t.Parallel()
	until := func(d time.Duration) func(*decision.Word) {
		return func(w *decision.Word) { w.Until = monday.Add(d) }
	}
	tests := map[string]struct {
		word func(*decision.Word)
		call func(d *desk) *decision.Call
		want string
	}{
		"once":              {once, nil, "approve"},
		"until a time":      {until(time.Hour), nil, "approve"},
		"its time has come": {until(0), nil, "-"},
		"only a precedent":  {func(*decision.Word) {}, nil, "-"},
		"another command":   {once, func(d *desk) *decision.Call { return d.bash("python3 b.py") }, "-"},
		"another agent": {once, func(d *desk) *decision.Call {
			return d.call("other", "Bash", map[string]any{"command": "python3 a.py"})
		}, "-"},
		"no agent":                {once, func(d *desk) *decision.Call { return d.call("", "Bash", map[string]any{"command": "python3 a.py"}) }, "-"},
		"not a person's":          {func(w *decision.Word) { w.Once, w.By = true, "agent:ann" }, nil, "-"},
		"taken back":              {func(w *decision.Word) { w.Once, w.Revoked = true, monday }, nil, "-"},
		"used":                    {func(w *decision.Word) { w.Once, w.Spent = true, monday }, nil, "-"},
		"of another conversation": {func(w *decision.Word) { w.Once, w.Session = true, "b" }, func(d *desk) *decision.Call { c := d.bash("python3 a.py"); c.Session = "a"; return c }, "-"},
		"of this conversation":    {func(w *decision.Word) { w.Once, w.Session = true, "a" }, func(d *desk) *decision.Call { c := d.bash("python3 a.py"); c.Session = "a"; return c }, "approve"},
		"a refusal":               {func(w *decision.Word) { w.Action = decision.Deny }, nil, "deny"},
		"a refusal until a time": {func(w *decision.Word) {
			w.Action, w.Time, w.Until = decision.Deny, monday.Add(-time.Hour), monday.Add(1)
		}, nil, "deny"},
		"a refusal by a program": {func(w *decision.Word) { w.Action, w.By = decision.Deny, "supervisor:x" }, nil, "-"},
		"a refusal of long ago":  {func(w *decision.Word) { w.Action, w.Time = decision.Deny, monday.Add(-15*time.Minute) }, nil, "-"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			c := d.bash("python3 a.py")
			d.save(c, tt.word)
			if tt.call != nil {
				c = tt.call(d)
			}
			assert.Equal(t, tt.want, action(t, d.word(), c))
		})
	}
}

func TestTheNewestWordOnACallCounts(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.bash("python3 a.py")
	d.save(c, func(w *decision.Word) { w.Until = monday.Add(time.Hour) })
	d.now = d.now.Add(time.Minute)
	d.save(c, func(w *decision.Word) { w.Action = decision.Deny })
	assert.Equal(t, "deny", action(t, d.word(), c))
	d.now = d.now.Add(20 * time.Minute)
	assert.Equal(t, "-", action(t, d.word(), c), "the refusal is forgotten, and so is what it ended")
	d.save(c, once)
	assert.Equal(t, "approve", action(t, d.word(), c))
}

func TestAWordForATimeIsUsedBeforeOneThatWouldBeSpent(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.bash("python3 a.py")
	d.save(c, func(w *decision.Word) { w.ID, w.Until = "time", monday.Add(time.Hour) })
	d.now = d.now.Add(time.Minute)
	d.save(c, func(w *decision.Word) { w.ID, w.Once = "once", true })
	v, _ := d.word().Evaluate(t.Context(), c)
	assert.Equal(t, []string{"time"}, v.Precedents)
}

func TestAWordForOneTimeIsSpentOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.bash("python3 a.py")
	d.save(c, once)
	rule := d.word()
	v, settled := rule.Evaluate(t.Context(), c)
	require.True(t, settled)
	assert.Equal(t, decision.BasisPerson, v.Basis)
	assert.True(t, decision.Lifts(rule))
	assert.Equal(t, decision.NeedNothing, decision.NeedsOf(rule))
	var wait sync.WaitGroup
	results := make(chan error, 20)
	for range cap(results) {
		wait.Go(func() { results <- rule.(decision.Committer).Commit(context.WithoutCancel(t.Context()), c, v) })
	}
	wait.Wait()
	close(results)
	spent := 0
	for err := range results {
		if err == nil {
			spent++
		}
	}
	assert.Equal(t, 1, spent)
	assert.Equal(t, "-", action(t, rule, c))
}

func TestAWordIsNotSpentAfterARefusal(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.bash("python3 a.py")
	d.save(c, once)
	rule := d.word()
	v, _ := rule.Evaluate(t.Context(), c)
	d.now = d.now.Add(time.Second)
	d.save(c, func(w *decision.Word) { w.Action = decision.Deny })
	require.ErrorContains(t, rule.(decision.Committer).Commit(t.Context(), c, v), "refused")
}

func TestARefusalIsRememberedWhateverTheWording(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		again func(d *desk) *decision.Call
		after time.Duration
		want  string
	}{
		"the same":        {func(d *desk) *decision.Call { return d.bash("rm -rf src") }, 0, "deny"},
		"flags apart":     {func(d *desk) *decision.Call { return d.bash("rm -r -f ./src") }, 0, "deny"},
		"quotes":          {func(d *desk) *decision.Call { return d.bash(`rm   -rf "src"`) }, 0, "deny"},
		"the same target": {func(d *desk) *decision.Call { return d.bash("rm -fr /home/dev/project/src") }, 0, "deny"},
		"a description": {func(d *desk) *decision.Call {
			return d.call("coder", "Bash", map[string]any{"command": "rm -rf src", "description": "tidy"})
		}, 0, "deny"},
		"a reason, unknown to us": {func(d *desk) *decision.Call {
			return d.call("coder", "Bash", map[string]any{"command": "rm -rf src", "reason": "asked to"})
		}, 0, "deny"},
		"by another program":       {func(d *desk) *decision.Call { return d.bash("true && rm -rf /home/dev/project/src # please") }, 0, "deny"},
		"after a quarter":          {func(d *desk) *decision.Call { return d.bash("rm -r -f src") }, 15 * time.Minute, "-"},
		"something else":           {func(d *desk) *decision.Call { return d.bash("rm -rf dist") }, 0, "-"},
		"another agent":            {func(d *desk) *decision.Call { return d.call("other", "Bash", map[string]any{"command": "rm -rf src"}) }, 0, "-"},
		"in another conversation":  {func(d *desk) *decision.Call { c := d.bash("rm -rf src"); c.Session = "b"; return c }, 0, "-"},
		"in a conversation unsaid": {func(d *desk) *decision.Call { c := d.bash("rm -r -f src"); c.Session = ""; return c }, 0, "deny"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			refused := d.bash("rm -rf src")
			refused.Session = "a"
			d.settled(refused, "person:ann", "denied")
			d.now = d.now.Add(tt.after)
			c := tt.again(d)
			assert.Equal(t, tt.want, action(t, d.word(), c))
		})
	}
}

// Before the directory is known a person is asked about a relative path; the
// whole path is the same call in other words, and would be seen whole.
func TestARefusalHoldsForTheWholePathToo(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"/home/dev/project"}, WorkingDir: "/home/dev/project", AssumedWorkingDir: true})
	require.NoError(t, err)
	d.analyzer = effect.NewAnalyzer(scope)
	refused := d.bash("rm -rf build")
	require.True(t, refused.Effects(t.Context()).Opaque())
	d.settled(refused, "person:ann", "denied")
	for _, again := range []string{"rm -rf /home/dev/project/build", "rm -rf ./build", "true && rm -rf build", "rm -rf build # x", "find /home/dev/project/build -delete"} {
		assert.Equal(t, "deny", action(t, d.word(), d.bash(again)), again)
	}
	assert.Equal(t, "-", action(t, d.word(), d.bash("rm -rf /home/dev/project/dist")))
}

func TestAnApproveSinceTakesARefusalBack(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.settled(d.bash("rm -rf src"), "person:ann", "denied")
	d.now = d.now.Add(time.Minute)
	d.settled(d.bash("rm -rf src"), "person:ann", "approved")
	assert.Equal(t, "-", action(t, d.word(), d.bash("rm -r -f src")))

	d.settled(d.bash("rm -rf doc"), "person:ann", "denied")
	d.save(d.bash("rm -r -f doc"), once)
	assert.Equal(t, "approve", action(t, d.word(), d.bash("rm -r -f doc")), "a word on this very call, not older")
	assert.Equal(t, "deny", action(t, d.word(), d.bash("rm -f -r ./doc")))
}

func TestW14ATimeoutIsNoRefusal(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.settled(d.bash("rm -rf src"), "system:timeout", "timeout")
	assert.Equal(t, "-", action(t, d.word(), d.bash("rm -rf src")))
	words, err := d.FindWords(t.Context(), decision.WordQuery{})
	require.NoError(t, err)
	assert.Empty(t, words)
}

func TestW20AReorderedCallIsTheSameCall(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	params := func(text string) map[string]any {
		p, err := decision.ParseParams([]byte(text))
		require.NoError(t, err)
		return p
	}
	d.settled(d.call("coder", "crm.update", params(`{"id": 7, "name": "x"}`)), "person:ann", "denied")
	assert.Equal(t, "deny", action(t, d.word(), d.call("coder", "crm.update", params(`{ "name":"x","id":7 }`))))
	assert.Equal(t, "-", action(t, d.word(), d.call("coder", "crm.update", params(`{"id": 8, "name": "x"}`))))
}

func TestWhatCannotBeLookedUpEscalates(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	v, settled := memory.PersonsWord(broken{d.Store}, memory.WordOptions{People: d.people}).Evaluate(t.Context(), d.bash("ls"))
	assert.True(t, settled)
	assert.Equal(t, decision.Escalate, v.Action)
	assert.Equal(t, decision.CauseUnavailable, v.Cause)
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	v, settled = memory.PersonsWord(d.Store, memory.WordOptions{People: d.people}).Evaluate(late, d.bash("ls"))
	assert.True(t, settled)
	assert.Equal(t, decision.Escalate, v.Action)
	assert.Equal(t, decision.CauseTimeout, v.Cause, "the caller waits no more")
	v, settled = memory.Precedents(broken{d.Store}, memory.PrecedentOptions{People: d.people}).Evaluate(t.Context(), d.read("/home/dev/project/a"))
	assert.False(t, settled)
	assert.Len(t, v.Notes, 1)
}
