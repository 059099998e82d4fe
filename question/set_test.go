package question_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/question"
)

func parse(t *testing.T, file, text string) question.Pack {
	t.Helper()
	p, err := question.Parse(file, []byte(text))
	require.NoError(t, err)
	return p
}

func ids(s question.Set) []string {
	list := []string{}
	for _, q := range s.Questions() {
		list = append(list, q.ID)
	}
	return list
}

const tillPack = `pack: till
applies_to: ["agent:till-*", "tool:ledger.*"]
questions:
  refunds: {type: noul, group: danger, instructions: x}
`

func TestQ1SetForAsksThePacksThatApply(t *testing.T) {
	t.Parallel()
	s := newSet(t, question.Base(), parse(t, "till.yaml", tillPack))
	for _, tt := range []struct {
		agent, tool string
		want        bool
	}{{"till-4", "x", true}, {"maple-bot", "ledger.post", true}, {"maple-bot", "x", false}, {"Till-4", "x", false}, {"", "", false}} {
		_, asked := s.For(tt.agent, tt.tool).Lookup("refunds")
		assert.Equal(t, tt.want, asked, "%s %s", tt.agent, tt.tool)
	}
	assert.Equal(t, []string{"base", "till"}, s.For("till-4", "x").Packs())
	assert.Equal(t, []string{"base"}, s.For("maple-bot", "x").Packs())
	assert.NotEqual(t, s.For("till-4", "x").Fingerprint(), s.For("maple-bot", "x").Fingerprint())

	alone := newSet(t, parse(t, "till.yaml", tillPack))
	assert.Equal(t, 0, alone.For("maple-bot", "x").Len())
	assert.Equal(t, 0, alone.For("maple-bot", "x").For("till-4", "x").Len(), "a subset holds no more than it did")
	assert.Equal(t, 0, question.Set{}.For("a", "b").Len())
}

func TestSetForIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	var packs []question.Pack
	for i := range 10 {
		packs = append(packs, parse(t, "p.yaml", fmt.Sprintf("pack: p%d\napplies_to: ['tool:*%d*']\nquestions: {q%d: {type: noul, group: context, instructions: x}}", i, i, i)))
	}
	s := newSet(t, packs...)
	var all sync.WaitGroup
	for i := range 1000 {
		all.Go(func() {
			digits := map[rune]bool{}
			for _, r := range fmt.Sprint(i) {
				digits[r] = true
			}
			assert.Equal(t, len(digits), s.For("a", fmt.Sprint(i)).Len())
			assert.Len(t, s.For("a", fmt.Sprint(i)).Fingerprint(), 12)
		})
	}
	all.Wait()
}

func TestQ4NewSetRefusesPacksThatDoNotFit(t *testing.T) {
	t.Parallel()
	const danger = "questions: {a: {type: noul, group: danger, instructions: x, ignore_when: {question: zone, option: lab}}}"
	const zone = "questions: {zone: {type: choice, group: context, instructions: x, criteria: {yard: y, field: z}}}"
	tests := map[string]struct {
		packs []question.Pack
		want  string
	}{
		"no questions":       {[]question.Pack{{Name: "p"}}, "p: questions: must hold at least one question"},
		"no name":            {[]question.Pack{{Questions: []question.Question{noul("a", "a?")}}}, "pack: must not be blank"},
		"same id":            {[]question.Pack{parse(t, "p.yaml", zone), parse(t, "q.yaml", zone)}, "q.yaml:1:13: questions.zone: is also in pack p: ids must differ"},
		"ignore_when nobody": {[]question.Pack{parse(t, "p.yaml", danger)}, `p.yaml:1:85: questions.a.ignore_when.question: "zone" is no question of the set`},
		"ignore_when option": {[]question.Pack{parse(t, "p.yaml", danger), parse(t, "q.yaml", zone)}, `questions.a.ignore_when.option: "lab" is no option of zone in pack q: use one of yard, field`},
		"ignore_when noul":   {[]question.Pack{parse(t, "p.yaml", danger), {Name: "q", Questions: []question.Question{noul("zone", "?")}}}, "zone in pack q is no choice"},
		"two scopes": {[]question.Pack{
			parse(t, "p.yaml", "questions: {a: {type: noul, group: context, role: scope, instructions: x}}"),
			parse(t, "q.yaml", "questions: {b: {type: noul, group: context, role: scope, instructions: x}}"),
		}, "q.yaml:1:51: questions.b.role: pack p has a scope question already, a"},
		"built by a program": {[]question.Pack{{Name: "p", Questions: []question.Question{{ID: "a", Type: "box", Group: "danger", Instructions: "x"}}}}, `p: questions.a.type: "box" is not a type`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := question.NewSet(tt.packs...)
			var list *question.Error
			require.ErrorAs(t, err, &list)
			assert.ErrorContains(t, err, tt.want)
			assert.Len(t, list.Faults, 1)
		})
	}
}

func TestNewSetKeepsWhatItWasGiven(t *testing.T) {
	t.Parallel()
	p := parse(t, "ledger.yaml", ledgerPack)
	s := newSet(t, p)
	before, err := json.Marshal(s.Questions())
	require.NoError(t, err)
	p.AppliesTo[0] = "tool:other"
	for i := range p.Questions {
		q := &p.Questions[i]
		q.Instructions = "changed"
		for j := range q.Criteria {
			q.Criteria[j].Text = "changed"
		}
	}
	*p.Questions[0].Threshold, *p.Questions[0].IgnoreWhen.Min = 1, 1
	after, err := json.Marshal(s.For("a", "ledger.post").Questions())
	require.NoError(t, err)
	assert.JSONEq(t, string(before), string(after))
}

func TestCheckJudgingWantsOneOfEach(t *testing.T) {
	t.Parallel()
	assert.NoError(t, newSet(t, question.Base()).CheckJudging())
	assert.ErrorContains(t, question.Set{}.CheckJudging(), "no question about a danger, the scope, manipulation")
	assert.ErrorContains(t, newSet(t, parse(t, "till.yaml", tillPack)).CheckJudging(), "no question about the scope, manipulation")
}

func TestBaseAsksWhatTheReferenceAsks(t *testing.T) {
	t.Parallel()
	base := question.Base()
	s := newSet(t, base)
	assert.Equal(t, []string{"deletes", "overwrites", "exfiltrates", "secrets", "target_zone", "in_scope", "injection"}, ids(s))
	for _, q := range base.Questions {
		if q.Group == question.Danger {
			require.Len(t, q.Criteria, 2, q.ID)
			assert.NotEqual(t, q.Criteria[0].Text, q.Criteria[1].Text)
		}
	}
	overwrites, _ := s.Lookup("overwrites")
	assert.Equal(t, question.IgnoreWhen{Question: "target_zone", Option: "project"}, *overwrites.IgnoreWhen)
	zone, _ := s.Lookup("target_zone")
	assert.Len(t, zone.Criteria, 5)
	assert.Empty(t, question.Warnings(base))

	base.Questions[0].Instructions = "changed"
	assert.NotEqual(t, "changed", question.Base().Questions[0].Instructions, "a copy each time")
}

func TestWithBaseReplacesWhereThePackApplies(t *testing.T) {
	t.Parallel()
	own := parse(t, "till.yaml", "pack: till\napplies_to: ['agent:till-*']\nquestions:\n"+
		"  deletes: {type: noul, group: danger, instructions: own wording, threshold: 0.05}\n"+
		"  refunds: {type: noul, group: danger, instructions: x}\n")
	s, replaced, err := question.WithBase(own)
	require.NoError(t, err)
	assert.Equal(t, []question.Replacement{{Question: "deletes", Pack: "till", File: "till.yaml"}}, replaced)
	assert.Equal(t, "pack till replaces the base question deletes", replaced[0].String())

	till, _ := s.For("till-1", "x").Lookup("deletes")
	assert.Equal(t, "own wording", till.Instructions)
	assert.Equal(t, 8, s.For("till-1", "x").Len(), "once, not twice")
	other, _ := s.For("maple-bot", "x").Lookup("deletes")
	assert.Equal(t, question.BasePack, other.Pack, "elsewhere the base question is asked")
	assert.Equal(t, 7, s.For("maple-bot", "x").Len())
}

// TestWithBaseKeepsWhatIsReplacedForOthers checks that a base pack of
// which nothing is left for one agent is still there for the others.
func TestWithBaseKeepsWhatIsReplacedForOthers(t *testing.T) {
	t.Parallel()
	own := question.Base()
	own.Name, own.AppliesTo = "own", []string{"agent:till-*"}
	s, replaced, err := question.WithBase(own)
	require.NoError(t, err)
	assert.Len(t, replaced, 7)
	assert.Equal(t, []string{"own"}, s.For("till-1", "x").Packs())
	assert.Equal(t, []string{"base"}, s.For("maple-bot", "x").Packs())
}

func TestWithBaseRefusesReplacementsThatLeaveAGap(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ text, want string }{
		"another group":   {"deletes: {type: noul, group: context, instructions: x}", "questions.deletes.group: must be danger"},
		"no longer scope": {"in_scope: {type: noul, group: context, instructions: x}", "questions.in_scope: replaces the scope question of the base pack, so it needs role: scope"},
		"second scope":    {"mission: {type: noul, group: context, role: scope, instructions: x}", "questions.mission.role: pack base has a scope question already, in_scope"},
		"lost option":     {"target_zone: {type: choice, group: context, instructions: x, criteria: {yard: y, field: z}}", "questions.target_zone: replaces a base question that overwrites looks at, so it must be a choice with the option project"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := question.WithBase(parse(t, "own.yaml", "questions:\n  "+tt.text+"\n"))
			var list *question.Error
			require.ErrorAs(t, err, &list)
			require.Len(t, list.Faults, 1)
			assert.ErrorContains(t, err, tt.want)
			assert.Equal(t, "own.yaml", list.Faults[0].File, "the fault is in the file that can be changed")
		})
	}
}
