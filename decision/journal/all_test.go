package journal_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/journal"
)

func TestAllYieldsEveryFile(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := open(t, path, journal.Options{RotateSize: 1})
	appendAll(t, j, event("a1"), event("a2"), event("a3"))
	require.NoError(t, os.WriteFile(path, append(read(t, path), "torn {\n"...), 0o600))
	ids := func(enough int) (list []string) {
		for record, err := range journal.All(t.Context(), path) {
			require.NoError(t, err)
			var r struct {
				ID string `json:"approval_id"`
			}
			require.NoError(t, json.Unmarshal(record, &r))
			if r.ID != "" {
				list = append(list, r.ID)
			}
			if len(list) == enough {
				break
			}
		}
		return list
	}
	assert.NotEmpty(t, files(t, path), "it was rotated")
	assert.Equal(t, []string{"a1", "a2", "a3"}, ids(9))
	assert.Equal(t, []string{"a1", "a2"}, ids(2))
}

func TestAllTellsWhatStandsInTheWay(t *testing.T) {
	t.Parallel()
	for _, err := range journal.All(t.Context(), filepath.Join(t.TempDir(), "none")) {
		require.ErrorIs(t, err, os.ErrNotExist)
	}
	path := newPath(t)
	appendAll(t, open(t, path, journal.Options{}), event("a1"))
	ended, end := context.WithCancel(t.Context())
	end()
	n := 0
	for _, err := range journal.All(ended, path) {
		n++
		require.ErrorIs(t, err, context.Canceled)
	}
	assert.Equal(t, 1, n)
}
