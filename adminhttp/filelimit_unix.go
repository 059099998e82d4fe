//go:build unix

package adminhttp

import (
	"math"
	"syscall"
)

// fileLimit is how many files the process may open.
func fileLimit() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return usualFileLimit
	}
	return int(min(uint64(limit.Cur), math.MaxInt32))
}

// usualFileLimit is that of most systems.
const usualFileLimit = 1024
