//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package filelock_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/flux7-go/supervisor/internal/filelock"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// openTwice opens one file through two descriptors, as two processes would.
func openTwice(t *testing.T) (first, second *os.File) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "shared")
	for _, f := range []**os.File{&first, &second} {
		opened, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		require.NoError(t, err)
		t.Cleanup(func() { _ = opened.Close() })
		*f = opened
	}
	return first, second
}

func TestLockExcludesAnotherDescriptorUntilUnlocked(t *testing.T) {
	t.Parallel()
	first, second := openTwice(t)
	require.NoError(t, filelock.Lock(t.Context(), first))
	require.NoError(t, filelock.Lock(t.Context(), first), "taking it twice changes nothing")

	short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	err := filelock.Lock(short, second)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	assert.ErrorContains(t, err, "another process holds")

	taken, err := filelock.TryLock(second)
	require.NoError(t, err)
	assert.False(t, taken)
	require.NoError(t, filelock.Unlock(first))
	taken, err = filelock.TryLock(second)
	require.NoError(t, err)
	assert.True(t, taken)
}

func TestLockIsGivenToTheOneWhoWaits(t *testing.T) {
	t.Parallel()
	first, second := openTwice(t)
	require.NoError(t, filelock.Lock(t.Context(), first))
	taken := make(chan error, 1)
	go func() { taken <- filelock.Lock(t.Context(), second) }()
	select {
	case <-taken:
		t.Fatal("the lock was taken twice")
	default:
	}
	require.NoError(t, filelock.Unlock(first))
	require.NoError(t, <-taken)
}

func TestLockEndsWithTheDescriptor(t *testing.T) {
	t.Parallel()
	first, second := openTwice(t)
	require.NoError(t, filelock.Lock(t.Context(), first))
	require.NoError(t, first.Close())
	require.NoError(t, filelock.Lock(t.Context(), second))
}

func TestLockOfAClosedFileFails(t *testing.T) {
	t.Parallel()
	first, _ := openTwice(t)
	require.NoError(t, first.Close())
	require.Error(t, filelock.Lock(t.Context(), first))
	_, err := filelock.TryLock(first)
	require.ErrorContains(t, err, "lock "+first.Name())
	require.Error(t, filelock.Unlock(first))
}
