package supervisor

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
)

// maxStackBytes bounds the stack that is logged of a panic.
const maxStackBytes = 4 << 10

// logPanic logs that a part panicked, and where. The panic's value is left out
// unless it is a runtime error: it could hold a parameter.
func logPanic(ctx context.Context, log *slog.Logger, part, value any) {
	what := fmt.Sprintf("%T", value)
	if err, ok := value.(interface {
		error
		RuntimeError()
	}); ok {
		what = err.Error()
	}
	stack := debug.Stack()
	log.ErrorContext(ctx, "a part panicked: the call is escalated",
		"part", fmt.Sprintf("%T", part), "panic", what, "stack", string(stack[:min(len(stack), maxStackBytes)]))
}
