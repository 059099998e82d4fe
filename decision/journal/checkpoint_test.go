package journal_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/journal"
)

const markSuffix = ".checkpoint"

// marked makes a journal of n decisions with a checkpoint after the last.
func marked(t testing.TB, n int, key []byte) string {
	t.Helper()
	path := newPath(t)
	j := open(t, path, journal.Options{Key: key, Checkpoint: 100})
	require.Zero(t, appendN(t, j, 0, n))
	require.NoError(t, j.Close())
	return path
}

// appendN appends n events, numbered on from a number of records.
func appendN(t testing.TB, j *journal.Journal, from, n int) (failed int) {
	t.Helper()
	for i := range n {
		if j.Append(t.Context(), event(fmt.Sprintf("a%d", from+i+1))) != nil {
			failed++
		}
	}
	return failed
}

func TestACheckpointSaysHowFarTheJournalIs(t *testing.T) {
	t.Parallel()
	for name, key := range map[string][]byte{"sha256": nil, "hmac-sha256": []byte("k")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := newPath(t)
			var told []journal.Checkpoint
			j := open(t, path, journal.Options{Key: key, Checkpoint: 3, OnCheckpoint: func(c journal.Checkpoint) { told = append(told, c) }})
			seqs := func() (seqs []uint64) {
				for _, c := range told {
					seqs = append(seqs, c.Seq)
				}
				return seqs
			}
			require.Zero(t, appendN(t, j, 0, 2))
			assert.NoFileExists(t, path+markSuffix)
			require.Zero(t, appendN(t, j, 2, 5))
			assert.Equal(t, []uint64{3, 6}, seqs())
			require.NoError(t, j.Close())
			assert.Equal(t, []uint64{3, 6, 7}, seqs(), "and when it is closed")

			c, err := journal.ReadCheckpoint(path, key)
			require.NoError(t, err)
			assert.Equal(t, told[2], c)
			head := last(t, path)["hash"].(string)
			text := string(read(t, path+markSuffix))
			signed, hash, ok := strings.Cut(text, `,"hash":"`)
			require.True(t, ok)
			assert.Equal(t, fmt.Sprintf(`{"timestamp":"2026-03-04T10:00:00.123456+00:00","type":"checkpoint","count":7,"alg":%q,"seq":7,"head":%q`, name, head), signed)
			sum := sha256.New()
			if key != nil {
				sum = hmac.New(sha256.New, key)
			}
			sum.Write([]byte(signed))
			assert.Equal(t, hex.EncodeToString(sum.Sum(nil))+"\"}\n", hash)

			var again journal.Checkpoint
			data, err := json.Marshal(c)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(data, &again))
			again.Time = again.Time.UTC()
			assert.Equal(t, c, again, "a sink can keep it as json")
		})
	}
}

func TestCheckpointsOfSeveralJournals(t *testing.T) {
	t.Parallel()
	path, made := newPath(t), 0
	opts := journal.Options{Checkpoint: 10, OnCheckpoint: func(journal.Checkpoint) { made++ }}
	a, b := open(t, path, opts), open(t, path, opts)
	for i := range 20 {
		require.Zero(t, appendN(t, a, 2*i, 1))
		require.Zero(t, appendN(t, b, 2*i+1, 1))
	}
	c, err := journal.ReadCheckpoint(path, nil)
	require.NoError(t, err)
	assert.EqualValues(t, 40, c.Seq)
	assert.LessOrEqual(t, made, 8, "about one for ten records, and not one of each journal for five")
}

func TestACheckpointKeepsItsFilesMode(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := open(t, path, journal.Options{Checkpoint: 1, Mode: 0o640})
	mode := func() os.FileMode {
		info, err := os.Stat(path + markSuffix)
		require.NoError(t, err)
		return info.Mode().Perm()
	}
	require.NoError(t, os.WriteFile(path+markSuffix+".new", []byte("left by a kill"), 0o644))
	require.Zero(t, appendN(t, j, 0, 1))
	assert.Equal(t, os.FileMode(0o640), mode(), "a new one has the journal's")
	require.NoError(t, os.Chmod(path+markSuffix, 0o644))
	require.Zero(t, appendN(t, j, 1, 1))
	assert.Equal(t, os.FileMode(0o644), mode())
	assert.NoFileExists(t, path+markSuffix+".new")
}

func TestRecordsAreSyncedBeforeTheirCheckpoint(t *testing.T) {
	t.Parallel()
	for fsync, want := range map[journal.Fsync]int64{journal.FsyncNever: 0, journal.FsyncInterval: 1, journal.FsyncCommit: 2} {
		disk, path := &counter{}, newPath(t)
		j := open(t, path, disk.on(journal.Options{Fsync: fsync, Checkpoint: 2}))
		require.Zero(t, appendN(t, j, 0, 2))
		assert.Equal(t, want, disk.syncs.Load(), fsync)
		assert.FileExists(t, path+markSuffix)
	}

	disk, path := &counter{}, newPath(t)
	j := open(t, path, disk.on(journal.Options{Checkpoint: 2}))
	disk.fault.Store(&errDisk)
	require.Zero(t, appendN(t, j, 0, 2))
	assert.NoFileExists(t, path+markSuffix, "it would vouch for what may be lost")
	disk.fault.Store(nil)
	require.Zero(t, appendN(t, j, 2, 1))
	assert.FileExists(t, path+markSuffix, "the next commit makes it")
}

// TestACheckpointThatCannotBeWritten is no reason to refuse records.
func TestACheckpointThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	var log bytes.Buffer
	j := open(t, path, journal.Options{Checkpoint: 2, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	require.NoError(t, os.MkdirAll(path+markSuffix+"/in the way", 0o700))
	require.Zero(t, appendN(t, j, 0, 4))
	assert.Equal(t, 1, strings.Count(log.String(), "no checkpoint"), "it is logged once")
	require.NoError(t, os.RemoveAll(path+markSuffix))
	require.Zero(t, appendN(t, j, 4, 1))
	c, err := journal.ReadCheckpoint(path, nil)
	require.NoError(t, err)
	assert.EqualValues(t, 5, c.Seq)
}

func TestOpenRefusesANegativeCheckpoint(t *testing.T) {
	t.Parallel()
	_, err := journal.Open(newPath(t), journal.Options{Checkpoint: -1})
	require.ErrorContains(t, err, "checkpoint is -1")
}

func TestReadCheckpointReliesOnNothingThatWasChanged(t *testing.T) {
	t.Parallel()
	key := []byte("k")
	plain, keyed := read(t, marked(t, 3, nil)+markSuffix), read(t, marked(t, 3, key)+markSuffix)
	tests := map[string]struct {
		text []byte
		key  []byte
		ok   bool
	}{
		"plain":                 {plain, nil, true},
		"keyed":                 {keyed, key, true},
		"keyed, without a key":  {keyed, nil, true},
		"plain, with a key":     {plain, key, false},
		"another key":           {keyed, []byte("x"), false},
		"edited":                {bytes.Replace(plain, []byte(`"seq":3`), []byte(`"seq":2`), 1), nil, false},
		"edited, keyed":         {bytes.Replace(keyed, []byte(`"seq":3`), []byte(`"seq":2`), 1), key, false},
		"with something more":   {bytes.Replace(plain, []byte(`,"alg"`), []byte(`,"x":1,"alg"`), 1), nil, false},
		"with something behind": {append(bytes.Clone(plain), '\n'), nil, false},
		"another algorithm":     {bytes.Replace(plain, []byte(`sha256`), []byte(`md5`), 1), nil, false},
		"no hash, no key":       {[]byte(strings.Split(string(keyed), `,"hash"`)[0] + "}\n"), nil, false},
		"cut":                   {plain[:40], nil, false},
		"empty":                 {nil, nil, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := newPath(t)
			_, err := journal.ReadCheckpoint(path, tt.key)
			require.ErrorIs(t, err, fs.ErrNotExist)
			open(t, path, journal.Options{})
			require.NoError(t, os.WriteFile(path+markSuffix, tt.text, 0o600))
			c, err := journal.ReadCheckpoint(path, tt.key)
			if tt.ok {
				require.NoError(t, err)
				assert.EqualValues(t, 3, c.Count)
				return
			}
			require.ErrorIs(t, err, journal.ErrCheckpoint)
			assert.Zero(t, c)
			report, err := journal.Verify(t.Context(), path, journal.VerifyOptions{Key: tt.key})
			require.NoError(t, err)
			require.NotEmpty(t, report.Damage)
			assert.Equal(t, journal.DamageCheckpoint, report.Damage[0].Kind)
		})
	}
}

// TestOpenRecordsWhatTheCheckpointMisses, before the next checkpoint forgets it.
func TestOpenRecordsWhatTheCheckpointMisses(t *testing.T) {
	t.Parallel()
	key := []byte("k")
	tests := map[string]struct {
		change func(t *testing.T, path string)
		reason string
	}{
		"truncated": {func(t *testing.T, path string) { require.NoError(t, os.Truncate(path, int64(len(lines(t, path)[0])))) }, "truncated"},
		"emptied":   {func(t *testing.T, path string) { require.NoError(t, os.Truncate(path, 0)) }, "truncated"},
		"gone":      {func(t *testing.T, path string) { require.NoError(t, os.Remove(path)) }, "truncated"},
		"rebuilt": {func(t *testing.T, path string) {
			require.NoError(t, os.Remove(path))
			require.Zero(t, appendN(t, open(t, path, journal.Options{Key: key}), 50, 6))
		}, "rebuilt"},
		"checkpoint edited": {func(t *testing.T, path string) {
			text := bytes.Replace(read(t, path+markSuffix), []byte(`"seq":5`), []byte(`"seq":4`), 1)
			require.NoError(t, os.WriteFile(path+markSuffix, text, 0o600))
		}, "checkpoint"},
		"nothing": {func(*testing.T, string) {}, ""},
		"grown": {func(t *testing.T, path string) {
			require.Zero(t, appendN(t, open(t, path, journal.Options{Key: key}), 5, 300))
		}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := marked(t, 5, key)
			tt.change(t, path)
			for range 2 { // it is said once
				j := open(t, path, journal.Options{Key: key, Checkpoint: 100})
				require.Zero(t, appendN(t, j, 900, 1))
				require.NoError(t, j.Close())
			}
			want := 0
			if tt.reason != "" {
				want = 1
				assert.Contains(t, string(read(t, path)), fmt.Sprintf(`"reason":%q`, tt.reason))
			}
			assert.Equal(t, want, strings.Count(string(read(t, path)), `"type":"discontinued"`))
			report, err := journal.Verify(t.Context(), path, journal.VerifyOptions{Key: key})
			require.NoError(t, err)
			assert.Equal(t, want, report.Faults, "%s", report)
			for _, d := range report.Damage {
				assert.Equal(t, journal.DamageDiscontinued, d.Kind)
			}
		})
	}
}

// TestACheckpointFromBeforeTheKey is replaced without a fuss.
func TestACheckpointFromBeforeTheKey(t *testing.T) {
	t.Parallel()
	path, key := marked(t, 3, nil), []byte("k")
	require.Zero(t, appendN(t, open(t, path, journal.Options{Key: key, Checkpoint: 100}), 3, 1))
	assert.NotContains(t, string(read(t, path)), "discontinued")
	c, err := journal.ReadCheckpoint(path, key)
	require.NoError(t, err)
	assert.Equal(t, "hmac-sha256", c.Alg)
	report, err := journal.Verify(t.Context(), path, journal.VerifyOptions{Key: key})
	require.NoError(t, err)
	assert.True(t, report.Intact, "%s", report)
}

// FuzzCheckpoint: what is taken is, to the byte, what is written for it.
func FuzzCheckpoint(f *testing.F) {
	plain, keyed := read(f, marked(f, 3, nil)+markSuffix), read(f, marked(f, 1, []byte("k"))+markSuffix)
	f.Add(plain, []byte(nil))
	f.Add(keyed, []byte("k"))
	f.Add(keyed, []byte{})
	f.Add(append([]byte(" "), plain...), []byte(nil))
	f.Add([]byte(`{"alg":"sha256"}`), []byte(nil))
	f.Add([]byte(`{"alg":"hmac-sha256","timestamp":"9999999-01-01T00:00:00Z"}`), []byte(nil))
	f.Fuzz(func(t *testing.T, data, key []byte) {
		c, err := journal.ParseCheckpoint(data, key)
		if err != nil {
			require.ErrorIs(t, err, journal.ErrCheckpoint)
			require.Zero(t, c)
			return
		}
		require.Contains(t, string(data), fmt.Sprintf(`,"hash":%q}`, c.Hash))
		require.Contains(t, string(data), fmt.Sprintf(`,"seq":%d,"head":%q`, c.Seq, c.Head))
	})
}

// TestCheckpointsGoOnAfterTheFileWasReplaced, although the numbers begin anew.
func TestCheckpointsGoOnAfterTheFileWasReplaced(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := open(t, path, journal.Options{Checkpoint: 2})
	require.Zero(t, appendN(t, j, 0, 6))
	require.NoError(t, os.Rename(path, path+".1"))
	require.Zero(t, appendN(t, j, 6, 3))
	c, err := journal.ReadCheckpoint(path, nil)
	require.NoError(t, err)
	assert.EqualValues(t, 4, c.Seq)
}

// TestAFileIsRotatedWithACheckpoint of its last record.
func TestAFileIsRotatedWithACheckpoint(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	var told []uint64
	j := open(t, path, journal.Options{RotateSize: 1, Checkpoint: 100, OnCheckpoint: func(c journal.Checkpoint) { told = append(told, c.Seq) }})
	require.Zero(t, appendN(t, j, 0, 3))
	assert.Equal(t, []uint64{1, 3}, told)

	// The present file by itself is held against what was there before it.
	kept := journal.Checkpoint{Alg: "sha256", Seq: 3, Head: strings.Repeat("a", 64)}
	report, err := journal.Verify(t.Context(), path, journal.VerifyOptions{Checkpoint: &kept})
	require.NoError(t, err)
	require.Len(t, report.Damage, 1, "%s", report)
	assert.Equal(t, journal.DamageRebuilt, report.Damage[0].Kind)
	assert.EqualValues(t, 4, report.Damage[0].Seq)
	kept.Seq = 2
	report, err = journal.Verify(t.Context(), path, journal.VerifyOptions{Checkpoint: &kept})
	require.NoError(t, err)
	assert.True(t, report.Intact, "its record is in another file: %s", report)
	assert.Zero(t, report.Checkpoint)
}
