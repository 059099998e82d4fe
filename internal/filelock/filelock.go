// Package filelock takes an advisory lock on an open file, so that several
// processes can take turns at writing it.
//
// The lock belongs to the open file description: two descriptors of one file
// exclude each other also within a process, and a lock ends with its process,
// however that ends. It binds only programs that ask for it. Where the
// operating system has no flock(2), for example on Windows, Lock succeeds
// without locking: there, only one process may write a file.
package filelock

import (
	"context"
	"fmt"
	"os"
	"time"
)

// The pause between two tries: from minPause, doubled each time, to maxPause.
// A holder keeps the lock for one small write, so that the first try or the
// second nearly always succeeds.
const (
	minPause = 200 * time.Microsecond
	maxPause = 10 * time.Millisecond
)

// Lock waits until nobody else holds the lock of f's file, and takes it. It
// waits as long as ctx lives, so give ctx a deadline. Taking a lock that f
// holds already changes nothing.
func Lock(ctx context.Context, f *os.File) error {
	for pause := minPause; ; pause = min(2*pause, maxPause) {
		if taken, err := TryLock(f); taken || err != nil {
			return err
		}
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			return fmt.Errorf("lock %s, which another process holds: %w", f.Name(), ctx.Err())
		case <-timer.C:
		}
	}
}

// TryLock takes the lock if nobody else holds it.
func TryLock(f *os.File) (taken bool, err error) {
	if taken, err = tryLock(f); err != nil {
		err = fmt.Errorf("lock %s: %w", f.Name(), err)
	}
	return taken, err
}

// Unlock gives the lock back. Without a lock it does nothing.
func Unlock(f *os.File) error {
	if err := unlock(f); err != nil {
		return fmt.Errorf("unlock %s: %w", f.Name(), err)
	}
	return nil
}
