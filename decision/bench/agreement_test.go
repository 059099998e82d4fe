package bench_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/bench"
)

// pairs makes observed decisions, each with what a person said: "ad" is
// approved and denied, "e" escalated.
func pairs(t *testing.T, what ...string) bench.Agreement {
	t.Helper()
	words := map[byte]string{'a': "approved", 'd': "denied", 'e': "escalated"}
	var lines []string
	for i, pair := range what {
		id := fmt.Sprint(i)
		lines = append(lines, decided(id, words[pair[0]], pair[2:]), outcome(id, "settled", words[pair[1]], "person:ada"))
	}
	return observe(t, lines...).Agreement()
}

const usual = `"masked":false`

func counts(r bench.Rate) [2]int { return [2]int{r.Count, r.Of} }

func TestAgreement(t *testing.T) {
	t.Parallel()
	a := pairs(t, "aa"+usual, "aa"+usual, "aa"+usual, "ad"+usual, "dd"+usual, "da"+usual, "ea"+usual, "ed"+usual)
	assert.Equal(t, [2]int{1, 3}, counts(a.RefusedApproved), "of what the person refused")
	assert.Equal(t, [2]int{1, 5}, counts(a.ApprovedDenied), "of what the person approved")
	assert.Equal(t, [2]int{4, 6}, counts(a.Agreed), "of what would be settled")
	assert.Equal(t, [2]int{4, 8}, counts(a.Lifted), "of all")
	assert.Equal(t, [2]int{2, 8}, counts(a.Left))
	assert.Equal(t, [2]int{1, 2}, counts(a.LeftApproved))
	assert.Equal(t, bench.NewRate(1, 3), a.RefusedApproved, "with its interval")
	assert.Equal(t, 8, a.Observed)
	require.Len(t, a.Disagreements, 2)
	assert.Equal(t, "3", a.Disagreements[0].ID, "what was refused comes first")
	assert.Equal(t, "5", a.Disagreements[1].ID)
}

func TestAgreementByRule(t *testing.T) {
	t.Parallel()
	const reads = `"rule_matched":"reads"`
	a := pairs(t, "aa"+reads, "ad"+reads, "ea"+reads, "ed"+`"rule_matched":null`)
	require.Len(t, a.Rules, 2)
	assert.Equal(t, bench.RuleAgreement{Rule: "reads", Calls: 3, RefusedApproved: 1, Agreed: bench.NewRate(1, 2), LeftApproved: bench.NewRate(1, 1)}, a.Rules[0])
	assert.Equal(t, "jev", a.Rules[1].Rule, "null leaves what stood before")
}

func TestAgreementByQuestion(t *testing.T) {
	t.Parallel()
	limit := func(question string, stopped, ignored bool) string {
		return fmt.Sprintf(`{"question":%q,"key":"destructive_max","value":0.3,"limit":0.2,"stopped":%v,"ignored":%v}`, question, stopped, ignored)
	}
	limits := func(list ...string) string { return `"limits":[` + strings.Join(list, ",") + `]` }
	alone := limits(limit("deletes", true, false), limit("sends", false, false), limit("ignored", true, true))
	both := limits(limit("deletes", true, false), limit("sends", true, false), limit("sends", true, false))
	a := pairs(t, "ea"+alone, "ed"+alone, "ea"+both, "aa"+alone, "ed"+`"limits":{"in":"another form"}`)
	assert.Equal(t, []bench.QuestionLoad{
		{Question: "deletes", Key: "destructive_max", Approved: bench.NewRate(2, 3), Alone: bench.NewRate(1, 2)},
		{Question: "sends", Key: "destructive_max", Approved: bench.NewRate(1, 1), Alone: bench.NewRate(0, 0)},
	}, a.Questions, "escalations only, each once")
}

func TestAgreementForPeopleAndPrograms(t *testing.T) {
	t.Parallel()
	o := observe(t,
		decided("1", "approved", `"rule_matched":"\u001b[31mred"`, `"reasoning":"a\nb \u202e`+strings.Repeat("x", 500)+`"`, `"tool":"bad\u0007tool"`, `"observed":false`),
		outcome("1", "lost", "denied", "person:ada"),
		decided("2", "approved"), outcome("2", "settled", "approved", "mcp:helper"),
		decided("3", "approved"), outcome("3", "settled", "timeout", ""),
	)
	var text, data bytes.Buffer
	require.NoError(t, o.Agreement().WriteText(&text))
	lines := strings.Split(text.String(), "\n")
	assert.Contains(t, lines[0], "refused by people, would be approved  1 of 1 (100.0 %")
	for _, line := range lines {
		assert.LessOrEqual(t, len([]rune(line)), 100, line)
	}
	assert.NotContains(t, text.String(), "\x1b")
	assert.NotContains(t, text.String(), "\a")
	assert.NotContains(t, text.String(), "\u202e")
	for _, want := range []string{"bad tool", "1 timed out", "not known to be a person: mcp:", "people saw only what was not settled for them"} {
		assert.Contains(t, text.String(), want)
	}

	require.NoError(t, o.Agreement().WriteJSON(&data))
	var keys map[string]any
	require.NoError(t, json.Unmarshal(data.Bytes(), &keys))
	for _, key := range []string{"refused_approved", "approved_denied", "agreed", "lifted", "left", "disagreements", "rules", "questions", "journal"} {
		assert.Contains(t, keys, key)
	}
}

func TestAgreementOnNothing(t *testing.T) {
	t.Parallel()
	a := observe(t).Agreement()
	assert.Equal(t, bench.NewRate(0, 0), a.Lifted)
	var data, text bytes.Buffer
	require.NoError(t, a.WriteJSON(&data))
	assert.Contains(t, data.String(), `"disagreements": []`)
	assert.Contains(t, data.String(), `"rules": []`)
	require.NoError(t, a.WriteText(&text))
}

func TestDisagreementsAreBounded(t *testing.T) {
	t.Parallel()
	what := make([]string, 1100)
	for i := range what {
		what[i] = "da" + usual
	}
	what[1099] = "ad" + usual
	a := pairs(t, what...)
	assert.Len(t, a.Disagreements, 1000)
	assert.Equal(t, 100, a.More)
	assert.Equal(t, "1099", a.Disagreements[0].ID)
	var text bytes.Buffer
	require.NoError(t, a.WriteText(&text))
	assert.Contains(t, text.String(), "and 1,080 more")
}
