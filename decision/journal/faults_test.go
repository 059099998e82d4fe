package journal_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/journal"
)

// badDisk fails now and then: it is full in the middle of a write, it cannot
// sync, or it cannot even take back what it wrote.
type badDisk struct {
	mu     sync.Mutex
	rand   *rand.Rand
	closes bool // some failures also close the file
	good   bool // it was replaced
	faults int
}

// fault draws whether an operation fails, and how much of n bytes it does.
func (d *badDisk) fault(n int) (fails, closes bool, done int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.good || d.rand.IntN(4) > 0 {
		return false, false, n
	}
	d.faults++
	return true, d.closes && d.rand.IntN(3) == 0, d.rand.IntN(n + 1)
}

func (d *badDisk) on(opts journal.Options) journal.Options {
	return journal.WithDisk(opts, func(f *os.File, lines []byte) (int, error) {
		fails, closes, n := d.fault(len(lines))
		if !fails {
			return f.Write(lines)
		}
		n, err := f.Write(lines[:n])
		if closes {
			err = errors.Join(err, f.Close())
		}
		return n, errors.Join(syscall.ENOSPC, err)
	}, func(*os.File) error {
		time.Sleep(time.Millisecond)
		if fails, _, _ := d.fault(1); fails {
			return syscall.EIO
		}
		return nil
	})
}

// TestADiskThatFailsNowAndThen: whatever fails, the journal goes on; what was
// confirmed is there once, what was refused is not, and the chain is whole.
func TestADiskThatFailsNowAndThen(t *testing.T) {
	t.Parallel()
	for _, fsync := range []journal.Fsync{journal.FsyncNever, journal.FsyncInterval, journal.FsyncCommit} {
		for _, journals := range []int{1, 2} {
			for seed := range uint64(6) {
				t.Run(fmt.Sprint(fsync, "/", journals, " journals/", seed), func(t *testing.T) {
					t.Parallel()
					synctest.Test(t, func(t *testing.T) {
						// What one journal cannot take back, another may build on.
						disk := &badDisk{rand: rand.New(rand.NewPCG(seed, 1)), closes: journals == 1}
						opts := disk.on(journal.Options{Fsync: fsync, RotateSize: 4000, Checkpoint: 5, Key: []byte("k")})
						path := newPath(t)
						confirmed := appendToBadDisk(t, path, opts, journals)
						assert.Positive(t, disk.faults)
						disk.good = true
						require.NoError(t, open(t, path, opts).Append(t.Context(), event("last")))
						confirmed["last"] = true
						assert.Equal(t, confirmed, decided(t, path))
						report := verifySet(t, path, []byte("k"))
						require.True(t, report.Intact, "%s", report)
					})
				})
			}
		}
	}
}

// appendToBadDisk returns the ids of the appends that succeeded.
func appendToBadDisk(t *testing.T, path string, opts journal.Options, journals int) map[string]bool {
	t.Helper()
	var mu sync.Mutex
	var wg sync.WaitGroup
	confirmed := map[string]bool{}
	for n := range journals {
		j, err := journal.Open(path, opts)
		require.NoError(t, err)
		defer func() { _ = j.Close() }() // may say that the last sync failed
		for g := range 4 {
			wg.Go(func() {
				for i := range 15 {
					id := fmt.Sprintf("%d-%d-%d", n, g, i)
					if j.Append(t.Context(), event(id)) == nil {
						mu.Lock()
						confirmed[id] = true
						mu.Unlock()
					}
					time.Sleep(100 * time.Millisecond)
				}
			})
		}
	}
	wg.Wait()
	return confirmed
}

// decided returns the ids of the decisions in a journal; false: there twice.
func decided(t *testing.T, path string) map[string]bool {
	t.Helper()
	ids := map[string]bool{}
	for _, file := range append(files(t, path), path) {
		_, err := journal.Read(t.Context(), bytes.NewReader(read(t, file)), func(r journal.Record) error {
			if r.Decision != "" {
				_, twice := ids[r.ApprovalID]
				ids[r.ApprovalID] = !twice
			}
			return nil
		})
		require.NoError(t, err)
	}
	return ids
}

// TestAFullDiskFailsAllWhoShareACommit, and has room again later.
func TestAFullDiskFailsAllWhoShareACommit(t *testing.T) {
	t.Parallel()
	for _, fault := range []error{syscall.ENOSPC, syscall.EROFS} {
		path := newPath(t)
		j := open(t, path, journal.Options{Fsync: journal.FsyncCommit, Checkpoint: 1, RotateSize: 1})
		require.Zero(t, appendN(t, j, 0, 1))
		j.SetWrite(func(f *os.File, lines []byte) (int, error) {
			n, err := f.Write(lines[:len(lines)/2])
			return n, errors.Join(fault, err)
		})
		assert.Equal(t, 64, appendFrom(t, j, 64, 1))
		j.SetWrite((*os.File).Write)
		require.Zero(t, appendFrom(t, j, 64, 1))
		assert.Len(t, decided(t, path), 65)
		report := verifySet(t, path, nil)
		require.True(t, report.Intact, "%s", report)
	}
}
