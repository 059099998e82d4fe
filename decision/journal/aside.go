package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// maxAsides bounds the tries to find a free name.
const maxAsides = 100

// setAside copies the tail to a new file, and returns its path once it is on
// the disk.
func (j *Journal) setAside(tail io.Reader) (path string, err error) {
	stem := j.path + ".torn-" + j.now().UTC().Format(stampFormat)
	path = stem
	f, err := createNew(path)
	for n := 2; errors.Is(err, fs.ErrExist) && n <= maxAsides; n++ {
		path = fmt.Sprintf("%s-%d", stem, n)
		f, err = createNew(path)
	}
	if err != nil {
		return "", err
	}
	_, err = io.Copy(f, tail)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(path))
	}
	return path, nil
}

// createNew never writes through a link that somebody put there.
func createNew(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}
