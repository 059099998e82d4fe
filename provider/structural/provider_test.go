package structural_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/structural"
	"github.com/flux7-go/supervisor/question"
)

// seeing is an analyser that sees the same in every call.
func seeing(e decision.Effects) decision.Analyzer {
	return decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects { return e })
}

func covered(list ...decision.Effect) decision.Effects {
	return decision.Effects{Covered: true, List: list}
}

func basePack(t testing.TB, packs ...question.Pack) question.Set {
	t.Helper()
	set, _, err := question.WithBase(packs...)
	require.NoError(t, err)
	return set
}

func newProvider(t testing.TB, set question.Set, analyzer decision.Analyzer) *structural.Provider {
	t.Helper()
	return structural.New(structural.Options{Set: set, Thresholds: decision.DefaultThresholds(), Analyzer: analyzer})
}

// judge is the action on a call with these effects; escalate if it passes.
func judge(t testing.TB, p *structural.Provider, c decision.Call, e decision.Effects) decision.Verdict {
	t.Helper()
	if c.Tool == "" {
		c.Tool = "tool"
	}
	v, err := p.Judge(t.Context(), c.WithAnalyzer(seeing(e)))
	if v.Action == decision.Escalate {
		require.ErrorIs(t, err, decision.ErrPass)
		return v
	}
	require.NoError(t, err)
	assert.Equal(t, decision.BasisStructural, v.Basis)
	assert.Equal(t, structural.Label, v.Source)
	return v
}

func TestWhatAnEffectLeadsTo(t *testing.T) {
	t.Parallel()
	const (
		approve, deny, pass = decision.Approve, decision.Deny, decision.Escalate
	)
	type effect = decision.Effect
	for name, c := range map[string]struct {
		effect effect
		want   decision.Action
	}{
		"reads the project":          {effect{Kind: decision.Reads, Zone: decision.ZoneProject}, approve},
		"reads the system":           {effect{Kind: decision.Reads, Zone: decision.ZoneSystem}, approve},
		"reads it knows not where":   {effect{Kind: decision.Reads}, pass},
		"creates in the project":     {effect{Kind: decision.Creates, Zone: decision.ZoneProject}, approve},
		"creates at home":            {effect{Kind: decision.Creates, Zone: decision.ZoneHome}, pass},
		"writes in the project":      {effect{Kind: decision.Overwrites, Zone: decision.ZoneProject}, approve},
		"writes a doubtful file":     {effect{Kind: decision.Overwrites, Zone: decision.ZoneProject, Concern: "tracked file"}, pass},
		"writes a temporary file":    {effect{Kind: decision.Overwrites, Zone: decision.ZoneTemp}, approve},
		"writes at home":             {effect{Kind: decision.Overwrites, Zone: decision.ZoneHome}, pass},
		"writes to the system":       {effect{Kind: decision.Overwrites, Zone: decision.ZoneSystem}, deny},
		"writes elsewhere":           {effect{Kind: decision.Overwrites, Zone: decision.ZoneRemote}, pass},
		"deletes what can be remade": {effect{Kind: decision.Deletes, Zone: decision.ZoneProject}, approve},
		"deletes work":               {effect{Kind: decision.Deletes, Zone: decision.ZoneProject, Irreversible: true}, pass},
		"deletes a doubtful file":    {effect{Kind: decision.Deletes, Zone: decision.ZoneProject, Concern: "backup"}, pass},
		"deletes its own temp dir":   {effect{Kind: decision.Deletes, Zone: decision.ZoneTemp}, approve},
		"deletes the home":           {effect{Kind: decision.Deletes, Zone: decision.ZoneHome, Irreversible: true}, deny},
		"deletes a file at home":     {effect{Kind: decision.Deletes, Zone: decision.ZoneHome}, pass},
		"deletes the system":         {effect{Kind: decision.Deletes, Zone: decision.ZoneSystem}, deny},
		"deletes elsewhere":          {effect{Kind: decision.Deletes, Zone: decision.ZoneRemote, Irreversible: true}, pass},
		"runs a known program":       {effect{Kind: decision.Executes, Zone: decision.ZoneNone}, approve},
		"runs the project's code":    {effect{Kind: decision.ExecutesProject, Zone: decision.ZoneProject}, approve},
		"runs a script":              {effect{Kind: decision.ExecutesUnseen, Zone: decision.ZoneProject}, pass},
		"runs what it downloads":     {effect{Kind: decision.ExecutesUnseen, Zone: decision.ZoneRemote, Irreversible: true}, deny},
		"fetches":                    {effect{Kind: decision.Network, Zone: decision.ZoneRemote}, approve},
		"asks itself":                {effect{Kind: decision.Network, Zone: decision.ZoneNone}, approve},
		"fetches from an address":    {effect{Kind: decision.Network, Zone: decision.ZoneRemote, Concern: "ip address"}, pass},
		"sends a file":               {effect{Kind: decision.Network, Zone: decision.ZoneRemote, Sends: []string{"/srv/app/a"}}, pass},
		"sends a key":                {effect{Kind: decision.Network, Zone: decision.ZoneRemote, Sends: []string{"key"}, Irreversible: true}, deny},
		"pushes":                     {effect{Kind: decision.External, Zone: decision.ZoneRemote}, pass},
		"reads the project's .env":   {effect{Kind: decision.Secrets, Zone: decision.ZoneProject}, pass},
		"reads a private key":        {effect{Kind: decision.Secrets, Zone: decision.ZoneHome}, deny},
		"takes other rights":         {effect{Kind: decision.Privilege, Zone: decision.ZoneSystem}, pass},
		"takes root for good":        {effect{Kind: decision.Privilege, Zone: decision.ZoneSystem, Irreversible: true}, deny},
		"installs a hook":            {effect{Kind: decision.Persistence, Zone: decision.ZoneProject}, pass},
		"installs a service":         {effect{Kind: decision.Persistence, Zone: decision.ZoneSystem}, deny},
		"stops a process":            {effect{Kind: decision.Disrupts, Zone: decision.ZoneSystem}, pass},
		"stops the machine":          {effect{Kind: decision.Disrupts, Zone: decision.ZoneSystem, Irreversible: true}, deny},
		"touches the guard":          {effect{Kind: decision.SelfTamper, Zone: decision.ZoneProject}, pass},
		"talks to the model":         {effect{Kind: decision.Injection, Zone: decision.ZoneNone}, pass},
		"does what nobody knows":     {effect{Kind: "levitates", Zone: decision.ZoneProject, Concern: "new"}, pass},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProvider(t, basePack(t), nil)
			assert.Equal(t, c.want, judge(t, p, decision.Call{}, covered(c.effect)).Action)
		})
	}
}

func TestNoEffectAtAllIsApproved(t *testing.T) {
	t.Parallel()
	assert.Equal(t, decision.Approve, judge(t, newProvider(t, basePack(t), nil), decision.Call{}, covered()).Action)
}

func TestOpaqueNeverApprovesAndMayBeDenied(t *testing.T) {
	t.Parallel()
	p := newProvider(t, basePack(t), nil)
	read := decision.Effect{Kind: decision.Reads, Zone: decision.ZoneProject}
	gap := []decision.Gap{{Reason: "unknown program", Segment: "frob"}}
	assert.Equal(t, decision.Escalate, judge(t, p, decision.Call{}, decision.Effects{}).Action, "nobody looked")
	v := judge(t, p, decision.Call{}, decision.Effects{Covered: true, List: []decision.Effect{read}, Gaps: gap})
	assert.Equal(t, decision.Escalate, v.Action)
	assert.Contains(t, v.Reasoning, "frob: not seen: unknown program")
	wipe := decision.Effect{Kind: decision.Deletes, Zone: decision.ZoneSystem, Target: "/etc", Segment: "rm -rf /etc"}
	v = judge(t, p, decision.Call{}, decision.Effects{Covered: true, List: []decision.Effect{read, wipe}, Gaps: gap})
	assert.Equal(t, decision.Deny, v.Action)
	assert.Contains(t, v.Reasoning, "rm -rf /etc: deletes /etc (system): deletes 0.97 above 0.20")
	assert.Contains(t, v.Quoted, "rm -rf /etc")
}

func TestAQuestionThatNeedsAModelKeepsFromApproving(t *testing.T) {
	t.Parallel()
	pack, err := question.Parse("ledger.yaml", []byte(`
pack: ledger
applies_to: ["tool:ledger.*"]
questions:
  books: {type: noul, group: danger, instructions: "Does it book?"}
`))
	require.NoError(t, err)
	p := newProvider(t, basePack(t, pack), nil)
	read := covered(decision.Effect{Kind: decision.Reads, Zone: decision.ZoneProject})
	assert.Equal(t, decision.Approve, judge(t, p, decision.Call{Tool: "fs.read"}, read).Action)
	v := judge(t, p, decision.Call{Tool: "ledger.list"}, read)
	assert.Equal(t, decision.Escalate, v.Action)
	assert.Contains(t, v.Reasoning, "question books needs a model")
	wipe := covered(decision.Effect{Kind: decision.Deletes, Zone: decision.ZoneSystem})
	assert.Equal(t, decision.Deny, judge(t, p, decision.Call{Tool: "ledger.drop"}, wipe).Action)
}

func TestAReplacedBaseQuestionIsNotAnsweredInItsPlace(t *testing.T) {
	t.Parallel()
	pack, err := question.Parse("own.yaml", []byte(`
questions:
  deletes: {type: noul, group: danger, instructions: "Does it reverse a booking?"}
`))
	require.NoError(t, err)
	p := newProvider(t, basePack(t, pack), nil)
	read := covered(decision.Effect{Kind: decision.Reads, Zone: decision.ZoneProject})
	assert.Equal(t, decision.Escalate, judge(t, p, decision.Call{}, read).Action)
}

func TestASetWithoutTheBasePackIsNotServed(t *testing.T) {
	t.Parallel()
	pack := question.Base()
	pack.Name = "mine"
	set, err := question.NewSet(pack)
	require.NoError(t, err)
	assert.Equal(t, decision.Escalate, judge(t, newProvider(t, set, nil), decision.Call{}, covered()).Action)
}

func TestTheZeroOptionsAreTheBasePackAndTheDefaults(t *testing.T) {
	t.Parallel()
	p := structural.New(structural.Options{})
	assert.Equal(t, decision.Approve, judge(t, p, decision.Call{}, covered()).Action)
	wipe := covered(decision.Effect{Kind: decision.Deletes, Zone: decision.ZoneSystem})
	assert.Equal(t, decision.Deny, judge(t, p, decision.Call{}, wipe).Action)
}

// The more is seen, the less is approved: no effect ever makes up for another.
func TestMoreEffectsNeverMakeAnApprove(t *testing.T) {
	t.Parallel()
	kinds := []decision.EffectKind{
		decision.Reads, decision.Creates, decision.Overwrites, decision.Deletes, decision.Executes, decision.ExecutesProject,
		decision.ExecutesUnseen, decision.Network, decision.Secrets, decision.Privilege, decision.Persistence,
		decision.External, decision.Disrupts, decision.SelfTamper, decision.Injection,
	}
	zones := []decision.Zone{
		decision.ZoneUnknown, decision.ZoneProject, decision.ZoneHome, decision.ZoneTemp, decision.ZoneSystem, decision.ZoneRemote, decision.ZoneNone,
	}
	random := rand.New(rand.NewPCG(7, 7))
	pick := func() decision.Effect {
		e := decision.Effect{Kind: kinds[random.IntN(len(kinds))], Zone: zones[random.IntN(len(zones))], Irreversible: random.IntN(3) == 0}
		if random.IntN(4) == 0 {
			e.Concern = "odd"
		}
		if random.IntN(4) == 0 {
			e.Sends = []string{"x"}
		}
		return e
	}
	p := newProvider(t, basePack(t), nil)
	approved := 0
	for range 5_000 {
		var list []decision.Effect
		for range random.IntN(4) {
			list = append(list, pick())
		}
		more := append(append([]decision.Effect{}, list...), pick())
		if judge(t, p, decision.Call{}, covered(more...)).Action != decision.Approve {
			continue
		}
		approved++
		require.Equal(t, decision.Approve, judge(t, p, decision.Call{}, covered(list...)).Action, "%v", more)
	}
	assert.Positive(t, approved)
}

func TestExplainNamesSegmentEffectZoneAndLimit(t *testing.T) {
	t.Parallel()
	p := newProvider(t, basePack(t), nil)
	call := decision.Call{Tool: "Bash"}
	steps := p.Explain(t.Context(), call.WithAnalyzer(seeing(covered(
		decision.Effect{Kind: decision.Reads, Zone: decision.ZoneProject, Target: ".", Segment: "git status"},
		decision.Effect{Kind: decision.Deletes, Zone: decision.ZoneHome, Target: "/home/zed/data", Segment: "rm -rf ~/data", Irreversible: true},
	))))
	require.Len(t, steps, 1)
	assert.True(t, steps[0].Settled)
	assert.Equal(t, decision.Deny, *steps[0].Action)
	assert.Contains(t, steps[0].Detail, "rm -rf ~/data: deletes /home/zed/data (home): deletes 0.97 above 0.20")
}

func BenchmarkJudge(b *testing.B) {
	p := newProvider(b, basePack(b), nil)
	call := decision.Call{Tool: "Bash"}
	c := call.WithAnalyzer(seeing(covered(decision.Effect{Kind: decision.Reads, Zone: decision.ZoneProject, Segment: "ls"})))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Judge(b.Context(), c); err != nil {
			b.Fatal(err)
		}
	}
}

func Example() {
	p := structural.New(structural.Options{})
	call := decision.Call{Tool: "fs.read", Params: map[string]any{"path": "/srv/app/main.go"}}
	v, err := p.Judge(context.Background(), call.WithAnalyzer(seeing(decision.Effects{
		Covered: true,
		List:    []decision.Effect{{Kind: decision.Reads, Target: "/srv/app/main.go", Zone: decision.ZoneProject}},
	})))
	fmt.Println(v.Action, v.Confidence, err)
	fmt.Println(v.Reasoning)
	// Output:
	// approve 0.98 <nil>
	// structural: approve: all of it was seen, and it is routine: reads
}
