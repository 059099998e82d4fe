package journal_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/journal"
	"github.com/flux7-go/supervisor/internal/filelock"
)

// counter is a disk that counts, and fails while fault is set.
type counter struct {
	writes, syncs atomic.Int64
	latency       time.Duration // of a sync, in virtual time
	fault         atomic.Pointer[error]
}

func (c *counter) on(opts journal.Options) journal.Options {
	return journal.WithDisk(opts, func(f *os.File, lines []byte) (int, error) {
		c.writes.Add(1)
		return f.Write(lines)
	}, func(*os.File) error {
		c.syncs.Add(1)
		time.Sleep(c.latency)
		if err := c.fault.Load(); err != nil {
			return *err
		}
		return nil
	})
}

// appendFrom has so many goroutines append so many events each, and returns
// how many appends failed.
func appendFrom(t *testing.T, j *journal.Journal, writers, events int) (failed int) {
	t.Helper()
	var wg sync.WaitGroup
	var failures atomic.Int64
	for w := range writers {
		wg.Go(func() {
			for i := range events {
				if j.Append(t.Context(), event(fmt.Sprintf("%d-%d", w, i))) != nil {
					failures.Add(1)
				}
			}
		})
	}
	wg.Wait()
	return int(failures.Load())
}

func TestFsyncPolicies(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		fsync                                 journal.Fsync
		appended, waited, idle, again, closed int64 // syncs so far
	}{
		"never":    {journal.FsyncNever, 0, 0, 0, 0, 0},
		"interval": {journal.FsyncInterval, 0, 1, 1, 1, 2},
		"default":  {"", 0, 1, 1, 1, 2},
		"commit":   {journal.FsyncCommit, 3, 3, 3, 4, 4},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				disk := &counter{}
				j := open(t, newPath(t), disk.on(journal.Options{Fsync: tt.fsync}))
				require.Zero(t, appendFrom(t, j, 1, 3))
				assert.Equal(t, tt.appended, disk.syncs.Load(), "after three records")
				wait := func(d time.Duration) { time.Sleep(d); synctest.Wait() }
				wait(journal.SyncInterval)
				assert.Equal(t, tt.waited, disk.syncs.Load(), "after the interval")
				wait(time.Hour)
				assert.Equal(t, tt.idle, disk.syncs.Load(), "with nothing new")
				require.NoError(t, j.Append(t.Context(), event("a4")))
				assert.Equal(t, tt.again, disk.syncs.Load(), "after one more")
				require.NoError(t, j.Close())
				assert.Equal(t, tt.closed, disk.syncs.Load(), "after Close")
				assert.EqualValues(t, 4, disk.writes.Load())
			})
		})
	}
}

func TestOpenRefusesAnUnknownPolicy(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	_, err := journal.Open(path, journal.Options{Fsync: "always"})
	require.ErrorContains(t, err, `fsync is "always": use never, interval or commit`)
	assert.NoFileExists(t, path)
}

// TestGroupCommit counts: with 64 writers, at most one sync for 16 records.
func TestGroupCommit(t *testing.T) {
	t.Parallel()
	const writers, events = 64, 20
	for _, journals := range []int{1, 2} {
		t.Run(fmt.Sprint(journals, " journals"), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				disk, path := &counter{latency: time.Millisecond}, newPath(t)
				var wg sync.WaitGroup
				for range journals {
					j := open(t, path, disk.on(journal.Options{Fsync: journal.FsyncCommit}))
					wg.Go(func() { assert.Zero(t, appendFrom(t, j, writers, events)) })
				}
				wg.Wait()
				records := journals * writers * events
				requireIntact(t, path, records)
				assert.LessOrEqual(t, disk.syncs.Load(), int64(records/16), "syncs")
				assert.LessOrEqual(t, disk.writes.Load(), int64(records/16), "writes")
			})
		})
	}
}

func TestAtMostOneWriteARecord(t *testing.T) {
	t.Parallel()
	for _, fsync := range []journal.Fsync{journal.FsyncNever, journal.FsyncInterval} {
		disk, path := &counter{}, newPath(t)
		j := open(t, path, disk.on(journal.Options{Fsync: fsync}))
		require.Zero(t, appendFrom(t, j, 64, 10))
		requireIntact(t, path, 640)
		assert.LessOrEqual(t, disk.writes.Load(), int64(640))
	}
}

// TestABatchHasABound: what does not fit into one commit goes into the next.
func TestABatchHasABound(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		path, largest := newPath(t), 0
		j := open(t, path, journal.Options{})
		j.SetWrite(func(f *os.File, lines []byte) (int, error) {
			time.Sleep(time.Millisecond) // the others gather meanwhile
			largest = max(largest, len(lines))
			return f.Write(lines)
		})
		var wg sync.WaitGroup
		for i := range 100 {
			wg.Go(func() {
				e := event(fmt.Sprint(i))
				e.Call.Params = map[string]any{"a": strings.Repeat("a b ", 15_000)}
				assert.NoError(t, j.Append(t.Context(), e))
			})
		}
		wg.Wait()
		requireIntact(t, path, 100)
		assert.Greater(t, largest, 1<<20, "records were committed together")
		assert.Less(t, largest, 5<<20)
	})
}

var errDisk = errors.New("i/o error")

// TestAFailedSyncFailsAllWhoSharedIt, and nothing of theirs stays.
func TestAFailedSyncFailsAllWhoSharedIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		disk, path := &counter{latency: time.Millisecond}, newPath(t)
		j := open(t, path, disk.on(journal.Options{Fsync: journal.FsyncCommit}))
		require.NoError(t, j.Append(t.Context(), event("a1")))
		before := read(t, path)
		disk.fault.Store(&errDisk)
		assert.Equal(t, 64, appendFrom(t, j, 64, 1))
		assert.Equal(t, before, read(t, path), "the records are taken back")
		require.ErrorIs(t, j.Append(t.Context(), event("a2")), errDisk)

		disk.fault.Store(nil)
		require.NoError(t, j.Append(t.Context(), event("a3")))
		requireIntact(t, path, 2)
		require.NoError(t, j.Close())
	})
}

// TestAFailedSyncBehind: the appends had returned, so the next ones say it,
// until what they wrote is written once more.
func TestAFailedSyncBehind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		disk, path := &counter{}, newPath(t)
		var log bytes.Buffer
		j := open(t, path, disk.on(journal.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}))
		require.NoError(t, j.Append(t.Context(), event("a1")))
		disk.fault.Store(&errDisk)
		time.Sleep(journal.SyncInterval)
		synctest.Wait()
		assert.Contains(t, log.String(), "could not be forced to the disk")
		require.ErrorIs(t, j.Append(t.Context(), event("a2")), errDisk)
		requireIntact(t, path, 1)

		old := time.Unix(1_000_000_000, 0)
		require.NoError(t, os.Chtimes(path, old, old))
		disk.fault.Store(nil)
		time.Sleep(journal.SyncInterval)
		synctest.Wait()
		info, err := os.Stat(path)
		require.NoError(t, err)
		assert.NotEqual(t, old, info.ModTime(), "the records were written anew, not only synced again")
		assert.Contains(t, log.String(), "can be forced to the disk again")
		require.NoError(t, j.Append(t.Context(), event("a3")))
		requireIntact(t, path, 2)
	})
}

// TestAFailedSyncThatLostRecords: the system dropped what it could not write,
// as some do, and now shows zeros there. That is damage, and not built upon.
func TestAFailedSyncThatLostRecords(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		disk, path := &counter{}, newPath(t)
		j := open(t, path, disk.on(journal.Options{}))
		require.Zero(t, appendFrom(t, j, 1, 3))
		disk.fault.Store(&errDisk)
		time.Sleep(journal.SyncInterval)
		synctest.Wait()
		text := read(t, path)
		require.NoError(t, os.WriteFile(path, append(make([]byte, 100), text[100:]...), 0o600))
		disk.fault.Store(nil)
		require.ErrorIs(t, j.Append(t.Context(), event("a4")), journal.ErrDamaged)
		require.Error(t, j.Close())
	})
}

func TestCloseSaysThatTheLastSyncFailed(t *testing.T) {
	t.Parallel()
	disk := &counter{}
	j := open(t, newPath(t), disk.on(journal.Options{}))
	require.NoError(t, j.Append(t.Context(), event("a1")))
	disk.fault.Store(&errDisk)
	require.ErrorIs(t, j.Close(), errDisk)
	require.NoError(t, j.Close(), "closing again does nothing")
}

// TestCloseWhileASyncRuns leaves no goroutine behind.
func TestCloseWhileASyncRuns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		disk := &counter{latency: time.Minute}
		j := open(t, newPath(t), disk.on(journal.Options{}))
		require.NoError(t, j.Append(t.Context(), event("a1")))
		time.Sleep(journal.SyncInterval + time.Second)
		start := time.Now()
		require.NoError(t, j.Append(t.Context(), event("a2")), "nobody waits for a sync behind")
		assert.Zero(t, time.Since(start))
		require.NoError(t, j.Close())
		assert.GreaterOrEqual(t, time.Since(start), 59*time.Second)
	})
}

// TestAnImpatientLeaderLeavesTheOthersTheirTurn: the one that waits for the
// file's lock gives up; those behind it have more time.
func TestAnImpatientLeaderLeavesTheOthersTheirTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		path := newPath(t)
		j := open(t, path, journal.Options{})
		other, err := os.Open(path)
		require.NoError(t, err)
		defer func() { _ = other.Close() }()
		require.NoError(t, filelock.Lock(t.Context(), other))

		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		results := make(chan error, 2)
		go func() { results <- j.Append(short, event("a1")) }()
		synctest.Wait()
		go func() { results <- j.Append(t.Context(), event("a2")) }()
		require.ErrorIs(t, <-results, context.DeadlineExceeded)
		require.NoError(t, filelock.Unlock(other))
		require.NoError(t, <-results)
		assert.Equal(t, "a2", last(t, path)["approval_id"])
		requireIntact(t, path, 1)
	})
}

func TestAFileThatStaysLockedFailsAllWhoWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		path := newPath(t)
		j := open(t, path, journal.Options{})
		other, err := os.Open(path)
		require.NoError(t, err)
		require.NoError(t, filelock.Lock(t.Context(), other))
		start := time.Now()
		assert.Equal(t, 10, appendFrom(t, j, 10, 1))
		assert.Equal(t, journal.MaxLockWait, time.Since(start), "all at once, not one after another")
		require.NoError(t, other.Close())
		assert.Empty(t, read(t, path))
	})
}

// TestWhatCouldNotBeTakenBackIsCutOffLater: the disk is full, and the file
// cannot even be cut.
func TestWhatCouldNotBeTakenBackIsCutOffLater(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := open(t, path, journal.Options{})
	require.NoError(t, j.Append(t.Context(), event("a1")))
	j.SetWrite(func(f *os.File, lines []byte) (int, error) {
		n, err := f.Write(lines)
		return n, errors.Join(syscall.EIO, err, f.Close())
	})
	require.ErrorIs(t, j.Append(t.Context(), event("a2")), syscall.EIO)
	assert.Len(t, lines(t, path), 2, "the record is whole, although its Append failed")
	j.SetWrite((*os.File).Write)
	require.NoError(t, j.Append(t.Context(), event("a3")))
	requireIntact(t, path, 2)
	assert.NotContains(t, string(read(t, path)), `"a2"`)
	files, err := filepath.Glob(path + "*")
	require.NoError(t, err)
	assert.Len(t, files, 1, "it was nobody's torn tail")
}

// TestWhatAnotherBuiltOnIsNotCutOff: a record that could not be taken back
// stays once another journal has written after it.
func TestWhatAnotherBuiltOnIsNotCutOff(t *testing.T) {
	t.Parallel()
	breakDown := func(t *testing.T, j *journal.Journal) {
		j.SetWrite(func(f *os.File, lines []byte) (int, error) {
			n, err := f.Write(lines)
			return n, errors.Join(syscall.EIO, err, f.Close())
		})
		require.ErrorIs(t, j.Append(t.Context(), event("a1")), syscall.EIO)
		j.SetWrite((*os.File).Write)
	}
	path := newPath(t)
	j := open(t, path, journal.Options{})
	breakDown(t, j)
	require.NoError(t, open(t, path, journal.Options{}).Append(t.Context(), event("a2")))
	require.NoError(t, j.Append(t.Context(), event("a3")))
	requireIntact(t, path, 3)

	path = newPath(t)
	j = open(t, path, journal.Options{})
	breakDown(t, j)
	text := read(t, path)
	require.NoError(t, os.Rename(path, path+".away"))
	require.NoError(t, os.WriteFile(path, text, 0o600))
	require.NoError(t, j.Append(t.Context(), event("a2")))
	assert.True(t, bytes.HasPrefix(read(t, path), text), "another file of the same size")
}

// TestAFileThatIsMovedAwayIsSynced: who moved it need not have done so.
func TestAFileThatIsMovedAwayIsSynced(t *testing.T) {
	t.Parallel()
	for fsync, want := range map[journal.Fsync]int64{journal.FsyncNever: 0, journal.FsyncInterval: 1} {
		disk, path := &counter{}, newPath(t)
		j := open(t, path, disk.on(journal.Options{Fsync: fsync}))
		require.NoError(t, j.Append(t.Context(), event("a1")))
		require.NoError(t, os.Rename(path, path+".away"))
		require.NoError(t, j.Append(t.Context(), event("a2")))
		assert.Equal(t, want, disk.syncs.Load(), fsync)
	}
}

// TestANewFilesNameIsSyncedOnce, before its first record is confirmed.
func TestANewFilesNameIsSyncedOnce(t *testing.T) {
	t.Parallel()
	for fsync, want := range map[journal.Fsync]int{journal.FsyncNever: 0, journal.FsyncInterval: 0, journal.FsyncCommit: 1} {
		path, synced := newPath(t), 0
		j := open(t, path, journal.WithDirSync(journal.Options{Fsync: fsync}, func(dir string) error {
			assert.Equal(t, filepath.Dir(path), dir)
			if synced++; synced == 1 {
				return errDisk
			}
			return nil
		}))
		err := j.Append(t.Context(), event("a1"))
		if want > 0 {
			require.ErrorIs(t, err, errDisk)
			err = j.Append(t.Context(), event("a1"))
		}
		require.NoError(t, err)
		require.NoError(t, j.Append(t.Context(), event("a2")))
		if want > 0 {
			want++ // the one that failed
		}
		assert.Equal(t, want, synced, fsync)
		requireIntact(t, path, 2)
		if fsync == journal.FsyncInterval {
			require.ErrorIs(t, j.Close(), errDisk)
		}
	}
}
