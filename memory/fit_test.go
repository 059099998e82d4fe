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

// TestWhatPrecedentsNeverApprove has people approve calls often enough whose
// effects an analyser makes up.
func TestWhatPrecedentsNeverApprove(t *testing.T) {
	t.Parallel()
	in := func(kind decision.EffectKind, zone decision.Zone) decision.Effect {
		return decision.Effect{Kind: kind, Zone: zone, Target: "x"}
	}
	with := func(change func(*decision.Effect)) decision.Effect {
		e := in(decision.Reads, decision.ZoneProject)
		change(&e)
		return e
	}
	tests := map[string]struct {
		effect         decision.Effect
		reads, writing string // what comes out, without and with Writes
	}{
		"a read":                 {in(decision.Reads, decision.ZoneProject), "approve", "approve"},
		"a read elsewhere":       {in(decision.Reads, decision.ZoneSystem), "approve", "approve"},
		"a read nowhere":         {in(decision.Reads, decision.ZoneUnknown), "-", "-"},
		"a fetch":                {in(decision.Network, decision.ZoneRemote), "approve", "approve"},
		"a fetch that sends":     {decision.Effect{Kind: decision.Network, Zone: decision.ZoneRemote, Sends: []string{"a"}}, "-", "-"},
		"a new file":             {in(decision.Creates, decision.ZoneProject), "-", "approve"},
		"a new file elsewhere":   {in(decision.Creates, decision.ZoneTemp), "-", "-"},
		"the project's code":     {in(decision.ExecutesProject, decision.ZoneProject), "-", "approve"},
		"unseen code":            {in(decision.ExecutesUnseen, decision.ZoneProject), "-", "-"},
		"a deletion":             {in(decision.Deletes, decision.ZoneProject), "-", "-"},
		"a secret":               {in(decision.Secrets, decision.ZoneProject), "-", "-"},
		"a privilege":            {in(decision.Privilege, decision.ZoneNone), "-", "-"},
		"what runs later":        {in(decision.Persistence, decision.ZoneProject), "-", "-"},
		"what others get":        {in(decision.External, decision.ZoneRemote), "-", "-"},
		"what stops a program":   {in(decision.Disrupts, decision.ZoneNone), "-", "-"},
		"what guards the agent":  {in(decision.SelfTamper, decision.ZoneProject), "-", "-"},
		"text aimed at a judge":  {in(decision.Injection, decision.ZoneNone), "-", "-"},
		"a kind of tomorrow":     {in("teleports", decision.ZoneProject), "-", "-"},
		"what cannot be undone":  {with(func(e *decision.Effect) { e.Irreversible = true }), "-", "-"},
		"what has a concern":     {with(func(e *decision.Effect) { e.Concern = "private data" }), "-", "-"},
		"a read that sends data": {with(func(e *decision.Effect) { e.Sends = []string{"a"} }), "-", "-"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.analyzer = decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects {
				return decision.Effects{Covered: true, List: []decision.Effect{tt.effect}}
			})
			d.approve(3, d.read("a"))
			assert.Equal(t, tt.reads, action(t, d.precedents(), d.read("a")))
			assert.Equal(t, tt.writing, action(t, d.precedents(func(o *memory.PrecedentOptions) { o.Writes = true }), d.read("a")))
		})
	}
}

// TestWhichCallsMustBeExactlyTheSame gives all calls the same effect, and looks
// which parameters may differ.
func TestWhichCallsMustBeExactlyTheSame(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		tool          string
		before, after map[string]any
		segments      []string
		want          string
	}{
		"another path":            {"fs.read", map[string]any{"path": "a"}, map[string]any{"path": "b"}, nil, "approve"},
		"paths in a list":         {"fs.read", map[string]any{"paths": []any{"a"}}, map[string]any{"paths": []any{"b"}}, nil, "approve"},
		"a number and a switch":   {"fs.read", map[string]any{"path": "a"}, map[string]any{"path": "a", "limit": 3, "deep": true}, nil, "approve"},
		"a text":                  {"fs.read", map[string]any{"path": "a", "mode": "x"}, map[string]any{"path": "a", "mode": "y"}, nil, "-"},
		"a text within":           {"fs.read", map[string]any{"path": map[string]any{"x": "a"}}, map[string]any{"path": map[string]any{"x": "b"}}, nil, "-"},
		"a path by name and code": {"fs.read", map[string]any{"script_path": "a"}, map[string]any{"script_path": "b"}, nil, "-"},
		"a tool that runs":        {"run", map[string]any{"path": "a"}, map[string]any{"path": "b"}, nil, "-"},
		"a command line":          {"fs.read", map[string]any{"path": "a"}, map[string]any{"path": "b"}, []string{"cat a"}, "-"},
		"the same":                {"run", map[string]any{"cmd": "a"}, map[string]any{"cmd": "a"}, []string{"a"}, "approve"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.analyzer = decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects {
				return decision.Effects{Covered: true, Segments: tt.segments, List: []decision.Effect{{Kind: decision.Reads, Zone: decision.ZoneProject, Target: "x"}}}
			})
			d.approve(3, d.call("coder", tt.tool, tt.before))
			assert.Equal(t, tt.want, action(t, d.precedents(), d.call("coder", tt.tool, tt.after)))
		})
	}
}

// TestNobodysCallsHaveNoPrecedents: an agent without a name is everybody.
func TestNobodysCallsHaveNoPrecedents(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	nobody := d.call("", "fs.read", map[string]any{"path": "/home/dev/project/a"})
	d.approve(3, nobody)
	assert.Equal(t, "-", action(t, d.precedents(), nobody))
}

// TestTheWordsOfACallJudgedAgainAreItsOwn reuses the id of a call for another
// one, whose likeness must not be taken.
func TestTheWordsOfACallJudgedAgainAreItsOwn(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	sink := memory.Observe(d.Store, d.people)
	first, second := d.bash("python3 a.py"), d.bash("python3 b.py")
	later := decision.Decision{ID: "x", Agent: "coder", Tool: "Bash", Fingerprint: fingerprint(t, second)}
	earlier := later
	earlier.Fingerprint = fingerprint(t, first)
	require.NoError(t, sink.Record(t.Context(), decision.Event{Time: monday, Decision: &earlier, Call: first}))
	require.NoError(t, sink.Record(t.Context(), decision.Event{
		Type: decision.EventOutcome, Time: monday, Decision: &later,
		Outcome: &decision.Outcome{State: decision.OutcomeSettled, By: "person:ann", Status: "denied", At: monday.Add(-time.Second)},
	}))
	assert.Equal(t, "-", action(t, d.word(), d.bash("python3  a.py")))
	assert.Equal(t, "deny", action(t, d.word(), second))
}
