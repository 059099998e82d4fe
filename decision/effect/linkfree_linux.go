package effect

import (
	"errors"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// noOpenat2 is set where the kernel is older than 5.6, or a sandbox refuses the
// call whatever it is about: it is not tried again.
var noOpenat2 atomic.Bool

// noLinks asks for the name alone, and for no link on the way to it.
var noLinks = unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS}

// lookWhole asks the kernel about a whole path at once, on the condition that it
// leads through no symbolic link: openat2(2) with RESOLVE_NO_SYMLINKS. ok is
// false where it does lead through one, or could not be asked: the path is then
// walked. Nothing is opened but the name, as far as O_PATH goes.
func lookWhole(path string) (exists, ok bool) {
	if noOpenat2.Load() {
		return false, false
	}
	how := noLinks
	fd, err := unix.Openat2(unix.AT_FDCWD, path, &how)
	switch {
	case err == nil:
		_ = unix.Close(fd) // of a name, of which nothing can be left to write
		return true, true
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENOTDIR):
		return false, true
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EPERM):
		noOpenat2.Store(!answersForRoot()) // a file system may refuse a path of its own
	}
	return false, false
}

// answersForRoot reports whether the kernel answers for a path that is always
// there.
func answersForRoot() bool {
	how := noLinks
	fd, err := unix.Openat2(unix.AT_FDCWD, "/", &how)
	if err != nil {
		return false
	}
	_ = unix.Close(fd)
	return true
}
