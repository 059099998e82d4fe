//go:build unix

package journal

import (
	"errors"
	"os"
)

// syncDir makes a name that was created or changed in the directory durable.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
