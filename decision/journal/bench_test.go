package journal_test

import (
	"context"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
)

func BenchmarkAppend(b *testing.B) {
	effects := event("a1")
	effects.Decision.Evidence = decision.Evidence{
		Effects: []decision.Effect{{Kind: decision.Reads, Target: "a.txt", Zone: decision.ZoneProject, Segment: "cat a.txt"}},
		Links:   []decision.Link{{Name: "structural", State: decision.LinkAnswered, MS: 0.1}},
		Answers: map[string]any{"erases": 0.01, "copies_out": 0.02, "usual": 0.9}, Timings: map[string]float64{"rules": 0.01},
	}
	for name, e := range map[string]decision.Event{"rule": event("a1"), "provider": effects} {
		b.Run(name, func(b *testing.B) {
			j := open(b, newPath(b), journal.Options{})
			b.ReportAllocs()
			for b.Loop() {
				if err := j.Append(b.Context(), e); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkFsync has 1, 8 and 64 goroutines append with each policy, and
// reports how many writes and syncs that took. The row "each" is what commit
// would be without sharing: one append at a time.
func BenchmarkFsync(b *testing.B) {
	for _, fsync := range []string{"never", "interval", "commit", "each"} {
		for _, writers := range []int{1, 8, 64} {
			b.Run(fmt.Sprintf("%s/writers=%d", fsync, writers), func(b *testing.B) { benchmarkFsync(b, fsync, writers) })
		}
	}
}

func benchmarkFsync(b *testing.B, fsync string, writers int) {
	var writes, syncs, left atomic.Int64
	var alone sync.Mutex
	opts := journal.Options{Fsync: journal.Fsync(fsync)}
	if fsync == "each" {
		opts.Fsync = journal.FsyncCommit
	}
	j := open(b, newPath(b), journal.CountDisk(opts, &writes, &syncs))
	e := event("a1")
	left.Store(int64(b.N))
	b.ReportAllocs()
	b.ResetTimer()
	var wg sync.WaitGroup
	for range writers {
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				if fsync == "each" {
					alone.Lock()
				}
				err := j.Append(context.Background(), e)
				if fsync == "each" {
					alone.Unlock()
				}
				if err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	b.ReportMetric(float64(writes.Load())/float64(b.N), "writes/op")
	b.ReportMetric(float64(syncs.Load())/float64(b.N), "syncs/op")
}

// BenchmarkWrite is the floor: write(2) of a line that is ready.
func BenchmarkWrite(b *testing.B) {
	f, err := os.Create(newPathIn(b))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	line := []byte(lines(b, write(b, 1, journal.Options{}))[0])
	b.ReportAllocs()
	for b.Loop() {
		if _, err := f.Write(line); err != nil {
			b.Fatal(err)
		}
	}
}

func newPathIn(b *testing.B) string { return b.TempDir() + "/plain.jsonl" }

func BenchmarkVerify(b *testing.B) {
	path := write(b, 1000, journal.Options{})
	b.ReportAllocs()
	b.SetBytes(int64(len(read(b, path))))
	for b.Loop() {
		report, err := journal.Verify(b.Context(), path, journal.VerifyOptions{})
		if err != nil || !report.Intact {
			b.Fatal(report, err)
		}
	}
}
