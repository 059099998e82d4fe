package bench

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// lineReader reads lines of any length in bounded memory.
type lineReader struct {
	r      *bufio.Reader
	buf    []byte
	number int // of the line that was read last, from 1
}

func newLineReader(r io.Reader) *lineReader { return &lineReader{r: bufio.NewReaderSize(r, 64<<10)} }

// next returns the next line without its end, valid until the call after. A
// line over MaxLineBytes is read over and reported as too long. After the last
// line the error is io.EOF.
func (lr *lineReader) next() (line []byte, tooLong bool, err error) {
	lr.buf = lr.buf[:0]
	for {
		part, err := lr.r.ReadSlice('\n')
		if room := MaxLineBytes + len("\r\n") - len(lr.buf); len(part) > room {
			part, tooLong = part[:room], true
		}
		lr.buf = append(lr.buf, part...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(lr.buf) == 0:
			return nil, false, io.EOF
		case err != nil && !errors.Is(err, io.EOF):
			return nil, false, err
		}
		lr.number++
		line = bytes.TrimSuffix(bytes.TrimSuffix(lr.buf, []byte("\n")), []byte("\r"))
		if lr.number == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff")) // some editors begin a file with it
		}
		return line, tooLong || len(line) > MaxLineBytes, nil
	}
}
