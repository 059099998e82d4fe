//go:build unix

package atomicfile

import (
	"errors"
	"os"
)

// syncDir makes a changed name in a directory durable.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
