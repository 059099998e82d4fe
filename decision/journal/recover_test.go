package journal_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
)

// TestOpenRepairsALineTornAnywhere cuts the last record at every byte.
func TestOpenRepairsALineTornAnywhere(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]int{"the only record": 0, "the last record": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := write(t, before, journal.Options{})
			require.NoError(t, open(t, path, journal.Options{}).Append(t.Context(), decision.Event{Type: decision.EventStarted}))
			whole := read(t, path)
			sound := len(whole) - len(lines(t, path)[before])
			for size := sound + 1; size < len(whole); size++ {
				repaired(t, whole[:size], sound, before)
			}
		})
	}
}

// repaired opens a journal that is sound up to an offset.
func repaired(t *testing.T, text []byte, sound, records int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.jsonl")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	j := open(t, path, journal.Options{})
	require.NoError(t, j.Append(t.Context(), event("next")))

	requireIntact(t, path, records+2)
	require.True(t, bytes.HasPrefix(read(t, path), text[:sound]), "what was sound stays")
	aside := path + ".torn-20260304T100000Z"
	require.Contains(t, lines(t, path)[records], fmt.Sprintf(`"type":"repaired","aside":%q,"bytes":%d`, aside, len(text)-sound))
	require.Equal(t, text[sound:], read(t, aside), "nothing is thrown away")
}

func TestRepairIsLoggedAndKeepsEarlierRepairs(t *testing.T) {
	t.Parallel()
	path := write(t, 1, journal.Options{})
	for _, aside := range []string{".torn-20260304T100000Z", ".torn-20260304T100000Z-2"} {
		tear(t, path, "{\"timest")
		var log bytes.Buffer
		open(t, path, journal.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
		assert.Contains(t, log.String(), "repaired the journal")
		assert.Equal(t, "{\"timest", string(read(t, path+aside)))
		info, err := os.Stat(path + aside)
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	}
	requireIntact(t, path, 3)
}

func tear(t testing.TB, path, tail string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	require.NoError(t, err)
	_, err = f.WriteString(tail)
	require.NoError(t, err)
	require.NoError(t, f.Close())
}

// TestAppendRepairsWhatAnotherProcessLeft: it was killed while this one lives.
func TestAppendRepairsWhatAnotherProcessLeft(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := open(t, path, journal.Options{})
	require.NoError(t, j.Append(t.Context(), event("a1")))
	tear(t, path, "{\"timestamp\":\"2026")
	require.NoError(t, j.Append(t.Context(), event("a2")))
	requireIntact(t, path, 3)
}

func TestOpenChangesNothingOfADamagedFile(t *testing.T) {
	t.Parallel()
	sound := string(read(t, write(t, 2, journal.Options{})))
	tests := map[string]struct {
		content string
		want    error
	}{
		"last record edited":            {strings.Replace(sound, `"approval_id":"a2"`, `"approval_id":"b2"`, 1), journal.ErrDamaged},
		"last line is no record":        {sound + "hello\n", journal.ErrDamaged},
		"edited, and torn":              {strings.Replace(sound, `"a2"`, `"b2"`, 1) + "{\"tim", journal.ErrDamaged},
		"a record of the reference":     {`{"timestamp":"2026-01-01T00:00:00.000000+00:00","decision":"approved"}` + "\n", journal.ErrDamaged},
		"another kind of file":          {"#!/bin/sh", journal.ErrDamaged},
		"a last line that is too long":  {tooLong(sound), journal.ErrDamaged},
		"last record without its brace": {strings.TrimSuffix(sound, "}\n") + "\n", journal.ErrDamaged},
		"chained with a key":            {string(read(t, write(t, 1, journal.Options{Key: []byte("k")}))), journal.ErrKeyNeeded},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "log.jsonl")
			require.NoError(t, os.WriteFile(path, []byte(tt.content), 0o600))
			_, err := journal.Open(path, journal.Options{Now: clock})
			require.ErrorIs(t, err, tt.want)
			assert.Equal(t, tt.content, string(read(t, path)))
			files, err := filepath.Glob(path + "*")
			require.NoError(t, err)
			assert.Len(t, files, 1, "nothing is set aside")
		})
	}
}

func TestOpenWithAnotherKeyFails(t *testing.T) {
	t.Parallel()
	path := write(t, 1, journal.Options{Key: []byte("right")})
	_, err := journal.Open(path, journal.Options{Key: []byte("wrong")})
	require.ErrorIs(t, err, journal.ErrDamaged)
	require.ErrorContains(t, err, "another key")
	require.NoError(t, open(t, path, journal.Options{Key: []byte("right")}).Append(t.Context(), event("a2")))
}

func TestAppendFindsDamageThatWasDoneMeanwhile(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := open(t, path, journal.Options{})
	require.NoError(t, j.Append(t.Context(), event("a1")))
	tear(t, path, "forged\n")
	require.ErrorIs(t, j.Append(t.Context(), event("a2")), journal.ErrDamaged)
}

// TestAFileThatWasMovedAwayOrEmptied: the journal goes on with what is there,
// and says in it where the chain of before ended.
func TestAFileThatWasMovedAwayOrEmptied(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change func(t *testing.T, path string)
		reason string
	}{
		"moved away": {func(t *testing.T, path string) { require.NoError(t, os.Rename(path, path+".1")) }, "replaced"},
		"replaced": {func(t *testing.T, path string) {
			require.NoError(t, os.Rename(path, path+".1"))
			require.NoError(t, os.WriteFile(path, nil, 0o600))
		}, "replaced"},
		"replaced by a longer one": {func(t *testing.T, path string) {
			require.NoError(t, os.Rename(write(t, 5, journal.Options{}), path))
		}, "replaced"},
		"emptied":  {func(t *testing.T, path string) { require.NoError(t, os.Truncate(path, 0)) }, "truncated"},
		"cut back": {func(t *testing.T, path string) { require.NoError(t, os.Truncate(path, int64(len(lines(t, path)[0])))) }, "truncated"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := newPath(t)
			var log bytes.Buffer
			j := open(t, path, journal.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
			for _, id := range []string{"a1", "a2"} {
				require.NoError(t, j.Append(t.Context(), event(id)))
			}
			head := last(t, path)["hash"].(string)
			tt.change(t, path)
			require.NoError(t, j.Append(t.Context(), event("a3")))

			report, err := journal.Verify(t.Context(), path, journal.VerifyOptions{})
			require.NoError(t, err)
			require.Len(t, report.Damage, 1, "%s", report)
			assert.Equal(t, journal.DamageDiscontinued, report.Damage[0].Kind, "what the writer noticed is no secret of the log")
			assert.False(t, report.Intact)
			assert.Contains(t, string(read(t, path)), fmt.Sprintf(`"type":"discontinued","last_hash":"%s","last_seq":2,"reason":"%s"`, head, tt.reason))
			assert.Equal(t, "a3", last(t, path)["approval_id"])
			assert.Contains(t, log.String(), "changed from outside")
		})
	}
}

// TestAFullDisk fails a write after some bytes, as ENOSPC does.
func TestAFullDisk(t *testing.T) {
	t.Parallel()
	for _, written := range []int{0, 1, 100} {
		path := newPath(t)
		j := open(t, path, journal.Options{})
		require.NoError(t, j.Append(t.Context(), event("a1")))
		before := read(t, path)

		j.SetWrite(func(f *os.File, line []byte) (int, error) {
			n, err := f.Write(line[:written])
			require.NoError(t, err)
			return n, syscall.ENOSPC
		})
		require.ErrorIs(t, j.Append(t.Context(), event("a2")), syscall.ENOSPC)
		assert.Equal(t, before, read(t, path), "what was written of the record is taken back")

		j.SetWrite((*os.File).Write)
		require.NoError(t, j.Append(t.Context(), event("a3")), "there is room again")
		requireIntact(t, path, 2)
	}
}

// TestAFullDiskDuringARepair: the notice of the repair waits for room, and an
// event whose notice could not be written is not written either.
func TestAFullDiskDuringARepair(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := open(t, path, journal.Options{})
	require.NoError(t, j.Append(t.Context(), event("a1")))
	tear(t, path, "{\"time")
	fails := 1
	j.SetWrite(func(f *os.File, line []byte) (int, error) {
		if fails--; fails >= 0 {
			return 0, syscall.ENOSPC
		}
		return f.Write(line)
	})
	require.ErrorIs(t, j.Append(t.Context(), event("a2")), syscall.ENOSPC)
	requireIntact(t, path, 1)
	require.NoError(t, j.Append(t.Context(), event("a3")))
	requireIntact(t, path, 3)
	assert.Contains(t, lines(t, path)[1], `"type":"repaired"`)
}
