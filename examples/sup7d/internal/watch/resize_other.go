//go:build !unix

package watch

import "os"

// notifyResize does nothing: the size is looked at with every frame.
func notifyResize(chan<- os.Signal) (stop func()) { return func() {} }
