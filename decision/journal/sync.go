package journal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
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
	if err := syncDir(filepath.Dir(j.path)); err != nil {
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

// syncFailed closes the file, so that the next commit reads it anew.
func (j *Journal) syncFailed(err error) {
	j.log.Error("the journal could not be forced to the disk", "path", j.path, "error", err)
	j.durable.failed = true
	_ = j.closeFile()
}

// rewrite brings to the disk what a failed sync may have left out. It needs
// the lock. The content is written anew, in its place, because the system
// regards it as written and would not write it again.
func (j *Journal) rewrite() error {
	d := &j.durable
	if !d.failed {
		return nil
	}
	if d.upTo < j.size {
		if err := j.rewriteTail(); err != nil {
			return fmt.Errorf("write anew what a failed sync left out: %w", err)
		}
	}
	if err := j.force(); err != nil {
		j.syncFailed(err)
		return fmt.Errorf("sync what a failed sync left out: %w", err)
	}
	j.log.Info("the journal can be forced to the disk again", "path", j.path)
	d.upTo, d.at, d.failed = j.size, j.head, false
	return nil
}

// rewriteTail does it after it has checked that the file still shows what was
// written.
func (j *Journal) rewriteTail() error {
	tail := io.NewSectionReader(j.file, j.durable.upTo, j.size-j.durable.upTo)
	report, err := verifyFrom(context.Background(), tail, j.durable.at, VerifyOptions{Key: j.chain.key})
	if err != nil {
		return err
	}
	if report.Head != j.head.hash || !report.Intact {
		return fmt.Errorf("the system lost records: %w", ErrDamaged)
	}
	f, err := os.OpenFile(j.path, os.O_WRONLY, 0) // not for appending
	if err != nil {
		return err
	}
	_, err = io.Copy(io.NewOffsetWriter(f, j.durable.upTo), io.NewSectionReader(j.file, j.durable.upTo, tail.Size()))
	return errors.Join(err, f.Close())
}

// syncSoon starts the clock of the next sync, unless it runs.
func (j *Journal) syncSoon() {
	if j.fsync != FsyncInterval || j.durable.timer != nil || j.closed || !j.unsynced() {
		return
	}
	j.timers.Add(1)
	j.durable.timer = time.AfterFunc(SyncInterval, j.syncBehind)
}

func (j *Journal) stopTimer() {
	if t := j.durable.timer; t != nil && t.Stop() {
		j.timers.Done()
	}
	j.durable.timer = nil
}

// syncBehind syncs without the turn, so that nobody who appends waits for it.
func (j *Journal) syncBehind() {
	defer j.timers.Done()
	j.turn <- struct{}{}
	defer func() { <-j.turn }()
	if j.closed {
		return
	}
	j.durable.timer = nil
	defer j.syncSoon()
	if j.unsure() {
		_ = j.syncNow() // was logged; the next append has it too
		return
	}
	file, upTo, at := j.file, j.size, j.head
	<-j.turn
	err := j.disk.sync(file)
	j.turn <- struct{}{}
	if j.file != file {
		return // meanwhile it was closed, or opened anew
	}
	if err == nil {
		err = j.list()
	}
	if err != nil {
		j.syncFailed(err)
		return
	}
	j.durable.upTo, j.durable.at = upTo, at
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
