// Command codesup is the write gate on the command line: it checks files against
// the rules in .supervisor, and the rules themselves.
package main

import (
	"context"
	"os"

	"github.com/flux7-go/supervisor/examples/codesup/internal/command"
)

func main() {
	os.Exit(command.Run(context.Background(), os.Args[1:], command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
