package journal

import (
	"bufio"
	"context"
	"errors"
	"io"
)

// line is one line of a journal, and where it stands.
type line struct {
	text     []byte // without LF; valid until the next line is read
	number   int    // from 1
	offset   int64
	complete bool // it ended with LF
	tooLong  bool // over MaxRecordBytes; text is its start
}

// lineReader reads lines of any length in bounded memory.
type lineReader struct {
	r      *bufio.Reader
	buf    []byte
	offset int64
	number int
}

func newLineReader(r io.Reader) *lineReader { return &lineReader{r: bufio.NewReaderSize(r, 64<<10)} }

// next returns io.EOF after the last line. An empty rest is no line.
func (lr *lineReader) next(ctx context.Context) (line, error) {
	if err := ctx.Err(); err != nil {
		return line{}, err
	}
	lr.buf = lr.buf[:0]
	lr.number++
	l := line{number: lr.number, offset: lr.offset}
	for {
		part, err := lr.r.ReadSlice('\n')
		lr.offset += int64(len(part))
		if n := len(part); err == nil {
			part, l.complete = part[:n-1], true
		}
		if len(lr.buf)+len(part) > MaxRecordBytes {
			part, l.tooLong = part[:MaxRecordBytes-len(lr.buf)], true
		}
		lr.buf = append(lr.buf, part...)
		l.text = lr.buf
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && lr.offset == l.offset:
			return line{}, io.EOF
		case err != nil && !errors.Is(err, io.EOF):
			return line{}, err
		}
		return l, nil
	}
}
