package journal

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// writeCheckpoint replaces the checkpoint at once or not at all. An existing
// file's mode is kept; a new one has the journal's.
func (j *Journal) writeCheckpoint(line []byte) error {
	file, mode, durable := realPath(j.path)+checkpointSuffix, j.mode, j.fsync != FsyncNever
	if info, err := os.Stat(file); err == nil {
		mode = info.Mode().Perm()
	}
	fresh := file + ".new"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(line)
	err = errors.Join(err, f.Chmod(mode))
	if err == nil && durable {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(fresh, file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(fresh))
	}
	if durable {
		return j.disk.syncDir(filepath.Dir(file))
	}
	return nil
}
