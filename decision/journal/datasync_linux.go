package journal

import (
	"errors"
	"os"
	"syscall"
)

// datasync forces the file's content and size to the disk, without its times.
func datasync(f *os.File) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var syncErr error
	err = conn.Control(func(fd uintptr) {
		for {
			if syncErr = syscall.Fdatasync(int(fd)); !errors.Is(syncErr, syscall.EINTR) {
				return
			}
		}
	})
	if err == nil {
		err = os.NewSyscallError("fdatasync", syncErr)
	}
	return err
}
