package httpretry

import (
	"errors"
	"fmt"
	"io"
)

// ErrTooLarge is wrapped by [ReadBody] for a body over its limit.
var ErrTooLarge = errors.New("body is too large")

// ReadBody reads all of body, at most limit bytes of it. A longer body is an
// error that wraps [ErrTooLarge]. It does not close the body.
func ReadBody(body io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(body, limit+1))
	if err != nil {
		return nil, fmt.Errorf("read the body: %w", err)
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%w: at most %d bytes are read", ErrTooLarge, limit)
	}
	return data, nil
}
