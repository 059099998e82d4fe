package journal

import (
	"context"
	"time"
)

// marks is the way of a journal to its next checkpoint.
type marks struct {
	every uint64           // records; 0: none
	tell  func(Checkpoint) // nil: nobody
	last  uint64           // the number of the last checkpoint's record
	// now: a checkpoint is due as soon as the notices are written, because the
	// one beside the file does not fit it.
	now bool
	// failing: the last try failed. It is logged once.
	failing bool
}

// due reports whether a number was passed that is a multiple of every. So
// several processes together make one checkpoint for so many records.
func (m *marks) due(seq uint64) bool {
	if seq < m.last {
		m.last = 0 // the file was replaced
	}
	return m.every > 0 && seq > 0 && (m.now || seq/m.every > m.last/m.every)
}

// markIfDue needs the lock.
func (j *Journal) markIfDue() {
	if j.file != nil && len(j.notices) == 0 && j.marks.due(j.head.seq) {
		j.mark()
	}
}

// mark writes a checkpoint of the head. A failure is no reason to refuse
// records: it is logged, and the next commit tries again.
func (j *Journal) mark() {
	c := Checkpoint{
		Time: j.now().UTC().Truncate(time.Microsecond), Count: j.head.seq - j.first.seq + 1,
		Alg: j.chain.alg(), Seq: j.head.seq, Head: j.head.hash,
	}
	line := c.line(j.chain)
	c.Hash = string(line[len(line)-len(sealEnd)-1-hashDigits:][:hashDigits])
	err := j.syncHeld() // else a crash could leave it alone, and look like a truncation
	if err == nil {
		err = j.writeCheckpoint(line)
	}
	if err != nil {
		if !j.marks.failing {
			j.log.Error("no checkpoint of the journal could be written", "path", j.path, "error", err)
		}
		j.marks.failing = true
		return
	}
	j.marks.last, j.marks.now, j.marks.failing = c.Seq, false, false
	if j.marks.tell != nil {
		j.marks.tell(c)
	}
}

// markAtEnd is the last checkpoint, when the journal is closed.
func (j *Journal) markAtEnd() {
	if j.marks.every == 0 || j.head.seq == j.marks.last || j.info == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), MaxLockWait)
	defer cancel()
	if err := j.enter(ctx); err != nil {
		j.log.Error("no checkpoint of the journal could be written", "path", j.path, "error", err)
		return
	}
	defer j.unlockFile()
	if j.head.seq > 0 && len(j.notices) == 0 {
		j.mark()
	}
}
