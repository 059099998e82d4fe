package callback

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ServeStdio serves one reviewer over a pair of streams, one JSON message a line,
// until the input or ctx ends; that is no error. Nothing else may be written to
// out. A reader or writer that can be closed is closed at the end.
//
// A line that is no message, that holds a batch of them or is longer than 64 KiB is
// answered with an error of JSON-RPC, -32700 or -32600, and the session goes on.
//
// The reviewer's name is fixed here: whoever started the process is trusted to be
// it. It answers no calls of an agent of that name.
//
// A read of in that is still blocked when ctx ends is left behind.
func (s *Server) ServeStdio(ctx context.Context, reviewer string, in io.Reader, out io.Writer) error {
	writer, ok := out.(io.WriteCloser)
	if !ok {
		writer = openWriter{out}
	}
	lines := &lineWriter{WriteCloser: writer}
	reader := stdioReader{newLineReader(in, lines), in}
	return s.Serve(ctx, reviewer, &mcp.IOTransport{Reader: reader, Writer: lines, MaxLineLength: -1}) // the reader bounds them
}

type stdioReader struct {
	*lineReader
	in io.Reader
}

// Close closes what is read from, if that can be closed.
func (r stdioReader) Close() error {
	if c, ok := r.in.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

type openWriter struct{ io.Writer }

func (openWriter) Close() error { return nil }

// Serve is ServeStdio for any transport of the MCP SDK that has one client.
func (s *Server) Serve(ctx context.Context, reviewer string, t mcp.Transport) error {
	if err := checkReviewer(reviewer); err != nil {
		return err
	}
	s.opened(reviewer)
	defer s.closed(reviewer)
	ended := make(chan struct{})
	defer close(ended)
	err := session{s, reviewer, ended}.newMCP().Run(ctx, t)
	if err == nil || errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("callback: serving the reviewer %s: %w", reviewer, err)
}
