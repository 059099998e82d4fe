package journal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/flux7-go/supervisor/internal/filelock"
)

const dirMode = 0o700

var errReplaced = errors.New("the file is replaced again and again: let nothing but this program rotate it")

// lockFile locks the file that path names now, opening it where it is not the
// open one, and returns its size. Nearly always the open file is the right one,
// and free.
func (j *Journal) lockFile(ctx context.Context) (size int64, err error) {
	if j.file != nil {
		taken, err := filelock.TryLock(j.file)
		if err != nil {
			return 0, err
		}
		if taken {
			if size, ok, err := j.lockedSize(); ok || err != nil {
				return size, err
			}
		}
	}
	return j.waitForFile(ctx)
}

// waitForFile is lockFile with patience. Where the file is rotated again and
// again before its lock is taken, it tries as long as it may wait.
func (j *Journal) waitForFile(ctx context.Context) (size int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, MaxLockWait)
	defer cancel()
	for ctx.Err() == nil {
		if j.file == nil {
			if err := j.openFile(); err != nil {
				return 0, err
			}
		}
		if err := filelock.Lock(ctx, j.file); err != nil {
			return 0, err
		}
		if size, ok, err := j.lockedSize(); ok || err != nil {
			return size, err
		}
	}
	return 0, fmt.Errorf("%w: %w", errReplaced, ctx.Err())
}

// lockedSize returns the size of the locked file. If path names another one by
// now, or none, it is not ok and the file is left, which gives the lock back.
func (j *Journal) lockedSize() (size int64, ok bool, err error) {
	info, err := os.Stat(j.path)
	switch {
	case err == nil && os.SameFile(info, j.info):
		return info.Size(), true, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		j.unlockFile()
		return 0, false, err
	}
	j.leaveFile()
	return 0, false, nil
}

// leaveFile closes a file that was rotated or moved away. What this journal
// wrote to it is synced first: who moved it need not have done so.
func (j *Journal) leaveFile() {
	if j.fsync != FsyncNever && j.size != unread && j.durable.upTo < j.size {
		if err := j.disk.sync(j.file); err != nil {
			j.log.Error("the journal's former file could not be forced to the disk", "path", j.path, "error", err)
		}
	}
	_ = j.closeFile()
}

// unlockFile gives the lock back. Should that fail, closing the file does it,
// as it does where the file was closed meanwhile.
func (j *Journal) unlockFile() {
	if j.file == nil {
		return
	}
	if err := filelock.Unlock(j.file); err != nil {
		_ = j.closeFile()
	}
}

func (j *Journal) openFile() error {
	f, err := os.OpenFile(j.path, os.O_RDWR|os.O_APPEND, 0)
	if errors.Is(err, fs.ErrNotExist) {
		f, err = j.createFile()
	}
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", j.path)
	}
	if err != nil {
		return errors.Join(err, f.Close())
	}
	j.file, j.info, j.size = f, info, unread
	return nil
}

func (j *Journal) createFile() (*os.File, error) {
	const flags = os.O_RDWR | os.O_APPEND | os.O_CREATE
	j.durable.unlisted = true
	f, err := os.OpenFile(j.path, flags, j.mode)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(j.path), dirMode); err != nil {
			return nil, err
		}
		f, err = os.OpenFile(j.path, flags, j.mode)
	}
	return f, err
}

// unread is the size of a file that was opened and not yet looked at.
const unread = -1

func (j *Journal) closeFile() error {
	if j.file == nil {
		return nil
	}
	// Closing gives a lock back only with the last descriptor, and a process
	// that is being forked at this moment has one for an instant.
	err := errors.Join(filelock.Unlock(j.file), j.file.Close())
	j.file = nil
	return err
}

// replaced reports whether the file is not the one that head was read from.
func (j *Journal) replaced() bool { return j.seen != nil && !os.SameFile(j.seen, j.info) }
