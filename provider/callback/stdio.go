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
// The reviewer's name is fixed here: whoever started the process is trusted to be
// it. It answers no calls of an agent of that name.
//
// A read of in that is still blocked when ctx ends is left behind.
func (s *Server) ServeStdio(ctx context.Context, reviewer string, in io.Reader, out io.Writer) error {
	reader, ok := in.(io.ReadCloser)
	if !ok {
		reader = io.NopCloser(in)
	}
	writer, ok := out.(io.WriteCloser)
	if !ok {
		writer = openWriter{out}
	}
	return s.Serve(ctx, reviewer, &mcp.IOTransport{Reader: reader, Writer: writer, MaxLineLength: maxMessageBytes})
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
