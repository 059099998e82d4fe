package journal

import (
	"os"
	"runtime"
	"sync/atomic"
)

// WithDisk returns o with other functions in the place of write(2) and
// fdatasync(2), to count them and let them fail. Nil: the real one.
func WithDisk(o Options, write func(f *os.File, lines []byte) (int, error), sync func(f *os.File) error) Options {
	if write != nil {
		o.disk.write = write
	}
	if sync != nil {
		o.disk.sync = sync
	}
	return o
}

// SetWrite replaces what writes to the file.
func (j *Journal) SetWrite(write func(f *os.File, line []byte) (int, error)) { j.disk.write = write }

// ParseCheckpoint reads what stands in a checkpoint's file.
func ParseCheckpoint(data, key []byte) (Checkpoint, error) {
	return parseCheckpoint(data, chain{key: key})
}

// Hold keeps every commit waiting until release is called.
func (j *Journal) Hold() (release func()) {
	j.turn <- struct{}{}
	return func() { <-j.turn }
}

// WaitForQueue returns when so many records wait for a commit.
func (j *Journal) WaitForQueue(n int) {
	for {
		j.queue.mu.Lock()
		waiting := len(j.queue.waiting)
		j.queue.mu.Unlock()
		if waiting >= n {
			return
		}
		runtime.Gosched()
	}
}

// ObserveWrites returns o with a look at all lines before they are written.
func ObserveWrites(o Options, look func(lines []byte)) Options {
	write := o.withDefaults().disk.write
	o.disk.write = func(f *os.File, lines []byte) (int, error) {
		look(lines)
		return write(f, lines)
	}
	return o
}

// WithDirSync returns o with another function that syncs directories.
func WithDirSync(o Options, syncDir func(dir string) error) Options {
	o.disk.syncDir = syncDir
	return o
}

// CountDisk returns o with a count of its writes and syncs.
func CountDisk(o Options, writes, syncs *atomic.Int64) Options {
	real := o.withDefaults().disk
	return WithDisk(o, func(f *os.File, lines []byte) (int, error) {
		writes.Add(1)
		return real.write(f, lines)
	}, func(f *os.File) error {
		syncs.Add(1)
		return real.sync(f)
	})
}
