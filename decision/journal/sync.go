package journal

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"
)

// durable is what is known of the way to the disk.
type durable struct {
	// upTo is where the part of the file ends that need not be synced (again),
	// and at the head there.
	upTo int64
	at   head
	// failed: a sync failed since, so that what follows upTo may be gone from
	// the disk although the file shows it.
	failed bool
	// unlisted: the file is new, and its directory was not synced yet.
	unlisted bool
	timer    *time.Timer // of the next sync; nil: none
}

// unsynced reports whether there may be something to sync.
func (j *Journal) unsynced() bool {
	return j.durable.failed || j.size == unread || j.durable.upTo < j.size
}

// unsure reports whether the file must be read anew before it is synced.
func (j *Journal) unsure() bool { return j.durable.failed || j.file == nil || j.size == unread }

// force syncs the file and, when that is new, its name.
func (j *Journal) force() error {
	if err := j.disk.sync(j.file); err != nil {
		return err
	}
	return j.list()
}

// list syncs the directory that a new file stands in.
func (j *Journal) list() error {
	if !j.durable.unlisted {
		return nil
	}
	if err := j.disk.syncDir(filepath.Dir(j.path)); err != nil {
		return err
	}
	j.durable.unlisted = false
	return nil
}

// syncCommit makes the lines that were just written, and what is before them,
// durable, if every commit is to be.
func (j *Journal) syncCommit(written int) error {
	if j.fsync != FsyncCommit {
		return nil
	}
	if err := j.force(); err != nil {
		err = errors.Join(err, j.takeBack(written))
		j.syncFailed(err)
		return fmt.Errorf("sync: %w", err)
	}
	return nil
}

// syncNow syncs with the turn held.
func (j *Journal) syncNow() error {
	if j.fsync == FsyncNever || !j.unsynced() {
		return nil
	}
	if j.unsure() {
		ctx, cancel := context.WithTimeout(context.Background(), MaxLockWait)
		defer cancel()
		if err := j.enter(ctx); err != nil {
			return err
		}
		defer j.unlockFile()
		j.durable.failed = true
		return j.rewrite()
	}
	return j.syncHeld()
}

// syncHeld syncs a file of which nothing is in doubt.
func (j *Journal) syncHeld() error {
	if j.fsync == FsyncNever || !j.unsynced() {
		return nil
	}
	if err := j.force(); err != nil {
		j.syncFailed(err)
		return err
	}
	j.durable.upTo, j.durable.at = j.size, j.head
	return nil
}
