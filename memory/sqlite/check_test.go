package sqlite_test

import (
	"database/sql"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/memory/sqlite"
)

// page is the size of a page that SQLite gives a new file.
const page = 4096

// big makes a file that is too large to be read whole at every start.
func big(t *testing.T) string {
	t.Helper()
	path := file(t)
	s, err := sqlite.Open(t.Context(), sqlite.Options{Path: path})
	require.NoError(t, err)
	require.NoError(t, s.Close())
	rawSQL(t, path, fmt.Sprintf(`INSERT INTO decisions (id, agent, tool, action, time, latest, body)
		WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM n WHERE n < %d)
		SELECT 'd' || n, '', '', 0, 0, 0, hex(zeroblob(%d)) FROM n`, sqlite.CheckedWhole>>20+1, 1<<19))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Greater(t, info.Size(), int64(sqlite.CheckedWhole))
	return path
}

// root is where in the file a table begins.
func root(t *testing.T, path, table string) (offset int64) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	require.NoError(t, db.QueryRowContext(t.Context(), "SELECT rootpage FROM sqlite_schema WHERE name = ?", table).Scan(&offset))
	require.NoError(t, db.Close())
	return (offset - 1) * page
}

func TestALargeFileIsReadWholeAfterAnUncleanEnd(t *testing.T) {
	t.Parallel()
	path := big(t)
	overwrite(t, path, root(t, path, "decisions"))
	s, err := sqlite.Open(t.Context(), sqlite.Options{Path: path})
	require.NoError(t, err, "it was closed")
	require.ErrorContains(t, s.Check(t.Context()), "damaged")
	require.NoError(t, s.Close())

	// A log whose first page was not written whole, as a machine that stops leaves it.
	require.NoError(t, os.WriteFile(path+"-wal", make([]byte, 512), 0o600))
	_, err = sqlite.Open(t.Context(), sqlite.Options{Path: path})
	require.ErrorContains(t, err, "damaged")
}

func TestWhatIsInForceIsCheckedAtEveryStart(t *testing.T) {
	t.Parallel()
	for _, table := range []string{"standings", "approvals"} {
		path := big(t)
		s, err := sqlite.Open(t.Context(), sqlite.Options{Path: path})
		require.NoError(t, err)
		require.NoError(t, s.Close())
		overwrite(t, path, root(t, path, table))
		_, err = sqlite.Open(t.Context(), sqlite.Options{Path: path})
		assert.Error(t, err, table)
	}
}

// TestAFileOfTheFirstSchemaIsTakenOver opens what an earlier version wrote.
func TestAFileOfTheFirstSchemaIsTakenOver(t *testing.T) {
	t.Parallel()
	path := file(t)
	s, err := sqlite.Open(t.Context(), sqlite.Options{Path: path})
	require.NoError(t, err)
	require.NoError(t, s.Close())
	rawSQL(t, path, "DROP INDEX words_fingerprint_action; DROP INDEX words_signature_action; PRAGMA user_version = 1")
	s = open(t, sqlite.Options{Path: path})
	require.NoError(t, s.Check(t.Context()))
	require.Positive(t, root(t, path, "words_signature_action"))
}
