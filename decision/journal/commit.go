package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
)

// errUnfinished is the answer to a record whose commit ended in a panic.
var errUnfinished = errors.New("the commit was not finished")

// maxKeptBuf bounds the memory that is kept from one commit to the next.
const maxKeptBuf = 64 << 10

// append queues the record and returns when it is committed: by this goroutine
// or by another, whichever gets the turn.
func (j *Journal) append(ctx context.Context, record []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p := j.queue.add(record)
	for {
		var err error
		select {
		case <-p.done:
			return p.err
		case <-ctx.Done():
			err = ctx.Err()
		case j.turn <- struct{}{}:
			err = j.lead(ctx)
		}
		switch {
		case err == nil: // answered, or left for the next commit
		case j.queue.withdraw(p):
			return err
		default:
			<-p.done // somebody is at it
			return p.err
		}
	}
}

// lead commits what is queued, for everybody. It needs the turn, and gives it
// back. When ctx ends before the file is locked, the queue stays as it is: the
// others have a context of their own.
func (j *Journal) lead(ctx context.Context) (err error) {
	defer func() { <-j.turn }()
	if err = j.enter(ctx); err == nil {
		defer j.unlockFile()
		defer j.markIfDue() // after the answers
	} else if ctx.Err() != nil {
		return err
	}
	batch := j.queue.take()
	result := errUnfinished
	defer func() {
		for _, p := range batch {
			p.answer(result)
		}
	}()
	if err == nil {
		err = j.commit(batch)
	}
	result = err
	return err
}

// enter locks the file and makes head and size what the file has.
func (j *Journal) enter(ctx context.Context) error {
	if j.closed {
		return ErrClosed
	}
	size, err := j.lockFile(ctx)
	if err != nil {
		return err
	}
	if size, err = j.cutRest(size); err == nil && size != j.size {
		err = j.recover(size)
	}
	if err != nil {
		j.unlockFile()
	}
	return err
}

// commit writes the notices and the batch at the end of the file, all or
// nothing. A record that is too long fails alone.
func (j *Journal) commit(batch []*pending) error {
	if err := j.rewrite(); err != nil {
		return err
	}
	if len(batch) == 0 && len(j.notices) == 0 {
		return nil
	}
	if err := j.rotateIfDue(); err != nil {
		return err
	}
	lines, next, err := j.seal(batch)
	if err != nil || len(lines) == 0 {
		return err
	}
	if n, err := j.disk.write(j.file, lines); err != nil {
		return errors.Join(err, j.takeBack(n))
	}
	if err := j.syncCommit(len(lines)); err != nil {
		return err
	}
	if j.size == 0 {
		line, _, _ := bytes.Cut(lines, []byte("\n"))
		j.first = firstOf(line)
	}
	j.size += int64(len(lines))
	j.head, j.notices = next, nil
	if j.fsync == FsyncCommit {
		j.durable.upTo, j.durable.at = j.size, j.head
	}
	j.syncSoon()
	return nil
}

// seal returns the lines of a commit, and the head that they make.
func (j *Journal) seal(batch []*pending) (lines []byte, next head, err error) {
	lines, next = j.buf[:0], j.head
	begin, err := j.carriesOn()
	if err != nil {
		return nil, next, err
	}
	if begin != nil {
		lines, next = j.chain.append(lines, begin, next)
	}
	for _, record := range j.notices {
		lines, next = j.chain.append(lines, record, next)
	}
	for _, p := range batch {
		start := len(lines)
		with, after := j.chain.append(lines, p.record, next)
		if size := len(with) - start - 1; size > MaxRecordBytes {
			p.err = fmt.Errorf("the record has %d bytes, at most %d are written", size, MaxRecordBytes)
			continue
		}
		lines, next = with, after
	}
	if cap(lines) <= maxKeptBuf {
		j.buf = lines
	}
	return lines, next, nil
}
