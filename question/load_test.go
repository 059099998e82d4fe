package question_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/question"
)

// packDir writes packs, each with one question named after its file.
func packDir(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i, name := range names {
		file := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
		id := string(rune('a' + i))
		require.NoError(t, os.WriteFile(file, []byte("questions: {"+id+": {type: noul, group: context, instructions: x}}"), 0o600))
	}
	return dir
}

func loaded(t *testing.T, paths ...string) []string {
	t.Helper()
	packs, err := question.Load(paths...)
	require.NoError(t, err)
	var names []string
	for _, p := range packs {
		names = append(names, p.Name)
	}
	return names
}

func TestLoadExpandsGlobs(t *testing.T) {
	t.Parallel()
	dir := packDir(t, "till.yaml", "bank.yaml", ".hidden.yaml", "deep/inner.yaml", ".git/x.yaml", "note.txt")
	at := func(name string) string { return filepath.Join(dir, name) }
	assert.Equal(t, []string{"bank", "till"}, loaded(t, at("*.yaml")), "sorted, without dot files")
	assert.Equal(t, []string{".hidden"}, loaded(t, at(".*.yaml")))
	assert.Equal(t, []string{"inner"}, loaded(t, at("*/*.yaml")), "a dot directory is left out as well")
	assert.Equal(t, []string{"inner"}, loaded(t, at("**/*.yaml")), "** is no more than *")
	assert.Equal(t, []string{"till"}, loaded(t, at("[!b]*.yaml")))
	assert.Equal(t, []string{"till", "bank"}, loaded(t, at("till.yaml"), at("*.yaml"), at("./bank.yaml")), "once each")
	assert.Equal(t, []string{"till"}, loaded(t, at("none*.yaml"), at("till.yaml")), "a glob may match nothing")
	assert.Empty(t, loaded(t))
}

func TestLoadExpandsTheHomeDirectory(t *testing.T) {
	dir := packDir(t, "till.yaml")
	t.Setenv("HOME", dir)
	assert.Equal(t, []string{"till"}, loaded(t, "~/*.yaml"))
}

func TestLoadReportsTheFaultsOfAllFiles(t *testing.T) {
	t.Parallel()
	dir := packDir(t, "good.yaml")
	bad, worse := filepath.Join(dir, "bad.yaml"), filepath.Join(dir, "worse.yaml")
	require.NoError(t, os.WriteFile(bad, []byte("questions: {}\n"), 0o600))
	require.NoError(t, os.WriteFile(worse, []byte("pack: x\n"), 0o600))
	packs, err := question.Load(filepath.Join(dir, "*.yaml"), filepath.Join(dir, "gone.yaml"), dir)
	assert.Nil(t, packs)
	var list *question.Error
	require.ErrorAs(t, err, &list)
	require.Len(t, list.Faults, 4)
	assert.ErrorContains(t, err, bad+":1:1: questions: must hold at least one question")
	assert.ErrorContains(t, err, worse+":1:1: questions: is missing")
	assert.ErrorContains(t, err, "gone.yaml: cannot be read: no such file or directory")
	assert.ErrorContains(t, err, dir+": cannot be read: not a regular file")
}

func TestLoadRefusesNothingAtAll(t *testing.T) {
	t.Parallel()
	_, err := question.Load(filepath.Join(t.TempDir(), "*.yaml"))
	assert.ErrorContains(t, err, "no pack of questions is there")
	_, err = question.Load("[")
	assert.ErrorContains(t, err, "malformed glob")
}

func TestLoadReadsABoundedFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "large.yaml")
	require.NoError(t, os.WriteFile(file, []byte(strings.Repeat("# padding\n", 200_000)), 0o600))
	_, err := question.Load(file)
	assert.ErrorContains(t, err, "the file is larger than")
}

func TestLintTellsFaultsWarningsAndReplacements(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	sound := write("sound.yaml", `questions:
  deletes: {type: noul, group: danger, instructions: x, threshold: 1}
  bare: {type: noul, group: danger, instructions: x, criteria: {true: y}}
  where: {type: choice, group: context, instructions: x, threshold: 0.5, criteria: {a: , b: c}}
`)
	report := question.Lint(true, sound)
	assert.Empty(t, report.Faults)
	assert.Equal(t, "deletes", report.Replaced[0].Question)
	var warned []string
	for _, w := range report.Warnings {
		warned = append(warned, w.Key)
		assert.NotZero(t, w.Line)
	}
	assert.ElementsMatch(t, []string{"questions.deletes", "questions.deletes.threshold", "questions.bare.criteria",
		"questions.where.threshold", "questions.where.criteria.a"}, warned)

	broken := question.Lint(true, sound, write("broken.yaml", "questions: {}\n"), write("again.yaml", "questions: {bare: {type: noul, group: danger, instructions: x}}"))
	require.Len(t, broken.Faults, 2, "of single packs and between packs at once")
	assert.Contains(t, broken.Faults[0].Msg, "must hold at least one")
	assert.Contains(t, broken.Faults[1].Msg, "is also in pack sound")
	assert.Len(t, broken.Warnings, 6, "warnings as well")

	alone := question.Lint(false, sound)
	require.Len(t, alone.Faults, 1)
	assert.Contains(t, alone.Faults[0].String(), "all packs together: no question about the scope, manipulation")
	assert.Empty(t, alone.Replaced)

	blocked := question.Lint(false, sound, filepath.Join(dir, "broken.yaml"))
	assert.Len(t, blocked.Faults, 1, "what is missing may stand in the file that is broken")
}

func TestCombineWarnsOfCallsThatNobodyCanJudge(t *testing.T) {
	t.Parallel()
	narrow := question.Base()
	narrow.Name, narrow.AppliesTo = "narrow", []string{"tool:ledger.*"}
	combined, err := question.Combine(false, narrow)
	require.NoError(t, err)
	require.Len(t, combined.Warnings, 1)
	assert.Contains(t, combined.Warnings[0].Msg, "calls to which no pack with applies_to applies go to a person")

	combined, err = question.Combine(true, narrow)
	require.NoError(t, err)
	assert.Empty(t, combined.Warnings)
	assert.Len(t, combined.Replaced, 7)

	_, err = question.Combine(false)
	assert.ErrorContains(t, err, "no question about a danger")
}

func TestWarningsNameWhatSomeServersRefuse(t *testing.T) {
	t.Parallel()
	many := func(n int) []question.Criterion {
		var list []question.Criterion
		for i := range n {
			list = append(list, question.Criterion{Key: string(rune('A' + i)), Text: "x"})
		}
		return list
	}
	levels := many(question.PortableLevels + 1)
	for i := range levels {
		levels[i].Key = []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}[i]
	}
	p := question.Pack{Name: "p", Questions: []question.Question{
		{ID: "c", Type: question.Choice, Group: question.Context, Instructions: "x", Criteria: many(question.PortableOptions + 1)},
		{ID: "s", Type: question.Score, Group: question.Context, Instructions: "x", Criteria: levels},
	}}
	for i := range question.PortableQuestions {
		p.Questions = append(p.Questions, noul("q"+string(rune('0'+i/10))+string(rune('0'+i%10)), "x"))
	}
	newSet(t, p)
	var text strings.Builder
	for _, w := range question.Warnings(p, p) {
		text.WriteString(w.String() + "\n")
	}
	assert.Contains(t, text.String(), "27 options are more than the 26")
	assert.Contains(t, text.String(), "11 levels are more than the 10")
	assert.Contains(t, text.String(), "66 questions are more than the 64")
	assert.Contains(t, text.String(), "another pack has the name p too")
}

func TestAGlobThatMatchesNothingIsAWarning(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.yaml"), []byte("questions: {a: {type: noul, group: danger, instructions: x, criteria: {true: a, false: b}}}"), 0o600))
	here, elsewhere := filepath.Join(dir, "*.yaml"), filepath.Join(dir, "b*.yaml")
	made, err := question.LoadSet(true, here, elsewhere)
	require.NoError(t, err)
	require.Len(t, made.Warnings, 1)
	assert.Equal(t, elsewhere+": matches no file: correct the path, or leave it out", made.Warnings[0].String())
	assert.Equal(t, made.Warnings, question.Lint(true, here, elsewhere).Warnings)

	made, err = question.LoadSet(true)
	require.NoError(t, err)
	assert.Empty(t, made.Warnings)
	_, err = question.LoadSet(true, elsewhere)
	require.ErrorContains(t, err, "no pack of questions is there")
	assert.Empty(t, question.Lint(true, elsewhere).Warnings, "said once, as a fault")
	_, err = question.LoadSet(false, here)
	require.ErrorContains(t, err, "no question about the scope")
}

func TestAnEditCountsBeforeItIsSaved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const pack = "questions: {NAME: {type: noul, group: danger, instructions: \"Does it?\"}}"
	old, fresh := filepath.Join(dir, "a.yaml"), filepath.Join(dir, "b.yaml")
	require.NoError(t, os.WriteFile(old, []byte(strings.ReplaceAll(pack, "NAME", "saved")), 0o600))
	ids := func(l question.Loader, paths ...string) (list []string) {
		packs, err := l.Load(paths...)
		require.NoError(t, err)
		for _, p := range packs {
			for _, q := range p.Questions {
				list = append(list, q.ID)
			}
		}
		return list
	}
	edits := question.Loader{Edits: map[string][]byte{
		old: []byte(strings.ReplaceAll(pack, "NAME", "edited")), fresh: []byte(strings.ReplaceAll(pack, "NAME", "added")),
		filepath.Join(dir, ".hidden.yaml"): []byte("not read"), filepath.Join(dir, "deeper", "c.yaml"): []byte("not read"),
	}}
	glob := filepath.Join(dir, "*.yaml")
	assert.Equal(t, []string{"saved"}, ids(question.Loader{}, glob))
	assert.Equal(t, []string{"edited", "added"}, ids(edits, glob))
	assert.Equal(t, []string{"added"}, ids(edits, fresh))
}

func TestEditsCountUnderRelativePaths(t *testing.T) {
	dir := packDir(t, "till.yaml")
	t.Chdir(dir)
	at := func(name string) string { return filepath.Join(dir, name) }
	edit := []byte("pack: edited\nquestions: {q: {type: noul, group: context, instructions: x}}")
	fresh := question.Loader{Edits: map[string][]byte{at("till.yaml"): edit, at("fresh.yaml"): []byte("questions: {r: {type: noul, group: context, instructions: x}}")}}
	packs, err := fresh.Load("*.yaml")
	require.NoError(t, err)
	require.Len(t, packs, 2)
	assert.Equal(t, []string{"fresh", "edited"}, []string{packs[0].Name, packs[1].Name})
	files, err := fresh.Files("*.yaml")
	require.NoError(t, err)
	assert.Equal(t, []string{"fresh.yaml", "till.yaml"}, files)
	files, err = question.Loader{}.Files("./none.yaml")
	require.NoError(t, err)
	assert.Equal(t, []string{"none.yaml"}, files, "a path names itself")
}
