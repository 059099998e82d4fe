package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/flux7-go/supervisor/decision"
)

// The types of the journal's own events.
const (
	eventRepaired     decision.EventType = "repaired"     // a torn tail was set aside
	eventDiscontinued decision.EventType = "discontinued" // the chain that this process wrote is not what the file holds
)

// own are the types that Append refuses, so that the journal's records mean
// what they say.
var own = map[decision.EventType]bool{eventRepaired: true, eventDiscontinued: true, eventRotated: true}

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
	var found head
	if end > 0 {
		found, err = j.headOf(line)
	} else {
		found, err = j.carryOn()
	}
	if err != nil {
		return err
	}
	if end < size {
		if err := j.repair(end, size); err != nil {
			return err
		}
	}
	j.noticeLoss(found)
	if j.size == unread || end < j.size {
		if j.first, err = readFirst(j.file, end); err != nil {
			return err
		}
		if end == 0 {
			j.first.seq = found.seq + 1
		}
	}
	if j.head.seq == 0 || j.replaced() || end < j.durable.upTo {
		j.durable.upTo, j.durable.at = end, found
	}
	j.head, j.size, j.seen = found, end, j.info
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
	replaced := j.replaced() && !j.rotatedAway()
	if j.head.seq == 0 || !replaced && !rewound {
		return
	}
	reason := "truncated"
	if replaced {
		reason = "replaced"
	}
	j.discontinued(reason, j.head)
}

// discontinued says that records up to last were there, and are no more.
func (j *Journal) discontinued(reason string, last head) {
	j.log.Error("the journal's file was changed from outside", "path", j.path, "reason", reason,
		"last_seq", last.seq, "last_hash", last.hash)
	j.notice(eventDiscontinued, map[string]any{"reason": reason, "last_seq": last.seq, "last_hash": last.hash})
}

// notice queues a record of the journal's own for the next commit.
func (j *Journal) notice(kind decision.EventType, fields map[string]any) {
	record, err := encodeEvent(decision.Event{Type: kind, Time: j.now(), Fields: fields}, j.now())
	if err == nil && len(j.notices) < maxNotices {
		j.notices = append(j.notices, record)
	}
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
	start := []byte(recordStart)
	found := make([]byte, min(size, int64(len(start))))
	if _, err := j.file.ReadAt(found, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !bytes.HasPrefix(start, found) && !bytes.Equal(found, make([]byte, len(found))) {
		return fmt.Errorf("the file is not a journal: %w", ErrDamaged)
	}
	return nil
}
