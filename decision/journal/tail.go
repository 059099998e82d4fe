package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// MaxTailBytes bounds what is read back from the end of a journal, by
// [Unsettled] and to find the record of a checkpoint: about 100,000 records.
const MaxTailBytes = 64 << 20

// lastLine returns the last complete line without its LF, and where it ends:
// 0 when there is none.
func lastLine(r io.ReaderAt, size int64) (line []byte, end int64, err error) {
	lines, err := newBackward(r, size)
	if err != nil || lines.end == 0 {
		return nil, 0, err
	}
	end = lines.end
	if line, err = lines.next(); err == nil && line == nil {
		err = fmt.Errorf("the last line is longer than %d bytes: %w", MaxRecordBytes, ErrDamaged)
	}
	return line, end, err
}

// backward reads lines from the end of a file.
type backward struct {
	r   blockReader
	end int64 // of the next line, with its LF; 0: there is none
}

// newBackward starts with the last complete line.
func newBackward(r io.ReaderAt, size int64) (*backward, error) {
	b := &backward{r: blockReader{r: r}}
	newline, err := b.lastNewline(size)
	b.end = newline + 1
	return b, err
}

// next returns the line that ends at end, without its LF; nil when it is
// longer than MaxRecordBytes.
func (b *backward) next() (line []byte, err error) {
	before, err := b.lastNewline(b.end - 1)
	if err != nil {
		return nil, err
	}
	start, size := before+1, b.end-1-(before+1)
	b.end = start
	if size > MaxRecordBytes {
		return nil, nil
	}
	line = make([]byte, size)
	return line, b.r.readAt(line, start)
}

// lastNewline returns where the last LF before the offset is, or -1.
func (b *backward) lastNewline(offset int64) (int64, error) {
	for offset > 0 {
		chunk, err := b.r.before(offset)
		if err != nil {
			return 0, err
		}
		offset -= int64(len(chunk))
		if i := bytes.LastIndexByte(chunk, '\n'); i >= 0 {
			return offset + int64(i), nil
		}
	}
	return -1, nil
}

// blockReader reads whole blocks, for a caller that goes backwards in small
// steps: larger ones the farther it goes.
type blockReader struct {
	r     io.ReaderAt
	block []byte
	at    int64 // of the block
}

const (
	minBlockBytes = 4 << 10
	maxBlockBytes = 64 << 10
)

// before returns bytes of the file that end at the offset: at least one.
func (b *blockReader) before(offset int64) ([]byte, error) {
	if offset <= b.at || offset > b.at+int64(len(b.block)) {
		size := min(max(2*len(b.block), minBlockBytes), maxBlockBytes)
		start := max(0, offset-int64(size))
		block := make([]byte, offset-start)
		if err := readFull(b.r, block, start); err != nil {
			return nil, err
		}
		b.block, b.at = block, start
	}
	return b.block[:offset-b.at], nil
}

func (b *blockReader) readAt(p []byte, offset int64) error {
	if offset >= b.at && offset+int64(len(p)) <= b.at+int64(len(b.block)) {
		copy(p, b.block[offset-b.at:])
		return nil
	}
	return readFull(b.r, p, offset)
}

// readFull takes a file that ends too early for one that was cut meanwhile.
func readFull(r io.ReaderAt, p []byte, offset int64) error {
	n, err := r.ReadAt(p, offset)
	if n == len(p) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}
