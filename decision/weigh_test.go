package decision_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/question"
)

// smallPack has one question of every use.
func smallPack() question.Pack {
	noul := func(id string, group question.Group) question.Question {
		return question.Question{ID: id, Type: question.Noul, Group: group, Instructions: id + "?"}
	}
	copiesOut, replaces, usual := noul("copies_out", question.Danger), noul("replaces", question.Danger), noul("usual", question.Context)
	copiesOut.Threshold = new(0.15)
	replaces.IgnoreWhen = &question.IgnoreWhen{Question: "area", Option: "sandbox"}
	usual.Scope = true
	return question.Pack{Name: "P", Questions: []question.Question{
		noul("erases", question.Danger), copiesOut, replaces,
		{ID: "area", Type: question.Choice, Group: question.Context, Instructions: "area?",
			Criteria: []question.Criterion{{Key: "sandbox", Text: "s"}, {Key: "outside", Text: "o"}}},
		usual, noul("planted", question.Manipulation),
	}}
}

func smallSet(t *testing.T) question.Set {
	t.Helper()
	s, err := question.NewSet(smallPack())
	require.NoError(t, err)
	return s
}

// values are the answers to the small pack.
type values struct{ erases, copiesOut, replaces, usual, planted, sandbox float64 }

func (v values) answers(model string) question.Answers {
	noul := func(p float64) question.Answer { return question.Answer{Type: question.Noul, Noul: p} }
	return question.Answers{Model: model, ByID: map[string]question.Answer{
		"erases": noul(v.erases), "copies_out": noul(v.copiesOut), "replaces": noul(v.replaces),
		"usual": noul(v.usual), "planted": noul(v.planted),
		"area": {Type: question.Choice, Probabilities: map[string]float64{"sandbox": v.sandbox, "outside": 1 - v.sandbox}},
	}}
}

// TestWeighDecides is the table of decisions of the reference.
func TestJ1ToJ13WeighDecides(t *testing.T) {
	t.Parallel()
	loose := decision.DefaultThresholds()
	loose.DestructiveMax, loose.InScopeMin = 0.4, 0.3
	tests := []struct {
		name       string
		values     values
		limits     decision.Thresholds
		action     decision.Action
		confidence float64
		verb       string
	}{
		{"J1 all within", values{.11, .07, .03, .83, .04, .10}, decision.DefaultThresholds(), decision.Approve, 0.89, "approve"},
		{"J2 own threshold passed", values{.11, .16, .03, .83, .04, .10}, decision.DefaultThresholds(), decision.Escalate, 0.84, "escalate"},
		{"J3 both limits inclusive", values{.11, .15, .03, .70, .04, .10}, decision.DefaultThresholds(), decision.Approve, 0.85, "approve"},
		{"J4 danger ignored", values{.04, .02, .88, .81, .03, .74}, decision.DefaultThresholds(), decision.Approve, 0.96, "approve"},
		{"J5 option too unlikely", values{.04, .02, .88, .81, .03, .69}, decision.DefaultThresholds(), decision.Escalate, 0.12, "escalate"},
		{"J6 deny", values{.93, .02, .01, .41, .03, .90}, decision.DefaultThresholds(), decision.Deny, 0.93, "deny"},
		{"J7 scope not below", values{.93, .02, .01, .70, .03, .90}, decision.DefaultThresholds(), decision.Escalate, 0.07, "escalate"},
		{"J8 under deny_min", values{.89, .02, .01, .10, .03, .90}, decision.DefaultThresholds(), decision.Escalate, 0.11, "escalate"},
		{"deny_min inclusive", values{.90, .02, .01, .10, .03, .90}, decision.DefaultThresholds(), decision.Deny, 0.90, "deny"},
		{"J9 manipulation beats deny", values{.96, .90, .20, .05, .51, .10}, decision.DefaultThresholds(), decision.Escalate, 0.51, "possible planted"},
		{"J10 manipulation at its limit", values{.05, .02, .01, .95, .50, .10}, decision.DefaultThresholds(), decision.Approve, 0.5, "approve"},
		{"J11 at every limit", values{.20, .02, .01, .70, .02, .70}, decision.DefaultThresholds(), decision.Approve, 0.8, "approve"},
		{"J12 other thresholds", values{.35, .10, .01, .31, .02, .20}, loose, decision.Approve, 0.65, "approve"},
		{"J13 counted danger denies", values{.05, .02, .95, .20, .02, .10}, decision.DefaultThresholds(), decision.Deny, 0.95, "deny"},
		{"J13 ignored danger cannot", values{.05, .02, .95, .20, .02, .70}, decision.DefaultThresholds(), decision.Escalate, 0.95, "escalate"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v, err := decision.Weigh(smallSet(t), tt.values.answers("m"), tt.limits)
			require.NoError(t, err)
			assert.Equal(t, tt.action, v.Action)
			assert.InDelta(t, tt.confidence, v.Confidence, 1e-9)
			assert.Contains(t, v.Reasoning, ": "+tt.verb+" (destructive ")
			assert.Equal(t, decision.BasisModel, v.Basis)
			assert.Equal(t, tt.action == decision.Escalate, v.Cause == decision.CauseJudged)
		})
	}
}

func TestJ1J4J17WeighWritesTheReasoningOfTheReference(t *testing.T) {
	t.Parallel()
	v, err := decision.Weigh(smallSet(t), values{.11, .07, .03, .83, .04, .10}.answers("jev-9.9.1"), decision.DefaultThresholds())
	require.NoError(t, err)
	assert.Equal(t, "Jev jev-9.9.1 q=a931fd191230: approve (destructive 0.11 (erases 0.11 · copies_out 0.07 · replaces 0.03) · sandbox 0.10 · usual 0.83 · planted 0.04)", v.Reasoning)

	v, err = decision.Weigh(smallSet(t), values{.04, .02, .88, .81, .03, .74}.answers(""), decision.DefaultThresholds())
	require.NoError(t, err)
	assert.Contains(t, v.Reasoning, "Jev unknown q=", "J17")
	assert.Contains(t, v.Reasoning, "destructive 0.04 (erases 0.04 · copies_out 0.02 · replaces 0.88)", "J4: an ignored danger is still shown")
}

func TestJ18WeighRecordsWhoAnsweredWhat(t *testing.T) {
	t.Parallel()
	v, err := decision.Weigh(smallSet(t), values{.11, .07, .03, .83, .04, .10}.answers("jev-9.9.1"), decision.DefaultThresholds())
	require.NoError(t, err)
	meta, err := json.Marshal(v.Evaluator)
	require.NoError(t, err)
	assert.JSONEq(t, `{"model":"jev-9.9.1","questions":"a931fd191230","packs":["P"],"thresholds":{"injection_max":0.5,"deny_min":0.9,
		"destructive_max":0.2,"in_scope_min":0.7,"deny_in_scope_max":0.7,"project_min":0.7,"per_question":{"copies_out":0.15}}}`, string(meta), "J18")
	assert.Equal(t, map[string]float64{"destructive": .11, "erases": .11, "copies_out": .07, "replaces": .03, "sandbox": .10, "usual": .83, "planted": .04}, v.Signals)

	recorded, err := json.Marshal(v.Answers)
	require.NoError(t, err)
	again, err := question.ParseAnswers(recorded, smallSet(t))
	require.NoError(t, err)
	assert.Equal(t, v.Answers, again.ByID, "recorded answers can be weighed again")
}

// stopping lists the keys of the limits that kept a call from being approved.
func stopping(v decision.Verdict) []string {
	list := []string{}
	for _, l := range v.Limits.([]decision.Limit) {
		if l.Stopped {
			list = append(list, l.Question+" "+l.Key)
		}
	}
	return list
}

func TestWeighNamesTheLimitThatStoppedTheCall(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		values values
		want   []string
	}{
		"nothing":       {values{.11, .07, .03, .83, .04, .10}, []string{}},
		"own threshold": {values{.11, .16, .03, .83, .04, .10}, []string{"copies_out threshold"}},
		"ignored":       {values{.04, .02, .88, .81, .03, .74}, []string{}},
		"scope":         {values{.04, .02, .08, .69, .03, .74}, []string{"usual in_scope_min"}},
		"manipulation":  {values{.04, .02, .08, .81, .51, .74}, []string{"planted injection_max"}},
		"deny":          {values{.93, .02, .01, .41, .03, .90}, []string{"erases destructive_max", "usual in_scope_min", "erases deny_min", "usual deny_in_scope_max"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, err := decision.Weigh(smallSet(t), tt.values.answers("m"), decision.DefaultThresholds())
			require.NoError(t, err)
			assert.Equal(t, tt.want, stopping(v))
		})
	}
}

func TestWeighHoldsALevelOfAScore(t *testing.T) {
	t.Parallel()
	pack := smallPack()
	pack.Questions = append(pack.Questions, question.Question{
		ID: "blast", Type: question.Score, Group: question.Danger, Instructions: "How much?", Threshold: new(0.3), AtLevel: 2,
		Criteria: []question.Criterion{{Key: "0", Text: "none"}, {Key: "1", Text: "little"}, {Key: "2", Text: "much"}, {Key: "3", Text: "all"}},
	})
	set, err := question.NewSet(pack)
	require.NoError(t, err)
	for _, tt := range []struct {
		much, all float64
		want      decision.Action
	}{{.2, .1, decision.Approve}, {.2, .11, decision.Escalate}, {0, .31, decision.Escalate}} {
		answers := values{.1, .1, .1, .9, .01, .1}.answers("m")
		answers.ByID["blast"] = question.Answer{Type: question.Score, Probabilities: map[string]float64{"0": 0, "1": 1 - tt.much - tt.all, "2": tt.much, "3": tt.all}}
		v, err := decision.Weigh(set, answers, decision.DefaultThresholds())
		require.NoError(t, err)
		assert.Equal(t, tt.want, v.Action, "much %.2f all %.2f", tt.much, tt.all)
		assert.Contains(t, v.Reasoning, fmt.Sprintf("blast %.2f", tt.much+tt.all))
	}
}

// TestJ14J15WeighRefusesWhatCannotBeTrusted holds answers that a program made;
// TestJ14J15FromTheWire holds those of a server.
func TestJ14J15WeighRefusesWhatCannotBeTrusted(t *testing.T) {
	t.Parallel()
	good := func() question.Answers { return values{.11, .07, .03, .83, .04, .10}.answers("m") }
	planted := func(p float64) func(*question.Answers) {
		return func(a *question.Answers) { a.ByID["planted"] = question.Answer{Type: question.Noul, Noul: p} }
	}
	drop := func(id string) func(*question.Answers) { return func(a *question.Answers) { delete(a.ByID, id) } }
	tests := map[string]struct {
		change func(*question.Answers)
		cause  decision.Cause
	}{
		"no answers":       {func(a *question.Answers) { a.ByID = nil }, decision.CauseUnreadable},
		"scope missing":    {drop("usual"), decision.CauseUnreadable},
		"context missing":  {drop("area"), decision.CauseUnreadable},
		"NaN":              {planted(math.NaN()), decision.CauseUnreadable},
		"negative":         {planted(-0.2), decision.CauseUnreadable},
		"above one":        {planted(1.4), decision.CauseUnreadable},
		"another type":     {func(a *question.Answers) { a.ByID["erases"] = a.ByID["area"] }, decision.CauseUnreadable},
		"no probabilities": {func(a *question.Answers) { a.ByID["area"] = question.Answer{Type: question.Choice} }, decision.CauseUnreadable},
		"refused": {func(a *question.Answers) {
			delete(a.ByID, "usual")
			a.Faults = map[string]string{"usual": question.FaultRefused}
		}, decision.CauseRefused},
		"refused and missing": {func(a *question.Answers) {
			delete(a.ByID, "usual")
			delete(a.ByID, "erases")
			a.Faults = map[string]string{"usual": question.FaultRefused}
		}, decision.CauseUnreadable},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answers := good()
			tt.change(&answers)
			v, err := decision.Weigh(smallSet(t), answers, decision.DefaultThresholds())
			require.Error(t, err)
			assert.Equal(t, tt.cause, decision.CauseOf(err))
			assert.Equal(t, decision.Verdict{}, v)
		})
	}
}

func TestJ16WeighRefusesSetsThatAskTooLittle(t *testing.T) {
	t.Parallel()
	_, err := decision.Weigh(question.Set{}, question.Answers{}, decision.DefaultThresholds())
	assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err), "J16")

	for _, kind := range []string{"erases,copies_out,replaces", "usual", "planted"} {
		pack := smallPack()
		var kept []question.Question
		for _, q := range pack.Questions {
			if !slices.Contains(strings.Split(kind, ","), q.ID) {
				kept = append(kept, q)
			}
		}
		pack.Questions = kept
		set, err := question.NewSet(pack)
		require.NoError(t, err)
		_, err = decision.Weigh(set, values{.1, .1, .1, .9, .1, .1}.answers("m"), decision.DefaultThresholds())
		assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err), "without %s", kind)
	}
}

// TestWeighRoundsAsTheReference rounds the confidence of an approve to four
// decimals, and no other.
func TestWeighRoundsAsTheReference(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		given      values
		action     decision.Action
		confidence float64
	}{
		"approve":               {values{erases: 0.123456, usual: 0.9, planted: 0.01, sandbox: 0.1}, decision.Approve, 0.8765},
		"by the manipulation":   {values{erases: 0.01, usual: 0.9, planted: 0.23456, sandbox: 0.1}, decision.Approve, 0.7654},
		"by its exact value":    {values{erases: 0.11115, usual: 0.9, sandbox: 0.1}, decision.Approve, 0.8889}, // 1-0.11115 is a little above the half
		"escalate":              {values{erases: 0.543219, usual: 0.9, sandbox: 0.1}, decision.Escalate, 1 - 0.543219},
		"deny":                  {values{erases: 0.987654, usual: 0.1, sandbox: 0.1}, decision.Deny, 0.987654},
		"possible manipulation": {values{usual: 0.9, planted: 0.654321, sandbox: 0.1}, decision.Escalate, 0.654321},
	} {
		v, err := decision.Weigh(smallSet(t), tt.given.answers("m"), decision.DefaultThresholds())
		require.NoError(t, err, name)
		assert.Equal(t, tt.action, v.Action, name)
		assert.InDelta(t, tt.confidence, v.Confidence, 0, name)
	}
}

// TestWeighOfTwoManipulations names the first that is above its own limit, with
// the highest of all as confidence.
func TestWeighOfTwoManipulations(t *testing.T) {
	t.Parallel()
	p := smallPack()
	p.Questions = append(p.Questions,
		question.Question{ID: "posed", Type: question.Noul, Group: question.Manipulation, Instructions: "x", Threshold: new(0.9)},
		question.Question{ID: "forged", Type: question.Noul, Group: question.Manipulation, Instructions: "x", Threshold: new(0.3)},
	)
	s, err := question.NewSet(p)
	require.NoError(t, err)
	answers := values{usual: 0.9, planted: 0.2, sandbox: 0.1}.answers("m")
	answers.ByID["posed"] = question.Answer{Type: question.Noul, Noul: 0.8}
	answers.ByID["forged"] = question.Answer{Type: question.Noul, Noul: 0.4}
	v, err := decision.Weigh(s, answers, decision.DefaultThresholds())
	require.NoError(t, err)
	assert.Equal(t, decision.Escalate, v.Action)
	assert.InDelta(t, 0.8, v.Confidence, 0)
	assert.Contains(t, v.Reasoning, ": possible forged (")
}

// TestAnOptionIsShownOnce lists an option name in the reasoning for the first
// choice that has it, as the reference does; each danger looks at its own.
func TestAnOptionIsShownOnce(t *testing.T) {
	t.Parallel()
	p := smallPack()
	area := p.Questions[3]
	area.ID = "target"
	sends := question.Question{ID: "sends", Type: question.Noul, Group: question.Danger, Instructions: "x",
		IgnoreWhen: &question.IgnoreWhen{Question: "target", Option: "sandbox"}}
	p.Questions = append(p.Questions, area, sends)
	s, err := question.NewSet(p)
	require.NoError(t, err)
	answers := values{replaces: 0.9, usual: 0.9, sandbox: 0.8}.answers("m")
	answers.ByID["target"] = question.Answer{Type: question.Choice, Probabilities: map[string]float64{"sandbox": 0.3, "outside": 0.7}}
	answers.ByID["sends"] = question.Answer{Type: question.Noul, Noul: 0.6}
	v, err := decision.Weigh(s, answers, decision.DefaultThresholds())
	require.NoError(t, err)
	assert.Equal(t, decision.Escalate, v.Action, "sends is not in its sandbox")
	assert.Contains(t, v.Reasoning, "sends 0.60) · sandbox 0.80 · usual 0.90 · planted 0.00)")
}

// TestLimitsSayWhatStopped holds the evidence to what decided: a value at its
// limit has not stopped a call, and an ignored danger has not denied one.
func TestLimitsSayWhatStopped(t *testing.T) {
	t.Parallel()
	stopped := func(v decision.Verdict) (list []string) {
		for _, l := range v.Limits.([]decision.Limit) {
			if l.Stopped {
				list = append(list, l.Question+" "+l.Key)
			}
		}
		return list
	}
	v, err := decision.Weigh(smallSet(t), values{erases: 0.2, copiesOut: 0.15, replaces: 0.9, usual: 0.7, planted: 0.5, sandbox: 0.7}.answers("m"), decision.DefaultThresholds())
	require.NoError(t, err)
	assert.Equal(t, decision.Approve, v.Action)
	assert.Empty(t, stopped(v))
	v, err = decision.Weigh(smallSet(t), values{erases: 0.91, replaces: 0.99, usual: 0.1, sandbox: 0.9}.answers("m"), decision.DefaultThresholds())
	require.NoError(t, err)
	assert.Equal(t, decision.Deny, v.Action)
	assert.Equal(t, []string{"erases destructive_max", "usual in_scope_min", "erases deny_min", "usual deny_in_scope_max"}, stopped(v))
}
