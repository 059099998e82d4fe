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
// open one, and returns its size. Where the file is rotated again and again
// before the lock is taken, it tries as long as it may wait.
func (j *Journal) lockFile(ctx context.Context) (size int64, err error) {
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
		info, err := os.Stat(j.path)
		if err == nil && os.SameFile(info, j.info) {
			return info.Size(), nil
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			j.unlockFile()
			return 0, err
		}
		_ = j.closeFile() // gives the lock back
	}
	return 0, fmt.Errorf("%w: %w", errReplaced, ctx.Err())
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
	err := j.file.Close()
	j.file = nil
	return err
}

// replaced reports whether the file is not the one that head was read from.
func (j *Journal) replaced() bool { return j.seen != nil && !os.SameFile(j.seen, j.info) }
