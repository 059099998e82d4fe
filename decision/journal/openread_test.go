//go:build unix

package journal_test

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/journal"
)

func TestAPipeIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	_, err := journal.Verify(t.Context(), path, journal.VerifyOptions{})
	require.ErrorContains(t, err, "not a regular file")
	_, err = journal.VerifySet(t.Context(), path, journal.VerifyOptions{})
	require.ErrorContains(t, err, "not a regular file")
	_, err = journal.Find(t.Context(), path, "x")
	require.ErrorContains(t, err, "not a regular file")
	_, err = journal.Open(path, journal.Options{})
	require.ErrorContains(t, err, "not a regular file")
}
