package question_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/question"
)

func answeringSet(t *testing.T) question.Set {
	t.Helper()
	return newSet(t, parse(t, "p.yaml", `questions:
  bad: {type: noul, group: danger, instructions: x}
  zone: {type: choice, group: context, instructions: x, criteria: {lab: l, yard: y}}
  harm: {type: score, group: context, instructions: x, criteria: [none, some, much]}
`))
}

const (
	goodBad  = `"bad":{"type":"noul","noul":0.25}`
	goodZone = `"zone":{"type":"choice","choice":"lab","confidence":0.5,"probabilities":{"lab":0.75,"yard":0.25}}`
	goodHarm = `"harm":{"type":"score","score":0.5,"legend":["a"],"probabilities":{"0":0.5,"1":0.5,"2":0}}`
)

func TestParseAnswersReadsEveryType(t *testing.T) {
	t.Parallel()
	read, err := question.ParseAnswers([]byte("{"+goodBad+","+goodZone+","+goodHarm+`,"other":{"type":"noul","noul":1}}`), answeringSet(t))
	require.NoError(t, err)
	assert.Equal(t, map[string]question.Answer{
		"bad":  {Type: question.Noul, Noul: 0.25},
		"zone": {Type: question.Choice, Probabilities: map[string]float64{"lab": 0.75, "yard": 0.25}, Confidence: new(0.5)},
		"harm": {Type: question.Score, Probabilities: map[string]float64{"0": 0.5, "1": 0.5, "2": 0}},
	}, read.ByID)
	assert.Empty(t, read.Faults)
	assert.Equal(t, 1, read.Unasked)
	assert.NoError(t, read.Check(answeringSet(t)))
}

// TestParseAnswersNeverMakesANumberOfAFault checks each way in which a single
// answer can be wrong.
func TestParseAnswersNeverMakesANumberOfAFault(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ id, answer, want string }{
		"missing":             {"bad", "", "not answered"},
		"null":                {"bad", `null`, "not a json object"},
		"refusal":             {"bad", `{"type":"refusal"}`, question.FaultRefused},
		"refusal with number": {"bad", `{"type":"refusal","noul":0.1}`, question.FaultRefused},
		"another type":        {"bad", `{"type":"choice","noul":0.1}`, "another type than noul"},
		"type null":           {"bad", `{"type":null,"noul":0.1}`, "another type than noul"},
		"no number":           {"bad", `{"type":"noul"}`, "no field noul"},
		"text":                {"bad", `{"type":"noul","noul":"0.3"}`, "not a number from 0 to 1"},
		"true":                {"bad", `{"type":"noul","noul":true}`, "not a number from 0 to 1"},
		"number null":         {"bad", `{"type":"noul","noul":null}`, "not a number from 0 to 1"},
		"negative":            {"bad", `{"type":"noul","noul":-0.2}`, "not a number from 0 to 1"},
		"above one":           {"bad", `{"type":"noul","noul":1.4}`, "not a number from 0 to 1"},
		"infinite":            {"bad", `{"type":"noul","noul":1e999}`, "not a number from 0 to 1"},
		"no probabilities":    {"zone", `{"type":"choice","choice":"lab","confidence":1}`, "no field probabilities"},
		"probabilities list":  {"zone", `{"type":"choice","probabilities":[0.5,0.5]}`, "no field probabilities"},
		"option missing":      {"zone", `{"type":"choice","probabilities":{"lab":1}}`, "no probability for yard"},
		"option not offered":  {"zone", `{"type":"choice","probabilities":{"lab":0.5,"yard":0.5,"sea":0}}`, "not offered"},
		"choice not offered":  {"zone", `{"type":"choice","choice":"sea","probabilities":{"lab":0.5,"yard":0.5}}`, "not offered"},
		"option as text":      {"zone", `{"type":"choice","probabilities":{"lab":"0.5","yard":0.5}}`, "the probability of lab is not a number"},
		"option above one":    {"zone", `{"type":"choice","probabilities":{"lab":1.5,"yard":-0.5}}`, "not a number from 0 to 1"},
		"sum too high":        {"zone", `{"type":"choice","probabilities":{"lab":0.6,"yard":0.43}}`, "sum to 1.03"},
		"sum too low":         {"zone", `{"type":"choice","probabilities":{"lab":0.5,"yard":0.47}}`, "sum to 0.97"},
		"all zero":            {"zone", `{"type":"choice","probabilities":{"lab":0,"yard":0}}`, "sum to 0.00"},
		"level past the last": {"harm", `{"type":"score","probabilities":{"0":0.5,"1":0.5,"2":0,"3":0}}`, "not offered"},
		"level written 00":    {"harm", `{"type":"score","probabilities":{"00":0.5,"1":0.5,"2":0}}`, "not offered"},
		"level missing":       {"harm", `{"type":"score","score":1,"probabilities":{"0":0.5,"1":0.5}}`, "no probability for 2"},
	}
	set := answeringSet(t)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fields := map[string]string{"bad": goodBad, "zone": goodZone, "harm": goodHarm}
			fields[tt.id] = ""
			if tt.answer != "" {
				fields[tt.id] = `"` + tt.id + `":` + tt.answer
			}
			var list []string
			for _, field := range fields {
				if field != "" {
					list = append(list, field)
				}
			}
			read, err := question.ParseAnswers([]byte("{"+strings.Join(list, ",")+"}"), set)
			require.NoError(t, err)
			assert.NotContains(t, read.ByID, tt.id)
			assert.Contains(t, read.Faults[tt.id], tt.want)
			assert.Len(t, read.ByID, 2, "the others are read")

			err = read.Check(set)
			require.ErrorContains(t, err, "1 of 3 questions have no answer that can be trusted: "+tt.id+": ")
			assert.Equal(t, tt.want == question.FaultRefused, errors.Is(err, question.ErrRefused))
		})
	}
}

// TestParseAnswersKeepsProbabilitiesAsTheyAre scales nothing: 0.69 of 0.98 is no
// 0.7, the limit of ignore_when.
func TestParseAnswersKeepsProbabilitiesAsTheyAre(t *testing.T) {
	t.Parallel()
	for _, lab := range []float64{0.69, 0.73} {
		given, err := json.Marshal(map[string]float64{"lab": lab, "yard": 0.29})
		require.NoError(t, err)
		read, err := question.ParseAnswers([]byte("{"+goodBad+`,"zone":{"type":"choice","probabilities":`+string(given)+"},"+goodHarm+"}"), answeringSet(t))
		require.NoError(t, err)
		assert.Equal(t, map[string]float64{"lab": lab, "yard": 0.29}, read.ByID["zone"].Probabilities)
	}
}

// TestAtLeastIsCautious gives a danger what rounding has taken from it.
func TestAtLeastIsCautious(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		levels map[string]float64
		from   int
		want   float64
	}{
		"exact":         {map[string]float64{"0": 0.7, "1": 0.1, "2": 0.2}, 1, 0.3},
		"too little":    {map[string]float64{"0": 0.79, "1": 0.1, "2": 0.09}, 1, 0.21},
		"too much":      {map[string]float64{"0": 0.81, "1": 0.11, "2": 0.1}, 1, 0.21},
		"the highest":   {map[string]float64{"0": 0.5, "1": 0.5, "2": 0}, 2, 0},
		"never above 1": {map[string]float64{"0": 0, "1": 0.51, "2": 0.51}, 1, 1},
	} {
		assert.InDelta(t, tt.want, question.Answer{Type: question.Score, Probabilities: tt.levels}.AtLeast(tt.from), 0, name)
	}
}

func TestParseAnswersTakesAnAnswerWithoutType(t *testing.T) {
	t.Parallel()
	read, err := question.ParseAnswers([]byte(`{"bad":{"noul":0.25,"confidence":"high"}}`), answeringSet(t))
	require.NoError(t, err)
	assert.Equal(t, question.Answer{Type: question.Noul, Noul: 0.25}, read.ByID["bad"])
}

func TestParseAnswersRefusesWhatIsNoObject(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "null", "[]", "<html>", `{"bad":{}`, `{"bad":{},"bad":{}}`, `{"a":` + strings.Repeat("[", 50) + strings.Repeat("]", 50) + "}",
		`{"a":"` + strings.Repeat("x", question.MaxAnswersBytes) + `"}`} {
		_, err := question.ParseAnswers([]byte(text), answeringSet(t))
		assert.Error(t, err, "%.40s", text)
	}
}

func TestCheckRefusesAnswersThatAProgramMade(t *testing.T) {
	t.Parallel()
	set := newSet(t, question.Pack{Name: "p", Questions: []question.Question{noul("bad", "x")}})
	for name, answer := range map[string]question.Answer{
		"NaN": {Type: question.Noul, Noul: math.NaN()}, "infinite": {Type: question.Noul, Noul: math.Inf(1)}, "no type": {Noul: 0.5},
	} {
		assert.Error(t, question.Answers{ByID: map[string]question.Answer{"bad": answer}}.Check(set), name)
	}
}

func TestCheckOfAChoiceThatAProgramMade(t *testing.T) {
	t.Parallel()
	set := newSet(t, parse(t, "p.yaml", "questions:\n  zone: {type: choice, group: context, instructions: x, criteria: {lab: l, yard: y}}\n"))
	for name, tt := range map[string]struct {
		given map[string]float64
		says  string
	}{
		"sound":           {map[string]float64{"lab": 0.4, "yard": 0.6}, ""},
		"one that is new": {map[string]float64{"lab": 0.4, "yard": 0.6, "moon": 0}, "not offered"},
		"one that lacks":  {map[string]float64{"lab": 1}, "no probability for yard"},
		"NaN":             {map[string]float64{"lab": math.NaN(), "yard": 1}, "of lab is not a number"},
		"negative":        {map[string]float64{"lab": -0.1, "yard": 1}, "of lab is not a number"},
	} {
		err := question.Answers{ByID: map[string]question.Answer{"zone": {Type: question.Choice, Probabilities: tt.given}}}.Check(set)
		if tt.says == "" {
			require.NoError(t, err, name)
			continue
		}
		assert.ErrorContains(t, err, tt.says, name)
	}
}

// TestCheckTellsRefusedFromBroken takes answers for refused only if nothing
// else is wrong with them.
func TestCheckTellsRefusedFromBroken(t *testing.T) {
	t.Parallel()
	for given, refused := range map[string]bool{
		`{"bad":{"type":"refusal"},"zone":{"type":"refusal"},"harm":{"type":"refusal"}}`: true,
		`{"bad":{"type":"refusal"},` + goodZone + `,` + goodHarm + `}`:                   true,
		`{"bad":{"type":"refusal"},` + goodZone + `}`:                                    false,
		`{"bad":{"type":"refusal"},"zone":null,` + goodHarm + `}`:                        false,
	} {
		read, err := question.ParseAnswers([]byte(given), answeringSet(t))
		require.NoError(t, err)
		err = read.Check(answeringSet(t))
		require.Error(t, err)
		assert.Equal(t, refused, errors.Is(err, question.ErrRefused), given)
	}
}

func TestAtLeastSumsLevels(t *testing.T) {
	t.Parallel()
	a := question.Answer{Type: question.Score, Probabilities: map[string]float64{"0": 0.7, "1": 0.1, "2": 0.2}}
	assert.Equal(t, 1.0, a.AtLeast(0))
	assert.Equal(t, 0.3, a.AtLeast(1), "not 0.30000000000000004")
	assert.Equal(t, 0.2, a.AtLeast(2))
	assert.Equal(t, 0.0, a.AtLeast(3))
}

// FuzzParseAnswers checks that whatever is read can be trusted, and can be
// recorded and read again.
func FuzzParseAnswers(f *testing.F) {
	f.Add([]byte("{" + goodBad + "," + goodZone + "," + goodHarm + "}"))
	f.Add([]byte(`{"bad":{"type":"refusal"},"zone":{"probabilities":{"lab":1e-400,"yard":1}}}`))
	f.Add([]byte(`{"harm":{"probabilities":{"0":0.333,"1":0.333,"2":0.333}}}`))
	pack, err := question.Parse("p.yaml", []byte("questions:\n  bad: {type: noul, group: danger, instructions: x}\n  zone: {type: choice, group: context, instructions: x, criteria: {lab: l, yard: y}}\n  harm: {type: score, group: context, instructions: x, criteria: [a, b, c]}\n"))
	if err != nil {
		f.Fatal(err)
	}
	set, err := question.NewSet(pack)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		read, err := question.ParseAnswers(data, set)
		if err != nil {
			return
		}
		require.Equal(t, 3, len(read.ByID)+len(read.Faults), "every question is answered or has a fault")
		if len(read.Faults) == 0 {
			require.NoError(t, read.Check(set))
		}
		recorded, err := json.Marshal(read.ByID)
		require.NoError(t, err)
		again, err := question.ParseAnswers(recorded, set)
		require.NoError(t, err)
		require.Len(t, again.ByID, len(read.ByID))
	})
}
