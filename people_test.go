package supervisor_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/rules/standing"
)

// said is a call about which people said everything that could approve it: a
// word for a while, a standing approval, and enough approvals before.
type said struct {
	store *memory.Store
	call  supervisor.Call
}

func newSaid(t *testing.T) said {
	t.Helper()
	s := said{memory.NewStore(memory.Options{}), supervisor.Call{Agent: "coder", Tool: "fs.read", Params: map[string]any{"path": "/p/a"}}}
	fingerprint, err := decision.Fingerprint(&s.call)
	require.NoError(t, err)
	signature := decision.Effects{Covered: true, List: []decision.Effect{readEffect}}.Signature()
	word := decision.Word{
		Agent: "coder", Tool: "fs.read", Fingerprint: fingerprint, Signature: signature,
		Action: decision.Approve, By: "person:ann", Time: time.Now().Add(-time.Minute),
	}
	for _, id := range []string{"a", "b", "c"} {
		word.ID = id
		require.NoError(t, s.store.SaveWord(t.Context(), word))
	}
	return s
}

var readEffect = decision.Effect{Kind: decision.Reads, Target: "/p/a", Zone: decision.ZoneProject}

// word, approval and precedent are the three rules, each with what it needs.
func (s said) word(t *testing.T) supervisor.Rule {
	fingerprint, err := decision.Fingerprint(&s.call)
	require.NoError(t, err)
	require.NoError(t, s.store.SaveWord(t.Context(), decision.Word{
		ID: "once", Agent: "coder", Tool: "fs.read", Fingerprint: fingerprint, Action: decision.Approve, By: "person:ann",
		Time: time.Now(), Once: true,
	}))
	return memory.PersonsWord(s.store, memory.WordOptions{People: s.people(t)})
}

func (said) approval(t *testing.T) supervisor.Rule {
	set, err := standing.New(standing.Options{Config: []standing.AgentTools{{Agent: "coder", Tools: []string{"fs.read"}}}})
	require.NoError(t, err)
	return set
}

func (s said) precedent(t *testing.T) supervisor.Rule {
	return memory.Precedents(s.store, memory.PrecedentOptions{People: s.people(t)})
}

func (said) people(t *testing.T) memory.People {
	people, err := memory.NewPeople(nil, false)
	require.NoError(t, err)
	return people
}

func TestTheOrderOfWhatPeopleSaid(t *testing.T) {
	t.Parallel()
	opaque := supervisor.AnalyzerFunc(func(context.Context, *supervisor.Call) supervisor.Effects { return supervisor.Effects{} })
	gate := func(v supervisor.Verdict) func(*supervisor.Options) {
		return func(o *supervisor.Options) { o.Gates = []supervisor.Rule{settles(v)} }
	}
	rule := func(r supervisor.Rule) func(*supervisor.Options) {
		return func(o *supervisor.Options) { o.Rules = append([]supervisor.Rule{r}, o.Rules...) }
	}
	type who = string
	const nobody = ""
	tests := map[string]struct {
		change                    func(*supervisor.Options)
		call                      func(*supervisor.Call)
		word, standing, precedent who // who approves, when each is alone
	}{
		"nothing else":         {nil, nil, memory.WordSource, "standing:config", memory.PrecedentSource},
		"a deny rule":          {rule(settles(denyWord("no"))), nil, nobody, nobody, nobody},
		"a held call":          {rule(settles(escalateWord("ask"))), nil, memory.WordSource, "standing:config", nobody},
		"a call handed on":     {rule(handsOn(escalateWord("rest"))), nil, memory.WordSource, "standing:config", memory.PrecedentSource},
		"a gate that holds":    {gate(escalateWord("gate")), nil, nobody, nobody, nobody},
		"a gate that denies":   {gate(denyWord("gate")), nil, nobody, nobody, nobody},
		"the injection flag":   {nil, func(c *supervisor.Call) { c.InjectionRisk = true }, nobody, nobody, nobody},
		"an opaque call":       {func(o *supervisor.Options) { o.Analyzer = opaque }, nil, memory.WordSource, "standing:config", nobody},
		"what guards it":       {func(o *supervisor.Options) { o.Analyzer = seen(decision.Effect{Kind: decision.SelfTamper}) }, nil, nobody, nobody, nobody},
		"a secret":             {func(o *supervisor.Options) { o.Analyzer = seen(decision.Effect{Kind: decision.Secrets}) }, nil, memory.WordSource, "standing:config", nobody},
		"a model that refuses": {func(o *supervisor.Options) { o.Provider = judgeFunc(deniesAll) }, nil, memory.WordSource, "standing:config", memory.PrecedentSource},
		"nobody waits":         {nil, func(c *supervisor.Call) { c.Expires = time.Now().Add(-time.Second) }, nobody, nobody, nobody},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSaid(t)
			for want, make := range map[*who]func(*testing.T) supervisor.Rule{&tt.word: s.word, &tt.standing: s.approval, &tt.precedent: s.precedent} {
				o := supervisor.Options{Analyzer: seen(readEffect), Rules: []supervisor.Rule{make(t)}}
				if tt.change != nil {
					tt.change(&o)
				}
				c := s.call
				if tt.call != nil {
					tt.call(&c)
				}
				d := evaluate(t, mustNew(t, o), c)
				if *want == nobody {
					assert.NotEqual(t, supervisor.Approve, d.Action, d.RuleMatched)
				} else {
					assert.Equal(t, supervisor.Approve, d.Action, d.Reasoning)
					assert.Equal(t, *want, d.RuleMatched)
				}
			}
		})
	}
}

func deniesAll(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
	return denyWord("model"), nil
}

// TestAWordThatIsSpentTwiceEscalates has the word taken by another process
// between judging and counting.
func TestAWordThatIsSpentTwiceEscalates(t *testing.T) {
	t.Parallel()
	s := newSaid(t)
	word := s.word(t)
	sup := mustNew(t, supervisor.Options{Analyzer: seen(readEffect), Rules: []supervisor.Rule{word}})
	d, err := sup.Trial().Evaluate(t.Context(), s.call)
	require.NoError(t, err)
	assert.Equal(t, supervisor.Approve, d.Action)
	first := evaluate(t, sup, s.call)
	assert.Equal(t, supervisor.Approve, first.Action, "a trial spends nothing")
	assert.Equal(t, []string{"once"}, first.Evidence.Precedents)
	assert.Equal(t, supervisor.Escalate, evaluate(t, sup, s.call).Action)

	s = newSaid(t)
	late := mustNew(t, supervisor.Options{Analyzer: seen(readEffect), Rules: []supervisor.Rule{taken{s.word(t).(wordRule), s.store}}})
	d = evaluate(t, late, s.call)
	assert.Equal(t, supervisor.Escalate, d.Action)
	assert.Equal(t, supervisor.CauseRecord, d.Cause)
}

type wordRule interface {
	supervisor.Rule
	decision.Committer
}

// taken loses its word before it can be counted.
type taken struct {
	wordRule
	store *memory.Store
}

func (r taken) Commit(ctx context.Context, c *supervisor.Call, v supervisor.Verdict) error {
	if _, err := r.store.SpendWord(ctx, "once", time.Now()); err != nil {
		return err
	}
	return r.wordRule.Commit(ctx, c, v)
}

// TestFC118WithoutAnybodyToAskACallEscalates has neither a terminal nor a
// store where a call could wait.
func TestFC118WithoutAnybodyToAskACallEscalates(t *testing.T) {
	t.Parallel()
	set, err := standing.New(standing.Options{})
	require.NoError(t, err)
	for name, o := range map[string]supervisor.Options{
		"nothing at all": {},
		"empty memory":   {Rules: []supervisor.Rule{memory.PersonsWord(memory.NewStore(memory.Options{}), memory.WordOptions{}), set}},
	} {
		d := evaluate(t, mustNew(t, o), supervisor.Call{Tool: "Bash", Params: map[string]any{"command": "rm -rf /"}})
		assert.Equal(t, supervisor.Escalate, d.Action, name)
	}
}
