package supervisor_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/question"
)

// packFile writes a pack below a home directory.
func packFile(t *testing.T, text string) (home string) {
	t.Helper()
	home = t.TempDir()
	rewritePack(t, home, text)
	return home
}

func rewritePack(t *testing.T, home, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(home, "till.yaml"), []byte(text), 0o600))
}

func parseConfigText(t *testing.T, format string, args ...any) *supervisor.Config {
	t.Helper()
	cfg, err := supervisor.ParseConfig("sup7.yaml", fmt.Appendf(nil, format, args...))
	require.NoError(t, err)
	return cfg
}

func TestQuestionSetAddsPacksToTheBase(t *testing.T) {
	t.Parallel()
	home := packFile(t, "questions:\n  refunds: {type: noul, group: danger, instructions: x}\n  deletes: {type: noul, group: danger, instructions: y}\n")
	cfg := parseConfigText(t, "home: %s\nevaluator:\n  provider: jev\n  jev: {questions: ['~/*.yaml'], destructive_max: 0.4}\n", home)
	assert.Equal(t, []int{supervisor.OwnProvider}, cfg.AskingLinks())

	combined, err := cfg.QuestionSet(supervisor.OwnProvider)
	require.NoError(t, err)
	assert.Equal(t, []string{"base", "till"}, combined.Set.Packs())
	assert.Equal(t, "deletes", combined.Replaced[0].Question)

	want := decision.DefaultThresholds()
	want.DestructiveMax = 0.4
	assert.Equal(t, want, cfg.Evaluator.Jev.Thresholds(), "the defaults of the config are those of the reference")
}

func TestQuestionSetOfALink(t *testing.T) {
	t.Parallel()
	home := packFile(t, "questions: {refunds: {type: noul, group: danger, instructions: x}}")
	cfg := parseConfigText(t, "home: %s\nevaluator:\n  chain:\n    - provider: jev\n    - provider: ollama\n    - provider: jev\n      jev: {questions: ['~/till.yaml']}\n", home)
	assert.Equal(t, []int{0, 2}, cfg.AskingLinks())
	for link, want := range map[int]int{0: 7, 2: 8} {
		combined, err := cfg.QuestionSet(link)
		require.NoError(t, err)
		assert.Equal(t, want, combined.Set.Len())
	}
	for _, link := range []int{-2, 3} {
		_, err := cfg.QuestionSet(link)
		assert.ErrorContains(t, err, fmt.Sprintf("no link %d", link))
	}
}

func TestQuestionSetPlacesEveryFault(t *testing.T) {
	t.Parallel()
	home := packFile(t, "questions: {refunds: {type: box, group: danger, instructions: x, treshold: 1}}")
	cfg := parseConfigText(t, "home: %s\nevaluator:\n  provider: jev\n  jev: {questions: ['~/till.yaml'], base: off}\n", home)
	_, err := cfg.QuestionSet(supervisor.OwnProvider)
	var list *question.Error
	require.ErrorAs(t, err, &list)
	assert.Len(t, list.Faults, 2)
	assert.ErrorContains(t, err, "the questions of evaluator.jev cannot be used:\n"+filepath.Join(home, "till.yaml")+":1:29: questions.refunds.type")
}

func TestQuestionSetWithoutBaseMustBeWhole(t *testing.T) {
	t.Parallel()
	home := packFile(t, "questions: {refunds: {type: noul, group: danger, instructions: x}}")
	cfg := parseConfigText(t, "home: %s\nevaluator:\n  provider: jev\n  jev: {questions: ['~/till.yaml'], base: off}\n", home)
	_, err := cfg.QuestionSet(supervisor.OwnProvider)
	assert.ErrorContains(t, err, "no question about the scope, manipulation")
	assert.Nil(t, parseConfigText(t, "evaluator: {provider: none}\n").AskingLinks())
}

func TestShowQuestionsTellsLimitsAndWhatIsNotJudged(t *testing.T) {
	t.Parallel()
	home := packFile(t, `applies_to: ["tool:ledger.*"]
questions:
  harm: {type: score, group: danger, instructions: x, criteria: [a, b, c], level: 2, ignore_when: {question: place, option: trial, min: 0.9}}
  place: {type: choice, group: context, instructions: x, criteria: {trial: a, real: b}}
  usual: {type: noul, group: context, role: scope, instructions: x}
  planted: {type: noul, group: manipulation, instructions: x, threshold: 0.3}
`)
	cfg := parseConfigText(t, "home: %s\nevaluator:\n  provider: jev\n  jev: {questions: ['~/till.yaml'], base: off}\n", home)
	shown, err := cfg.ShowQuestions(supervisor.OwnProvider, "", "ledger.post")
	require.NoError(t, err)
	limits := map[string]string{}
	for _, q := range shown.Questions {
		limits[q.ID] = q.Limit
	}
	assert.Equal(t, map[string]string{
		"harm":  "at most 0.20 (destructive_max) from level 2, unless place is trial with 0.90",
		"place": "", "usual": "at least 0.70 (in_scope_min)", "planted": "at most 0.30 (its own)",
	}, limits)
	assert.Empty(t, shown.Unjudged)

	shown, err = cfg.ShowQuestions(supervisor.OwnProvider, "", "fs.read")
	require.NoError(t, err)
	assert.Empty(t, shown.Questions)
	assert.Contains(t, shown.Unjudged, "no question about a danger")
	require.Len(t, shown.Warnings, 2)
	_, err = cfg.ShowQuestions(3, "", "")
	assert.ErrorContains(t, err, "no link 3")
	_, err = parseConfigText(t, "evaluator: {chain: [{provider: ollama}]}\n").ShowQuestions(0, "", "")
	assert.ErrorContains(t, err, "evaluator.chain[0] asks no questions: its provider is ollama")
}
