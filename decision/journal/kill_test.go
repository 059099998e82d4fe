package journal_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/journal"
)

// The environment that makes the test program a writer.
const (
	writerPath = "JOURNAL_TEST_WRITER"
	writerName = "JOURNAL_TEST_NAME"
)

// killed is how a writer opens its journal: so that a kill often hits a
// rotation or a checkpoint.
var killed = journal.Options{RotateSize: 2500, Checkpoint: 3, Fsync: journal.FsyncNever}

// writeUntilKilled appends events, and prints the id of each one that is in
// the journal.
func writeUntilKilled(path, name string) (code int) {
	j, err := journal.Open(path, killed)
	for n := 0; err == nil; n++ {
		id := fmt.Sprintf("%s-%d", name, n)
		if err = j.Append(context.Background(), event(id)); err == nil {
			_, err = fmt.Println(id)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// TestKilledWriters kills two processes that write one journal, over and over.
// Every record that an Append confirmed is there once, and the chain is whole.
func TestKilledWriters(t *testing.T) {
	t.Parallel()
	rounds := 20
	if testing.Short() {
		rounds = 3
	}
	path, confirmed := newPath(t), map[string]bool{}
	for round := range rounds {
		var writers []*exec.Cmd
		var outputs []*bufio.Scanner
		for w := range 2 {
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^$") //nolint:gosec // this test's own program
			cmd.Env = append(os.Environ(), writerPath+"="+path, fmt.Sprintf("%s=r%d-w%d", writerName, round, w))
			out, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			writers, outputs = append(writers, cmd), append(outputs, bufio.NewScanner(out))
		}
		// The moment is random, but for which record was confirmed last.
		for n := range 1 + rand.IntN(40) {
			if out := outputs[n%2]; out.Scan() {
				confirmed[out.Text()] = true
			}
		}
		for w, cmd := range writers {
			require.NoError(t, cmd.Process.Kill())
			for outputs[w].Scan() {
				confirmed[outputs[w].Text()] = true
			}
			require.Error(t, cmd.Wait())
		}
	}

	require.NoError(t, open(t, path, killed).Append(t.Context(), event("last")))
	report := verifySet(t, path, nil)
	require.True(t, report.Intact, "%s", report)
	var all strings.Builder
	for _, file := range append(files(t, path), path) {
		all.Write(read(t, file))
	}
	assert.NotContains(t, all.String(), "discontinued")
	assert.Greater(t, len(files(t, path)), rounds)
	for id := range confirmed {
		assert.Equal(t, 1, strings.Count(all.String(), fmt.Sprintf(`"approval_id":%q`, id)), id)
	}
}
