package journal

import (
	"bytes"
	"fmt"
	"io"
)

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
