// Command sup7d is the supervisor as a daemon, and its command line. It shows
// how the library is put together: every command is a thin shell over it.
package main

import (
	"context"
	"os"
	"runtime/debug"

	"github.com/flux7-go/supervisor/examples/sup7d/internal/command"
)

// hookMemory is from where on a hook collects garbage, in bytes: more than the
// largest event takes.
const hookMemory = 512 << 20

func main() {
	if command.IsHook(os.Args[1:]) { // it ends before collecting would pay
		debug.SetGCPercent(-1)
		debug.SetMemoryLimit(hookMemory)
	}
	os.Exit(command.Run(context.Background(), os.Args[1:], command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
