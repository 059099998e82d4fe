package hook

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"
)

// partial is what was read so far, for who cannot wait for the rest.
type partial struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write keeps the first MaxEventBytes and one, by which the event is known to be
// too large, and takes the rest too: a host
// whose pipe is closed on it may take that for a hook that failed.
func (p *partial) Write(data []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.buf.Write(data[:min(len(data), MaxEventBytes+1-p.buf.Len())])
	return len(data), nil
}

func (p *partial) bytes() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return bytes.Clone(p.buf.Bytes())
}

// readEvent reads in to its end. With an error it returns what had come by then.
// It leaves the reading behind when ctx ends.
func readEvent(ctx context.Context, in io.Reader) ([]byte, error) {
	var got partial
	ended := make(chan error, 1)
	go func() {
		_, err := io.Copy(&got, in)
		ended <- err
	}()
	select {
	case err := <-ended:
		return got.buf.Bytes(), err // nobody writes any more
	case <-ctx.Done():
		return got.bytes(), fmt.Errorf("it did not end in time: %w", context.Cause(ctx))
	}
}
