package questiontest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/question"
	"github.com/flux7-go/supervisor/question/questiontest"
)

// recorder is a test that may fail.
type recorder struct {
	said   []string
	failed bool
}

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}
func (r *recorder) FailNow() { r.failed = true }

const pack = `pack: till
applies_to: ["agent:till-*"]
questions:
  refunds:
    type: noul
    group: danger
    instructions: Does it pay out?
    criteria: {true: it does, false: it does not}
    threshold: %s
    ignore_when: {question: amount, option: small}
  amount:
    type: choice
    group: context
    instructions: How much?
    criteria: {small: little, large: a lot}
  reach:
    type: score
    group: danger
    instructions: Whom?
    criteria: [nobody, one person, many]
    level: 2
`

func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "till.yaml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

func cases() []questiontest.Case {
	return []questiontest.Case{
		{Name: "calm", Want: decision.Approve, StoppedBy: []string{}},
		{Name: "refund", Answers: questiontest.Answers{"refunds": questiontest.Yes(0.15)}, Want: decision.Escalate, StoppedBy: []string{"refunds"}},
		{Name: "small refund", Answers: questiontest.Answers{"refunds": questiontest.Yes(0.9), "amount": questiontest.Option("small", 0.8)}, Want: decision.Approve},
		{Name: "many", Answers: questiontest.Answers{"reach": questiontest.Level(2, 0.3)}, Want: decision.Escalate, StoppedBy: []string{"reach"}},
		{Name: "elsewhere", Agent: "maple-bot", Answers: questiontest.Answers{"deletes": questiontest.Yes(0.95), "in_scope": questiontest.Yes(0.1)}, Want: decision.Deny},
	}
}

func TestVerdictsPass(t *testing.T) {
	t.Parallel()
	set := questiontest.Load(t, true, write(t, fmt.Sprintf(pack, "0.1")))
	questiontest.Verdicts(t, set, decision.DefaultThresholds(), cases()...)
	questiontest.Fingerprint(t, set, set.Fingerprint())
	questiontest.Criteria(t, set)
}

// TestVerdictsTellWhatDiffers loosens one threshold.
func TestVerdictsTellWhatDiffers(t *testing.T) {
	t.Parallel()
	var r recorder
	questiontest.Verdicts(&r, questiontest.Load(t, true, write(t, fmt.Sprintf(pack, "0.4"))), decision.DefaultThresholds(), cases()...)
	require.Len(t, r.said, 1)
	assert.Contains(t, r.said[0], `case "refund": got approve, want escalate`)
	assert.Contains(t, r.said[0], "    refunds 0.15, at most 0.40 (threshold)\n")
	assert.Contains(t, r.said[0], "    in_scope 1.00, at least 0.70 (in_scope_min)")
}

func TestVerdictsFailForOtherReasons(t *testing.T) {
	t.Parallel()
	set := questiontest.Load(t, true, write(t, fmt.Sprintf(pack, "0.1")))
	tests := map[string]struct {
		c    questiontest.Case
		want string
	}{
		"another limit": {questiontest.Case{Answers: questiontest.Answers{"deletes": questiontest.Yes(0.5)}, Want: decision.Escalate, StoppedBy: []string{"refunds"}},
			"escalated as it should, but stopped by [deletes], want [refunds]\n"},
		"stopped at all": {questiontest.Case{Answers: questiontest.Answers{"deletes": questiontest.Yes(0.5)}, Want: decision.Approve},
			"✗ deletes 0.50, at most 0.20 (destructive_max)"},
		"misspelt":       {questiontest.Case{Answers: questiontest.Answers{"delets": questiontest.Yes(0.5)}}, "answers delets, which this call is not asked"},
		"not asked":      {questiontest.Case{Agent: "maple-bot", Answers: questiontest.Answers{"refunds": questiontest.Yes(0.5)}}, "answers refunds, which"},
		"impossible":     {questiontest.Case{Answers: questiontest.Answers{"deletes": questiontest.Yes(1.5)}}, "not a number from 0 to 1"},
		"unknown option": {questiontest.Case{Answers: questiontest.Answers{"amount": questiontest.Option("huge", 0.5)}}, "was not offered"},
		"another type":   {questiontest.Case{Answers: questiontest.Answers{"amount": questiontest.Yes(0.5)}}, "another type than choice"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var r recorder
			questiontest.Verdicts(&r, set, decision.DefaultThresholds(), tt.c)
			require.Len(t, r.said, 1)
			assert.Contains(t, r.said[0], tt.want)
		})
	}
}

func TestFingerprintShowsTheNewOne(t *testing.T) {
	t.Parallel()
	set := questiontest.Load(t, true, write(t, fmt.Sprintf(pack, "0.1")))
	var r recorder
	questiontest.Fingerprint(&r, set, "0123456789ab")
	require.Len(t, r.said, 1)
	assert.Contains(t, r.said[0], set.Fingerprint())
}

func TestCriteriaMustExistAndDiffer(t *testing.T) {
	t.Parallel()
	set, err := question.NewSet(question.Pack{Name: "p", Questions: []question.Question{
		{ID: "bare", Type: question.Noul, Group: question.Danger, Instructions: "x"},
		{ID: "same", Type: question.Noul, Group: question.Danger, Instructions: "x", Criteria: []question.Criterion{{Key: "true", Text: "It does"}, {Key: "false", Text: "it  does"}}},
		{ID: "empty", Type: question.Choice, Group: question.Context, Instructions: "x", Criteria: []question.Criterion{{Key: "a", Text: "x"}, {Key: "b"}}},
	}})
	require.NoError(t, err)
	var r recorder
	questiontest.Criteria(&r, set)
	assert.Equal(t, []string{
		"question bare of pack p: give the criteria true and false",
		"question same of pack p: false reads the same as true",
		"question empty of pack p: b has no text",
	}, r.said)
}

func TestLoadFailsForFaultsAndWarnings(t *testing.T) {
	t.Parallel()
	var r recorder
	questiontest.Load(&r, true, write(t, strings.Replace(fmt.Sprintf(pack, "2"), "refunds:", "deletes:", 1)))
	assert.True(t, r.failed)
	assert.Contains(t, r.said[0], "questions.deletes.threshold: must be a number from 0 to 1")

	r = recorder{}
	questiontest.Load(&r, true, write(t, fmt.Sprintf(pack, "1")))
	assert.False(t, r.failed)
	require.Len(t, r.said, 1)
	assert.Contains(t, r.said[0], "1 never stops anything")
}
