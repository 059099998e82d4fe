//go:build unix

package watch

import (
	"os"
	"os/signal"
	"syscall"
)

// notifyResize has a channel told when the terminal changes its size.
func notifyResize(resized chan<- os.Signal) (stop func()) {
	signal.Notify(resized, syscall.SIGWINCH)
	return func() { signal.Stop(resized) }
}
