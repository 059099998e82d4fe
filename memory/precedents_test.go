package memory_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

// approve has a person approve calls, a minute apart.
func (d *desk) approve(times int, c *decision.Call) {
	for range times {
		d.settled(c, "person:ann", "approved")
		d.now = d.now.Add(time.Minute)
	}
}

func TestPrecedents(t *testing.T) {
	t.Parallel()
	const project = "/home/dev/project/"
	writes := func(o *memory.PrecedentOptions) { o.Writes = true }
	tests := map[string]struct {
		before func(d *desk)
		call   func(d *desk) *decision.Call
		set    []func(*memory.PrecedentOptions)
		want   string
	}{
		"three approvals": {func(d *desk) { d.approve(3, d.read(project+"a")) }, nil, nil, "approve"},
		"two approvals":   {func(d *desk) { d.approve(2, d.read(project+"a")) }, nil, nil, "-"},
		"two suffice":     {func(d *desk) { d.approve(2, d.read(project+"a")) }, nil, []func(*memory.PrecedentOptions){func(o *memory.PrecedentOptions) { o.Min = 2 }}, "approve"},
		"of other files":  {func(d *desk) { d.approve(2, d.read(project+"a")); d.approve(1, d.read(project+"b")) }, nil, nil, "approve"},
		"by programs": {func(d *desk) {
			d.settled(d.read(project+"a"), "agent:supervisor", "approved")
			d.approve(2, d.read(project+"a"))
		}, nil, nil, "-"},
		"a refusal": {func(d *desk) {
			d.settled(d.read(project+"x"), "person:bob", "denied")
			d.approve(9, d.read(project+"a"))
		}, nil, nil, "-"},
		"a refusal by a program": {func(d *desk) {
			d.settled(d.read(project+"x"), "supervisor:x", "denied")
			d.approve(9, d.read(project+"a"))
		}, nil, nil, "-"},
		"a refusal of long ago": {func(d *desk) {
			d.settled(d.read(project+"x"), "person:bob", "denied")
			d.now = d.now.AddDate(3, 0, 0)
			d.approve(9, d.read(project+"a"))
		}, nil, nil, "-"},
		"nobody answered once": {func(d *desk) {
			d.settled(d.read(project+"x"), "system:timeout", "timeout")
			d.approve(3, d.read(project+"a"))
		}, nil, nil, "approve"},
		"of another agent":          {func(d *desk) { d.approve(3, d.call("other", "fs.read", map[string]any{"path": project + "a"})) }, nil, nil, "-"},
		"of another tool":           {func(d *desk) { d.approve(3, d.call("coder", "Read", map[string]any{"file_path": project + "a"})) }, nil, nil, "-"},
		"of another zone":           {func(d *desk) { d.approve(3, d.read("/usr/share/doc/x")) }, nil, nil, "-"},
		"too old":                   {func(d *desk) { d.approve(3, d.read(project+"a")); d.now = d.now.AddDate(0, 0, 90) }, nil, nil, "-"},
		"old, and few":              {func(d *desk) { d.approve(3, d.read(project+"a")); d.now = d.now.AddDate(0, 0, 60) }, nil, nil, "-"},
		"old, and many":             {func(d *desk) { d.approve(6, d.read(project+"a")); d.now = d.now.AddDate(0, 0, 60) }, nil, nil, "approve"},
		"a secret":                  {func(d *desk) { d.approve(3, d.read(project+".env")) }, func(d *desk) *decision.Call { return d.read(project + ".env") }, nil, "-"},
		"no agent":                  {func(d *desk) { d.approve(3, d.read(project+"a")) }, func(d *desk) *decision.Call { return d.call("", "fs.read", map[string]any{"path": project + "a"}) }, nil, "-"},
		"the flag":                  {func(d *desk) { d.approve(3, d.read(project+"a")) }, func(d *desk) *decision.Call { c := d.read(project + "a"); c.InjectionRisk = true; return c }, nil, "-"},
		"a write":                   {func(d *desk) { d.approve(3, d.write(project+"a", "x")) }, func(d *desk) *decision.Call { return d.write(project+"a", "x") }, nil, "-"},
		"a write, allowed":          {func(d *desk) { d.approve(3, d.write(project+"a", "x")) }, func(d *desk) *decision.Call { return d.write(project+"a", "x") }, []func(*memory.PrecedentOptions){writes}, "approve"},
		"a write of something else": {func(d *desk) { d.approve(3, d.write(project+"a", "x")) }, func(d *desk) *decision.Call { return d.write(project+"a", "y") }, []func(*memory.PrecedentOptions){writes}, "-"},
		"a write outside":           {func(d *desk) { d.approve(3, d.write("/home/dev/a", "x")) }, func(d *desk) *decision.Call { return d.write("/home/dev/a", "x") }, []func(*memory.PrecedentOptions){writes}, "-"},
		"a write that runs":         {func(d *desk) { d.approve(3, d.write(project+".git/hooks/pre-commit", "x")) }, func(d *desk) *decision.Call { return d.write(project+".git/hooks/pre-commit", "x") }, []func(*memory.PrecedentOptions){writes}, "-"},
		"a deletion":                {func(d *desk) { d.approve(3, d.bash("rm src/a.go")) }, func(d *desk) *decision.Call { return d.bash("rm src/a.go") }, []func(*memory.PrecedentOptions){writes}, "-"},
		"a command":                 {func(d *desk) { d.approve(3, d.bash("ls src")) }, func(d *desk) *decision.Call { return d.bash("ls src") }, nil, "approve"},
		"another command, as much":  {func(d *desk) { d.approve(3, d.bash("ls src")) }, func(d *desk) *decision.Call { return d.bash("ls doc") }, nil, "-"},
		"an opaque command":         {func(d *desk) { d.approve(3, d.bash("python3 x.py")) }, func(d *desk) *decision.Call { return d.bash("python3 x.py") }, []func(*memory.PrecedentOptions){writes}, "-"},
		"a mail":                    {func(d *desk) { d.approve(3, d.mail()) }, func(d *desk) *decision.Call { return d.mail() }, []func(*memory.PrecedentOptions){writes}, "-"},
		"revoked":                   {func(d *desk) { d.approve(3, d.read(project+"a")); d.revoke() }, nil, nil, "-"},
		"revoked, and approved anew": {func(d *desk) {
			d.settled(d.read(project+"x"), "person:bob", "denied")
			d.now = d.now.Add(time.Minute)
			d.revoke()
			d.now = d.now.Add(time.Minute)
			d.approve(3, d.read(project+"a"))
		}, nil, nil, "approve"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			tt.before(d)
			c := d.read(project + "c")
			if tt.call != nil {
				c = tt.call(d)
			}
			assert.Equal(t, tt.want, action(t, d.precedents(tt.set...), c))
			assert.Equal(t, tt.want, d.past(c, tt.set...), "what a journal tells of the call says the same")
		})
	}
}

// past is what precedents say of a call by its decision alone.
func (d *desk) past(c *decision.Call, set ...func(*memory.PrecedentOptions)) string {
	d.t.Helper()
	o := memory.PrecedentOptions{People: d.people, Now: d.clock}
	for _, set := range set {
		set(&o)
	}
	v, settled := memory.PrecedentFor(d.t.Context(), d.Store, o, decided(d.t, c), c.Params)
	if !settled {
		return "-"
	}
	return v.Action.String()
}

func decided(t *testing.T, c *decision.Call) decision.Decision {
	t.Helper()
	e := c.Effects(t.Context())
	return decision.Decision{
		Agent: c.Agent, Tool: c.Tool, Fingerprint: fingerprint(t, c), InjectionRisk: c.InjectionRisk,
		Evidence: decision.Evidence{Effects: e.List, Opaque: e.Gaps},
	}
}

// TestOfACallThatIsNotKnownWholeOnlyTheSameIsAPrecedent leaves the parameters out.
func TestOfACallThatIsNotKnownWholeOnlyTheSameIsAPrecedent(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.approve(3, d.read("/home/dev/project/a"))
	o := memory.PrecedentOptions{People: d.people, Now: d.clock}
	for path, want := range map[string]bool{"/home/dev/project/a": true, "/home/dev/project/b": false} {
		_, settled := memory.PrecedentFor(t.Context(), d.Store, o, decided(t, d.read(path)), nil)
		assert.Equal(t, want, settled, path)
	}
	blind := decided(t, d.read("/home/dev/project/a"))
	blind.Evidence = decision.Evidence{}
	_, settled := memory.PrecedentFor(t.Context(), d.Store, o, blind, map[string]any{"path": "/home/dev/project/a"})
	assert.False(t, settled, "nobody looked")
}

func (d *desk) write(path, content string) *decision.Call {
	return d.call("coder", "fs.write", map[string]any{"path": path, "content": content})
}

func (d *desk) mail() *decision.Call {
	return d.call("coder", "email.send", map[string]any{"to": "bob@example.com", "subject": "s", "body": "b"})
}

func (d *desk) revoke() {
	d.t.Helper()
	n, err := d.RevokeWords(d.t.Context(), decision.WordQuery{Agent: "coder", Tool: "fs.read"}, d.now)
	require.NoError(d.t, err)
	require.Positive(d.t, n)
}

func TestAPrecedentTellsWhatItRestsOn(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	first := d.settled(d.read("/home/dev/project/a"), "person:ann", "approved")
	d.now = d.now.Add(time.Minute)
	second := d.settled(d.read("/home/dev/project/b"), "person:bob", "approved")
	rule := d.precedents(func(o *memory.PrecedentOptions) { o.Min = 2 })
	v, settled := rule.Evaluate(t.Context(), d.read("/home/dev/project/c"))
	require.True(t, settled)
	assert.Equal(t, []string{second, first}, v.Precedents)
	assert.Equal(t, decision.BasisPrecedent, v.Basis)
	assert.InDelta(t, 0.75, v.Confidence, 1e-9)
	assert.InDelta(t, 0.75, *v.Threshold, 1e-9)
	assert.Equal(t, "people approved 2 calls like this one in the last 90 days and refused none", v.Reasoning)
	assert.False(t, decision.Lifts(rule), "what a rule holds for a person stays held")
	assert.Equal(t, decision.NeedNothing, decision.NeedsOf(rule))
}

// TestManyApprovalsArePrecedents gathers more than a store returns at once, and
// then looks for the one refusal that is older than all of them.
func TestManyApprovalsArePrecedents(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"approved": "approve", "denied": "-"} {
		d := newDesk(t)
		d.settled(d.read("/home/dev/project/a"), "person:bob", name)
		d.now = d.now.Add(time.Minute)
		d.approve(memory.MaxLimit+1, d.read("/home/dev/project/a"))
		assert.Equal(t, want, action(t, d.precedents(), d.read("/home/dev/project/b")), name)
	}
}

// TestMoreRefusalsThanAnAnswerHoldsAreNoPrecedent takes back all refusals but
// the oldest, which no answer shows.
func TestMoreRefusalsThanAnAnswerHoldsAreNoPrecedent(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for range memory.MaxLimit {
		d.settled(d.read("/home/dev/project/a"), "person:bob", "denied")
		d.now = d.now.Add(time.Second)
	}
	d.revoke()
	d.now = d.now.Add(time.Second)
	d.approve(3, d.read("/home/dev/project/a"))
	v, settled := d.precedents().Evaluate(t.Context(), d.read("/home/dev/project/b"))
	assert.False(t, settled)
	require.Len(t, v.Notes, 1)
	assert.Contains(t, v.Notes[0], "could be missed")
}

func TestObserveMakesWordsOfOutcomesOnly(t *testing.T) {
	t.Parallel()
	approved := &decision.Outcome{State: decision.OutcomeSettled, By: "person:ann", Status: "approved"}
	with := func(change func(*decision.Outcome)) *decision.Outcome {
		o := *approved
		change(&o)
		return &o
	}
	yes := decision.Approve
	tests := map[string]struct {
		event decision.Event
		want  int
	}{
		"settled":               {decision.Event{Type: decision.EventOutcome, Outcome: approved}, 1},
		"lost to a person":      {decision.Event{Type: decision.EventOutcome, Outcome: with(func(o *decision.Outcome) { o.State = decision.OutcomeLost })}, 1},
		"refused by a program":  {decision.Event{Type: decision.EventOutcome, Outcome: with(func(o *decision.Outcome) { o.By, o.Status = "supervisor:x", "denied" })}, 1},
		"approved by a program": {decision.Event{Type: decision.EventOutcome, Outcome: with(func(o *decision.Outcome) { o.By = "supervisor:x" })}, 0},
		"nobody answered":       {decision.Event{Type: decision.EventOutcome, Outcome: with(func(o *decision.Outcome) { o.By, o.Status = "system:timeout", "timeout" })}, 0},
		"how is not known":      {decision.Event{Type: decision.EventOutcome, Outcome: with(func(o *decision.Outcome) { o.Status = "" })}, 0},
		"sent by us":            {decision.Event{Type: decision.EventOutcome, Outcome: with(func(o *decision.Outcome) { o.State = decision.OutcomeSent })}, 0},
		"left":                  {decision.Event{Type: decision.EventOutcome, Outcome: with(func(o *decision.Outcome) { o.State = decision.OutcomeLeft })}, 0},
		"our own approve":       {decision.Event{Decision: &decision.Decision{ID: "a", Action: yes, Fingerprint: "f"}}, 0},
		"an observed approve":   {decision.Event{Decision: &decision.Decision{ID: "a", Action: yes, Observed: &yes, Fingerprint: "f"}, Call: &decision.Call{Tool: "t"}}, 0},
		"a pause":               {decision.Event{Type: decision.EventPaused}, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			if tt.event.Type == decision.EventOutcome {
				tt.event.Decision = &decision.Decision{ID: "a", Agent: "coder", Tool: "t", Fingerprint: "f", Action: yes}
			}
			sink := memory.Observe(d.Store, d.people)
			for range 2 { // a repeated event makes no second word
				require.NoError(t, sink.Record(t.Context(), tt.event))
			}
			words, err := d.FindWords(t.Context(), decision.WordQuery{})
			require.NoError(t, err)
			assert.Len(t, words, tt.want)
		})
	}
}

func TestObserveKeepsWhatADecisionShowed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.read("/home/dev/project/a")
	c.Session = "s"
	id := d.settled(c, "person:ann\nperson:bob", "denied")
	words, err := d.FindWords(t.Context(), decision.WordQuery{})
	require.NoError(t, err)
	require.Len(t, words, 1)
	w := words[0]
	assert.Equal(t, []string{id, "coder", "s", "fs.read", "person:ann person:bob"}, []string{w.ID, w.Agent, w.Session, w.Tool, w.By})
	assert.Equal(t, fingerprint(t, c), w.Fingerprint)
	assert.Equal(t, c.Effects(t.Context()).Signature(), w.Signature)
	assert.Len(t, w.Like, 2)
	assert.Equal(t, monday, w.Time)
}

// TestARefusalOfAnEarlierProcess tells an outcome of a call that this sink has
// not seen: its effects are in the decision, its words are not.
func TestARefusalOfAnEarlierProcess(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.bash("rm -rf src")
	made := decision.Decision{
		ID: "a", Agent: c.Agent, Tool: c.Tool, Fingerprint: fingerprint(t, c), Evidence: decision.Evidence{Effects: c.Effects(t.Context()).List},
	}
	require.NoError(t, memory.Observe(d.Store, d.people).Record(t.Context(), decision.Event{
		Type: decision.EventOutcome, Time: d.now, Decision: &made, Outcome: &decision.Outcome{State: decision.OutcomeSettled, By: "person:ann", Status: "denied"},
	}))
	assert.Equal(t, "deny", action(t, d.word(), d.bash("rm -r -f ./src")))
}

// full is a store of words that takes none.
type full struct{ decision.Words }

func (full) SaveWord(context.Context, decision.Word) error { return errStoreDown }

func TestAWordThatCannotBeKeptIsToldAgain(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	err := memory.Observe(full{d.Store}, d.people).Record(t.Context(), decision.Event{
		Type: decision.EventOutcome, Decision: &decision.Decision{ID: "a", Fingerprint: "f"},
		Outcome: &decision.Outcome{State: decision.OutcomeSettled, By: "person:ann", Status: "approved"},
	})
	require.ErrorIs(t, err, errStoreDown, "the supervisor's outbox offers it again")
}

// TestARevocationEndsWhatCameBeforeIt also when that is told only later, as the
// outcomes of an earlier run are.
func TestARevocationEndsWhatCameBeforeIt(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.approve(1, d.read("/home/dev/project/a"))
	revoked := d.now.Add(time.Hour)
	d.now = revoked
	d.revoke()
	d.now = revoked.Add(-10 * time.Minute)
	d.approve(3, d.read("/home/dev/project/a"))
	d.now = revoked.Add(time.Minute)
	assert.Equal(t, "-", action(t, d.precedents(), d.read("/home/dev/project/a")))
	d.approve(3, d.read("/home/dev/project/a"))
	assert.Equal(t, "approve", action(t, d.precedents(), d.read("/home/dev/project/a")))
}
