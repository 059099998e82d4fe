package watch

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"time"
)

// silence is how long a stream of events may say nothing before it is taken for
// dead: the API says something every 15 s.
const silence = 45 * time.Second

// follow reads the stream of events until it ends, and calls changed whenever
// something may have changed: at its begin, when a call begins to wait or is
// settled, and when events are missing.
func (c *Client) follow(ctx context.Context, changed func()) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	quiet := time.AfterFunc(silence, cancel)
	defer quiet.Stop()
	response, err := c.send(ctx, http.MethodGet, "/events", nil)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	lines := bufio.NewReader(response.Body)
	for {
		line, long, err := lines.ReadLine()
		if err != nil {
			return err
		}
		quiet.Reset(silence)
		kind, isKind := strings.CutPrefix(string(line), "event: ")
		if err := skip(lines, long); err != nil {
			return err
		}
		if isKind && (kind == "status" || kind == "approval" || kind == "reset" || kind == "slow") {
			changed()
		}
	}
}

// skip reads over the rest of a long line: what events say is not read.
func skip(lines *bufio.Reader, long bool) (err error) {
	for long && err == nil {
		_, long, err = lines.ReadLine()
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}
