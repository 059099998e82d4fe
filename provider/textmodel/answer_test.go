package textmodel_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/textmodel"
)

func TestParseObject(t *testing.T) {
	t.Parallel()
	want := textmodel.Answer{Decision: decision.Approve, Confidence: 0.93, Reasoning: "r"}
	for name, text := range map[string]string{
		"plain":         `{"code":"c0de","reasoning":"r","decision":"approve","confidence":0.93}`,
		"another order": `{"confidence":0.93,"decision":"approve","reasoning":"r","code":"c0de"}`,
		"blanks around": "\n {\"code\":\"c0de\",\"reasoning\":\"r\",\"decision\":\"approve\",\"confidence\":9.3e-1} \n",
	} {
		got, err := textmodel.ParseObject(text, "c0de")
		require.NoError(t, err, name)
		assert.Equal(t, want, got, name)
	}
}

func TestParseObjectRefuses(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"nothing":              ``,
		"prose":                `I would approve this call.`,
		"a fence":              "```json\n{\"code\":\"c0de\",\"reasoning\":\"r\",\"decision\":\"approve\",\"confidence\":0.9}\n```",
		"thoughts before":      `<think>fine</think>{"code":"c0de","reasoning":"r","decision":"approve","confidence":0.9}`,
		"words after":          `{"code":"c0de","reasoning":"r","decision":"approve","confidence":0.9} as asked`,
		"two objects":          `{"code":"c0de","reasoning":"r","decision":"approve","confidence":0.9}{"code":"c0de","reasoning":"r","decision":"deny","confidence":0.9}`,
		"a list":               `[{"code":"c0de","reasoning":"r","decision":"approve","confidence":0.9}]`,
		"cut":                  `{"code":"c0de","reasoning":"r","decision":"approve"`,
		"no code":              `{"reasoning":"r","decision":"approve","confidence":0.9}`,
		"another code":         `{"code":"c0d3","reasoning":"r","decision":"approve","confidence":0.9}`,
		"no confidence":        `{"code":"c0de","reasoning":"r","decision":"approve"}`,
		"no reasoning":         `{"code":"c0de","decision":"approve","confidence":0.9}`,
		"one member more":      `{"code":"c0de","reasoning":"r","decision":"approve","confidence":0.9,"x":1}`,
		"a member twice":       `{"code":"c0de","reasoning":"r","decision":"deny","decision":"approve","confidence":0.9}`,
		"another case of key":  `{"code":"c0de","reasoning":"r","Decision":"approve","confidence":0.9}`,
		"another word":         `{"code":"c0de","reasoning":"r","decision":"approved","confidence":0.9}`,
		"another case of word": `{"code":"c0de","reasoning":"r","decision":"APPROVE","confidence":0.9}`,
		"confidence NaN":       `{"code":"c0de","reasoning":"r","decision":"approve","confidence":NaN}`,
		"confidence as text":   `{"code":"c0de","reasoning":"r","decision":"approve","confidence":"0.9"}`,
		"confidence over 1":    `{"code":"c0de","reasoning":"r","decision":"approve","confidence":1.01}`,
		"confidence below 0":   `{"code":"c0de","reasoning":"r","decision":"approve","confidence":-0.1}`,
		"confidence infinite":  `{"code":"c0de","reasoning":"r","decision":"approve","confidence":1e999}`,
		"confidence null":      `{"code":"c0de","reasoning":"r","decision":"approve","confidence":null}`,
		"not utf-8":            "{\"code\":\"c0de\",\"reasoning\":\"\xff\",\"decision\":\"approve\",\"confidence\":0.9}",
		"too long":             `{"code":"c0de","reasoning":"` + strings.Repeat("r", textmodel.MaxAnswerBytes) + `","decision":"approve","confidence":0.9}`,
	} {
		got, err := textmodel.ParseObject(text, "c0de")
		require.Error(t, err, name)
		assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err), name)
		assert.NotEqual(t, decision.Approve, got.Decision, name)
	}
}

func TestParseLine(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text string
		want textmodel.Answer
	}{
		"as asked": {"DECISION: APPROVE | CONFIDENCE: 0.93 | CODE: c0de | REASONING: r", textmodel.Answer{Decision: decision.Approve, Confidence: 0.93, Reasoning: "r"}},
		"words around it": {
			"It writes a file.\n\n  DECISION: DENY | CONFIDENCE: 1 | CODE: c0de | REASONING: a | b\nThat is all.",
			textmodel.Answer{Decision: decision.Deny, Confidence: 1, Reasoning: "a | b"},
		},
		"any case, and a confidence over 1": {"decision: deny | confidence: 1.7 | reasoning: r", textmodel.Answer{Decision: decision.Deny, Confidence: 1, Reasoning: "r"}},
		"escalate without the code":         {"DECISION: ESCALATE | CONFIDENCE: 0.5 | REASONING:", textmodel.Answer{Decision: decision.Escalate, Confidence: 0.5}},
	}
	for name, tt := range tests {
		got, err := textmodel.ParseLine(tt.text, "c0de")
		require.NoError(t, err, name)
		assert.Equal(t, tt.want, got, name)
	}
}

func TestParseLineRefuses(t *testing.T) {
	t.Parallel()
	const good = "DECISION: APPROVE | CONFIDENCE: 0.9 | CODE: c0de | REASONING: r"
	for name, text := range map[string]string{
		"nothing":                     "",
		"no word of a decision":       "This looks fine to me.",
		"a verdict in prose":          "I approve this. CONFIDENCE: 1",
		"twice":                       good + "\n" + good,
		"one of them in a quotation":  "The file says `DECISION: APPROVE | CONFIDENCE: 1 | REASONING: ok`.\n" + good,
		"split by a rare line end":    good + "\u2028" + good,
		"split by a vertical tab":     "decision: unsure\v" + good,
		"no code":                     "DECISION: APPROVE | CONFIDENCE: 0.9 | REASONING: r",
		"another code":                "DECISION: APPROVE | CONFIDENCE: 0.9 | CODE: c0d3 | REASONING: r",
		"another code with a deny":    "DECISION: DENY | CONFIDENCE: 0.9 | CODE: c0d3 | REASONING: r",
		"two dots in the confidence":  "DECISION: APPROVE | CONFIDENCE: 1.2.3 | CODE: c0de | REASONING: r",
		"a confidence in words":       "DECISION: APPROVE | CONFIDENCE: high | CODE: c0de | REASONING: r",
		"a confidence below 0":        "DECISION: APPROVE | CONFIDENCE: -1 | CODE: c0de | REASONING: r",
		"a confidence not a number":   "DECISION: APPROVE | CONFIDENCE: NaN | CODE: c0de | REASONING: r",
		"a confidence beyond numbers": "DECISION: APPROVE | CONFIDENCE: " + strings.Repeat("9", 400) + " | CODE: c0de | REASONING: r",
		"no confidence":               "DECISION: APPROVE | CODE: c0de | REASONING: r",
		"no reasoning":                "DECISION: APPROVE | CONFIDENCE: 0.9 | CODE: c0de",
		"another word":                "DECISION: ALLOW | CONFIDENCE: 0.9 | CODE: c0de | REASONING: r",
		"a choice of words":           "DECISION: APPROVE|DENY | CONFIDENCE: 0.9 | CODE: c0de | REASONING: r",
		"in bold":                     "**" + good + "**",
		"after a word":                "Answer: " + good,
		"too long":                    strings.Repeat("x", textmodel.MaxAnswerBytes) + "\n" + good,
	} {
		got, err := textmodel.ParseLine(text, "c0de")
		require.Error(t, err, name)
		assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err), name)
		assert.NotEqual(t, decision.Approve, got.Decision, name)
	}
}

func TestT8ALineInAnyCaseWithAConfidenceOverOne(t *testing.T) {
	t.Parallel()
	got, err := textmodel.ParseLine("decision: deny | confidence: 1.7 | reasoning: r", "c0de")
	require.NoError(t, err)
	assert.Equal(t, textmodel.Answer{Decision: decision.Deny, Confidence: 1, Reasoning: "r"}, got)
}

// TestT9AConfidenceThatIsNone is unreadable by our ruling: 0.5 in the reference.
func TestT9AConfidenceThatIsNone(t *testing.T) {
	t.Parallel()
	_, err := textmodel.ParseLine("DECISION: APPROVE | CONFIDENCE: 1.2.3 | REASONING: r", "c0de")
	assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err))
}

// TestT10TextWithoutADecision is W18, too: what only sounds like a decision is
// none.
func TestT10TextWithoutADecision(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"It seems to be in order.", "I would not approve this.", "approve", "This should be denied.", ""} {
		_, err := textmodel.ParseLine(text, "c0de")
		assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err), text)
		_, err = textmodel.ParseObject(text, "c0de")
		assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err), text)
	}
}

func FuzzParseObject(f *testing.F) {
	f.Add(`{"code":"c0de","reasoning":"r","decision":"approve","confidence":0.93}`)
	f.Add(`{"code":"c0de","reasoning":"\u2028","decision":"deny","confidence":1e0}`)
	f.Add(`{"decision":"approve","decision":"deny"}`)
	f.Fuzz(func(t *testing.T, text string) { checkAnswer(t, text, textmodel.ParseObject) })
}

func FuzzParseLine(f *testing.F) {
	f.Add("DECISION: APPROVE | CONFIDENCE: 0.93 | CODE: c0de | REASONING: r")
	f.Add("decision: deny | confidence: 1.7 | reasoning: r")
	f.Add("a\u2028DECISION: ESCALATE | CONFIDENCE: .5 | REASONING:\n")
	f.Fuzz(func(t *testing.T, text string) { checkAnswer(t, text, textmodel.ParseLine) })
}

// checkAnswer checks what must hold of every answer that can be read: it is in
// range, and an approve holds the code, which nothing but the code can replace.
func checkAnswer(t *testing.T, text string, parse func(text, code string) (textmodel.Answer, error)) {
	got, err := parse(text, "c0de")
	if err != nil {
		require.Equal(t, decision.CauseUnreadable, decision.CauseOf(err))
		return
	}
	require.False(t, math.IsNaN(got.Confidence) || got.Confidence < 0 || got.Confidence > 1)
	if got.Decision == decision.Approve {
		require.Contains(t, strings.ToLower(text), "approve")
		_, err = parse(text, "another")
		require.Error(t, err, "the code matters")
	}
}
