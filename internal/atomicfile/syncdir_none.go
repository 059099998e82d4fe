//go:build !unix

package atomicfile

// syncDir does nothing where a directory cannot be synced.
func syncDir(string) error { return nil }
