package sqlite_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/sqlite"
)

func rawSQL(t *testing.T, path, text string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	_, err = db.ExecContext(t.Context(), text)
	require.NoError(t, err)
	require.NoError(t, db.Close())
}

func TestOthersCannotReadTheFile(t *testing.T) {
	t.Parallel()
	path := file(t)
	require.NoError(t, os.WriteFile(path, nil, 0o644))
	s := open(t, sqlite.Options{Path: path})
	require.NoError(t, s.Save(t.Context(), decision.Decision{ID: "a"}))
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(name)
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o600), info.Mode().Perm(), name)
	}
}

func TestWhatIsNotOpened(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		prepare func(t *testing.T, path string)
		want    string
	}{
		"of a newer version":    {func(t *testing.T, path string) { rawSQL(t, path, "PRAGMA user_version = 99") }, "schema 99"},
		"of another program":    {func(t *testing.T, path string) { rawSQL(t, path, "PRAGMA application_id = 7") }, "another program"},
		"not a database":        {func(t *testing.T, path string) { overwrite(t, path, 0) }, "not a database"},
		"damaged in the middle": {func(t *testing.T, path string) { overwrite(t, path, 8192) }, "damaged"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := file(t)
			s, err := sqlite.Open(t.Context(), sqlite.Options{Path: path})
			require.NoError(t, err)
			for n := range 200 {
				require.NoError(t, s.Save(t.Context(), decision.Decision{Tool: strings.Repeat("x", n), Reasoning: strings.Repeat("y", 500)}))
			}
			require.NoError(t, s.Close())
			tt.prepare(t, path)
			_, err = sqlite.Open(t.Context(), sqlite.Options{Path: path})
			require.ErrorContains(t, err, tt.want)
			require.ErrorContains(t, err, path)
		})
	}
	path := file(t)
	rawSQL(t, path, "CREATE TABLE notes (text)")
	_, err := sqlite.Open(t.Context(), sqlite.Options{Path: path})
	require.ErrorContains(t, err, "another program", "tables of somebody else")
	_, err = sqlite.Open(t.Context(), sqlite.Options{})
	require.ErrorContains(t, err, "no file")
	_, err = sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "none", "x")})
	require.ErrorIs(t, err, os.ErrNotExist)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = sqlite.Open(ctx, sqlite.Options{Path: file(t)})
	require.ErrorIs(t, err, context.Canceled)
}

// overwrite puts nonsense into a file, from an offset on.
func overwrite(t *testing.T, path string, offset int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteAt([]byte(strings.Repeat("nonsense", 1024)), offset)
	require.NoError(t, err)
	require.NoError(t, f.Close())
}

func TestItIsThereAfterARestart(t *testing.T) {
	t.Parallel()
	path, now := file(t), time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	o := sqlite.Options{Path: path, Now: func() time.Time { return now }}
	s, err := sqlite.Open(t.Context(), o)
	require.NoError(t, err)
	id, err := s.Open(t.Context(), decision.Call{Tool: "mail.send"}, decision.Decision{Reasoning: "not sure"}, now.Add(time.Minute))
	require.NoError(t, err)
	require.NoError(t, s.Close())

	s, err = sqlite.Open(t.Context(), o)
	require.NoError(t, err)
	a, err := s.Approval(t.Context(), id)
	require.NoError(t, err)
	assert.Equal(t, decision.ApprovalPending, a.Status)
	assert.Equal(t, "not sure", a.Decision.Reasoning)
	require.NoError(t, s.Close())

	now = now.Add(time.Minute)
	r, err := open(t, o).Wait(t.Context(), id)
	require.NoError(t, err)
	assert.Equal(t, decision.ApprovalTimeout, r.Status, "nobody answered while nobody was there")
}

// TestManyMakeTheSameFile opens a file that does not exist yet, many at once.
func TestManyMakeTheSameFile(t *testing.T) {
	t.Parallel()
	path := file(t)
	var all sync.WaitGroup
	for n := range 10 {
		all.Go(func() {
			s, err := sqlite.Open(context.Background(), sqlite.Options{Path: path})
			if !assert.NoError(t, err) {
				return
			}
			assert.NoError(t, s.SaveWord(context.Background(), decision.Word{ID: fmt.Sprint(n), Action: decision.Approve}))
			assert.NoError(t, s.Close())
		})
	}
	all.Wait()
	found, err := open(t, sqlite.Options{Path: path}).FindWords(t.Context(), decision.WordQuery{})
	require.NoError(t, err)
	assert.Len(t, found, 10)
}
