//go:build !linux

package effect

// lookWhole cannot ask about a whole path at once: it is walked.
func lookWhole(string) (exists, ok bool) { return false, false }
