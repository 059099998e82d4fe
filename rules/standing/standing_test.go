package standing_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/rules/standing"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const project = "/home/dev/project/"

var monday = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// desk is a set of standing approvals with what the tests need around it.
type desk struct {
	t        *testing.T
	store    *shelf
	analyzer decision.Analyzer
	now      time.Time
	config   []standing.AgentTools
	options  func(*standing.Options)
}

func newDesk(t *testing.T, config ...standing.AgentTools) *desk {
	t.Helper()
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"/home/dev/project"}, Home: "/home/dev", WorkingDir: "/home/dev/project"})
	require.NoError(t, err)
	return &desk{t: t, store: newShelf(), analyzer: effect.NewAnalyzer(scope), now: monday, config: config}
}

func (d *desk) set() *standing.Set {
	d.t.Helper()
	o := standing.Options{
		Config: d.config, Store: d.store, Recent: d.store, Approvals: d.store, Analyzer: d.analyzer,
		Now: func() time.Time { return d.now },
	}
	if d.options != nil {
		d.options(&o)
	}
	s, err := standing.New(o)
	require.NoError(d.t, err)
	return s
}

func (d *desk) call(tool string, params map[string]any) *decision.Call {
	d.t.Helper()
	c, err := (&decision.Call{Agent: "coder", Tool: tool, Session: "A", Params: params}).Normalize()
	require.NoError(d.t, err)
	return c.WithAnalyzer(d.analyzer)
}

func (d *desk) bash(command string) *decision.Call {
	return d.call("Bash", map[string]any{"command": command})
}

func (d *desk) read() *decision.Call { return d.call("fs.read", map[string]any{"path": project + "a"}) }

func in(session string, c *decision.Call) *decision.Call {
	c.Session = session
	return c
}

func of(agent string, c *decision.Call) *decision.Call {
	c.Agent = agent
	return c
}

func permanent(tool string) decision.Standing {
	return decision.Standing{Scope: decision.StandingPermanent, Agent: "coder", Tool: tool, CreatedBy: "person:ann"}
}

func session(tool, conversation string) decision.Standing {
	return decision.Standing{Scope: decision.StandingSession, Agent: "coder", Tool: tool, Session: conversation}
}

func (d *desk) create(a decision.Standing) (decision.Standing, standing.Preview) {
	d.t.Helper()
	made, preview, err := d.set().Create(d.t.Context(), standing.Request{Standing: a})
	require.NoError(d.t, err)
	return made, preview
}

// covered returns the scope that covers a call, "" for none.
func (d *desk) covered(c *decision.Call) string {
	d.t.Helper()
	v, settled := d.set().Evaluate(d.t.Context(), c)
	if !settled {
		return ""
	}
	require.Equal(d.t, decision.Approve, v.Action)
	require.Equal(d.t, decision.BasisStanding, v.Basis)
	return v.Source[len("standing:"):]
}

var errShelf = errors.New("shelf is down")

func TestScopesAndTheirOrder(t *testing.T) {
	t.Parallel()
	config := standing.AgentTools{Agent: "coder", Tools: []string{"fs.read", ""}}
	t.Run("case 1: no rules", func(t *testing.T) {
		t.Parallel()
		assert.Empty(t, newDesk(t).covered(newDesk(t).read()))
	})
	t.Run("case 2: config", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t, config)
		assert.Equal(t, "config", d.covered(d.read()))
		assert.Equal(t, "config", d.covered(in("other", d.read())))
		assert.Empty(t, d.covered(d.call("fs.list", map[string]any{"path": project})))
		assert.Empty(t, d.covered(d.call("FS.read", map[string]any{"path": project})), "case counts")
		assert.Empty(t, d.covered(of("other", d.read())))
		assert.Empty(t, d.covered(d.call("x", nil)))
	})
	t.Run("cases 3 and 4: attribution, and what is left", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t, config)
		d.create(session("fs.read", "A"))
		made, _ := d.create(permanent("fs.read"))
		assert.Equal(t, "config", d.covered(d.read()))
		require.NoError(t, d.set().Delete(t.Context(), made.ID))
		ended, err := d.set().EndSession(t.Context(), "A")
		require.NoError(t, err)
		assert.Equal(t, 1, ended)
		assert.Equal(t, "config", d.covered(d.read()))
		d.create(session("fs.read", "A"))
		d.create(permanent("fs.read"))
		d.config = nil
		assert.Equal(t, "session", d.covered(d.read()))
		assert.Equal(t, "permanent", d.covered(in("B", d.read())))
	})
	t.Run("case 5: another config", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t, standing.AgentTools{Agent: "coder", Tools: []string{"fs.read", "fs.list"}})
		d.config = []standing.AgentTools{{Agent: "coder", Tools: []string{"fs.list"}}}
		assert.Empty(t, d.covered(d.read()))
		d.config = nil
		assert.Empty(t, d.covered(d.call("fs.list", map[string]any{"path": project})))
	})
	t.Run("cases 6 to 8: a session", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		made, _ := d.create(session("fs.read", "A"))
		d.create(session("fs.read", "B"))
		assert.Equal(t, monday.Add(15*time.Minute), made.ExpiresAt)
		assert.Empty(t, d.covered(in("C", d.read())))
		assert.Empty(t, d.covered(in("", d.read())))
		ended, err := d.set().EndSession(t.Context(), "A")
		require.NoError(t, err)
		assert.Equal(t, 1, ended)
		assert.Empty(t, d.covered(d.read()))
		d.now = d.now.Add(15*time.Minute - 1)
		assert.Equal(t, "session", d.covered(in("B", d.read())))
		d.now = d.now.Add(1)
		assert.Empty(t, d.covered(in("B", d.read())))
		list, err := d.set().List(t.Context(), "")
		require.NoError(t, err)
		assert.Empty(t, list)
	})
	t.Run("case 9: permanent", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		made, _ := d.create(permanent("fs.read"))
		d.now = d.now.AddDate(5, 0, 0)
		assert.Equal(t, "permanent", d.covered(in("Z", d.read())))
		require.NoError(t, d.set().Delete(t.Context(), made.ID))
		assert.Empty(t, d.covered(d.read()))
		require.ErrorIs(t, d.set().Delete(t.Context(), made.ID), standing.ErrNotFound)
		require.ErrorIs(t, d.set().Delete(t.Context(), ""), standing.ErrNotFound)
	})
}

func TestTheConfigOfAnAgent(t *testing.T) {
	t.Parallel()
	d := newDesk(t, standing.AgentTools{Agent: "co*", Tools: []string{"fs.list"}}, standing.AgentTools{Agent: "coder", Tools: []string{"fs.read"}})
	list := func() *decision.Call { return d.call("fs.list", map[string]any{"path": project}) }
	assert.Empty(t, d.covered(list()), "the exact name counts, not the glob before it")
	assert.Equal(t, "config", d.covered(of("cook", list())))
	assert.Empty(t, d.covered(of("", list())))
	_, err := standing.New(standing.Options{Config: []standing.AgentTools{{Agent: "a["}}})
	require.ErrorContains(t, err, "Config[0].Agent")
}

// TestTheConfigIsTheOperatorsWord is obeyed for what nobody could create.
func TestTheConfigIsTheOperatorsWord(t *testing.T) {
	t.Parallel()
	d := newDesk(t, standing.AgentTools{Agent: "coder", Tools: []string{"Bash"}})
	assert.Equal(t, "config", d.covered(d.bash("python3 x.py")))
	config := d.config
	s := d.set()
	config[0].Tools[0] = "fs.read"
	_, settled := s.Evaluate(t.Context(), d.bash("ls"))
	assert.True(t, settled, "what a set was made of is its own")
}

func TestCase13Lists(t *testing.T) {
	t.Parallel()
	d := newDesk(t, standing.AgentTools{Agent: "z", Tools: []string{"b", "a"}}, standing.AgentTools{Agent: "coder", Tools: []string{"c"}})
	d.create(permanent("fs.read"))
	all, err := d.set().List(t.Context(), "")
	require.NoError(t, err)
	require.Len(t, all, 4)
	assert.Equal(t, []string{"c", "a", "b", "fs.read"}, []string{all[0].Tool, all[1].Tool, all[2].Tool, all[3].Tool})
	assert.Equal(t, decision.Standing{Scope: decision.StandingConfig, Agent: "z", Tool: "a", CreatedBy: "config"}, all[1])
	own, err := d.set().List(t.Context(), "coder")
	require.NoError(t, err)
	assert.Len(t, own, 2)
	none, err := d.set().List(t.Context(), "nobody")
	require.NoError(t, err)
	assert.NotNil(t, none, "W21: an empty list is a list")
	assert.Empty(t, none)
	unknown := d.set().Unknown([]string{"a", "c"})
	require.Len(t, unknown, 1)
	assert.Equal(t, "b", unknown[0].Tool)
	assert.Equal(t, "config", d.covered(of("z", d.call("b", nil))), "an unknown name is kept")
}

func TestCase20WhatCannotBeCreated(t *testing.T) {
	t.Parallel()
	with := func(change func(*decision.Standing)) decision.Standing {
		a := permanent("fs.read")
		change(&a)
		return a
	}
	tests := map[string]struct {
		standing decision.Standing
		want     string
	}{
		"no scope":                {with(func(a *decision.Standing) { a.Scope = "" }), "unknown scope"},
		"unknown scope":           {with(func(a *decision.Standing) { a.Scope = "invalid" }), "unknown scope"},
		"scope config":            {with(func(a *decision.Standing) { a.Scope = decision.StandingConfig }), "auto_approve_tools"},
		"no agent":                {with(func(a *decision.Standing) { a.Agent = "" }), "no agent"},
		"no tool":                 {with(func(a *decision.Standing) { a.Tool = "" }), "no tool"},
		"session, nowhere":        {session("fs.read", ""), "conversation"},
		"permanent, somewhere":    {with(func(a *decision.Standing) { a.Session = "A" }), "conversation"},
		"expired":                 {with(func(a *decision.Standing) { a.ExpiresAt = monday }), "expired"},
		"negative uses":           {with(func(a *decision.Standing) { a.MaxUses = -1 }), "negative"},
		"arguments that are none": {with(func(a *decision.Standing) { a.Arguments = map[string]any{"f": func() {}} }), "json"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			_, _, err := d.set().Create(t.Context(), standing.Request{Standing: tt.standing})
			require.ErrorIs(t, err, standing.ErrRefused)
			require.ErrorContains(t, err, tt.want)
			list, err := d.set().List(t.Context(), "")
			require.NoError(t, err)
			assert.Empty(t, list, "nothing is stored")
		})
	}
}

func TestW4TheSameTwiceIsOne(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	first, _ := d.create(permanent("fs.read"))
	second, _ := d.create(permanent("fs.read"))
	assert.Equal(t, first.ID, second.ID)
	require.NoError(t, d.set().Delete(t.Context(), first.ID))
	assert.Empty(t, d.covered(d.read()))
}

func TestUsesAreCounted(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	a := permanent("fs.read")
	a.MaxUses = 2
	made, _ := d.create(a)
	s := d.set()
	for range 2 {
		v, settled := s.Evaluate(t.Context(), d.read())
		require.True(t, settled)
		assert.Equal(t, made.ID, v.Rule.Name)
		require.NoError(t, s.Commit(t.Context(), d.read(), v))
	}
	assert.Empty(t, d.covered(d.read()))
	err := s.Commit(t.Context(), d.read(), decision.Verdict{Source: "standing:permanent", Rule: &decision.RuleRef{Name: made.ID}})
	require.ErrorIs(t, err, standing.ErrUsedUp, "a race is lost, not won twice")
	require.NoError(t, s.Commit(t.Context(), d.read(), decision.Verdict{Source: "standing:config", Rule: &decision.RuleRef{Name: "x"}}))
}

func TestAStoreThatIsDownCountsAsEmpty(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	made, _ := d.create(permanent("fs.read"))
	d.store.err = errShelf
	v, settled := d.set().Evaluate(t.Context(), d.read())
	assert.False(t, settled)
	assert.Len(t, v.Notes, 1)
	require.ErrorIs(t, d.set().Commit(t.Context(), d.read(), decision.Verdict{Rule: &decision.RuleRef{Name: made.ID}}), errShelf)
	_, err := d.set().List(t.Context(), "")
	require.ErrorIs(t, err, errShelf)
	steps := d.set().Explain(t.Context(), d.read())
	require.Len(t, steps, 1)
	assert.Contains(t, steps[0].Detail, "could not be read")
}

func TestExplainShowsWhatDoesNotCover(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.create(session("fs.read", "B"))
	d.create(permanent("fs.read"))
	steps := d.set().Explain(t.Context(), d.read())
	require.Len(t, steps, 2)
	assert.Equal(t, "it is about another conversation", steps[0].Detail)
	assert.True(t, steps[1].Settled)
	assert.Equal(t, decision.Approve, *steps[1].Action)
	assert.True(t, decision.Lifts(d.set()))
	assert.Equal(t, decision.NeedNothing, decision.NeedsOf(d.set()))
}

func TestASetWithoutAStore(t *testing.T) {
	t.Parallel()
	s, err := standing.New(standing.Options{})
	require.NoError(t, err)
	d := newDesk(t)
	_, settled := s.Evaluate(context.Background(), d.read())
	assert.False(t, settled)
	_, _, err = s.Create(t.Context(), standing.Request{Standing: permanent("fs.read")})
	require.ErrorContains(t, err, "Options.Store")
	require.ErrorIs(t, s.Commit(t.Context(), d.read(), decision.Verdict{}), standing.ErrUsedUp)
	require.ErrorIs(t, s.Delete(t.Context(), "x"), standing.ErrNotFound)
}
