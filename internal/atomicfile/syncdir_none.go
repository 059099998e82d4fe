//go:build !unix

package atomicfile

import "os"

// syncDir does nothing where a directory cannot be synced.
func syncDir(string) error { return nil }

// keepOwner does nothing where files have no such owner.
func keepOwner(*os.File, os.FileInfo) error { return nil }
