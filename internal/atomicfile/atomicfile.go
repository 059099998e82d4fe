// Package atomicfile replaces files at once or not at all: a reader, and what is
// left after a crash, sees the old content or the new.
package atomicfile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Write makes data the content of the file at path. A file that is there keeps
// its mode, and where root writes it its owner; a new one gets mode. The content is on the disk when Write returns.
//
// A symbolic link is replaced, not followed: resolve it first where the target is
// meant.
func Write(path string, data []byte, mode os.FileMode) error {
	return WriteFrom(path, mode, func(w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader(data))
		return err
	})
}

// WriteFrom is [Write] of what fill writes. When fill fails, the file stays as
// it was.
func WriteFrom(path string, mode os.FileMode, fill func(io.Writer) error) error {
	old, err := os.Lstat(path)
	if err == nil && old.Mode().IsRegular() {
		mode = old.Mode().Perm()
	} else {
		old = nil
	}
	// CreateTemp chooses a name that nobody can foresee, with mode 0600.
	fresh, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	buffered := bufio.NewWriter(fresh)
	err = fill(buffered)
	if err == nil {
		err = errors.Join(buffered.Flush(), keepOwner(fresh, old), fresh.Chmod(mode), fresh.Sync())
	}
	if err = errors.Join(err, fresh.Close()); err == nil {
		err = os.Rename(fresh.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, errors.Join(err, os.Remove(fresh.Name())))
	}
	return syncDir(filepath.Dir(path))
}
