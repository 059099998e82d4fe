package journal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

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
