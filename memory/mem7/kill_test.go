package mem7_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/memory/mem7"
	"github.com/flux7-go/supervisor/memory/mem7/mem7test"
)

// Names of variables by which the test binary is told to be a child, which saves
// decisions until it is killed.
const (
	childSpool = "MEM7_TEST_CHILD_SPOOL"
	childRound = "MEM7_TEST_CHILD_ROUND"
)

// childOf is the child of TestAProcessThatIsKilledLosesNothing.
func childOf(*testing.M) bool {
	spool := os.Getenv(childSpool)
	if spool == "" {
		return false
	}
	s, err := mem7.Open(context.Background(), mem7.Options{Spool: spool, URL: "http://127.0.0.1:1"})
	for n := 0; err == nil; n++ {
		id := fmt.Sprintf("r%s-%d", os.Getenv(childRound), n)
		if err = s.Save(context.Background(), denied(id)); err == nil {
			fmt.Println(id)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return true
}

func TestAProcessThatIsKilledLosesNothing(t *testing.T) {
	t.Parallel()
	spool := t.TempDir()
	var want []string
	for round := range 4 {
		want = append(want, savedUntilKilled(t, spool, round)...)
	}
	m := mem7test.New(mem7test.Options{})
	o := through(t, m)
	o.Spool = spool
	s := open(t, o)
	closeStore(t, s)
	got := keys(m)
	assert.Len(t, got, m.Stores(), "each once")
	assert.Equal(t, want, confirmed(got, want), "whatever was confirmed, in order")
	assert.LessOrEqual(t, len(got), len(want)+4, "and at most the one that was being saved")
}

// savedUntilKilled returns the keys of what a child confirmed before it was
// killed.
func savedUntilKilled(t *testing.T, spool string, round int) (saved []string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childSpool+"="+spool, fmt.Sprintf("%s=%d", childRound, round))
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if saved = append(saved, key(strings.TrimSpace(lines.Text()))); len(saved) == 10+7*round {
			require.NoError(t, cmd.Process.Kill())
		}
	}
	require.Error(t, cmd.Wait(), "it was killed")
	require.NotEmpty(t, saved)
	return saved
}

// confirmed are those of got that were confirmed.
func confirmed(got, wanted []string) (out []string) {
	want := map[string]bool{}
	for _, k := range wanted {
		want[k] = true
	}
	for _, k := range got {
		if want[k] {
			out = append(out, k)
		}
	}
	return out
}
