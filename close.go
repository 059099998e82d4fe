package supervisor

import (
	"context"
	"errors"
	"io"
)

// closeFunc ends a part that was built, within the time of a context.
type closeFunc func(context.Context) error

// closerOf returns what closes a part; nil if nothing does.
func closerOf(part any) closeFunc {
	switch part := part.(type) {
	case io.Closer:
		return func(context.Context) error { return part.Close() }
	case interface{ Close(context.Context) error }:
		return part.Close
	}
	return nil
}

func closeAll(ctx context.Context, closers []closeFunc) error {
	var errs []error
	for _, c := range closers {
		errs = append(errs, c(ctx))
	}
	return errors.Join(errs...)
}

// closeAtOnce closes parts that nobody will use.
func closeAtOnce(closers []closeFunc) error {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return closeAll(ctx, closers)
}
