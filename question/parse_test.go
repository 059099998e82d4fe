package question_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/question"
)

const ledgerPack = `pack: ledger
applies_to: ["tool:ledger.*"]
questions:
  books:
    type: noul
    group: danger
    instructions: Does the call book an entry?
    criteria: {true: it does, false: it does not}
    threshold: 0.1
    ignore_when: {question: kind, option: trial, min: 0.9}
  kind:
    type: choice
    group: context
    instructions: Which ledger?
    criteria:
      trial: the one for trying out
      main: the real one
      "yes": a word in quotes
      no: a word without
  amount:
    type: score
    group: danger
    instructions: How much?
    criteria: [nothing, below the limit, above it]
    level: 2
  usual:
    type: noul
    group: context
    role: scope
    instructions: Is it usual?
`

func TestParseReadsAPack(t *testing.T) {
	t.Parallel()
	p, err := question.Parse("ledger.yaml", []byte(ledgerPack))
	require.NoError(t, err)
	assert.Equal(t, "ledger", p.Name)
	assert.Equal(t, "ledger.yaml", p.File)
	assert.Equal(t, []string{"tool:ledger.*"}, p.AppliesTo)
	require.Len(t, p.Questions, 4)

	books := p.Questions[0]
	assert.Equal(t, "books", books.ID, "questions keep their order")
	assert.Equal(t, question.Danger, books.Group)
	assert.Equal(t, 0.1, *books.Threshold)
	assert.Equal(t, []question.Criterion{{Key: "true", Text: "it does"}, {Key: "false", Text: "it does not"}}, books.Criteria)
	assert.Equal(t, question.IgnoreWhen{Question: "kind", Option: "trial", Min: new(0.9)}, *books.IgnoreWhen)
	assert.Equal(t, "ledger", books.Pack)

	var options []string
	for _, c := range p.Questions[1].Criteria {
		options = append(options, c.Key)
	}
	assert.Equal(t, []string{"trial", "main", "yes", "false"}, options, "yaml booleans become true and false")

	assert.Equal(t, question.Criterion{Key: "2", Text: "above it"}, p.Questions[2].Criteria[2])
	assert.Equal(t, 2, p.Questions[2].AtLevel)
	assert.True(t, p.Questions[3].Scope)
}

func TestQ2TrueAndFalseNeedNoQuotes(t *testing.T) {
	t.Parallel()
	p, err := question.Parse("p.yaml", []byte("questions: {a: {type: noul, group: danger, instructions: x, criteria: {true: a, false: b}}}"))
	require.NoError(t, err)
	assert.Equal(t, []question.Criterion{{Key: "true", Text: "a"}, {Key: "false", Text: "b"}}, p.Questions[0].Criteria)
}

func TestQ6ParseRefusesDuplicatesAndTypos(t *testing.T) {
	t.Parallel()
	_, err := question.Parse("p.yaml", []byte("questions:\n  a: {type: noul, group: danger, instructions: x, treshold: 0.1}\n  a: {type: noul, group: danger, instructions: y}\n"))
	require.ErrorContains(t, err, `p.yaml:2:51: questions.a.treshold: unknown key; did you mean "threshold"?`)
	require.ErrorContains(t, err, "p.yaml:3:3: a: duplicate key; it is also on line 2")
}

func TestParseNamesAPackAfterItsFile(t *testing.T) {
	t.Parallel()
	const body = "questions: {a: {type: noul, group: context, instructions: 'a?'}}"
	for file, want := range map[string]string{"packs/till.v2.yaml": "till.v2", "": "pack", "x.yml": "x"} {
		p, err := question.Parse(file, []byte(body))
		require.NoError(t, err)
		assert.Equal(t, want, p.Name)
	}
}

// TestQ3ParseRefuses is the list of refusals, each with where the caret stands.
func TestQ3ParseRefuses(t *testing.T) {
	t.Parallel()
	const q = "questions:\n  a:\n    type: noul\n    group: danger\n    instructions: a?\n"
	replace := func(old, with string) string { return strings.Replace(q, old, with, 1) }
	tests := map[string]struct{ text, want string }{
		"not yaml":              {"questions: [", "p.yaml:1:"},
		"a list":                {"- a\n", "p.yaml:1:1: the top value must be a mapping"},
		"no questions":          {"pack: p\n", "questions: is missing"},
		"empty questions":       {"questions: {}\n", "p.yaml:1:1: questions: must hold at least one question"},
		"questions as a list":   {"questions: [a]\n", "p.yaml:1:12: questions: must be a mapping"},
		"question as a text":    {"questions:\n  a: text\n", "p.yaml:2:6: questions.a: must be a mapping of keys"},
		"unknown key":           {q + "    treshold: 0.1\n", `p.yaml:6:5: questions.a.treshold: unknown key; did you mean "threshold"?`},
		"unknown top key":       {"applies: []\n" + q, `p.yaml:1:1: applies: unknown key`},
		"duplicate id":          {q + "  a:\n    type: noul\n    group: context\n    instructions: b?\n", "p.yaml:6:3: a: duplicate key; it is also on line 2"},
		"applies_to as a text":  {"applies_to: agent:x\n" + q, "p.yaml:1:13: applies_to: must be a list"},
		"applies_to else":       {"applies_to: [agent:x, host:y]\n" + q, `p.yaml:1:23: applies_to[1]: must be "agent:<glob>" or "tool:<glob>"`},
		"applies_to empty glob": {"applies_to: ['tool:']\n" + q, "applies_to[0]: must be"},
		"malformed glob":        {"applies_to: ['tool:[a']\n" + q, "applies_to[0]: is a malformed pattern"},
		"backward range":        {"applies_to: ['tool:[z-a]']\n" + q, "applies_to[0]: holds a range whose end"},
		"unknown type":          {replace("noul", "box"), `p.yaml:3:11: questions.a.type: "box" is not a type that this version can ask: write it as`},
		"unknown group":         {replace("danger", "peril"), "p.yaml:4:12: questions.a.group: must be one of danger, context, manipulation"},
		"blank instructions":    {replace("a?", "' '"), "p.yaml:5:19: questions.a.instructions: must not be blank"},
		"long instructions":     {replace("a?", strings.Repeat("x", question.MaxTextBytes+1)), "questions.a.instructions: must not be longer than"},
		"criteria as a text":    {q + "    criteria: yes or no\n", "p.yaml:6:15: questions.a.criteria: must be a mapping"},
		"criteria as a list":    {q + "    criteria: [a, b]\n", "p.yaml:6:15: questions.a.criteria: must be a mapping"},
		"other criteria":        {q + "    criteria: {maybe: x}\n", `questions.a.criteria: a noul has the criteria true and false only, not "maybe"`},
		"both spellings":        {q + "    criteria: {true: x, yes: y, false: z}\n", "questions.a.criteria: has true twice"},
		"nested criterion":      {q + "    criteria: {true: {b: c}, false: d}\n", "questions.a.criteria.true: must be a text"},
		"empty criterion":       {q + "    criteria: {true: '', false: d}\n", "questions.a.criteria.true: must not be blank"},
		"choice as danger":      {replace("noul", "choice") + "    criteria: {a: b, c: d}\n", "p.yaml:3:11: questions.a.type: a danger must be a noul or a score"},
		"score as manipulation": {strings.Replace(replace("noul", "score"), "danger", "manipulation", 1) + "    criteria: [a, b]\n", "questions.a.type: a question about manipulation must be a noul"},
		"one option":            {strings.Replace(replace("noul", "choice"), "danger", "context", 1) + "    criteria: {a: b}\n", "p.yaml:6:5: questions.a.criteria: a choice needs 2 to 255 options"},
		"score as a mapping":    {strings.Replace(replace("noul", "score"), "danger", "context", 1) + "    criteria: {a: b, c: d}\n", "questions.a.criteria: must be a list of levels, lowest first"},
		"one level":             {strings.Replace(replace("noul", "score"), "danger", "context", 1) + "    criteria: [a]\n", "questions.a.criteria: a score needs 2 to 255 levels"},
		"danger without level":  {replace("noul", "score") + "    criteria: [a, b, c]\n", "questions.a.level: must be the lowest level that counts as danger, from 1 to 2"},
		"level past the last":   {replace("noul", "score") + "    criteria: [a, b, c]\n    level: 3\n", "p.yaml:7:12: questions.a.level: must be the lowest level"},
		"level of a noul":       {q + "    level: 1\n", "questions.a.level: is for a score of group danger only"},
		"threshold above one":   {q + "    threshold: 1.5\n", "p.yaml:6:16: questions.a.threshold: must be a number from 0 to 1"},
		"threshold NaN":         {q + "    threshold: .nan\n", "questions.a.threshold: must be a number from 0 to 1"},
		"threshold as a word":   {q + "    threshold: low\n", "questions.a.threshold: must be a number from 0 to 1"},
		"other role":            {q + "    role: judge\n", "p.yaml:6:11: questions.a.role: must be scope, or left out"},
		"scope on a danger":     {q + "    role: scope\n", "questions.a.role: scope is for a noul of group context only"},
		"ignore_when min zero":  {q + "    ignore_when: {question: b, option: c, min: 0}\n", "questions.a.ignore_when.min: must be a number above 0 to 1"},
		"ignore_when min text":  {q + "    ignore_when: {question: b, option: c, min: high}\n", "questions.a.ignore_when.min: must be a number above 0 to 1"},
		"ignore_when no option": {q + "    ignore_when: {question: b}\n", "questions.a.ignore_when.option: is missing"},
		"ignore_when elsewhere": {replace("danger", "context") + "    ignore_when: {question: b, option: c}\n", "questions.a.ignore_when: is for questions of group danger only"},
		"id with a blank":       {"questions:\n  'a b': {type: noul, group: context, instructions: x}\n", "an id must be 1 to 64 letters, digits, _ and -"},
		"two scopes": {"questions:\n  a: {type: noul, group: context, role: scope, instructions: x}\n  b: {type: noul, group: context, role: scope, instructions: y}\n",
			"p.yaml:3:41: questions.b.role: the pack has a scope question already, a"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := question.Parse("p.yaml", []byte(tt.text))
			var list *question.Error
			require.ErrorAs(t, err, &list)
			assert.ErrorContains(t, err, tt.want)
			assert.Len(t, list.Faults, 1, "one mistake, one fault: %v", err)
		})
	}
}

func TestParseReportsEveryFaultAtOnce(t *testing.T) {
	t.Parallel()
	_, err := question.Parse("p.yaml", []byte(`questions:
  a:
    type: box
    group: danger
    instructions: ""
    threshold: 2
  b:
    type: choice
    group: manipulation
    instruction: typo
    criteria: {x: y}
`))
	var list *question.Error
	require.ErrorAs(t, err, &list)
	var keys []string
	lastLine := 0
	for _, f := range list.Faults {
		keys = append(keys, f.Key)
		assert.GreaterOrEqual(t, f.Line, lastLine, "in the order of lines")
		assert.Contains(t, f.Snippet, "^")
		lastLine = f.Line
	}
	assert.ElementsMatch(t, []string{"questions.a.type", "questions.a.instructions", "questions.a.threshold",
		"questions.b.type", "questions.b.instruction", "questions.b.instructions", "questions.b.criteria"}, keys)
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(ledgerPack))
	f.Add([]byte("questions: {a: {type: score, group: danger, instructions: 'a?', criteria: [a, b], level: 1}}"))
	f.Add([]byte("questions:\n  ? [a]\n  : b\n"))
	f.Add([]byte("questions: &a {b: *a}"))
	f.Add([]byte("applies_to: ['tool:[']\nquestions: {a: null}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := question.Parse("f.yaml", data)
		if err != nil {
			return
		}
		require.NotEmpty(t, p.Questions)
		// What a file says is sound on its own; only what it names elsewhere
		// may be missing.
		s, err := question.NewSet(p)
		if err != nil {
			require.Contains(t, err.Error(), "ignore_when")
			return
		}
		require.Len(t, s.Questions(), len(p.Questions))
		require.Len(t, s.Fingerprint(), 12)
	})
}
