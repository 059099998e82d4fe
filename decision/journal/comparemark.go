package journal

import (
	"errors"
	"io/fs"
)

// compareMark holds the file that was just opened against the checkpoint
// beside it, and notes what is missing before the next checkpoint forgets it.
func (j *Journal) compareMark() error {
	if j.marks.every == 0 {
		return nil
	}
	c, err := readCheckpoint(j.path, j.chain)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, ErrCheckpoint) && j.plainMark():
		j.marks.now = true // the journal goes on with a key; so does its checkpoint
		return nil
	case errors.Is(err, ErrCheckpoint):
		j.discontinued("checkpoint", head{})
		j.marks.now = true
		return nil
	case err != nil:
		return err
	}
	j.marks.last = c.Seq
	reason, err := j.differs(c)
	if err == nil && reason != "" {
		j.discontinued(reason, head{c.Seq, c.Head})
		j.marks.now = true
	}
	return err
}

// plainMark reports whether the checkpoint is sound, but from before the
// journal had a key, and the journal is still the one that it was made of.
func (j *Journal) plainMark() bool {
	c, err := readCheckpoint(j.path, chain{})
	if err != nil || c.Alg != algPlain {
		return false
	}
	reason, err := j.differs(c)
	return err == nil && reason == ""
}

// differs says how the end of the file does not fit a checkpoint. It reads
// back as far as the checkpoint's record, or MaxTailBytes.
func (j *Journal) differs(c Checkpoint) (reason string, err error) {
	if j.head.seq < c.Seq {
		return "truncated", nil
	}
	if c.Seq < j.first.seq {
		return "", nil // its record was rotated away; Verify follows it there
	}
	lines, err := newBackward(j.file, j.size)
	if err != nil {
		return "", err
	}
	for lines.end > 0 && j.size-lines.end < MaxTailBytes {
		text, err := lines.next()
		if err != nil {
			return "", err
		}
		s, _, ok := cutSeal(text)
		if !ok || s.seq > c.Seq {
			continue
		}
		if s.seq == c.Seq && s.hash == c.Head {
			return "", nil
		}
		return "rebuilt", nil
	}
	return "", nil
}
