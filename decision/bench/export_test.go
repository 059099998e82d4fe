package bench_test

import (
	"bytes"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/bench"
)

func TestExportWritesAFrozenSet(t *testing.T) {
	t.Parallel()
	const long = "a very long command that is cut in the recent activity of the next one "
	text := `{"trace_id":"t1","timestamp":"T","agent_id":"ann","session_id":"s","tool":"Bash","params":{"n":1.50,"a<b":"password=hunter22"},` +
		`"policy":"human_approval","policy_rule":"r","approval_status":"denied","approved_by":"person:ann","user_request":"private","danger":["deletes"]}` + "\n" +
		`{"id":"two","tool":"Bash","session_id":"s","policy":"allow","params":{"c":"` + strings.Repeat(long, 4) + `"}}` + "\n" +
		`{"tool":"Read","session_id":"s","policy":"deny","policy_rule":"default","expect":"deny"}` + "\n" +
		`{"trace_id":"t1","tool":"Read","policy":"allow","params":{"p":1},"recent_traces":[]}` + "\n"
	var out bytes.Buffer
	leaving, err := bench.Export(&out, selecting(t, bench.SelectionOptions{}).Read("acme", strings.NewReader("bad\n"+text)))
	require.NoError(t, err)
	head := `{"c":"` + strings.Repeat(long, 4)
	first := `{"tool":"Bash","params":{"a<b":"[secret]","n":1.50}}`
	want := `{"trace_id":"t1","timestamp":"T","agent_id":"ann","session_id":"s","tool":"Bash","params":{"a<b":"[secret]","n":1.50},` +
		`"policy":"human_approval","policy_rule":"r","expect":"deny","recent_traces":[]}` + "\n" +
		`{"id":"two","trace_id":"","timestamp":"","agent_id":"","session_id":"s","tool":"Bash","params":{"c":"` + strings.Repeat(long, 4) + `"},` +
		`"policy":"allow","policy_rule":"","recent_traces":[` + first + `]}` + "\n" +
		`{"trace_id":"","timestamp":"","agent_id":"","session_id":"s","tool":"Read","params":{},"policy":"deny","policy_rule":"default","expect":"deny",` +
		`"recent_traces":[{"tool":"Bash","params":"` + strings.ReplaceAll(head[:200], `"`, `\"`) + `"},` + first + `]}` + "\n" +
		`{"id":"t1#2","trace_id":"t1","timestamp":"","agent_id":"","tool":"Read","params":{"p":1},"policy":"allow","policy_rule":"","recent_traces":[]}` + "\n"
	assert.Equal(t, want, out.String())
	assert.Equal(t, 4, leaving.Calls)
	assert.Equal(t, out.Len(), leaving.Bytes)
	assert.Equal(t, 2, leaving.Tools["Read"].Calls)
	assert.Equal(t, leaving.Bytes, leaving.Tools["Read"].Bytes+leaving.Tools["Bash"].Bytes)

	dry, err := bench.Measure(selecting(t, bench.SelectionOptions{}).Read("acme", strings.NewReader(text)))
	require.NoError(t, err)
	assert.Equal(t, leaving, dry)

	var again bytes.Buffer
	_, err = bench.Export(&again, (&bench.Reader{}).Read("other", bytes.NewReader(out.Bytes())))
	require.NoError(t, err)
	assert.Equal(t, want, again.String(), "a frozen set is exported as it is")
}

func TestExportMasksWithoutASelection(t *testing.T) {
	t.Parallel()
	const secret = "ghp_" + "1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R"
	var out bytes.Buffer
	_, err := bench.Export(&out, (&bench.Reader{}).Read("set", strings.NewReader(strings.ReplaceAll(
		`{"id":"%","trace_id":"%","timestamp":"%","agent_id":"%","session_id":"%","tool":"%","params":{"%":["%"]},"policy":"%","policy_rule":"%",`+
			`"expect":"deny","recent_traces":[{"tool":"%","trace_id":"%","params":{"%":"%"},"policy":"%","policy_rule":"%","approval_status":"%"},{"tool":"x","params":"%"}]}`, "%", secret))))
	require.NoError(t, err)
	assert.NotContains(t, out.String(), secret[:12])
	assert.Equal(t, 17, strings.Count(out.String(), "[secret]"))
}

func TestExportFileReplacesAtOnceOrNotAtAll(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "set.jsonl")
	require.NoError(t, os.WriteFile(path, []byte("before"), 0o644))
	broken := errors.New("broken")
	var failing iter.Seq2[bench.Case, error] = func(yield func(bench.Case, error) bool) {
		_ = yield(one(t, `{"tool":"x","policy":"allow"}`), nil) && yield(bench.Case{}, broken)
	}
	_, err := bench.ExportFile(path, failing)
	require.ErrorIs(t, err, broken)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "before", string(data))

	leaving, err := bench.ExportFile(path, (&bench.Reader{}).Read("set", strings.NewReader(`{"tool":"x","policy":"allow"}`)))
	require.NoError(t, err)
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	assert.EqualValues(t, leaving.Bytes, info.Size())

	_, err = bench.ExportFile(dir, (&bench.Reader{}).Read("set", strings.NewReader(`{"tool":"x","policy":"allow"}`)))
	require.Error(t, err, "a directory is not replaced")
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 1, "nothing is left behind")
}
