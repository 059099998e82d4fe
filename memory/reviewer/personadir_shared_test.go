package reviewer_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/filelock"
	"github.com/flux7-go/supervisor/memory/reviewer"
)

// An agent appends to its own memory, and knows nothing of our lock. It goes on
// as long as we do, so that they meet.
func TestAppendLosesNothingOfOthers(t *testing.T) {
	t.Parallel()
	dir, memory := persona(t)
	others, err := os.OpenFile(memory, os.O_WRONLY|os.O_APPEND, 0)
	require.NoError(t, err)
	defer others.Close()
	const ours, mostTheirs = 100, 3000
	var over atomic.Bool
	var all sync.WaitGroup
	theirs := 0
	all.Go(func() {
		for ; theirs < mostTheirs && !over.Load(); theirs++ {
			_, err := fmt.Fprintf(others, "- theirs %d\n", theirs)
			assert.NoError(t, err)
			runtime.Gosched()
			if theirs%8 == 0 {
				assert.NoError(t, others.Sync()) // the pace of ours
			}
		}
	})
	for i := range ours {
		require.NoError(t, reviewer.NewPersonaDir(dir).Append(t.Context(), fmt.Sprintf("ours %d", i)))
	}
	over.Store(true)
	all.Wait()
	text := read(t, memory)
	for i := range theirs {
		require.Contains(t, text, fmt.Sprintf("- theirs %d\n", i))
	}
	for i := range ours {
		require.Contains(t, text, fmt.Sprintf("- ours %d\n", i))
	}
}

// held opens a file and takes its lock.
func held(t *testing.T, path string) *os.File {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	t.Cleanup(func() { _ = file.Close() }) // the test may have closed it
	require.NoError(t, filelock.Lock(t.Context(), file))
	return file
}

func TestAppendWaitsNoLongerThanItsContext(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("there are no locks")
	}
	dir, memory := persona(t)
	held(t, memory)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, reviewer.NewPersonaDir(dir).Append(ctx, "x"), context.DeadlineExceeded)
	assert.Equal(t, "- Ann likes tea.\n", read(t, memory))
}

// An editor replaces the memory while an entry waits for its turn: the entry is
// in the file that is there afterwards.
func TestAppendFollowsAFileThatIsReplaced(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("who has a file open is not known")
	}
	dir, memory := persona(t)
	lock := held(t, memory)
	done := make(chan error, 1)
	go func() { done <- reviewer.NewPersonaDir(dir).Append(t.Context(), "x") }()
	require.Eventually(t, func() bool { return timesOpen(t, memory) == 2 }, time.Minute, time.Millisecond)
	fresh := filepath.Join(dir, "fresh.tmp")
	write(t, fresh, "- Ann likes coffee.\n")
	require.NoError(t, os.Rename(fresh, memory))
	require.NoError(t, lock.Close())
	require.NoError(t, <-done)
	assert.Equal(t, "- Ann likes coffee.\n- x\n", read(t, memory))
}

// timesOpen is how often this process has a file open.
func timesOpen(t *testing.T, path string) (n int) {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	for _, e := range entries {
		if target, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil && strings.HasSuffix(target, path) {
			n++
		}
	}
	return n
}
