//go:build unix

package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

// syncDir makes a changed name in a directory durable.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// keepOwner gives a file the owner of the one that it replaces; old may be nil.
// Only root may give files away, and need: others own what they can write here.
func keepOwner(f *os.File, old os.FileInfo) error {
	if old == nil || os.Geteuid() != 0 {
		return nil
	}
	if owner, ok := old.Sys().(*syscall.Stat_t); ok {
		return f.Chown(int(owner.Uid), int(owner.Gid))
	}
	return nil
}
