package command_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/question"
)

func writePack(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "till.yaml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

const soundPack = `applies_to: ["agent:till-*"]
questions:
  refunds: {type: noul, group: danger, instructions: 'Does it pay out?', criteria: {true: y, false: n}, threshold: 0.1}
  deletes: {type: noul, group: danger, instructions: 'Own words?', criteria: {true: y, false: n}, threshold: 1}
`

func TestQuestionsLint(t *testing.T) {
	t.Parallel()
	sound := writePack(t, soundPack)
	r := run(t, "", "questions", "lint", sound)
	assert.Equal(t, 0, r.code, r.err)
	assert.Contains(t, r.out, "warning: "+sound+":4:110: questions.deletes.threshold: 1 never stops anything")
	assert.Contains(t, r.out, "pack till replaces the base question deletes\n")
	assert.Contains(t, r.out, "faults: 0, warnings: 1\n")

	broken := writePack(t, "questions: {a: {type: box, group: peril, instructions: x, treshold: 1}}")
	r = run(t, "", "questions", "lint", sound, broken)
	assert.Equal(t, 1, r.code)
	for _, says := range []string{"questions.a.type", "questions.a.group", `did you mean "threshold"?`, "faults: 3", "^"} {
		assert.Contains(t, r.out, says)
	}

	r = run(t, "", "questions", "lint", "--json", "--base-off", sound)
	assert.Equal(t, 1, r.code)
	var report question.Report
	require.NoError(t, json.Unmarshal([]byte(r.out), &report))
	require.Len(t, report.Faults, 1)
	assert.Contains(t, report.Faults[0].Msg, "no question about the scope")

	assert.Equal(t, 1, run(t, "", "questions", "lint", sound+"-absent").code)
	assert.Equal(t, 1, run(t, "", "questions", "lint").code)
	assert.Equal(t, 1, run(t, "", "questions").code)
}

func TestQuestionsShow(t *testing.T) {
	t.Parallel()
	path := config(t, "evaluator:\n  provider: jev\n  jev: {destructive_max: 0.4, questions: ['"+writePack(t, soundPack)+"']}\n")
	r := run(t, "", "-c", path, "questions", "show", "--agent", "till-1")
	assert.Equal(t, 0, r.code, r.err)
	for _, says := range []string{
		"base, till", "pack till replaces the base question deletes", "at most 0.10 (its own)", "at least 0.70 (in_scope_min)",
		"at most 0.40 (destructive_max), unless target_zone is project with 0.70", "Does it pay out?",
	} {
		assert.Contains(t, r.out, says)
	}

	var shown struct {
		Fingerprint string
		Packs       []string
		Questions   []struct{ Question struct{ ID string } }
	}
	r = run(t, "", "-c", path, "questions", "show", "--agent", "maple-bot", "--tool", "fs.write", "--json")
	require.NoError(t, json.Unmarshal([]byte(r.out), &shown))
	assert.Equal(t, []string{"base"}, shown.Packs)
	assert.Len(t, shown.Questions, 7)
	base, err := question.NewSet(question.Base())
	require.NoError(t, err)
	assert.Equal(t, base.Fingerprint(), shown.Fingerprint)
}

func TestQuestionsShowSaysWhenThereIsNothingToShow(t *testing.T) {
	t.Parallel()
	r := run(t, "", "-c", config(t, "evaluator: {provider: none}\n"), "questions", "show")
	assert.Equal(t, 1, r.code)
	assert.Contains(t, r.err, "set evaluator.provider")

	path := config(t, "evaluator: {chain: [{provider: ollama}, {provider: jev, jev: {base: off, questions: ['"+writePack(t, soundPack)+"']}}]}\n")
	r = run(t, "", "-c", path, "questions", "show")
	assert.Equal(t, 1, r.code)
	assert.Contains(t, r.err, "the questions of evaluator.chain[1].jev cannot be used")
	assert.Equal(t, 1, run(t, "", "-c", path, "questions", "show", "--link", "7").code)
}
