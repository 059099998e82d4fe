package journal

import (
	"context"
	"errors"
	"io"
	"time"
)

// first is what the first record of the file says.
type first struct {
	seq  uint64    // 1, unless the file carries a chain on; also where nobody can tell
	time time.Time // zero: unknown
}

// readFirst reads it from the file.
func readFirst(r io.ReaderAt, size int64) (first, error) {
	lines := newLineReader(io.NewSectionReader(r, 0, min(size, MaxRecordBytes+1)))
	l, err := lines.next(context.Background())
	if errors.Is(err, io.EOF) {
		return first{seq: 1}, nil
	}
	return firstOf(l.text), err
}

func firstOf(line []byte) first {
	f := first{seq: 1, time: timeOf(line)}
	if s, _, ok := cutSeal(line); ok {
		f.seq = max(s.seq, 1)
	}
	return f
}

// timeOf reads the time where a record of ours has it; zero: nowhere.
func timeOf(line []byte) time.Time {
	at := len(recordStart)
	if len(line) < at+len(timeFormat) {
		return time.Time{}
	}
	t, err := time.Parse(timeFormat, string(line[at:at+len(timeFormat)]))
	if err != nil {
		return time.Time{}
	}
	return t
}
