package sqlite_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/sqlite"
	"github.com/flux7-go/supervisor/memory/storetest"
)

func TestMain(m *testing.M) {
	if childOf(m) {
		return
	}
	goleak.VerifyTestMain(m)
}

// open opens a file and closes it when the test ends.
func open(t testing.TB, o sqlite.Options) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	return s
}

func file(t testing.TB) string { return filepath.Join(t.TempDir(), "memory.db") }

func TestStoreConforms(t *testing.T) {
	t.Parallel()
	storetest.Run(t, storetest.Options{
		New: func(t *testing.T, now func() time.Time) decision.Store {
			return open(t, sqlite.Options{Path: file(t), Now: now, Poll: 5 * time.Millisecond})
		},
		Reopen: func(t *testing.T, s decision.Store, now func() time.Time) decision.Store {
			return open(t, sqlite.Options{Path: s.(*sqlite.Store).Path(), Now: now, Poll: 5 * time.Millisecond})
		},
		Tight: func(t *testing.T, now func() time.Time, limit int) decision.Store {
			return open(t, sqlite.Options{
				Path: file(t), Now: now, MaxDecisions: limit, MaxWords: limit, MaxStandings: limit, MaxApprovals: limit,
			})
		},
	})
}
