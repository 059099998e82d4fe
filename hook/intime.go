package hook

import (
	"context"
	"fmt"
	"time"

	"github.com/flux7-go/supervisor/internal/oneline"
)

// maxPanic bounds what is told of a panic, in bytes.
const maxPanic = 200

// outcome is what a function returned.
type outcome[T any] struct {
	value T
	err   error
}

// inTime calls do and comes back once ctx has ended, whether do does or not. A
// panic in do is an error.
func inTime[T any](ctx context.Context, do func(context.Context) (T, error)) (T, error) {
	done := make(chan outcome[T], 1)
	go func() { done <- caught(ctx, do) }()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
	}
	late := time.NewTimer(grace)
	defer late.Stop()
	select {
	case o := <-done:
		return o.value, o.err
	case <-late.C:
		var none T
		return none, context.Cause(ctx)
	}
}

func caught[T any](ctx context.Context, do func(context.Context) (T, error)) (o outcome[T]) {
	defer func() {
		if p := recover(); p != nil {
			o = outcome[T]{err: panicked(p)}
		}
	}()
	o.value, o.err = do(ctx)
	return o
}

func panicked(p any) error { return fmt.Errorf("a panic: %s", oneline.Clean(fmt.Sprint(p), maxPanic)) }
