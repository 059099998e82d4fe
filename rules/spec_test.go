package rules_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules"
)

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	good := rule("ok", "tool equals x", decision.Deny)
	with := func(change func(*rules.Spec)) []rules.Spec {
		spec := good
		change(&spec)
		return []rules.Spec{spec}
	}
	tests := map[string]struct {
		specs []rules.Spec
		want  string
	}{
		"no name":                  {with(func(s *rules.Spec) { s.Name = " " }), "rule 1: the rule has no name"},
		"control character":        {with(func(s *rules.Spec) { s.Name = "a\nb" }), "rule 1: name holds a control"},
		"invisible character":      {with(func(s *rules.Spec) { s.Name = "a\u202eb" }), "name holds a control"},
		"invalid name":             {with(func(s *rules.Spec) { s.Name = "a\xff" }), "name holds a control or invalid"},
		"long name":                {with(func(s *rules.Spec) { s.Name = strings.Repeat("x", 513) }), "longer than 512 bytes"},
		"two of a name":            {[]rules.Spec{good, good}, "rule 'ok': the name is that of rule 1 too"},
		"no condition":             {with(func(s *rules.Spec) { s.Condition = "" }), "condition is empty"},
		"unknown field":            {with(func(s *rules.Spec) { s.Condition = "tol equals x" }), "did you mean tool?"},
		"both":                     {with(func(s *rules.Spec) { s.CatchAll = true }), "a catch-all has no condition"},
		"when and catch-all":       {with(func(s *rules.Spec) { s.Condition, s.When, s.CatchAll = "", "granted", true }), "a catch-all has no condition"},
		"condition and when":       {with(func(s *rules.Spec) { s.When = "granted" }), "condition and when exclude each other"},
		"faulty when":              {with(func(s *rules.Spec) { s.Condition, s.When = "", "granted and tol == 1" }), "did you mean tool?"},
		"negative grant":           {with(func(s *rules.Spec) { s.Grant = -1 }), "grant is -1ns"},
		"grant of a deny":          {with(func(s *rules.Spec) { s.Grant = 1 }), "grant belongs to a rule that approves"},
		"signal in a condition":    {with(func(s *rules.Spec) { s.Condition = "agent_rate == 5" }), "write the rule with when"},
		"confidence below":         {with(func(s *rules.Spec) { s.Confidence = -0.1 }), "confidence is -0.1: write a number from 0 to 1"},
		"confidence above":         {with(func(s *rules.Spec) { s.Confidence = 1.1 }), "confidence is 1.1"},
		"confidence not a number":  {with(func(s *rules.Spec) { s.Confidence = math.NaN() }), "confidence is NaN"},
		"unknown action":           {with(func(s *rules.Spec) { s.Action = 7 }), "unknown action 7"},
		"description with control": {with(func(s *rules.Spec) { s.Description = "a\x1bb" }), "description holds a control"},
		"long description":         {with(func(s *rules.Spec) { s.Description = strings.Repeat("x", 1025) }), "longer than 1024 bytes"},
		"allow_all elsewhere":      {with(func(s *rules.Spec) { s.AllowAll = true }), "allow_all is for an approve without a condition"},
		"approve of everything": {
			with(func(s *rules.Spec) { s.Condition, s.CatchAll, s.Action = "", true, decision.Approve }), "allow_all: true if that is meant",
		},
		"too many rules": {make([]rules.Spec, rules.MaxRules+1), "100001 rules are more than 100000"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set, err := rules.New(tt.specs, rules.Options{})
			assert.ErrorContains(t, err, tt.want)
			assert.Nil(t, set)
		})
	}
}

func TestNewAccepts(t *testing.T) {
	t.Parallel()
	for name, spec := range map[string]rules.Spec{
		"confidence 0":           {Name: "a", Condition: "tool equals x"},
		"confidence 1":           {Name: "a", Condition: "tool equals x", Confidence: 1},
		"catch-all deny":         {Name: "a", CatchAll: true, Action: decision.Deny},
		"description of lines":   {Name: "a", CatchAll: true, Description: "one\ntwo\n"},
		"name with joined emoji": {Name: "👩\u200d💻", CatchAll: true},
		"project_dir, !=":        {Name: "a", Condition: "params.x != project_dir"},
	} {
		_, err := rules.New([]rules.Spec{spec}, rules.Options{})
		assert.NoError(t, err, name)
	}
}

func TestNewReportsAllFaultsWithTheirPlace(t *testing.T) {
	t.Parallel()
	_, err := rules.New([]rules.Spec{
		{Name: "a", Condition: "tool contains", Confidence: 2, File: "sup7.yaml", Line: 7, Column: 5},
		{Condition: "tool equals x", File: "sup7.yaml", Line: 9, Column: 5},
		{Name: "b", CatchAll: true, Action: decision.Approve},
	}, rules.Options{})
	require.Error(t, err)
	assert.Equal(t, strings.Join([]string{
		"sup7.yaml:7:5: rule 'a': confidence is 2: write a number from 0 to 1",
		"sup7.yaml:7:5: rule 'a': contains has no value: write what to compare with after it",
		"sup7.yaml:9:5: rule 2: the rule has no name: give it one",
		"rule 'b': a rule without a condition approves every call: add a condition, or allow_all: true if that is meant",
	}, "\n"), err.Error())

	var joined interface{ Unwrap() []error }
	require.ErrorAs(t, err, &joined)
	var spec *rules.SpecError
	require.True(t, errors.As(joined.Unwrap()[1], &spec))
	assert.Equal(t, 7, spec.Line)
	var syntax *rules.SyntaxError
	assert.ErrorAs(t, spec, &syntax)
}
