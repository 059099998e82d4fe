package callback

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// maxLineBytes bounds what is read of a line to find the id of a message that is
// too long; the rest of a longer one is skipped.
const maxLineBytes = 1 << 20

// lineReader lets the messages through that the SDK's transport can read, a line
// at a time. The others it answers itself: the SDK would end the session with the
// first of them, and nobody could review any more.
type lineReader struct {
	in   *bufio.Reader
	out  io.Writer
	rest []byte // of the line that is being let through
}

func newLineReader(in io.Reader, out io.Writer) *lineReader {
	return &lineReader{in: bufio.NewReaderSize(in, 16<<10), out: out}
}

// Read implements [io.Reader].
func (l *lineReader) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, err := l.next()
		if err != nil {
			return 0, err
		}
		if len(line) == 0 {
			continue
		}
		if fault := faultOf(line); fault != nil {
			if err := l.refuse(line, fault); err != nil {
				return 0, err
			}
			continue
		}
		l.rest = append(line, '\n')
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// next returns the next line without blanks around it, or the beginning of one
// that is longer than [maxLineBytes]. A last line needs no end.
func (l *lineReader) next() (line []byte, err error) {
	for {
		part, err := l.in.ReadSlice('\n')
		line = append(line, part[:min(len(part), maxLineBytes+1-len(line))]...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && len(line) == 0:
			return nil, err
		}
		return bytes.TrimSpace(line), nil
	}
}

// faultOf says what is wrong with a line; nil if nothing is.
func faultOf(line []byte) *jsonrpc.Error {
	switch {
	case len(line) > maxMessageBytes:
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: fmt.Sprintf("the message is longer than %d bytes", maxMessageBytes)}
	case !json.Valid(line): // which the SDK's decoder of messages does not check to the end
		return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "the line is no json: send one message a line"}
	case line[0] == '[':
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "batches are not taken: send one message a line"}
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the line is no message of json-rpc 2.0"}
	}
	return nil
}

// refuse answers a line, under its id where it has one.
func (l *lineReader) refuse(line []byte, fault *jsonrpc.Error) error {
	answer, err := json.Marshal(struct {
		Version string         `json:"jsonrpc"`
		ID      any            `json:"id"`
		Error   *jsonrpc.Error `json:"error"`
	}{"2.0", idOfLine(line), fault})
	if err != nil {
		return err
	}
	_, err = l.out.Write(append(answer, '\n'))
	return err
}

// idOfLine returns the id of a message that is refused, or nil.
func idOfLine(line []byte) any {
	var message struct {
		ID any `json:"id"`
	}
	if json.Unmarshal(line, &message) != nil {
		return nil
	}
	switch id := message.ID.(type) {
	case string:
		if len(id) <= maxIDBytes {
			return id
		}
	case float64:
		return id
	}
	return nil
}

// maxIDBytes bounds an id that is repeated.
const maxIDBytes = 256

// lineWriter keeps the lines of several writers apart.
type lineWriter struct {
	mu sync.Mutex
	io.WriteCloser
}

func (w *lineWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.WriteCloser.Write(p)
}
