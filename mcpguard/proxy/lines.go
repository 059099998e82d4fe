package proxy

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The SDK ends a session at the first line that it cannot read. So each is looked
// at before: one that is no message is answered, and left out.

// lineByLine is a transport over streams that answers what is no message of the
// protocol. A message is at most limit bytes; a longer one is read to its end, kept
// nowhere, and answered like the others. Without a limit it is the SDK's.
func lineByLine(in io.ReadCloser, out io.WriteCloser, limit int) mcp.Transport {
	if limit <= 0 {
		limit = mcp.DefaultMaxLineLength
	}
	writer := &lockedWriter{WriteCloser: out}
	reader := &lineReader{Closer: in, in: bufio.NewReader(in), out: writer, limit: limit}
	return &mcp.IOTransport{Reader: reader, Writer: writer, MaxLineLength: -1} // the reader has bounded it
}

// lockedWriter writes whole messages: each write is one.
type lockedWriter struct {
	io.WriteCloser

	mu sync.Mutex
}

func (w *lockedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.WriteCloser.Write(p)
}

// lineReader reads what is a message, a line each.
type lineReader struct {
	io.Closer

	in    *bufio.Reader
	out   io.Writer // of answers to what is none
	limit int
	rest  []byte // of a message that was read
}

// Read implements [io.Reader].
func (r *lineReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		line, err := r.line()
		if line = bytes.Trim(line, " \t\r\n"); len(line) > 0 || errors.Is(err, errTooLong) {
			if fault := faultOf(line, err); fault != nil {
				if err := r.answer(line, fault); err != nil {
					return 0, err
				}
			} else {
				r.rest = append(line, '\n')
			}
		}
		if err != nil && !errors.Is(err, errTooLong) && len(r.rest) == 0 {
			return 0, err
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// errTooLong says that a line was longer than the limit; it was read to its end.
var errTooLong = errors.New("the message is too long")

// line reads one line, or what is left of the input.
func (r *lineReader) line() ([]byte, error) {
	var line []byte
	tooLong := false
	for {
		part, err := r.in.ReadSlice('\n')
		if tooLong = tooLong || len(line)+len(part) > r.limit; tooLong {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err == nil && tooLong:
			return nil, errTooLong
		default:
			return line, err
		}
	}
}

// faultOf says why a line is no message; nil: it is one.
func faultOf(line []byte, err error) *jsonrpc.Error {
	switch {
	case errors.Is(err, errTooLong):
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "invalid request: the message is too long"}
	case !json.Valid(line):
		return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "parse error: the line is not JSON"}
	case line[0] == '[':
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "invalid request: batches are not supported"}
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "invalid request: the line is no message of JSON-RPC 2.0"}
	}
	return nil
}

// answer answers a line that is no message, under its id if it has one.
func (r *lineReader) answer(line []byte, fault *jsonrpc.Error) error {
	var of struct {
		ID any `json:"id"`
	}
	if fault.Code != jsonrpc.CodeParseError {
		d := json.NewDecoder(bytes.NewReader(line))
		d.UseNumber()
		_ = d.Decode(&of) // what cannot be read has none
	}
	switch of.ID.(type) {
	case string, json.Number:
	default:
		of.ID = nil
	}
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": of.ID, "error": fault})
	if err != nil {
		return err
	}
	if _, err := r.out.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("answering what is no message: %w", err)
	}
	return nil
}

// stdout stays open when a session ends, as the SDK leaves it.
type stdout struct{ io.Writer }

func (stdout) Close() error { return nil }

func stdio(limit int) mcp.Transport { return lineByLine(os.Stdin, stdout{os.Stdout}, limit) }
