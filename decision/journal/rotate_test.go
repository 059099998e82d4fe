package journal_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/journal"
)

const noonStamp = "20260304T100000Z"

// rotated makes a journal of four files of three records each: 1 to 3, and
// then "rotated" and two more in each. It has a checkpoint at the last.
func rotated(t testing.TB, key []byte) string {
	t.Helper()
	path := newPath(t)
	j := open(t, path, journal.Options{Key: key, RotateSize: 1, Checkpoint: 100})
	batch := func(n int) { // as one commit
		ids := make([]string, n)
		for i := range ids {
			ids[i] = fmt.Sprintf("%d-%d", len(files(t, path)), i)
		}
		together(t, j, ids)
	}
	batch(3)
	batch(2)
	batch(2)
	batch(2)
	require.NoError(t, j.Close())
	return path
}

// together appends events by one commit.
func together(t testing.TB, j *journal.Journal, ids []string) {
	t.Helper()
	release := j.Hold()
	var wg sync.WaitGroup
	for i, id := range ids {
		wg.Go(func() { assert.NoError(t, j.Append(t.Context(), event(id))) })
		j.WaitForQueue(i + 1)
	}
	release()
	wg.Wait()
}

func files(t testing.TB, path string) []string {
	t.Helper()
	files, err := journal.Files(path)
	require.NoError(t, err)
	return files
}

func verifySet(t testing.TB, path string, key []byte) journal.Report {
	t.Helper()
	report, err := journal.VerifySet(t.Context(), path, journal.VerifyOptions{Key: key})
	require.NoError(t, err)
	return report
}

func requireSetIntact(t testing.TB, path string, records int) {
	t.Helper()
	report := verifySet(t, path, nil)
	require.True(t, report.Intact, "%s", report)
	require.Equal(t, records, report.Records)
}

func TestRotationCarriesTheChainOn(t *testing.T) {
	t.Parallel()
	for name, key := range map[string][]byte{"unkeyed": nil, "keyed": []byte("k")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := rotated(t, key)
			assert.Equal(t, []string{path + ".1-" + noonStamp, path + ".4-" + noonStamp, path + ".7-" + noonStamp}, files(t, path))
			report := verifySet(t, path, key)
			assert.True(t, report.Intact, "%s", report)
			assert.Equal(t, 12, report.Records)
			assert.EqualValues(t, 12, report.LastSeq)
			assert.EqualValues(t, 12, report.Checkpoint)

			var first map[string]any
			require.NoError(t, json.Unmarshal([]byte(lines(t, path)[0]), &first))
			assert.Equal(t, "rotated", first["type"])
			assert.Equal(t, filepath.Base(path)+".7-"+noonStamp, first["previous_file"])
			assert.InEpsilon(t, 10, first["seq"], 0)
			before := lines(t, path+".7-"+noonStamp)
			assert.Contains(t, before[len(before)-1], fmt.Sprintf(`"hash":"%s"`, first["prev"]))

			for _, one := range append(files(t, path), path) {
				report, err := journal.Verify(t.Context(), one, journal.VerifyOptions{Key: key})
				require.NoError(t, err)
				assert.True(t, report.Intact, "each file by itself: %s", report)
				assert.Equal(t, 3, report.Records)
			}
			c, err := journal.ReadCheckpoint(path, key)
			require.NoError(t, err)
			assert.EqualValues(t, 12, c.Seq)
			assert.EqualValues(t, 3, c.Count, "of its file")
		})
	}
}

// TestDamageToASetHasItsName: in a set, also a whole file can be gone.
func TestDamageToASetHasItsName(t *testing.T) {
	t.Parallel()
	remove := func(n int) func(*testing.T, []string) {
		return func(t *testing.T, all []string) { require.NoError(t, os.Remove(all[n])) }
	}
	rewrite := func(n int, change func(l []string) []string) func(*testing.T, []string) {
		return func(t *testing.T, all []string) {
			require.NoError(t, os.WriteFile(all[n], []byte(strings.Join(change(lines(t, all[n])), "")), 0o600))
		}
	}
	tests := map[string]struct {
		damage func(t *testing.T, all []string) // of the files
		want   journal.DamageKind
		file   int
		line   int
		seq    uint64
	}{
		"first file deleted":  {remove(0), journal.DamageDeleted, 1, 1, 4},
		"second file deleted": {remove(1), journal.DamageDeleted, 2, 1, 7},
		"last but one":        {remove(2), journal.DamageDeleted, 3, 1, 10},
		"present file":        {remove(3), journal.DamageTruncated, 2, 4, 10},
		"end of a file":       {rewrite(1, func(l []string) []string { return l[:2] }), journal.DamageDeleted, 2, 1, 7},
		"end, unfinished":     {rewrite(1, func(l []string) []string { l[2] = l[2] + "{"; return l }), journal.DamageTornTail, 1, 4, 0},
		"start of a file":     {rewrite(1, func(l []string) []string { return l[1:] }), journal.DamageDeleted, 1, 1, 5},
		"edited": {rewrite(1, func(l []string) []string {
			l[1] = strings.Replace(l[1], `"approved"`, `"denied"`, 1)
			return l
		}), journal.DamageEdited, 1, 2, 5},
		"present file cut back": {rewrite(3, func(l []string) []string { return l[:1] }), journal.DamageTruncated, 3, 2, 11},
		"present file emptied":  {rewrite(3, func([]string) []string { return nil }), journal.DamageTruncated, 3, 1, 10},
	}
	for chained, key := range map[string][]byte{"unkeyed": nil, "keyed": []byte("k")} {
		for name, tt := range tests {
			t.Run(chained+"/"+name, func(t *testing.T) {
				t.Parallel()
				path := rotated(t, key)
				all := append(files(t, path), path)
				tt.damage(t, all)
				report := verifySet(t, path, key)
				require.Len(t, report.Damage, 1, "%s", report)
				d := report.Damage[0]
				assert.Equal(t, tt.want, d.Kind, "%s", report)
				assert.Equal(t, filepath.Base(all[tt.file]), d.File)
				assert.Equal(t, tt.line, d.Line)
				assert.Equal(t, tt.seq, d.Seq)
				assert.Contains(t, report.String(), filepath.Base(all[tt.file])+": line ")
			})
		}
	}
}

func TestVerifySetOfNothing(t *testing.T) {
	t.Parallel()
	_, err := journal.VerifySet(t.Context(), filepath.Join(t.TempDir(), "none.jsonl"), journal.VerifyOptions{})
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestRotationByAge(t *testing.T) {
	t.Parallel()
	path, now := newPath(t), noon
	opts := journal.Options{RotateAge: time.Hour, Now: func() time.Time { return now }}
	appendAt := func(j *journal.Journal, at time.Duration) {
		now = noon.Add(at)
		e := event("a")
		e.Time = now
		require.NoError(t, j.Append(t.Context(), e))
	}
	j := open(t, path, opts)
	appendAt(j, 0)
	appendAt(j, 59*time.Minute)
	assert.Empty(t, files(t, path))
	require.NoError(t, j.Close())
	j = open(t, path, opts)
	appendAt(j, time.Hour)
	assert.Len(t, files(t, path), 1, "a restart does not make the file young")
	appendAt(j, time.Hour+time.Minute)
	assert.Len(t, files(t, path), 1)
	requireSetIntact(t, path, 5)
}

func TestOpenRefusesNegativeLimits(t *testing.T) {
	t.Parallel()
	for _, opts := range []journal.Options{{RotateSize: -1}, {RotateAge: -1}} {
		_, err := journal.Open(newPath(t), opts)
		require.ErrorContains(t, err, "use positive limits")
	}
}

// TestRotationByManyWriters: each journal rotates, and notices when another one
// did.
func TestRotationByManyWriters(t *testing.T) {
	t.Parallel()
	const journals, goroutines, events = 3, 4, 25
	path := newPath(t)
	var log lockedBuffer
	var wg sync.WaitGroup
	for n := range journals {
		j := open(t, path, journal.Options{RotateSize: int64(2000 + 500*n), Checkpoint: 7, Logger: slog.New(slog.NewTextHandler(&log, nil))})
		for g := range goroutines {
			wg.Go(func() {
				for i := range events {
					assert.NoError(t, j.Append(t.Context(), event(fmt.Sprintf("%d-%d-%d", n, g, i))))
				}
			})
		}
	}
	wg.Wait()
	assert.Empty(t, log.String())
	rotations := len(files(t, path))
	assert.Greater(t, rotations, 5)
	requireSetIntact(t, path, journals*goroutines*events+rotations)
}

// lockedBuffer is a buffer for several loggers.
type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

// TestAKillInTheMiddleOfARotation leaves one of these behind. Whoever comes
// next, a new process or one that was there, carries the chain on.
func TestAKillInTheMiddleOfARotation(t *testing.T) {
	t.Parallel()
	tests := map[string]func(t *testing.T, path string){
		"renamed": func(*testing.T, string) {},
		"created": func(t *testing.T, path string) { require.NoError(t, os.WriteFile(path, nil, 0o600)) },
		"first record torn": func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path, []byte(`{"timestamp":"2026-03`), 0o600))
		},
	}
	for name, left := range tests {
		for _, who := range []string{"a new process", "another process"} {
			t.Run(name+"/"+who, func(t *testing.T) {
				t.Parallel()
				path := newPath(t)
				opts := journal.Options{Checkpoint: 1}
				j := open(t, path, opts)
				require.Zero(t, appendN(t, j, 0, 3))
				require.NoError(t, os.Rename(path, path+".1-"+noonStamp))
				left(t, path)
				records := 3 + 1 + 1
				if strings.Contains(name, "torn") {
					records++ // "repaired"
				}
				assert.True(t, verifySet(t, path, nil).Intact || strings.Contains(name, "torn"))
				if who == "a new process" {
					require.NoError(t, j.Close())
					j = open(t, path, opts)
				}
				require.NoError(t, j.Append(t.Context(), event("a4")))
				requireSetIntact(t, path, records)
				assert.Contains(t, lines(t, path)[0], `"type":"rotated"`)
				assert.NotContains(t, string(read(t, path)), "discontinued")
			})
		}
	}
}

// TestOpenNeedsTheFileThatItCarriesOn.
func TestOpenNeedsTheFileThatItCarriesOn(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(text []byte) []byte{
		"edited":  func(text []byte) []byte { return bytes.ReplaceAll(text, []byte("approved"), []byte("denied")) },
		"emptied": func([]byte) []byte { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := rotated(t, nil)
			require.NoError(t, os.Remove(path))
			newest := files(t, path)[2]
			require.NoError(t, os.WriteFile(newest, change(read(t, newest)), 0o600))
			_, err := journal.Open(path, journal.Options{})
			require.ErrorIs(t, err, journal.ErrDamaged)
			require.ErrorContains(t, err, newest)
		})
	}
}

// TestAJournalThatCannotBeRotated is written on.
func TestAJournalThatCannotBeRotated(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	var log bytes.Buffer
	j := open(t, path, journal.Options{RotateSize: 1, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	require.Zero(t, appendN(t, j, 0, 1))
	taken := []string{path + ".1-" + noonStamp}
	for n := 2; n <= 101; n++ {
		taken = append(taken, fmt.Sprintf("%s-%d", taken[0], n))
	}
	for _, name := range taken {
		require.NoError(t, os.Mkdir(name, 0o700))
	}
	require.Zero(t, appendN(t, j, 1, 3))
	requireIntact(t, path, 4)
	assert.Equal(t, 1, strings.Count(log.String(), "could not be rotated"), "it is logged once")

	require.NoError(t, os.Remove(taken[1]))
	require.Zero(t, appendN(t, j, 4, 1))
	assert.Equal(t, []string{taken[1]}, files(t, path))
	requireSetIntact(t, path, 6)
}

// TestADiskThatIsFullAfterTheRename: the new file stays empty until there is
// room, and no record is lost.
func TestADiskThatIsFullAfterTheRename(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := open(t, path, journal.Options{RotateSize: 1, Checkpoint: 1})
	require.Zero(t, appendN(t, j, 0, 1))
	j.SetWrite(func(f *os.File, lines []byte) (int, error) {
		n, err := f.Write(lines[:20])
		return n, cmp.Or(err, errDisk)
	})
	require.ErrorIs(t, j.Append(t.Context(), event("a2")), errDisk)
	assert.Empty(t, read(t, path))
	requireSetIntact(t, path, 1)
	require.ErrorIs(t, j.Append(t.Context(), event("a3")), errDisk)
	j.SetWrite((*os.File).Write)
	require.NoError(t, j.Append(t.Context(), event("a4")))
	requireSetIntact(t, path, 3)
	assert.Len(t, files(t, path), 1, "an empty file is not rotated")
}

// TestADiskThatFailsBeforeTheRename: what is not on the disk is not put away.
func TestADiskThatFailsBeforeTheRename(t *testing.T) {
	t.Parallel()
	disk, path := &counter{}, newPath(t)
	j := open(t, path, disk.on(journal.Options{RotateSize: 1}))
	require.Zero(t, appendN(t, j, 0, 1))
	disk.fault.Store(&errDisk)
	require.ErrorIs(t, j.Append(t.Context(), event("a2")), errDisk)
	assert.Empty(t, files(t, path))
	disk.fault.Store(nil)
	require.NoError(t, j.Append(t.Context(), event("a3")))
	assert.Len(t, files(t, path), 1)
	requireSetIntact(t, path, 3)
}

func TestRotationFollowsALink(t *testing.T) {
	t.Parallel()
	path := write(t, 1, journal.Options{})
	link := filepath.Join(t.TempDir(), "link.jsonl")
	require.NoError(t, os.Symlink(path, link))
	j := open(t, link, journal.Options{RotateSize: 1})
	require.Zero(t, appendN(t, j, 1, 2))
	assert.Equal(t, files(t, path), files(t, link))
	assert.Len(t, files(t, link), 2, "beside the file, not beside the link")
	requireSetIntact(t, link, 5)
	target, err := os.Readlink(link)
	require.NoError(t, err)
	assert.Equal(t, path, target)
}

func TestOtherFilesAreNotOfTheSet(t *testing.T) {
	t.Parallel()
	path := rotated(t, nil)
	for _, suffix := range []string{
		".1", ".torn-" + noonStamp, ".2-" + noonStamp + ".gz", ".x-" + noonStamp, "2.1-" + noonStamp, ".99999999999999999999-" + noonStamp, ".3-" + noonStamp + "-1234",
	} {
		require.NoError(t, os.WriteFile(path+suffix, []byte("something\n"), 0o600))
	}
	require.NoError(t, os.Mkdir(path+".2-"+noonStamp, 0o700))
	assert.Len(t, files(t, path), 3)
	requireSetIntact(t, path, 12)
	_, err := journal.Files(filepath.Join(path, "x"))
	require.Error(t, err)
}

// TestVerifySetWhileItRotates sees one moment of it.
func TestVerifySetWhileItRotates(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := open(t, path, journal.Options{RotateSize: 1500, Checkpoint: 5})
	require.Zero(t, appendN(t, j, 0, 1))
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range 60 {
			if j.Append(t.Context(), event(fmt.Sprint(i))) != nil {
				return
			}
		}
	}()
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		report := verifySet(t, path, nil)
		require.True(t, report.Intact, "%s", report)
	}
	assert.Greater(t, len(files(t, path)), 10)
}
