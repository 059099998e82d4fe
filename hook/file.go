package hook

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/flux7-go/supervisor/internal/atomicfile"
)

const (
	// backupSuffix is behind the name of a settings file in that of the backup of
	// what it was before the first edit, which is kept.
	backupSuffix = ".sup7-backup"
	// lastSuffix is that of what it was before the last edit, where that is another.
	lastSuffix = ".sup7-backup-last"
	// newFileMode is that of a settings file that was not there. It holds a path
	// and no secret.
	newFileMode = 0o644
	// newDirMode is that of a directory that was not there.
	newDirMode = 0o755
)

// Edited is what became of a settings file.
type Edited struct {
	Path    string // the file itself, where a link was named
	Backup  string // where what it was before is; empty: there was nothing, or it was not changed
	Changed bool
}

// EditSettings changes a settings file by edit, such as [Uninstall]. It is written
// at once or not at all, with the mode it has. Beside it lie a backup of what it was
// before the first edit, which is never replaced, and one of what it was before the
// last. What edit returns as it was is not written. A symbolic link is followed, as
// people have their settings elsewhere and link to them, if it leads to a file. A
// file that is not there, or empty, reads as {}; with create it is made, with its
// directory.
//
// Two edits at once are not kept apart, but a file that was changed meanwhile is
// not written: the error says so.
func EditSettings(path string, create bool, edit func([]byte) ([]byte, error)) (Edited, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return Edited{}, fmt.Errorf("finding the settings: %w", err)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	} else if _, is := os.Lstat(path); is == nil {
		return Edited{}, fmt.Errorf("the settings are a link that leads nowhere: %w", err)
	}
	out := Edited{Path: path}
	old, mode, err := readFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist) && create:
		if err := os.MkdirAll(filepath.Dir(path), newDirMode); err != nil {
			return out, fmt.Errorf("making the directory of the settings: %w", err)
		}
	case errors.Is(err, os.ErrNotExist):
		return out, nil
	case err != nil:
		return out, err
	}
	was := old
	if len(bytes.TrimSpace(old)) == 0 && len(old) <= MaxSettingsBytes {
		was = []byte("{}\n")
	}
	fresh, err := edit(was)
	if err != nil {
		return out, fmt.Errorf("%s:%w", path, err)
	}
	if mode != 0 && bytes.Equal(fresh, was) {
		return out, nil
	}
	return out.write(old, fresh, mode)
}

// write keeps a backup and writes the file, unless it was changed meanwhile. A mode
// of 0 says that it was not there.
func (out Edited) write(old, fresh []byte, mode os.FileMode) (Edited, error) {
	now, _, err := readFile(out.Path)
	switch {
	case mode == 0 && !errors.Is(err, os.ErrNotExist), mode != 0 && (err != nil || !bytes.Equal(now, old)):
		return out, fmt.Errorf("%s was changed meanwhile and is left as it is: try again", out.Path)
	case mode == 0:
		mode = newFileMode
	default:
		if out.Backup, err = keep(out.Path, old, mode); err != nil {
			return Edited{Path: out.Path}, fmt.Errorf("keeping a backup of the settings: %w", err)
		}
	}
	if err := atomicfile.Write(out.Path, fresh, mode); err != nil {
		return out, err
	}
	out.Changed = true
	return out, nil
}

// keep writes a backup of what a file was, unless it lies there already.
func keep(path string, old []byte, mode os.FileMode) (backup string, err error) {
	backup = path + backupSuffix
	first, _, err := readFile(backup)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return backup, atomicfile.Write(backup, old, mode)
	case err != nil || !bytes.Equal(first, old):
		backup = path + lastSuffix
		return backup, atomicfile.Write(backup, old, mode)
	}
	return backup, nil
}

// readFile reads a regular file of at most [MaxSettingsBytes], and its mode.
func readFile(path string) (data []byte, mode os.FileMode, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, fmt.Errorf("%s is no regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = f.Close() }() // only read from
	data, err = io.ReadAll(io.LimitReader(f, MaxSettingsBytes+1))
	return data, info.Mode().Perm(), err
}
