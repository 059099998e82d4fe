package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/flux7-go/supervisor/decision"
)

// The types of the journal's own events.
const (
	eventRepaired     decision.EventType = "repaired"     // a torn tail was set aside
	eventDiscontinued decision.EventType = "discontinued" // the chain that this process wrote is not what the file holds
)

// maxNotices bounds the notices that wait while the disk is full.
const maxNotices = 16

// recover takes head and size from a file that this journal did not leave as
// it is: it was just opened, another process appended, or somebody replaced or
// truncated it.
func (j *Journal) recover(size int64) error {
	line, end, err := lastLine(j.file, size)
	if err != nil {
		return err
	}
	found := emptyHead()
	if end > 0 {
		if found, err = j.headOf(line); err != nil {
			return err
		}
	}
	if end < size {
		if err := j.repair(end, size); err != nil {
			return err
		}
	}
	j.noticeLoss(found)
	j.head, j.size, j.replaced = found, end, false
	return nil
}

// headOf checks the last record by itself.
func (j *Journal) headOf(line []byte) (head, error) {
	s, signed, ok := cutSeal(line)
	switch {
	case !ok:
		return head{}, fmt.Errorf("the last line is not a record of a chain: %w", ErrDamaged)
	case s.alg == algKeyed && j.chain.alg() != algKeyed:
		return head{}, ErrKeyNeeded
	case j.chain.sum(s.alg, signed) != s.hash && s.alg == algKeyed:
		return head{}, fmt.Errorf("the last record was edited, or written with another key: %w", ErrDamaged)
	case j.chain.sum(s.alg, signed) != s.hash:
		return head{}, fmt.Errorf("the last record was edited: %w", ErrDamaged)
	}
	return head{seq: s.seq, hash: s.hash}, nil
}

// noticeLoss records that the file no longer ends with, or goes on from, the
// record that this journal saw last.
func (j *Journal) noticeLoss(found head) {
	rewound := found.seq < j.head.seq || found.seq == j.head.seq && found.hash != j.head.hash
	if j.head.seq == 0 || !j.replaced && !rewound {
		return
	}
	reason := "truncated"
	if j.replaced {
		reason = "replaced"
	}
	j.log.Error("the journal's file was changed from outside", "path", j.path, "reason", reason,
		"last_seq", j.head.seq, "last_hash", j.head.hash)
	j.notice(eventDiscontinued, map[string]any{"reason": reason, "last_seq": j.head.seq, "last_hash": j.head.hash})
}

func (j *Journal) notice(kind decision.EventType, fields map[string]any) {
	if len(j.notices) < maxNotices {
		j.notices = append(j.notices, decision.Event{Type: kind, Time: j.now(), Fields: fields})
	}
}

// writeNotices records the notices that wait.
func (j *Journal) writeNotices() error {
	for len(j.notices) > 0 {
		record, err := encodeEvent(j.notices[0], j.now())
		if err != nil {
			return err
		}
		if err := j.writeRecord(record); err != nil {
			return err
		}
		j.notices = j.notices[1:]
	}
	return nil
}

// repair sets aside what follows the last complete line, which ends at end.
func (j *Journal) repair(end, size int64) error {
	if end == 0 {
		if err := j.checkTornRecord(size); err != nil {
			return err
		}
	}
	aside, err := j.setAside(io.NewSectionReader(j.file, end, size-end))
	if err != nil {
		return fmt.Errorf("set the torn tail aside: %w", err)
	}
	if err := j.file.Truncate(end); err != nil {
		return fmt.Errorf("cut the torn tail off: %w", err)
	}
	j.log.Warn("repaired the journal: its last line was unfinished", "path", j.path, "bytes", size-end, "aside", aside)
	j.notice(eventRepaired, map[string]any{"bytes": size - end, "aside": aside})
	return nil
}

// checkTornRecord makes sure that a file without any complete line is a
// journal whose first record was torn, and not something else altogether.
func (j *Journal) checkTornRecord(size int64) error {
	start := []byte(`{"timestamp":"`)
	found := make([]byte, min(size, int64(len(start))))
	if _, err := j.file.ReadAt(found, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !bytes.HasPrefix(start, found) && !bytes.Equal(found, make([]byte, len(found))) {
		return fmt.Errorf("the file is not a journal: %w", ErrDamaged)
	}
	return nil
}

// maxAsides bounds the tries to find a free name.
const maxAsides = 100

// setAside copies the tail to a new file, and returns its path once it is on
// the disk.
func (j *Journal) setAside(tail io.Reader) (path string, err error) {
	stem := j.path + ".torn-" + j.now().UTC().Format("20060102T150405Z")
	path = stem
	f, err := createNew(path)
	for n := 2; errors.Is(err, fs.ErrExist) && n <= maxAsides; n++ {
		path = fmt.Sprintf("%s-%d", stem, n)
		f, err = createNew(path)
	}
	if err != nil {
		return "", err
	}
	_, err = io.Copy(f, tail)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(path))
	}
	return path, nil
}

// createNew never writes through a link that somebody put there.
func createNew(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

// lastLine returns the last complete line without its LF, and where it ends:
// 0 when there is none.
func lastLine(r io.ReaderAt, size int64) (line []byte, end int64, err error) {
	newline, err := lastNewline(r, size)
	if err != nil || newline < 0 {
		return nil, 0, err
	}
	before, err := lastNewline(r, newline)
	if err != nil {
		return nil, 0, err
	}
	if newline-before-1 > MaxRecordBytes {
		return nil, 0, fmt.Errorf("the last line is longer than %d bytes: %w", MaxRecordBytes, ErrDamaged)
	}
	line = make([]byte, newline-before-1)
	_, err = r.ReadAt(line, before+1)
	return line, newline + 1, err
}

// lastNewline returns where the last LF before the offset is, or -1.
func lastNewline(r io.ReaderAt, offset int64) (int64, error) {
	chunk := make([]byte, 4<<10)
	for offset > 0 {
		n := min(offset, int64(len(chunk)))
		offset -= n
		if _, err := r.ReadAt(chunk[:n], offset); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(chunk[:n], '\n'); i >= 0 {
			return offset + int64(i), nil
		}
	}
	return -1, nil
}
