// Command sup7d is the supervisor as a daemon, and its command line. It shows
// how the library is put together: every command is a thin shell over it.
package main

import (
	"context"
	"os"

	"github.com/flux7-go/supervisor/examples/sup7d/internal/command"
)

func main() {
	os.Exit(command.Run(context.Background(), os.Args[1:], command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
